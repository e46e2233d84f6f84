// Shows managers and administrators an exchange rate that is not used until one of them confirms it. Shows nothing when
// no rate is waiting.
import type { ExchangeRateState } from "@jara/shared/rest/currency";
import { useState } from "react";
import { Button } from "../../ui/button.tsx";
import { Notice } from "../../ui/notice.tsx";
import { RateDialog, type RateQuestion } from "./rate-dialog.tsx";
import { changeText, rateText } from "./rate-words.ts";
import { useExchangeRate } from "./use-exchange-rate.ts";

export const RateNotice = () => {
  const { data } = useExchangeRate();
  const [question, setQuestion] = useState<RateQuestion | null>(null);
  return (
    <>
      {data?.candidate && (
        <WaitingRate
          inForce={data.rates.USD_TO_NGN}
          candidate={data.candidate}
          onAsk={(what, candidate) => setQuestion({ what, candidate, inForce: data.rates.USD_TO_NGN })}
        />
      )}
      <RateDialog question={question} onClose={() => setQuestion(null)} />
    </>
  );
};

type Candidate = NonNullable<ExchangeRateState["candidate"]>;
interface WaitingRateProps {
  inForce: number;
  candidate: Candidate;
  onAsk: (what: RateQuestion["what"], candidate: Candidate) => void;
}

const WaitingRate = ({ inForce, candidate, onAsk }: WaitingRateProps) => {
  const isRejected = candidate.rejectedAt !== null;
  return (
    <Notice
      tone={isRejected ? "muted" : "warning"}
      title={isRejected ? "A rejected exchange rate" : "An exchange rate waits for your decision"}
      action={
        <div className="flex flex-wrap gap-2">
          {!isRejected && (
            <Button variant="secondary" size="sm" onClick={() => onAsk("reject", candidate)}>
              Reject
            </Button>
          )}
          <Button variant={isRejected ? "secondary" : "primary"} size="sm" onClick={() => onAsk("confirm", candidate)}>
            {isRejected ? "Use it after all" : "Confirm"}
          </Button>
        </div>
      }
    >
      <p className="tabular">
        In force: <strong>{rateText(inForce)}</strong>. The provider says:{" "}
        <strong>{rateText(candidate.USD_TO_NGN)}</strong>, {changeText(inForce, candidate.USD_TO_NGN)}.
      </p>
      <p>
        {isRejected
          ? "The provider still reports this rate. The rate in force stays."
          : "It differs by more than a fifth from the rates of the last 24 hours, so it is not used. Compare it with another source."}
      </p>
    </Notice>
  );
};

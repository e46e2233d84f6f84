// Asks before a rate takes effect or is rejected, and shows both figures. It decides only about the figure it shows: if
// the provider names another one meanwhile, the server refuses.
import type { ExchangeRateState } from "@jara/shared/rest/currency";
import { toast } from "../../store/toast.ts";
import { Ask } from "../../ui/ask.tsx";
import type { RateDecision } from "./queries.ts";
import { changeText, rateText } from "./rate-words.ts";
import { useDecideRate } from "./use-exchange-rate.ts";

export interface RateQuestion {
  what: RateDecision["what"];
  inForce: number;
  candidate: NonNullable<ExchangeRateState["candidate"]>;
}

interface RateDialogProps {
  question: RateQuestion | null;
  onClose: () => void;
}

export const RateDialog = ({ question, onClose }: RateDialogProps) => {
  const deciding = useDecideRate();
  const isConfirm = question?.what === "confirm";
  const decide = ({ what, candidate }: RateQuestion) =>
    deciding.mutate(
      { what, candidateId: candidate._id },
      {
        onSuccess: ({ rates }) => {
          toast.success(
            isConfirm ? `In force: ${rateText(rates.USD_TO_NGN)}` : `Rejected. In force: ${rateText(rates.USD_TO_NGN)}`,
          );
          onClose();
        },
      },
    );
  return (
    <Ask
      open={question !== null}
      title={isConfirm ? "Use this exchange rate?" : "Reject this exchange rate?"}
      no={deciding.isError ? "Close" : "Cancel"}
      yes={deciding.isError ? null : isConfirm ? "Use this rate" : "Reject it"}
      isDanger={!isConfirm}
      of={deciding}
      failed="Failed to save the decision"
      onNo={onClose}
      onYes={() => question && decide(question)}
    >
      {question && (
        <>
          <dl className="tabular grid grid-cols-[auto_1fr] gap-x-4 gap-y-1">
            <dt className="text-ink-soft">In force</dt>
            <dd>{rateText(question.inForce)}</dd>
            <dt className="text-ink-soft">The provider says</dt>
            <dd className="font-semibold">
              {rateText(question.candidate.USD_TO_NGN)}
              <span className="block font-normal text-ink-soft text-sm">
                {changeText(question.inForce, question.candidate.USD_TO_NGN)}
              </span>
            </dd>
          </dl>
          <p>
            {isConfirm
              ? "From then on it applies to the balance that a bid in dollars needs and to prices shown in the other currency."
              : "The rate in force stays. This rate is not offered again; administrators are asked about a different one."}
          </p>
        </>
      )}
    </Ask>
  );
};

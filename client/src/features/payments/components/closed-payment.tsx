// A payment that ended without being made: what was kept, and what came back.
import { formatMoney } from "@jara/shared/money";
import type { Win } from "@jara/shared/rest/settlements";
import { formatLagosTime } from "@jara/shared/time";
import { Notice } from "../../../ui/notice.tsx";
import { forfeitWords } from "../payment-words.ts";

export const ClosedPayment = ({ win }: { win: Win }) => {
  const { kind, status, dueAt, depositNgn } = win;
  const deposit = depositNgn > 0 ? `Your deposit of ${formatMoney(depositNgn, "NGN")} is back in your balance.` : "";
  if (status === "forfeited") {
    return (
      <Notice
        tone="warning"
        title={kind === "win" ? "Your win was not paid in time" : "Your Buy It Now was not paid in time"}
      >
        <p>
          The payment was due by {formatLagosTime(dueAt)}. {forfeitWords(win)}
          {kind === "buy-it-now" && " The auction went on."}
        </p>
      </Notice>
    );
  }
  if (status === "refunded") {
    return (
      <Notice tone="success" title="Refunded">
        The sale was cancelled, and all that you paid goes back to you: to your balance, or to your bank account.
      </Notice>
    );
  }
  if (status === "waived") {
    return (
      <Notice tone="success" title="You do not have to pay">
        We no longer ask for this payment, and we take no penalty. {deposit}
      </Notice>
    );
  }
  return (
    <Notice tone="muted" title={kind === "win" ? "Your win was cancelled" : "Your Buy It Now was cancelled"}>
      You pay nothing, and we kept nothing. {deposit}
    </Notice>
  );
};

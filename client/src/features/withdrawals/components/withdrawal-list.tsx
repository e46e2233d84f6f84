// The user's withdrawals with their states in plain words. One that waits for approval can be cancelled.
import { formatMoney } from "@jara/shared/money";
import type { Withdrawal } from "@jara/shared/rest/withdrawals";
import { messageOf } from "../../../lib/api.ts";
import { lagosDateTime } from "../../../lib/lagos-moment.ts";
import { toast } from "../../../store/toast.ts";
import { Badge } from "../../../ui/badge.tsx";
import { Button } from "../../../ui/button.tsx";
import { OwnMoney } from "../../../ui/money.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { useCancelWithdrawal } from "../hooks/use-withdrawals.ts";
import { stateWords } from "../state-words.ts";

export const WithdrawalList = ({ withdrawals }: { withdrawals: readonly Withdrawal[] }) => (
  <ul className="grid divide-y divide-line">
    {withdrawals.map((withdrawal) => (
      <Row key={withdrawal._id} withdrawal={withdrawal} />
    ))}
  </ul>
);

const Row = ({
  withdrawal: { _id, amount, status, bank, createdAt, closedAt, reason },
}: {
  withdrawal: Withdrawal;
}) => {
  const { label, tone, meaning } = stateWords[status];
  const cancel = useCancelWithdrawal(() => toast.success(`${formatMoney(amount, "NGN")} is back in your balance.`));
  return (
    <li className="grid gap-2 py-4 text-sm first:pt-0 last:pb-0">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <OwnMoney amount={amount} currency="NGN" className="font-bold text-base" />
        <Badge tone={tone}>{label}</Badge>
      </div>
      <p className="[overflow-wrap:anywhere]">
        to {bank.bankName}, <span className="tabular">{bank.accountNumber}</span>
      </p>
      {reason && (
        <p className="[overflow-wrap:anywhere]">{status === "refused" ? `Our team wrote: “${reason}”` : reason}</p>
      )}
      <div className="flex flex-wrap items-end justify-between gap-x-4 gap-y-2">
        <p className="text-ink-soft">
          {meaning}
          <span className="tabular block">
            Requested <time dateTime={createdAt}>{lagosDateTime(createdAt)}</time>
          </span>
          {closedAt && (
            <span className="tabular block">
              {label} <time dateTime={closedAt}>{lagosDateTime(closedAt)}</time>
            </span>
          )}
        </p>
        {status === "requested" && (
          <Button
            variant="secondary"
            size="sm"
            pending={cancel.isPending}
            aria-label={`Cancel the withdrawal of ${formatMoney(amount, "NGN")}`}
            onClick={() => cancel.mutate(_id)}
          >
            Cancel
          </Button>
        )}
      </div>
      {cancel.isError && <Notice tone="error">{messageOf(cancel.error, "It could not be cancelled.")}</Notice>}
    </li>
  );
};

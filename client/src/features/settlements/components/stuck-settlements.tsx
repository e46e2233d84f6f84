// Forfeits that failed too often and now wait for a person: shows the error, the number of attempts, and a button to
// try again.
import type { Settlement } from "@jara/shared/rest/settlements";
import { formatLagosTime } from "@jara/shared/time";
import { TriangleAlert } from "lucide-react";
import { Button } from "../../../ui/button.tsx";
import { OwnMoney } from "../../../ui/money.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { type Outcome, useSettlementAction } from "../hooks/use-settlement-action.ts";

interface StuckSettlementsProps extends Outcome {
  settlements: readonly Settlement[];
}

export const StuckSettlements = ({ settlements, onDone, onConflict }: StuckSettlementsProps) => {
  const stuck = settlements.filter((one) => one.stuck !== null);
  if (stuck.length === 0) return null;
  return (
    <section aria-labelledby="stuck-title" className="grid gap-3 rounded-box border border-danger bg-danger-soft p-4">
      <div>
        <h2 id="stuck-title" className="flex items-center gap-2 font-bold text-base">
          <TriangleAlert aria-hidden className="size-5 shrink-0 text-danger" />
          {stuck.length === 1 ? "A forfeit needs your decision" : `${stuck.length} forfeits need your decision`}
        </h2>
        <p className="text-sm">
          {stuck.length === 1
            ? "Nothing was deducted. It waits until an administrator tries again or closes it below."
            : "Nothing was deducted. They wait until an administrator tries again or closes them below."}
        </p>
      </div>
      <ul className="grid gap-3">
        {stuck.map((settlement) => (
          <li key={settlement._id}>
            <StuckSettlement settlement={settlement} onDone={onDone} onConflict={onConflict} />
          </li>
        ))}
      </ul>
    </section>
  );
};

const StuckSettlement = ({ settlement, onDone, onConflict }: Outcome & { settlement: Settlement }) => {
  const { run, isPending, problem } = useSettlementAction({ onDone, onConflict });
  const { auction, buyer, penalty, stuck } = settlement;
  if (!stuck) return null;
  return (
    <div className="grid gap-3 rounded-box border border-line bg-surface p-3 text-sm">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <div className="min-w-60 flex-1">
          <p>
            <OwnMoney amount={penalty} currency={auction.currency} className="font-semibold" /> from{" "}
            <strong>{buyer.username}</strong> for <strong>{auction.title}</strong>
          </p>
          <p className="text-ink-soft">
            {stuck.attempts === 1 ? "Tried once" : `Tried ${stuck.attempts} times`}, stuck since{" "}
            <time dateTime={stuck.since}>{formatLagosTime(stuck.since)}</time>. The last error:
          </p>
          <p className="font-mono text-xs">{stuck.lastError}</p>
        </div>
        <Button
          size="sm"
          variant="secondary"
          pending={isPending}
          aria-label={`Try again: the forfeit of ${buyer.username} for ${auction.title}`}
          onClick={() => run({ settlement, action: "retry" })}
        >
          Try again
        </Button>
      </div>
      {problem && <Notice tone="error">{problem}</Notice>}
    </div>
  );
};

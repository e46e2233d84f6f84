// What voiding the person's bids does to one auction: the price and the leader, before and after.
import { type Currency, formatMoney } from "@jara/shared/money";
import type { VoidEffect } from "@jara/shared/rest/voids";

const nameOf = (leader: VoidEffect["leaderBefore"]): string => leader?.username ?? "nobody";

export const VoidEffectLine = ({ effect, currency }: { effect: VoidEffect; currency: Currency }) => {
  const { priceBefore, priceAfter, leaderBefore, leaderAfter } = effect;
  const hasOtherLeader = leaderBefore?.username !== leaderAfter?.username;
  return (
    <span className="flex flex-wrap gap-x-4 gap-y-1">
      <span translate="no" className="tabular">
        {priceBefore === priceAfter ? (
          `${formatMoney(priceAfter, currency)} stays`
        ) : (
          <>
            {formatMoney(priceBefore, currency)} → <strong>{formatMoney(priceAfter, currency)}</strong>
          </>
        )}
      </span>
      <span className="[overflow-wrap:anywhere]">
        {hasOtherLeader ? (
          <>
            Leader: {nameOf(leaderBefore)} → <strong>{nameOf(leaderAfter)}</strong>
          </>
        ) : (
          `${leaderAfter ? leaderAfter.username : "Nobody"} leads`
        )}
      </span>
    </span>
  );
};

// Shows an auction's price and leader before and after the person's bids are voided.
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

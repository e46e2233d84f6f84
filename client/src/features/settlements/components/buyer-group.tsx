// The row above the settlements of one buyer: how many there are and what is due together, in each currency.
import { currencies } from "@jara/shared/money";
import type { Settlement } from "@jara/shared/rest/settlements";
import type { Selection } from "../../../lib/use-selection.ts";
import { lotsWords } from "../../../lots/lots-words.ts";
import { Button } from "../../../ui/button.tsx";
import { OwnMoney } from "../../../ui/money.tsx";
import { asTable } from "../../../ui/table-roles.ts";
import { fullNameOf } from "../settlement-words.ts";

interface BuyerGroupProps {
  /** All settlements of one buyer on the page. */
  readonly settlements: readonly Settlement[];
  /** True if the buyer may have more on another page. */
  readonly isPart: boolean;
  readonly selection: Selection<Settlement> | null;
  /** Opens the invoice of the buyer. */
  readonly onInvoice: (buyer: Settlement["buyer"]) => void;
}

/** True for what the buyer has to pay or has paid. */
const isOwed = ({ status }: Settlement): boolean => status === "open" || status === "paid";

const sumsOf = (settlements: readonly Settlement[], of: "total" | "remaining") =>
  currencies.flatMap((currency) => {
    const own = settlements.filter((one) => one.auction.currency === currency && one[of] > 0);
    const amount = own.reduce((sum, one) => sum + Math.round(one[of] * 100), 0) / 100;
    return own.length > 0 ? [{ currency, amount }] : [];
  });

export const BuyerGroup = ({ settlements, isPart, selection, onInvoice }: BuyerGroupProps) => {
  const buyer = settlements[0]?.buyer;
  if (!buyer) return null;
  const isAll = settlements.every(({ _id }) => selection?.has(_id));
  const totals = sumsOf(settlements.filter(isOwed), "total");
  const due = sumsOf(settlements, "remaining");
  return (
    <tr {...asTable.row} className="block xl:table-row">
      <th
        {...asTable.rowHeader}
        scope="rowgroup"
        colSpan={6}
        className="block bg-sunken px-3 py-2 text-left xl:table-cell"
      >
        <span className="flex flex-wrap items-center gap-x-4 gap-y-1 font-normal">
          <strong className="[overflow-wrap:anywhere]">
            {buyer.username}
            {fullNameOf(buyer) && ` (${fullNameOf(buyer)})`}
          </strong>
          <span>
            {lotsWords(settlements.length)}
            {isPart && " on this page"}
          </span>
          {totals.map(({ currency, amount }) => (
            <span key={currency}>
              <OwnMoney amount={amount} currency={currency} /> in total
            </span>
          ))}
          {due.length === 0
            ? "Nothing is due"
            : due.map(({ currency, amount }) => (
                <span key={currency}>
                  <OwnMoney amount={amount} currency={currency} className="font-semibold" /> due
                </span>
              ))}
          <Button size="sm" variant="ghost" aria-haspopup="dialog" onClick={() => onInvoice(buyer)}>
            Invoice, one payment
            <span className="sr-only"> of {buyer.username}</span>
          </Button>
          {selection && (
            <Button size="sm" variant="ghost" onClick={() => selection.select(settlements, !isAll)}>
              {isAll ? "Select none" : "Select all"}
              <span className="sr-only"> of {buyer.username}</span>
            </Button>
          )}
        </span>
      </th>
    </tr>
  );
};

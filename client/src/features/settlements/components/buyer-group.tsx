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
  readonly selection: Selection<Settlement> | null;
  /** Opens the invoice of the buyer. */
  readonly onInvoice: (buyer: Settlement["buyer"]) => void;
}

export const BuyerGroup = ({ settlements, selection, onInvoice }: BuyerGroupProps) => {
  const buyer = settlements[0]?.buyer;
  if (!buyer) return null;
  const isAll = settlements.every(({ _id }) => selection?.has(_id));
  const due = currencies.flatMap((currency) => {
    const own = settlements.filter(({ auction, remaining }) => auction.currency === currency && remaining > 0);
    const amount = own.reduce((sum, { remaining }) => sum + Math.round(remaining * 100), 0) / 100;
    return own.length > 0 ? [{ currency, amount }] : [];
  });
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
          <span>{lotsWords(settlements.length)}</span>
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

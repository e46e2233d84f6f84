// One page of settlements: a dense table on a wide screen, cards on a narrow one.
import type { Settlement } from "@jara/shared/rest/settlements";
import { Fragment } from "react";
import { cx } from "../../../lib/cx.ts";
import type { Selection } from "../../../lib/use-selection.ts";
import { TableHead } from "../../../ui/card-table.tsx";
import { asTable } from "../../../ui/table-roles.ts";
import type { DeskAction } from "../desk-actions.ts";
import type { HeldSettlements } from "../fold-settlement.ts";
import { BuyerGroup } from "./buyer-group.tsx";
import { SettlementRow } from "./settlement-row.tsx";

interface SettlementsTableProps {
  held: HeldSettlements;
  isLoadingPage: boolean;
  onAsk: (settlement: Settlement, action: DeskAction) => void;
  /** True: each buyer's settlements stand together, below a row about the buyer. */
  isGrouped: boolean;
  /** Null: the reader can do nothing with many at once. */
  selection: Selection<Settlement> | null;
  onInvoice: (buyer: Settlement["buyer"]) => void;
}

/** True if the buyer's rows may go on before or after the page. */
const mayGoOn = ({ settlements, pagination: { current, pages } }: HeldSettlements, buyerId: string): boolean =>
  (current > 1 && settlements[0]?.buyer._id === buyerId) ||
  (current < pages && settlements.at(-1)?.buyer._id === buyerId);

const columns = [
  ["Auction", "w-[20%]"],
  ["Buyer", "w-[17%]"],
  ["Amounts", "w-[17%]"],
  ["Penalty", "w-[11%]"],
  ["Due, Lagos time", "w-[14%]"],
  ["Action", "w-[21%]"],
] as const;

export const SettlementsTable = ({
  held,
  isLoadingPage,
  onAsk,
  isGrouped,
  selection,
  onInvoice,
}: SettlementsTableProps) => (
  <table
    {...asTable.table}
    aria-busy={isLoadingPage}
    className={cx(
      "block w-full text-sm xl:table xl:table-fixed xl:border-separate xl:border-spacing-0 xl:rounded-box xl:border xl:border-line xl:bg-surface",
      isLoadingPage && "opacity-60",
    )}
  >
    <caption className="sr-only">Settlements, open ones first, the most urgent at the top</caption>
    <TableHead columns={columns} className="px-2 py-3 first:pl-3" />
    <tbody {...asTable.rows} className="grid gap-3 xl:table-row-group xl:[&>tr>*]:border-line xl:[&>tr>*]:border-t">
      {held.settlements.map((settlement, place) => (
        <Fragment key={settlement._id}>
          {isGrouped && settlement.buyer._id !== held.settlements[place - 1]?.buyer._id && (
            <BuyerGroup
              settlements={held.settlements.filter(({ buyer }) => buyer._id === settlement.buyer._id)}
              isPart={mayGoOn(held, settlement.buyer._id)}
              selection={selection}
              onInvoice={onInvoice}
            />
          )}
          <SettlementRow
            settlement={settlement}
            isNew={held.added.includes(settlement._id)}
            selection={selection}
            onAsk={(action) => onAsk(settlement, action)}
          />
        </Fragment>
      ))}
    </tbody>
  </table>
);

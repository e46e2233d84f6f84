// The money of the takings that the till and the bank's statement must show, by method: a table on a wide screen, cards on
// a narrow one.
import type { Takings } from "@jara/shared/rest/takings";
import { Cell, type Column, TableHead } from "../../../ui/card-table.tsx";
import { OwnMoney } from "../../../ui/money.tsx";
import { Panel } from "../../../ui/panel.tsx";
import { asTable } from "../../../ui/table-roles.ts";
import { methodLabels } from "../settlement-words.ts";
import { PAID_TOO_MUCH, tillAndBankOf } from "../takings-words.ts";

const amountNames = ["For lots", PAID_TOO_MUCH, "For balances", "In", "Out", "Net"] as const;
const columns: readonly Column[] = [["Method", ""], ...amountNames.map((name): Column => [name, "text-right"])];

/** The money that came in and went out by each method: the sums that the till and the bank's statement must have. */
export const TillAndBank = (takings: Pick<Takings, "received" | "outgoing">) => {
  const rows = tillAndBankOf(takings);
  if (rows.length === 0) return null;
  return (
    <Panel title="Till and bank">
      <table {...asTable.table} className="block w-full text-sm xl:table">
        <TableHead columns={columns} />
        <tbody {...asTable.rows} className="grid gap-3 xl:table-row-group xl:[&>tr>*]:border-line xl:[&>tr>*]:border-t">
          {rows.map(({ method, amounts }) => (
            <tr
              key={method}
              {...asTable.row}
              className="grid grid-cols-2 gap-x-4 gap-y-2 border-line border-t pt-2 xl:table-row"
            >
              <th {...asTable.rowHeader} scope="row" className="col-span-2 text-left font-semibold xl:px-3 xl:py-2">
                {methodLabels[method]}
              </th>
              {amounts.map((amount, n) => (
                <Cell key={amountNames[n]} name={amountNames[n] ?? ""} className="xl:text-right">
                  <OwnMoney
                    amount={amount}
                    currency="NGN"
                    className={amount === 0 ? "text-ink-soft" : n >= 3 ? "font-bold" : undefined}
                  />
                </Cell>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <p className="text-ink-soft text-xs">
        Out: booked payments that were reversed, refunds, money that was paid out of balances, and withdrawals (online).
      </p>
    </Panel>
  );
};

// The money of the takings that the till and the bank's statement must show, by method: what it was for, and what became of
// it. Each table adds up to the sums at the top. Tables on a wide screen, cards on a narrow one.

import { methodNames } from "@jara/shared/payment-methods";
import type { Takings } from "@jara/shared/rest/takings";
import { cx } from "../../../lib/cx.ts";
import { Cell, type Column, TableHead } from "../../../ui/card-table.tsx";
import { OwnMoney } from "../../../ui/money.tsx";
import { Panel } from "../../../ui/panel.tsx";
import { asTable } from "../../../ui/table-roles.ts";
import { type MethodRow, movedColumns, movedOf, receivedColumns, receivedOf, type Sums } from "../takings-words.ts";

export const TillAndBank = (takings: Pick<Takings, "received" | "outgoing">) => (
  <>
    <ByMethod title="Till and bank" columns={movedColumns} {...movedOf(takings)} />
    <ByMethod title="Received by method" columns={receivedColumns} {...receivedOf(takings)} />
  </>
);

interface ByMethodProps {
  readonly title: string;
  readonly columns: readonly string[];
  readonly rows: readonly MethodRow[];
  readonly all: Sums;
}

const ByMethod = ({ title, columns, rows, all }: ByMethodProps) => (
  <Panel title={title}>
    <table {...asTable.table} className="block w-full text-sm xl:table">
      <caption className="sr-only">{title}</caption>
      <TableHead columns={[["Method", ""], ...columns.map((name): Column => [name, "text-right"])]} />
      <tbody {...asTable.rows} className="grid gap-3 xl:table-row-group xl:[&>tr>*]:border-line xl:[&>tr>*]:border-t">
        {rows.map(({ method, ...row }) => (
          <SumRow
            key={method}
            name={methodNames[method]}
            columns={columns}
            isHiddenInCards={row.amounts.every((amount) => amount === 0)}
            {...row}
          />
        ))}
        <SumRow name="All" columns={columns} amounts={all} isTotal />
      </tbody>
    </table>
  </Panel>
);

interface SumRowProps extends Omit<MethodRow, "method"> {
  readonly name: string;
  readonly columns: readonly string[];
  readonly isTotal?: boolean;
  /** Cards leave out a method without money. */
  readonly isHiddenInCards?: boolean;
}

const SumRow = ({ name, columns, amounts, dollars = 0, isTotal = false, isHiddenInCards = false }: SumRowProps) => (
  <tr
    {...asTable.row}
    className={cx(
      "grid grid-cols-2 gap-x-4 gap-y-1 border-line border-t pt-2 xl:table-row",
      isHiddenInCards && "max-xl:hidden",
      isTotal && "font-bold",
    )}
  >
    <th {...asTable.rowHeader} scope="row" className="col-span-2 text-left font-semibold xl:px-3 xl:py-2">
      {name}
    </th>
    {columns.map((column, n) => (
      <Cell key={column} name={column} className="text-right max-xl:col-span-2 max-xl:flex max-xl:justify-between">
        <OwnMoney
          amount={amounts[n] ?? 0}
          currency="NGN"
          className={amounts[n] === 0 ? "text-ink-soft" : n === columns.length - 1 ? "font-bold" : undefined}
        />
        {n === 0 && dollars > 0 && (
          <span className="block text-ink-soft text-xs">
            with <OwnMoney amount={dollars} currency="USD" />
          </span>
        )}
      </Cell>
    ))}
  </tr>
);

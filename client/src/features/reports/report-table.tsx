// All figures of a report as one table, with the sum in its last row. It scrolls sideways on a narrow screen, and its first
// column stays.
import type { Report, ReportFigures } from "@jara/shared/rest/reports";
import type { ReactNode } from "react";
import { Link } from "#router";
import { cx } from "../../lib/cx.ts";
import { OwnMoney } from "../../ui/money.tsx";
import { figure, percent, rowName } from "./report-words.ts";

const InNaira = ({ of }: { of: ReportFigures["hammer"] }) => (
  <>
    <OwnMoney amount={of.ngn} currency="NGN" />
    {of.USD > 0 && (
      <span className="block text-ink-soft text-xs">
        with <OwnMoney amount={of.USD} currency="USD" />
      </span>
    )}
  </>
);

const Naira = ({ amount }: { amount: number }) => (
  <OwnMoney amount={amount} currency="NGN" className={amount === 0 ? "text-ink-soft" : undefined} />
);

type Column = readonly [name: string, cell: (row: ReportFigures) => ReactNode];

const allColumns: readonly Column[] = [
  ["Lots ended", ({ lots }) => figure(lots)],
  ["Sold", ({ sold }) => figure(sold)],
  ["Sell-through", ({ sellThrough }) => percent(sellThrough)],
  ["Bids per lot", ({ bidsPerLot }) => figure(bidsPerLot)],
  ["Bidders", ({ bidders }) => figure(bidders)],
  ["New", ({ newBidders }) => figure(newBidders)],
  ["Returning", ({ returningBidders }) => figure(returningBidders)],
  ["Hammer", ({ hammer }) => <InNaira of={hammer} />],
  ["Fees", ({ fees }) => <InNaira of={fees} />],
  ["Premium", ({ premium }) => <InNaira of={premium} />],
  ["VAT", ({ vat }) => <InNaira of={vat} />],
  ["Received", ({ received }) => <Naira amount={received} />],
  ["Reversed", ({ reversed }) => <Naira amount={reversed} />],
  ["Deposits taken", ({ depositsTaken }) => <Naira amount={depositsTaken} />],
  ["Deposits returned", ({ depositsReturned }) => <Naira amount={depositsReturned} />],
  ["Payments returned to balances", ({ refunds }) => <Naira amount={refunds} />],
  ["Defaults", ({ defaults }) => figure(defaults)],
  ["Penalties kept", ({ penaltiesKept }) => <Naira amount={penaltiesKept} />],
  ["Penalties returned", ({ penaltiesReturned }) => <Naira amount={penaltiesReturned} />],
];

/** A house without a buyer's premium needs no columns for it. */
const columnsOf = ({ premium }: ReportFigures): readonly Column[] =>
  allColumns.filter(([name]) => premium.ngn > 0 || (name !== "Premium" && name !== "VAT"));

const sticky = "sticky left-0 bg-surface text-left font-semibold";

export const ReportTable = ({ report: { by, rows, total } }: { report: Report }) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
  <section aria-label="All figures" tabIndex={0} className="overflow-x-auto rounded-box border border-line bg-surface">
    <table className="w-full border-separate border-spacing-0 text-sm [&_td]:px-3 [&_td]:py-2 [&_th]:px-3 [&_th]:py-2">
      <caption className="sr-only">All figures by {by}</caption>
      <thead className="text-ink-soft text-xs">
        <tr>
          <th scope="col" className={sticky}>
            {by === "week" ? "Week from" : "Sale"}
          </th>
          {columnsOf(total).map(([name]) => (
            <th key={name} scope="col" className="whitespace-nowrap text-right font-semibold">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="[&_td]:border-line [&_td]:border-t [&_th]:border-line [&_th]:border-t">
        {rows.map((row) => (
          <Row
            key={row.key}
            name={
              row.title !== null ? (
                <Link to={`/admin/sales/${row.key}`} dir="auto" className="hover:text-brand hover:underline">
                  {rowName(row, by)}
                </Link>
              ) : (
                rowName(row, by)
              )
            }
            figures={row}
            columns={columnsOf(total)}
          />
        ))}
        <Row name="All" figures={total} columns={columnsOf(total)} isTotal />
      </tbody>
    </table>
  </section>
);

interface RowProps {
  name: ReactNode;
  figures: ReportFigures;
  columns: readonly Column[];
  isTotal?: boolean;
}

const Row = ({ name, figures, columns, isTotal = false }: RowProps) => (
  <tr className={isTotal ? "font-bold" : undefined}>
    <th scope="row" className={cx(sticky, "min-w-32 max-w-64 align-top", isTotal && "font-bold")}>
      {name}
    </th>
    {columns.map(([column, cell]) => (
      <td key={column} className="tabular whitespace-nowrap text-right align-top">
        {cell(figures)}
      </td>
    ))}
  </tr>
);

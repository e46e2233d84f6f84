// All figures of a report as tables that fit a desktop's screen, each with the sum in its last row. They scroll sideways on
// a narrow screen, and the first column stays.
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

/** Each part fits the width of a desktop's screen. */
const parts: readonly (readonly [name: string, columns: readonly Column[]])[] = [
  [
    "Lots and bidders",
    [
      ["Lots ended", ({ lots }) => figure(lots)],
      ["Sold", ({ sold }) => figure(sold)],
      ["Sell-through", ({ sellThrough }) => percent(sellThrough)],
      ["Bids per lot", ({ bidsPerLot }) => figure(bidsPerLot)],
      ["Bidders", ({ bidders }) => figure(bidders)],
      ["New", ({ newBidders }) => figure(newBidders)],
      ["Returning", ({ returningBidders }) => figure(returningBidders)],
      ["Defaults", ({ defaults }) => figure(defaults)],
    ],
  ],
  [
    "Prices and payments",
    [
      ["Hammer", ({ hammer }) => <InNaira of={hammer} />],
      ["Fees", ({ fees }) => <InNaira of={fees} />],
      ["Premium", ({ premium }) => <InNaira of={premium} />],
      ["VAT", ({ vat }) => <InNaira of={vat} />],
      ["Received", ({ received }) => <Naira amount={received} />],
      ["Reversed", ({ reversed }) => <Naira amount={reversed} />],
    ],
  ],
  [
    "Deposits, refunds and penalties",
    [
      ["Deposits taken", ({ depositsTaken }) => <Naira amount={depositsTaken} />],
      ["Deposits returned", ({ depositsReturned }) => <Naira amount={depositsReturned} />],
      ["Payments returned to balances", ({ refunds }) => <Naira amount={refunds} />],
      ["Penalties kept", ({ penaltiesKept }) => <Naira amount={penaltiesKept} />],
      ["Penalties returned", ({ penaltiesReturned }) => <Naira amount={penaltiesReturned} />],
    ],
  ],
];

/** A house without a buyer's premium needs no columns for it. */
const shownOf = (columns: readonly Column[], { premium }: ReportFigures): readonly Column[] =>
  columns.filter(([name]) => premium.ngn > 0 || (name !== "Premium" && name !== "VAT"));

const sticky = "sticky left-0 bg-surface text-left font-semibold";

export const ReportTable = ({ report }: { report: Report }) => (
  <>
    {parts.map(([name, columns], place) => (
      <Part key={name} name={name} columns={shownOf(columns, report.total)} report={report} isFirst={place === 0} />
    ))}
  </>
);

interface PartProps {
  name: string;
  columns: readonly Column[];
  report: Report;
  /** Its rows link to their sales. */
  isFirst: boolean;
}

const Part = ({ name, columns, isFirst, report: { by, rows, total } }: PartProps) => (
  <div className="grid grid-cols-[minmax(0,1fr)] gap-2">
    <div className="flex flex-wrap items-baseline justify-between gap-x-4">
      <h2 className="font-bold">{name}</h2>
      <p className="text-ink-soft text-xs lg:hidden">Swipe sideways for all columns.</p>
    </div>
    {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard */}
    <section aria-label={name} tabIndex={0} className="overflow-x-auto rounded-box border border-line bg-surface">
      <table className="w-full border-separate border-spacing-0 text-sm [&_td]:px-3 [&_td]:py-2 [&_th]:px-3 [&_th]:py-2">
        <caption className="sr-only">
          {name} by {by}
        </caption>
        <thead className="text-ink-soft text-xs">
          <tr>
            <th scope="col" className={sticky}>
              {by === "week" ? "Week from" : "Sale"}
            </th>
            {columns.map(([column]) => (
              <th key={column} scope="col" className="text-right align-bottom font-semibold">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="[&_td]:border-line [&_td]:border-t [&_th]:border-line [&_th]:border-t">
          {rows.map((row) => (
            <Row
              key={row.key}
              name={isFirst ? <RowName row={row} by={by} /> : rowName(row, by)}
              figures={row}
              columns={columns}
            />
          ))}
          <Row name="All" figures={total} columns={columns} isTotal />
        </tbody>
      </table>
    </section>
  </div>
);

const RowName = ({ row, by }: { row: Report["rows"][number]; by: Report["by"] }) =>
  row.title === null ? (
    <span>{rowName(row, by)}</span>
  ) : (
    <Link to={`/admin/sales/${row.key}`} dir="auto" className="hover:text-brand hover:underline">
      {rowName(row, by)}
    </Link>
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

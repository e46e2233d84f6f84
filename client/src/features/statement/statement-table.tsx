// One page of the statement, as a table or, on a phone, as rows of two or three lines.

import { causeReason, readableReference } from "@jara/shared/ledger-causes";
import { formatMoney } from "@jara/shared/money";
import type { StatementEntry } from "@jara/shared/rest/statement";
import { Link } from "#router";
import { cx } from "../../lib/cx.ts";
import { lagosDateTime } from "../../lib/lagos-moment.ts";
import { asTable } from "../../ui/table-roles.ts";

const columns = ["When, Lagos time", "What", "Amount", "Balance"];

interface StatementTableProps {
  entries: readonly StatementEntry[];
  isLoadingPage: boolean;
}

export const StatementTable = ({ entries, isLoadingPage }: StatementTableProps) => (
  <table
    {...asTable.table}
    aria-busy={isLoadingPage}
    className={cx(
      "block w-full rounded-box border border-line bg-surface text-sm md:table md:border-separate md:border-spacing-0",
      isLoadingPage && "opacity-60",
    )}
  >
    <caption className="sr-only">Changes of your balance, newest first</caption>
    <thead {...asTable.rows} className="sr-only md:not-sr-only md:table-header-group">
      <tr {...asTable.row}>
        {columns.map((name, column) => (
          <th
            key={name}
            {...asTable.columnHeader}
            scope="col"
            className={cx(
              "whitespace-nowrap px-4 py-2 font-semibold text-ink-soft text-xs",
              column > 1 ? "text-right" : "text-left",
            )}
          >
            {name}
          </th>
        ))}
      </tr>
    </thead>
    <tbody {...asTable.rows} className="block md:table-row-group">
      {entries.map((entry) => (
        <EntryRow key={entry._id} entry={entry} />
      ))}
    </tbody>
  </table>
);

const cell = "md:border-line md:border-t md:px-4 md:py-3";

const EntryRow = ({ entry }: { entry: StatementEntry }) => {
  const { at, cause, text, amount, balance, auction, note } = entry;
  const reason = causeReason(cause);
  const reference = readableReference(entry.reference);
  return (
    <tr
      {...asTable.row}
      className="flex flex-wrap justify-between gap-x-2 gap-y-1 border-line border-t px-4 py-3 first:border-t-0 md:table-row md:align-top"
    >
      <td {...asTable.cell} className={cx(cell, "order-3 text-ink-soft md:w-px")}>
        <time dateTime={at} className="tabular whitespace-nowrap text-xs md:text-sm">
          {lagosDateTime(at)}
        </time>
      </td>
      <td {...asTable.cell} className={cx(cell, "order-1 min-w-32 grow basis-[calc(100%-11rem)]")}>
        <span className="font-semibold">{text}</span>
        {auction && (
          <Link
            to={`/auction/${encodeURIComponent(auction._id)}`}
            className="block py-1 text-brand underline underline-offset-4 [overflow-wrap:anywhere] md:py-0"
          >
            {auction.title}
          </Link>
        )}
        {reason && <span className="block text-ink-soft text-xs">{reason}</span>}
        {note && <span className="block text-ink-soft [overflow-wrap:anywhere]">{note}</span>}
        {reference && (
          <span translate="no" className="block text-ink-soft text-xs [overflow-wrap:anywhere]">
            {reference}
          </span>
        )}
      </td>
      <td {...asTable.cell} className={cx(cell, "order-2 ml-auto text-right md:w-px")}>
        <span translate="no" className={cx("tabular font-semibold md:whitespace-nowrap", amount > 0 && "text-brand")}>
          {amount > 0 && "+"}
          {formatMoney(amount, "NGN")}
        </span>
      </td>
      <td {...asTable.cell} className={cx(cell, "order-4 ml-auto text-right text-ink-soft md:w-px md:text-ink")}>
        <span className="text-xs md:sr-only">Balance after: </span>
        <span translate="no" className="tabular whitespace-nowrap text-xs md:text-sm">
          {formatMoney(balance, "NGN")}
        </span>
      </td>
    </tr>
  );
};

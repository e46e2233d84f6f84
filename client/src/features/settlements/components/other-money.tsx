// The money of the takings that is no payment for a lot, a row each: with the payments they add up to the till and the bank.

import { methodNames } from "@jara/shared/payment-methods";
import type { OtherMoney as Row } from "@jara/shared/rest/takings";
import { numberedTitle } from "@jara/shared/sale-order";
import { formatLagosTime } from "@jara/shared/time";
import { Link } from "#router";
import { Cell, type Column, TableHead } from "../../../ui/card-table.tsx";
import { OwnMoney } from "../../../ui/money.tsx";
import { Panel } from "../../../ui/panel.tsx";
import { asTable } from "../../../ui/table-roles.ts";
import { textLinkClass } from "../../../ui/text-link.tsx";
import { otherWords } from "../takings-words.ts";

const columns: readonly Column[] = [
  ["When (Lagos)", ""],
  ["What", ""],
  ["Person", ""],
  ["Method", ""],
  ["In", "text-right"],
  ["Out", "text-right"],
];

export const OtherMoney = ({ others, count }: { others: readonly Row[]; count: number }) => (
  <Panel title="Other money">
    <p className="text-ink-soft text-sm">
      With the payments for lots these rows add up to Till and bank.
      {count > others.length && ` The newest ${others.length} of ${count} rows; the file has all.`}
    </p>
    <table
      {...asTable.table}
      className="block w-full text-sm xl:table xl:border-separate xl:border-spacing-0 xl:rounded-box xl:border xl:border-line xl:bg-surface"
    >
      <caption className="sr-only">Money that is no payment for a lot, newest first</caption>
      <TableHead columns={columns} />
      <tbody {...asTable.rows} className="grid gap-3 xl:table-row-group xl:[&>tr>*]:border-line xl:[&>tr>*]:border-t">
        {others.map((row) => (
          <OtherRow key={`${row.kind} ${row._id}`} row={row} />
        ))}
      </tbody>
    </table>
  </Panel>
);

const OtherRow = ({ row }: { row: Row }) => {
  const { at, user, lot, method, reference, note, bookedBy, amountNgn, surplusNgn, inNgn, outNgn } = row;
  const isInside = inNgn === 0 && outNgn === 0;
  return (
    <tr
      {...asTable.row}
      className="grid grid-cols-2 gap-x-4 gap-y-2 rounded-box border border-line bg-surface p-4 xl:table-row xl:rounded-none xl:border-0 xl:bg-transparent xl:p-0"
    >
      <Cell>
        <time dateTime={at} className="tabular">
          {formatLagosTime(at)}
        </time>
      </Cell>
      <Cell>
        {otherWords(row)}{" "}
        {lot && (
          <span className="block">
            <Link to={`/admin/settlements/${lot.settlementId}`} className={textLinkClass}>
              {numberedTitle(lot.title, lot.lot ?? null)}
            </Link>
            {lot.sale && <span className="block text-ink-soft text-xs [overflow-wrap:anywhere]">{lot.sale.title}</span>}
            {[lot.invoice, lot.creditNote].map(
              (number) =>
                number && (
                  <span key={number} translate="no" className="block text-ink-soft text-xs">
                    {number}
                  </span>
                ),
            )}
          </span>
        )}
        {isInside && (
          <span className="block text-ink-soft text-xs">
            <OwnMoney amount={Math.abs(amountNgn + surplusNgn)} currency="NGN" /> moved inside the site
          </span>
        )}
        {note && <q className="block text-ink-soft text-xs [overflow-wrap:anywhere]">{note}</q>}
      </Cell>
      <Cell>
        <Link to={`/admin/users/${user._id}`} className={textLinkClass}>
          {user.username}
        </Link>
        {bookedBy && (
          <span className="block text-ink-soft text-xs [overflow-wrap:anywhere]">by {bookedBy.username}</span>
        )}
      </Cell>
      <Cell name="Method">
        {methodNames[method]}
        {reference && <span className="block text-ink-soft text-xs [overflow-wrap:anywhere]">{reference}</span>}
      </Cell>
      <Cell name="In" className="text-right">
        <Amount amount={inNgn} />
      </Cell>
      <Cell name="Out" className="text-right">
        <Amount amount={outNgn} />
      </Cell>
    </tr>
  );
};

const Amount = ({ amount }: { amount: number }) =>
  amount === 0 ? <span>—</span> : <OwnMoney amount={amount} currency="NGN" className="font-semibold" />;

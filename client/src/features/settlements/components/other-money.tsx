// The money of the takings that is no payment for a lot, a row each: with the payments they add up to the till and the bank.

import { addAmounts } from "@jara/shared/money";
import { methodNames } from "@jara/shared/payment-methods";
import type { OtherMoney as Row } from "@jara/shared/rest/takings";
import { numberedTitle } from "@jara/shared/sale-order";
import { formatLagosTime } from "@jara/shared/time";
import { Link } from "#router";
import { cx } from "../../../lib/cx.ts";
import { lotsWords } from "../../../lots/lots-words.ts";
import { Cell, type Column, TableHead } from "../../../ui/card-table.tsx";
import { OwnMoney } from "../../../ui/money.tsx";
import { Panel } from "../../../ui/panel.tsx";
import { asTable } from "../../../ui/table-roles.ts";
import { textLinkClass } from "../../../ui/text-link.tsx";
import { byOneMovement, otherWords } from "../takings-words.ts";

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
        {byOneMovement(others).map((parts) => (
          <OtherRow key={`${parts[0].kind} ${parts[0]._id}`} parts={parts} />
        ))}
      </tbody>
    </table>
  </Panel>
);

const OtherRow = ({ parts }: { parts: readonly [Row, ...Row[]] }) => {
  const [row] = parts;
  const { at, user, method, reference, note, bookedBy } = row;
  const inNgn = addAmounts(...parts.map((part) => part.inNgn));
  const outNgn = addAmounts(...parts.map((part) => part.outNgn));
  const inside = addAmounts(...parts.flatMap(({ amountNgn, surplusNgn }) => [amountNgn, surplusNgn]));
  const isInside = inNgn === 0 && outNgn === 0;
  return (
    <tr
      {...asTable.row}
      className="grid grid-cols-2 gap-x-4 gap-y-1 rounded-box border border-line bg-surface p-4 xl:table-row xl:rounded-none xl:border-0 xl:bg-transparent xl:p-0"
    >
      <Cell className="col-span-2">
        <time dateTime={at} className="tabular">
          {formatLagosTime(at)}
        </time>
      </Cell>
      <Cell className="col-span-2">
        {otherWords(row)}{" "}
        {parts.length === 1 ? (
          <LotOf row={row} />
        ) : (
          <details>
            <summary className="min-h-11 content-center font-semibold pointer-fine:min-h-6">
              {lotsWords(parts.length)}
            </summary>
            {parts.map((part) => (
              <LotOf key={part._id} row={part} withAmount />
            ))}
          </details>
        )}
        {isInside && (
          <span className="block text-ink-soft text-xs">
            <OwnMoney amount={Math.abs(inside)} currency="NGN" /> moved inside the site
          </span>
        )}
        {note && <q className="block text-ink-soft text-xs [overflow-wrap:anywhere]">{note}</q>}
      </Cell>
      <Cell name="Person">
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
      <Cell name="In" className={moneyCell(inNgn)}>
        <Amount amount={inNgn} />
      </Cell>
      <Cell name="Out" className={moneyCell(outNgn)}>
        <Amount amount={outNgn} />
      </Cell>
    </tr>
  );
};

const LotOf = ({ row: { lot, outNgn }, withAmount = false }: { row: Row; withAmount?: boolean }) =>
  lot && (
    <span className="block">
      <Link to={`/admin/settlements/${lot.settlementId}`} className={textLinkClass}>
        {numberedTitle(lot.title, lot.lot ?? null)}
      </Link>
      {withAmount && outNgn > 0 && (
        <>
          {" "}
          <OwnMoney amount={outNgn} currency="NGN" />
        </>
      )}
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
  );

/** A card shows the one amount that there is, at its right. */
const moneyCell = (amount: number): string =>
  cx("text-right max-xl:col-span-2 max-xl:flex max-xl:justify-between", amount === 0 && "max-xl:hidden");

const Amount = ({ amount }: { amount: number }) =>
  amount === 0 ? <span>—</span> : <OwnMoney amount={amount} currency="NGN" className="font-semibold" />;

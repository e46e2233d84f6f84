// Every change of one user's balance: time, reason, author, amount and the balance after it. Newest first.

import { causeWords } from "@jara/shared/ledger-causes";
import { formatMoney } from "@jara/shared/money";
import { methodNames } from "@jara/shared/payment-methods";
import type { AdminUser, Ledger as LedgerPage } from "@jara/shared/rest/users";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "#router";
import { cx } from "../../../lib/cx.ts";
import { lagosDateTime } from "../../../lib/lagos-moment.ts";
import { type Column, TableHead } from "../../../ui/card-table.tsx";
import { Loaded, Loading } from "../../../ui/loaded.tsx";
import { NewerOlder } from "../../../ui/newer-older.tsx";
import { asTable } from "../../../ui/table-roles.ts";
import { sentenceOf } from "../hooks/use-user-edits.ts";
import { ledgerQuery } from "../queries.ts";

type Entry = LedgerPage["entries"][number];

const columns: readonly Column[] = [
  ["Time (Lagos)", ""],
  ["Cause", ""],
  ["By", ""],
  ["Amount", "text-right"],
  ["Balance after", "text-right"],
];

export const Ledger = ({ user }: { user: AdminUser }) => {
  const [page, setPage] = useState(1);
  const ledger = useQuery(ledgerQuery(user, page));
  return (
    <Loaded
      query={ledger}
      failed={(error) => `Failed to load the ledger: ${sentenceOf(error)}`}
      loading={<Loading shapes={["h-24"]}>Loading the ledger...</Loading>}
      empty={({ entries }) =>
        entries.length === 0 &&
        page === 1 && <p className="text-ink-soft text-sm">Nothing has changed this balance yet.</p>
      }
    >
      {({ entries, pagination }) => (
        <div className="grid gap-3">
          <table {...asTable.table} aria-busy={ledger.isPlaceholderData} className="block w-full text-sm md:table">
            <caption className="sr-only">Ledger of {user.username}, newest first</caption>
            <TableHead columns={columns} from="md" className="pr-4 pb-2 last:pr-0" />
            <tbody {...asTable.rows} className="block md:table-row-group">
              {entries.map((entry) => (
                <EntryRow key={entry._id} entry={entry} />
              ))}
            </tbody>
          </table>
          {pagination.pages > 1 && (
            <NewerOlder of="the ledger" {...pagination} total={`${pagination.total} entries`} onPage={setPage} />
          )}
        </div>
      )}
    </Loaded>
  );
};

const cell = "md:border-line md:border-t md:py-2 md:pr-4 md:last:pr-0";

const EntryRow = ({
  entry: { createdAt, cause, actor, amount, balance, auctionId, title, lot, reference, note, method, bankReference },
}: {
  entry: Entry;
}) => (
  <tr
    {...asTable.row}
    className="grid grid-cols-[1fr_auto] gap-x-4 border-line border-t py-2 md:table-row md:border-0 md:align-top"
  >
    <td {...asTable.cell} className={cx(cell, "order-3 text-ink-soft")}>
      <time dateTime={createdAt} className="tabular whitespace-nowrap text-xs md:text-sm">
        {lagosDateTime(createdAt)}
      </time>
    </td>
    <td {...asTable.cell} className={cx(cell, "order-1 min-w-0 font-medium")}>
      {causeWords(cause)}
      {auctionId && (
        <Link
          to={`/auction/${encodeURIComponent(auctionId)}`}
          className="block font-normal text-brand underline underline-offset-4 [overflow-wrap:anywhere]"
        >
          {lot && `Lot ${lot}: `}
          {title}
        </Link>
      )}
      {method && (
        <span className="block font-normal text-ink-soft text-xs [overflow-wrap:anywhere]">
          {methodNames[method]}
          {bankReference && `, ${bankReference}`}
        </span>
      )}
      {reference && (
        <span className="block font-normal text-ink-soft text-xs [overflow-wrap:anywhere]">{reference}</span>
      )}
      {note && <q className="block font-normal text-ink-soft text-xs [overflow-wrap:anywhere]">{note}</q>}
    </td>
    <td {...asTable.cell} className={cx(cell, "order-5 col-span-2 text-ink-soft md:text-ink")}>
      <span className="md:hidden">By: </span>
      {actor ? actor.username : "Automatic"}
    </td>
    <td {...asTable.cell} className={cx(cell, "order-2 text-right")}>
      <span translate="no" className={cx("tabular whitespace-nowrap font-semibold", amount < 0 && "text-danger")}>
        {amount > 0 && "+"}
        {formatMoney(amount, "NGN")}
      </span>
    </td>
    <td {...asTable.cell} className={cx(cell, "order-4 text-right")}>
      <span className="sr-only">Balance after: </span>
      <span translate="no" className="tabular whitespace-nowrap text-ink-soft md:text-ink">
        {formatMoney(balance, "NGN")}
      </span>
    </td>
  </tr>
);

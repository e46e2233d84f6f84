// Entries of the audit log as a table on a wide screen and cards on a narrow one.
import type { AuditEntry } from "@jara/shared/rest/audit-log";
import type { ReactNode } from "react";
import { Link } from "#router";
import { actionWords, reasonOf } from "../../../lib/action-words.ts";
import { cx } from "../../../lib/cx.ts";
import { lagosDateTime } from "../../../lib/lagos-moment.ts";
import { Cell, type Column, TableHead } from "../../../ui/card-table.tsx";
import { asTable } from "../../../ui/table-roles.ts";

const columns: readonly Column[] = [
  ["When (Lagos)", "xl:w-44"],
  ["Who", "xl:w-40"],
  ["What", ""],
  ["To whom, which lot", "xl:w-56"],
  ["From where", "xl:w-48"],
];

export const EntryTable = ({ entries }: { entries: readonly AuditEntry[] }) => (
  <table
    {...asTable.table}
    className="block w-full text-sm xl:table xl:table-fixed xl:border-separate xl:border-spacing-0 xl:rounded-box xl:border xl:border-line xl:bg-surface"
  >
    <caption className="sr-only">Entries of the audit log, newest first</caption>
    <TableHead columns={columns} />
    <tbody {...asTable.rows} className="grid gap-3 xl:table-row-group xl:[&>tr>*]:border-line xl:[&>tr>*]:border-t">
      {entries.map((entry) => (
        <EntryRow key={entry._id} entry={entry} />
      ))}
    </tbody>
  </table>
);

const EntryRow = ({ entry }: { entry: AuditEntry }) => {
  const { at, action, actor, subject, auction, details } = entry;
  const reason = reasonOf(details);
  return (
    <tr
      {...asTable.row}
      className="grid grid-cols-2 gap-x-4 gap-y-2 rounded-box border border-line bg-surface p-4 xl:table-row xl:rounded-none xl:border-0 xl:bg-transparent xl:p-0"
    >
      <Cell className="col-span-2 xl:col-span-1">
        <time dateTime={at} className="tabular text-ink-soft xl:text-ink">
          {lagosDateTime(at)}
        </time>
      </Cell>
      <Cell className="order-1 xl:order-none" name="Who">
        {actor ? <PersonLink {...actor} /> : <span className="text-ink-soft">{nobody(entry)}</span>}
      </Cell>
      <Cell className="col-span-2 xl:col-span-1">
        <span className="font-semibold [overflow-wrap:anywhere]">{actionWords(action, details)}</span>
        {reason && <q className="block text-ink-soft [overflow-wrap:anywhere]">{reason}</q>}
        <Details details={details} />
      </Cell>
      <Cell className="order-2 xl:order-none" name={subject || auction ? "To whom, which lot" : "To whom"}>
        {subject && <PersonLink {...subject} />}
        {auction && <LineLink to={`/auction/${auction._id}`}>{auction.title ?? "A lot that was removed"}</LineLink>}
        {!subject && !auction && <span className="text-ink-soft">—</span>}
      </Cell>
      <Cell className="order-3 col-span-2 xl:order-none xl:col-span-1" name="From where">
        <Place entry={entry} />
      </Cell>
    </tr>
  );
};

const nobody = ({ action, via }: AuditEntry): string => {
  if (action === "log-in failed") return "Somebody";
  if (via === "job") return "The server";
  return via === "command line" ? "The command line" : "The command line or the server";
};

const Place = ({ entry: { via, network, device } }: { entry: AuditEntry }) => {
  if (network === null) return <span className="text-ink-soft">{via === null ? "Not recorded" : places[via]}</span>;
  return (
    <>
      <span translate="no" className="tabular">
        {network === "unknown" ? "Unknown network" : network}
      </span>
      {device && <span className="block text-ink-soft">{device}</span>}
    </>
  );
};
const places = { request: "A request", live: "A live connection", job: "A job", "command line": "Command line" };

const LineLink = ({ to, children }: { to: string; children: ReactNode }) => (
  <Link
    to={to}
    className={cx(
      "flex min-h-11 items-center underline decoration-line-strong underline-offset-4 [overflow-wrap:anywhere]",
      "hover:decoration-ink xl:pointer-fine:min-h-6",
    )}
  >
    {children}
  </Link>
);
const PersonLink = ({ _id, username }: { _id: string; username: string }) => (
  <LineLink to={`/admin/users/${_id}`}>{username}</LineLink>
);

/** Everything that was recorded, as it was recorded. */
const Details = ({ details }: { details: AuditEntry["details"] }) => {
  const facts = Object.entries(details);
  if (facts.length === 0) return null;
  return (
    <details className="text-ink-soft">
      <summary className="inline-flex min-h-11 cursor-pointer items-center underline decoration-line-strong decoration-dotted underline-offset-4 hover:text-ink xl:pointer-fine:min-h-6">
        Details
      </summary>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 pb-1 text-xs">
        {facts.map(([name, value]) => (
          <div key={name} className="contents">
            <dt className="font-semibold">{name}</dt>
            <dd className="[overflow-wrap:anywhere]">{typeof value === "string" ? value : JSON.stringify(value)}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
};

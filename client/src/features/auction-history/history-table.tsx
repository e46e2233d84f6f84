// One page of changes, as a table or, on a phone, as cards. An entry that arrives while the page is open glows once.
import type { HistoryEntry } from "@jara/shared/rest/admin-auctions";
import { type ReactNode, useState } from "react";
import { serverNow } from "../../connection/connection.ts";
import { cx } from "../../lib/cx.ts";
import { TableHead } from "../../ui/card-table.tsx";
import { asTable } from "../../ui/table-roles.ts";
import { EntryRow } from "./entry-row.tsx";

interface HistoryTableProps {
  entries: readonly HistoryEntry[];
  isLoadingPage: boolean;
  showsMilliseconds: boolean;
  /** The action for an entry, below its sentence. */
  verbOf: (entry: HistoryEntry) => ReactNode;
}

const columns = [
  ["When, Lagos time", "md:w-px"],
  ["Who", "md:w-36"],
  ["What happened", ""],
  ["Version", "md:w-px md:text-right"],
] as const;

/**
 * While an auction is open, its entries have no revision, so the key uses the time, the version (if any) and the type.
 */
const keyOf = ({ at, version, type, actor }: HistoryEntry): string =>
  `${at} ${version ?? ""} ${type} ${actor?.id ?? ""}`;

export const HistoryTable = ({ entries, isLoadingPage, showsMilliseconds, verbOf }: HistoryTableProps) => {
  const [openedAt] = useState(serverNow);
  return (
    <table
      {...asTable.table}
      aria-busy={isLoadingPage}
      className={cx(
        "block w-full text-sm md:table md:border-separate md:border-spacing-0 md:rounded-box md:border md:border-line md:bg-surface",
        isLoadingPage && "opacity-60",
      )}
    >
      <caption className="sr-only">What happened to the auction, when, and who did it</caption>
      <TableHead columns={columns} from="md" className="whitespace-nowrap px-3 py-2" />
      <tbody
        {...asTable.rows}
        className="grid gap-3 md:table-row-group md:[&>tr>*]:border-line md:[&>tr>*]:border-t md:[&>tr:hover]:bg-paper"
      >
        {entries.map((entry) => (
          <EntryRow
            key={keyOf(entry)}
            entry={entry}
            showsMilliseconds={showsMilliseconds}
            verb={verbOf(entry)}
            isNew={Date.parse(entry.at) > openedAt}
          />
        ))}
      </tbody>
    </table>
  );
};

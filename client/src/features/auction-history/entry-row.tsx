// One change of an auction: the time, the author and a sentence that says what happened.
import type { HistoryEntry } from "@jara/shared/rest/admin-auctions";
import { type ReactNode, useState } from "react";
import { Link } from "#router";
import { cx } from "../../lib/cx.ts";
import { asTable } from "../../ui/table-roles.ts";
import { textLinkClass } from "../../ui/text-link.tsx";
import { TextChanges } from "./text-changes.tsx";

interface EntryRowProps {
  entry: HistoryEntry;
  showsMilliseconds: boolean;
  /** True if the entry arrived while the page was open. */
  isNew: boolean;
  verb: ReactNode;
}

const LAGOS_MS = 60 * 60 * 1000;
const day = new Intl.DateTimeFormat("en-NG", {
  timeZone: "Africa/Lagos",
  day: "numeric",
  month: "short",
  year: "numeric",
});
/** Lagos is one hour ahead of UTC all year. */
const timeOf = (iso: string, showsMilliseconds: boolean): string =>
  new Date(Date.parse(iso) + LAGOS_MS).toISOString().slice(11, showsMilliseconds ? 23 : 19);

export const EntryRow = ({ entry, showsMilliseconds, isNew, verb }: EntryRowProps) => {
  const { at, actor, summary, type, version, revision } = entry;
  const [glows] = useState(isNew);
  return (
    <tr
      {...asTable.row}
      className={cx(
        "grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 rounded-box border border-line bg-surface p-4",
        "md:table-row md:rounded-none md:border-0 md:p-0",
        glows && "animate-glow",
      )}
    >
      <td {...asTable.cell} className="tabular text-ink-soft md:whitespace-nowrap md:px-3 md:py-2 md:align-top">
        <time dateTime={at}>
          {day.format(new Date(at))} <span className="text-ink">{timeOf(at, showsMilliseconds)}</span>
        </time>
      </td>
      <td {...asTable.cell} className="justify-self-end [overflow-wrap:anywhere] md:px-3 md:py-2 md:align-top">
        {actor ? <span className="font-semibold">{actor.username}</span> : <span className="italic">automatic</span>}
      </td>
      <td
        {...asTable.cell}
        className="col-span-2 max-w-prose [overflow-wrap:anywhere] md:max-w-none md:px-3 md:py-2 md:align-top"
      >
        {type === "Refused" ? <span className="text-ink-soft">{summary}</span> : summary}
        <OtherLot entry={entry} />
        <TextChanges details={entry.details} />
        {verb && <div className="-ml-3">{verb}</div>}
      </td>
      <td
        {...asTable.cell}
        className="tabular col-span-2 text-ink-soft text-xs md:whitespace-nowrap md:px-3 md:py-2 md:text-right md:align-top"
      >
        {version === null ? (
          <span>{type === "Refused" ? "refused" : "not public"}</span>
        ) : (
          <>
            <span className="md:sr-only">version </span>
            {version}
          </>
        )}
        {revision !== null && <span> · revision {revision}</span>}
      </td>
    </tr>
  );
};

/** The copy of a lot that was relisted, or the lot of which this one is a copy. */
const OtherLot = ({ entry: { type, details } }: { entry: HistoryEntry }) => {
  const [first] = details;
  const id = type === "Relisted" ? first?.auctionId : first?.relistedFrom;
  if (typeof id !== "string") return null;
  return (
    <>
      {" "}
      <Link to={`/auction/${id}`} className={textLinkClass}>
        {type === "Relisted" ? "The new lot" : "The earlier lot"}
      </Link>
    </>
  );
};

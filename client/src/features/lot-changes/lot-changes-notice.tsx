// "Changed 22 Nov, 14:05: title": the edits of this lot, visible to everybody. Opens to show the old and the new text.
import type { Auction, ContentChange } from "@jara/shared/auction";
import { ChevronDown } from "lucide-react";
import { lagosMoment } from "../../lib/lagos-moment.ts";
import { ChangeList } from "../../lots/changes/change-list.tsx";
import { fieldList } from "../../lots/changes/change-words.ts";
import { useLotChanges } from "../../lots/changes/lot-changes.ts";
import { RetryNotice } from "../../ui/retry-notice.tsx";

export const LotChangesNotice = ({ auction }: { auction: Auction }) => {
  const { _id, contentVersion, currency } = auction;
  const { changes, error, retry } = useLotChanges(_id, contentVersion);
  if (!(contentVersion > 1)) return null;
  if (error && !changes) return <RetryNotice onRetry={retry}>This lot has changed. Failed to load how.</RetryNotice>;
  return (
    <section
      aria-label="Changes of this lot"
      className="grid rounded-box border border-amber-mark bg-amber-soft empty:hidden"
    >
      {changes?.map((change) => (
        <Change key={change.contentVersion} change={change} currency={currency} />
      ))}
      {/* Announces once that the lot changed while it was being read, because a screen reader would read the whole
          list. */}
      <p role="status" className="sr-only">
        {changes?.[0] && changedText(changes[0])}
      </p>
    </section>
  );
};

const changedText = ({ at, fields, isCorrection }: ContentChange): string =>
  `${isCorrection ? "Correction" : "Changed"} ${lagosMoment(at)}: ${fieldList(fields)}`;

const roleWords: Readonly<Record<string, string>> = {
  admin: "An administrator",
  manager: "A manager",
  cataloguer: "A cataloguer",
};

/** "A manager: “The lid is missing”". */
const reasonText = ({ reason, changedBy }: ContentChange): string | null => {
  const who = changedBy === undefined ? null : (roleWords[changedBy] ?? "A member of our team");
  return [who, reason && `“${reason}”`].filter(Boolean).join(": ") || null;
};

const Change = ({ change, currency }: { change: ContentChange; currency: Auction["currency"] }) => (
  <details className="group border-amber-mark border-t first:border-t-0">
    <summary className="flex min-h-11 cursor-pointer list-none items-center gap-2 px-4 py-2 text-sm [&::-webkit-details-marker]:hidden">
      <span className="min-w-0 flex-1 font-semibold [overflow-wrap:anywhere]">{changedText(change)}</span>
      <span className="text-amber underline underline-offset-4">
        <span className="group-open:hidden">Show</span>
        <span className="hidden group-open:inline">Hide</span>
      </span>
      <ChevronDown aria-hidden className="size-4 shrink-0 group-open:rotate-180" />
    </summary>
    <div className="grid gap-3 bg-surface px-4 py-3 last:rounded-b-box">
      {reasonText(change) && <p className="text-sm [overflow-wrap:anywhere]">{reasonText(change)}</p>}
      {change.isCorrection && (
        <p className="text-sm">
          A small correction: maximums go on bidding, and bidders may still withdraw their bids.
        </p>
      )}
      <ChangeList changes={change.fields} currency={currency} />
    </div>
  </details>
);

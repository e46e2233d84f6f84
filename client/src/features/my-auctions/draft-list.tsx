// The lot drafts, which only their author sees, each with the ways to go on and to delete it.
import type { ListedLotDraft } from "@jara/shared/rest/lot-drafts";
import { formatLagosTime } from "@jara/shared/time";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { CalendarClock } from "lucide-react";
import { useState } from "react";
import { Link } from "react-router-dom";
import { messageOf } from "../../lib/api.ts";
import { lagosToIso } from "../../lib/lagos-input.ts";
import { lagosMoment } from "../../lib/lagos-moment.ts";
import { mediaUrl } from "../../lib/media-url.ts";
import { deleteLotDraft, draftAddress, lotDraftsQuery } from "../../queries/lot-drafts.ts";
import { Button, buttonClass } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Picture } from "../../ui/picture.tsx";
import { RetryNotice } from "../../ui/retry-notice.tsx";

/** More are shown on demand, so that the auctions stay in sight. */
const SHOWN = 6;

const titleOf = ({ title }: ListedLotDraft): string => title.trim() || "Without a title";

export const DraftList = () => {
  const { data = [], error, refetch } = useQuery(lotDraftsQuery);
  const [showsAll, setShowsAll] = useState(false);
  const [deleting, setDeleting] = useState<ListedLotDraft | null>(null);
  if (error) return <RetryNotice onRetry={() => void refetch()}>Failed to load your unfinished lots</RetryNotice>;
  if (data.length === 0) return null;
  return (
    <section aria-labelledby="drafts-title" className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <h2 id="drafts-title" className="font-bold text-lg">
        Unfinished lots ({data.length})
      </h2>
      <ul className="grid gap-2 md:grid-cols-2">
        {(showsAll ? data : data.slice(0, SHOWN)).map((draft) => (
          <DraftRow key={draft._id} draft={draft} onDelete={() => setDeleting(draft)} />
        ))}
      </ul>
      {data.length > SHOWN && !showsAll && (
        <Button variant="secondary" size="sm" className="justify-self-start" onClick={() => setShowsAll(true)}>
          Show all {data.length}
        </Button>
      )}
      {deleting && <DeleteDraftDialog draft={deleting} onClose={() => setDeleting(null)} />}
    </section>
  );
};

const DraftRow = ({ draft, onDelete }: { draft: ListedLotDraft; onDelete: () => void }) => {
  const { _id, updatedAt, startTime, imageUrl } = draft;
  const starts = lagosToIso(startTime);
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 rounded-box border border-line bg-surface p-2">
      <Picture
        src={imageUrl === null ? null : mediaUrl(imageUrl)}
        alt=""
        sizes="4rem"
        className="size-16 shrink-0 rounded-box"
      />
      <div className="grid min-w-48 flex-1 grid-cols-[minmax(0,1fr)] gap-0.5">
        <p dir="auto" className="truncate font-semibold text-sm">
          {titleOf(draft)}
        </p>
        <p className="tabular text-ink-soft text-xs">Saved {lagosMoment(updatedAt)}</p>
        {starts && (
          <p className="tabular flex items-center gap-1 text-ink-soft text-xs">
            <CalendarClock aria-hidden className="size-4 shrink-0" />
            Starts {formatLagosTime(starts)}
          </p>
        )}
      </div>
      <div className="flex gap-1 max-sm:w-full max-sm:*:flex-1">
        <Link
          to={draftAddress(_id)}
          aria-label={`Continue ${titleOf(draft)}`}
          className={buttonClass("secondary", "sm")}
        >
          Continue
        </Link>
        <Button variant="ghost" size="sm" aria-label={`Delete ${titleOf(draft)}`} onClick={onDelete}>
          Delete
        </Button>
      </div>
    </li>
  );
};

const DeleteDraftDialog = ({ draft, onClose }: { draft: ListedLotDraft; onClose: () => void }) => {
  const client = useQueryClient();
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => deleteLotDraft(draft._id),
    onSettled: () => client.invalidateQueries(lotDraftsQuery),
    onSuccess: onClose,
  });
  return (
    <Dialog open onClose={onClose} title="Delete this draft?">
      <p className="text-sm [overflow-wrap:anywhere]">
        <b className="font-semibold">{titleOf(draft)}</b>: what was typed and its pictures are lost.
      </p>
      {error && <Notice tone="error">{messageOf(error, "Failed to delete the draft")}</Notice>}
      <div className="flex flex-wrap justify-end gap-2 *:flex-auto sm:*:flex-none">
        <Button variant="secondary" onClick={onClose}>
          Keep it
        </Button>
        <Button variant="danger" pending={isPending} onClick={() => mutate()}>
          Delete draft
        </Button>
      </div>
    </Dialog>
  );
};

// The unfinished lots, each with what is missing and the ways to go on and to delete it.
import type { ListedLotDraft } from "@jara/shared/rest/lot-drafts";
import { formatLagosTime } from "@jara/shared/time";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { CalendarClock } from "lucide-react";
import { useState } from "react";
import { Link } from "#router";
import { lagosToIso } from "../../lib/lagos-input.ts";
import { lagosMoment } from "../../lib/lagos-moment.ts";
import { mediaUrl } from "../../lib/media-url.ts";
import { allLotDrafts, deleteLotDraft, draftAddress, dropLotDraft, lotDraftsQuery } from "../../queries/lot-drafts.ts";
import { Ask } from "../../ui/ask.tsx";
import { Button, buttonClass } from "../../ui/button.tsx";
import { Loaded } from "../../ui/loaded.tsx";
import { Picture } from "../../ui/picture.tsx";

/** More are shown on demand, so that the auctions stay in sight. */
const SHOWN = 6;
const LIMIT_MAX = 200;

const titleOf = ({ title }: ListedLotDraft): string => title.trim() || "Without a title";

interface DraftListProps {
  /** Only those that the reader began; else those of all staff, each with its author. */
  mine?: boolean;
  /** Words of the title. */
  search?: string;
}

export const DraftList = ({ mine = false, search = "" }: DraftListProps) => {
  const [limit, setLimit] = useState(SHOWN);
  const query = useQuery(lotDraftsQuery({ mine, search, limit }));
  const [deleting, setDeleting] = useState<ListedLotDraft | null>(null);
  return (
    <Loaded query={query} failed="Failed to load the unfinished lots" loading={null}>
      {({ drafts, pagination }) =>
        drafts.length > 0 && (
          <section aria-labelledby="drafts-title" className="grid grid-cols-[minmax(0,1fr)] gap-3">
            <h2 id="drafts-title" className="font-bold text-lg">
              Unfinished lots ({pagination.total})
            </h2>
            <ul className="grid gap-2 md:grid-cols-2">
              {drafts.map((draft) => (
                <DraftRow key={draft._id} draft={draft} hasAuthor={!mine} onDelete={() => setDeleting(draft)} />
              ))}
            </ul>
            {pagination.total > drafts.length && limit < LIMIT_MAX && (
              <Button
                variant="secondary"
                size="sm"
                className="justify-self-start"
                onClick={() => setLimit(Math.min(limit * 4, LIMIT_MAX))}
              >
                Show more
              </Button>
            )}
            {deleting && <DeleteDraftDialog draft={deleting} onClose={() => setDeleting(null)} />}
          </section>
        )
      }
    </Loaded>
  );
};

interface DraftRowProps {
  draft: ListedLotDraft;
  hasAuthor: boolean;
  onDelete: () => void;
}

const DraftRow = ({ draft, hasAuthor, onDelete }: DraftRowProps) => {
  const { _id, updatedAt, startTime, imageUrl, author, missing } = draft;
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
        <p className="tabular text-ink-soft text-xs [overflow-wrap:anywhere]">
          Saved {lagosMoment(updatedAt)}
          {hasAuthor && <>, begun by {author.username}</>}
        </p>
        <p className={`text-xs [overflow-wrap:anywhere] ${missing.length > 0 ? "text-amber" : "text-ink-soft"}`}>
          {missing.length > 0 ? missing.join(" ") : "Nothing is missing."}
        </p>
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
  const deleting = useMutation({
    mutationFn: () => deleteLotDraft(draft._id),
    onSuccess: () => {
      dropLotDraft(client, draft._id);
      onClose();
    },
    onError: () => void client.invalidateQueries(allLotDrafts),
  });
  return (
    <Ask
      open
      title="Delete this draft?"
      no="Keep it"
      yes="Delete draft"
      isDanger
      of={deleting}
      failed="Failed to delete the draft"
      onNo={onClose}
      onYes={() => deleting.mutate()}
    >
      <p className="text-sm [overflow-wrap:anywhere]">
        <b className="font-semibold">{titleOf(draft)}</b>: what was typed and its pictures are lost.
      </p>
    </Ask>
  );
};

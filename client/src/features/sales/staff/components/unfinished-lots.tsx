// The unfinished lots beside the drafts that a sale can take: one in which nothing is missing becomes a draft and is
// added; the others say what is missing.
import type { Auction } from "@jara/shared/auction";
import type { ListedLotDraft } from "@jara/shared/rest/lot-drafts";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "#router";
import { useCommand } from "../../../../connection/use-command.ts";
import { messageOf } from "../../../../lib/api.ts";
import {
  allLotDrafts,
  draftAddress,
  dropLotDraft,
  finishLotDraft,
  lotDraftsQuery,
} from "../../../../queries/lot-drafts.ts";
import { toast } from "../../../../store/toast.ts";
import { Button, buttonClass } from "../../../../ui/button.tsx";
import { SALES } from "../../queries.ts";

const SHOWN = 20;

interface UnfinishedLotsProps {
  /** Words of the title. */
  search: string;
  onAdd: (lot: Auction) => void;
}

export const UnfinishedLots = ({ search, onAdd }: UnfinishedLotsProps) => {
  const client = useQueryClient();
  const { data } = useQuery(lotDraftsQuery({ search, limit: SHOWN }));
  const { mutate, isPending } = useCommand(
    ({ _id, revision }: ListedLotDraft, key) => finishLotDraft(_id, revision, key),
    {
      onSuccess: (lot, { _id }) => {
        dropLotDraft(client, _id);
        onAdd(lot);
      },
      onError: (error) => {
        void client.invalidateQueries(allLotDrafts);
        toast.error(messageOf(error, "Failed to finish the lot"));
      },
      onSettled: () => void client.invalidateQueries({ queryKey: [SALES, "drafts"] }),
    },
  );
  if (!data || data.drafts.length === 0) return null;
  return (
    <section aria-labelledby="unfinished-title" className="grid grid-cols-[minmax(0,1fr)] gap-1">
      <h3 id="unfinished-title" className="font-semibold text-sm">
        Unfinished ({data.pagination.total})
      </h3>
      <ul className="divide-y divide-line">
        {data.drafts.map((draft) => {
          const title = draft.title.trim() || "Without a title";
          return (
            <li key={draft._id} className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2">
              <div className="min-w-32 flex-1">
                <p dir="auto" className="line-clamp-2 font-semibold text-sm">
                  {title}
                </p>
                <p className="text-ink-soft text-sm [overflow-wrap:anywhere]">
                  Begun by {draft.author.username}. {draft.missing.join(" ")}
                </p>
              </div>
              {draft.missing.length === 0 ? (
                <Button
                  variant="secondary"
                  size="sm"
                  aria-label={`Add ${title}`}
                  pending={isPending}
                  onClick={() => mutate(draft)}
                >
                  Add
                </Button>
              ) : (
                <Link
                  to={draftAddress(draft._id)}
                  aria-label={`Continue ${title}`}
                  className={buttonClass("secondary", "sm")}
                >
                  Continue
                </Link>
              )}
            </li>
          );
        })}
      </ul>
    </section>
  );
};

// The drafts that can be put into a sale, newest first, with a search and the unfinished lots.
import type { Auction } from "@jara/shared/auction";
import type { ManagedAuction } from "@jara/shared/rest/admin-auctions";
import { SEARCH_MAX } from "@jara/shared/search-max";
import { useQuery } from "@tanstack/react-query";
import { type FormEvent, type ReactNode, useState } from "react";
import { firstImageUrl } from "../../../../lib/media-url.ts";
import { Button } from "../../../../ui/button.tsx";
import { Loaded } from "../../../../ui/loaded.tsx";
import { Money } from "../../../../ui/money.tsx";
import { Panel } from "../../../../ui/panel.tsx";
import { Picture } from "../../../../ui/picture.tsx";
import { SearchInput } from "../../../../ui/search-input.tsx";
import { Skeleton } from "../../../../ui/skeleton.tsx";
import { draftsQuery } from "../queries.ts";
import { UnfinishedLots } from "./unfinished-lots.tsx";

export const DraftRow = ({ lot, note, children }: { lot: Auction; note?: string | undefined; children: ReactNode }) => (
  <li className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2">
    <Picture src={firstImageUrl(lot)} alt="" sizes="3rem" className="size-12 shrink-0 rounded-box" />
    <div className="min-w-32 flex-1">
      <p dir="auto" className="line-clamp-2 font-semibold text-sm">
        {lot.title}
      </p>
      <p className="text-ink-soft text-sm">
        <Money amount={lot.startingPrice} currency={lot.currency} />
      </p>
      {note && <p className="font-medium text-danger text-sm">{note}</p>}
    </div>
    {children}
  </li>
);

const SHOWN_AT_ONCE = 10;

interface DraftsProps {
  title?: string;
  /** True if the lot can still be added. */
  isFree: (lot: ManagedAuction) => boolean;
  /** Absent if several lots cannot be added at once. */
  onAddAll?: (lots: readonly Auction[]) => void;
  onAdd: (lot: Auction) => void;
  isDisabled?: boolean;
}

export const Drafts = ({ title = "Drafts", isFree, onAddAll, onAdd, isDisabled = false }: DraftsProps) => {
  const [search, setSearch] = useState("");
  const [typed, setTyped] = useState("");
  const [count, setCount] = useState(SHOWN_AT_ONCE);
  const drafts = useQuery(draftsQuery(search));
  const left = drafts.data?.auctions.filter(isFree) ?? [];
  const shown = left.slice(0, count);
  return (
    <Panel
      title={title}
      action={
        onAddAll &&
        shown.length > 1 && (
          <Button variant="secondary" size="sm" onClick={() => onAddAll(shown.toReversed())}>
            Add all {shown.length} shown
          </Button>
        )
      }
    >
      <form
        className="flex gap-2"
        onSubmit={(event: FormEvent) => {
          event.preventDefault();
          setSearch(typed.trim());
        }}
      >
        <SearchInput
          aria-label="Search drafts"
          placeholder="Title"
          maxLength={SEARCH_MAX}
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
        />
        <Button type="submit" variant="secondary">
          Search
        </Button>
      </form>
      <Loaded
        query={drafts}
        failed="Failed to load the drafts"
        loading={<Skeleton className="h-48" />}
        empty={() =>
          left.length === 0 && (
            <p className="text-ink-soft">
              {search
                ? "No other draft matches."
                : "There are no other drafts. A lot with a start time in the future is a draft."}
            </p>
          )
        }
      >
        {() => (
          <ul className="divide-y divide-line">
            {shown.map((lot) => (
              <DraftRow key={lot._id} lot={lot}>
                <Button
                  variant="secondary"
                  size="sm"
                  aria-label={`Add ${lot.title}`}
                  disabled={isDisabled}
                  onClick={() => onAdd(lot)}
                >
                  Add
                </Button>
              </DraftRow>
            ))}
          </ul>
        )}
      </Loaded>
      {shown.length < left.length && (
        <Button variant="secondary" className="justify-self-center" onClick={() => setCount(count + SHOWN_AT_ONCE * 2)}>
          Show more
        </Button>
      )}
      <UnfinishedLots search={search} onAdd={onAdd} />
      {drafts.data && drafts.data.pagination.pages > 1 && (
        <p className="text-ink-soft text-sm">
          The newest {drafts.data.auctions.length} of {drafts.data.pagination.total} drafts. Search for others.
        </p>
      )}
    </Panel>
  );
};

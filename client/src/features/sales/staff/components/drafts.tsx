// The drafts that can be put into a sale, newest first, with a search and the unfinished lots.
import type { Auction } from "@jara/shared/auction";
import type { ManagedAuction } from "@jara/shared/rest/admin-auctions";
import { SEARCH_MAX } from "@jara/shared/search-max";
import { useQuery } from "@tanstack/react-query";
import { type FormEvent, type ReactNode, useState } from "react";
import { Link } from "#router";
import { firstImageUrl } from "../../../../lib/media-url.ts";
import { termsTitles, whyNotAgreed } from "../../../../lots/consigned/use-consigned.ts";
import { Button } from "../../../../ui/button.tsx";
import { Loaded } from "../../../../ui/loaded.tsx";
import { Money } from "../../../../ui/money.tsx";
import { Panel } from "../../../../ui/panel.tsx";
import { Picture } from "../../../../ui/picture.tsx";
import { SearchInput } from "../../../../ui/search-input.tsx";
import { Skeleton } from "../../../../ui/skeleton.tsx";
import type { ChosenLot } from "../lot-order.ts";
import { draftsQuery } from "../queries.ts";
import { UnfinishedLots } from "./unfinished-lots.tsx";

interface DraftRowProps {
  lot: Auction & Pick<ChosenLot, "terms">;
  note?: string | undefined;
  children: ReactNode;
}

export const DraftRow = ({ lot, note, children }: DraftRowProps) => (
  <li className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2">
    <Picture src={firstImageUrl(lot)} alt="" sizes="3rem" className="size-12 shrink-0 rounded-box" />
    <div className="min-w-32 flex-1">
      <p dir="auto" className="line-clamp-2 font-semibold text-sm">
        {lot.title}
      </p>
      <p className="text-ink-soft text-sm">
        <Money amount={lot.startingPrice} currency={lot.currency} />
        {lot.reservePrice != null && (
          <>
            , reserve <Money amount={lot.reservePrice} currency={lot.currency} />
          </>
        )}
      </p>
      <SellersTerms lot={lot} />
      {note && <p className="font-medium text-danger text-sm">{note}</p>}
    </div>
    {children}
  </li>
);

/** The seller of a lot that is not the house's, and what its publication waits for. */
const SellersTerms = ({ lot }: Pick<DraftRowProps, "lot">) => {
  if (!lot.terms) return null;
  const why = whyNotAgreed(lot);
  return (
    <p className="flex flex-wrap items-center gap-x-3 text-ink-soft text-sm">
      <span>
        Seller <bdi translate="no">{lot.seller.username}</bdi>
      </span>
      {why && (
        <Link
          to={`/admin/offers/${lot.terms.offerId}`}
          className="flex min-h-11 items-center font-semibold text-amber underline underline-offset-4 pointer-fine:min-h-6"
        >
          {termsTitles[why]}
        </Link>
      )}
    </p>
  );
};

const SHOWN_AT_ONCE = 10;

interface DraftsProps {
  title?: string;
  /** True if the lot can still be added. */
  isFree: (lot: ManagedAuction) => boolean;
  /** Absent if several lots cannot be added at once. */
  onAddAll?: (lots: readonly Auction[]) => void;
  onAdd: (lot: Auction) => void;
  isDisabled?: boolean;
  /** Stand before the others. */
  first?: readonly ManagedAuction[];
  isFirst?: (lot: ManagedAuction) => boolean;
  /** True if a seller's lot can be added only once its terms are accepted. */
  needsTerms?: boolean;
}

const noDrafts: readonly ManagedAuction[] = [];

/** `first`, then the others, each once. */
const ordered = (
  drafts: readonly ManagedAuction[],
  { first = noDrafts, isFirst = () => false }: Pick<DraftsProps, "first" | "isFirst">,
): ManagedAuction[] => {
  const ids = new Set(first.map(({ _id }) => _id));
  const others = drafts.filter(({ _id }) => !ids.has(_id));
  return [...first, ...others.filter(isFirst), ...others.filter((lot) => !isFirst(lot))];
};

export const Drafts = ({ title = "Drafts", isFree, onAddAll, onAdd, isDisabled = false, ...order }: DraftsProps) => {
  const [search, setSearch] = useState("");
  const [typed, setTyped] = useState("");
  const [count, setCount] = useState(SHOWN_AT_ONCE);
  const drafts = useQuery(draftsQuery(search));
  const found = drafts.data?.auctions ?? noDrafts;
  const left = ordered(found, { ...order, ...(search !== "" && { first: noDrafts }) }).filter(isFree);
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
                  disabled={isDisabled || (order.needsTerms && whyNotAgreed(lot) !== null)}
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

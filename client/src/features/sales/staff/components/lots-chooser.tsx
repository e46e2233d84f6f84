// The lots of a draft of a sale: which drafts are in it, and in which order. Nothing is stored before it is saved.

import type { Auction } from "@jara/shared/auction";
import { SEARCH_MAX } from "@jara/shared/search-max";
import { useQuery } from "@tanstack/react-query";
import { ArrowDown, ArrowUp, X } from "lucide-react";
import { type FormEvent, type ReactNode, useState } from "react";
import { ApiError, messageOf } from "../../../../lib/api.ts";
import { firstImageUrl } from "../../../../lib/media-url.ts";
import { lotsWords } from "../../../../lots/lots-words.ts";
import { toast } from "../../../../store/toast.ts";
import { Button } from "../../../../ui/button.tsx";
import { Input } from "../../../../ui/field.tsx";
import { Loaded } from "../../../../ui/loaded.tsx";
import { Money } from "../../../../ui/money.tsx";
import { Notice } from "../../../../ui/notice.tsx";
import { Panel } from "../../../../ui/panel.tsx";
import { Picture } from "../../../../ui/picture.tsx";
import { SearchInput } from "../../../../ui/search-input.tsx";
import { Skeleton } from "../../../../ui/skeleton.tsx";
import { useResettableDraft } from "../../../../ui/use-resettable-draft.ts";
import { type DraftLots, idsOf } from "../hooks/use-draft-lots.ts";
import { useSetLots } from "../hooks/use-sale-changes.ts";
import { movedTo, refusedPlaces } from "../lot-order.ts";
import { draftsQuery } from "../queries.ts";
import { useIsSaving } from "../saves-store.ts";
import { UnfinishedLots } from "./unfinished-lots.tsx";

interface LotsChooserProps {
  saleId: string;
  lots: DraftLots;
}

export const LotsChooser = ({ saleId, lots }: LotsChooserProps) => {
  const { chosen, revision, isUnsaved, isOutdated, setChosen: onChange } = lots;
  const { mutate, isPending, isError, error, variables, reset } = useSetLots(saleId);
  const isOtherSave = useIsSaving(saleId) && !isPending;
  const save = () =>
    mutate(
      { revision, auctionIds: idsOf(chosen) },
      {
        onSuccess: ({ sale }) => {
          lots.saved(chosen, sale.revision);
          toast.success(`${lotsWords(chosen.length)} saved`);
        },
      },
    );
  const discard = () => {
    lots.discard();
    reset();
  };
  const places = refusedPlaces((error instanceof ApiError && error.body?.issues) || []);
  const refused = new Set(variables?.auctionIds.filter((_, place) => places.has(place)));
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 lg:grid-cols-2">
      <Panel
        title={`In the sale (${chosen.length})`}
        action={
          <Button size="sm" disabled={!isUnsaved || isOutdated || isOtherSave} pending={isPending} onClick={save}>
            Save lots
          </Button>
        }
      >
        {isOutdated && (
          <Notice
            tone="warning"
            title="Somebody else has changed the lots of this sale"
            action={
              <Button variant="secondary" size="sm" onClick={discard}>
                Discard my changes
              </Button>
            }
          >
            Your changes are not saved. Discard them to see the lots as they are now.
          </Notice>
        )}
        {isError && !isOutdated && (
          <Notice
            tone="error"
            action={
              refused.size > 0 && (
                <Button
                  variant="secondary"
                  size="sm"
                  onClick={() => {
                    onChange(chosen.filter(({ _id }) => !refused.has(_id)));
                    reset();
                  }}
                >
                  Take {refused.size === 1 ? "it" : `these ${refused.size}`} out
                </Button>
              )
            }
          >
            {messageOf(error, "Failed to save the lots")}
          </Notice>
        )}
        {isUnsaved && !isError && !isOutdated && (
          <Notice tone="muted">Your changes of the lots are not saved yet.</Notice>
        )}
        {chosen.length === 0 ? (
          <p className="text-ink-soft">No lots yet. Add drafts to the sale; they are numbered in their order.</p>
        ) : (
          <ol className="divide-y divide-line">
            {chosen.map((lot, place) => (
              <ChosenLot
                key={lot._id}
                lot={lot}
                place={place}
                isRefused={refused.has(lot._id)}
                count={chosen.length}
                onMove={(to) => onChange(movedTo(chosen, place, to))}
                onRemove={() => onChange(chosen.filter(({ _id }) => _id !== lot._id))}
              />
            ))}
          </ol>
        )}
      </Panel>
      <Drafts chosen={chosen} onAdd={(lots) => onChange([...chosen, ...lots])} />
    </div>
  );
};

const Lot = ({ lot, note, children }: { lot: Auction; note?: string | undefined; children: ReactNode }) => (
  <li className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2">
    <Picture
      src={firstImageUrl(lot)}
      alt=""
      sizes="3rem"
      className="size-12 shrink-0 rounded-box text-center text-xs"
    />
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

interface ChosenLotProps {
  lot: Auction;
  place: number;
  count: number;
  isRefused: boolean;
  onMove: (to: number) => void;
  onRemove: () => void;
}

const iconButton = "grid size-11 place-items-center p-0!";

const ChosenLot = ({ lot, place, count, isRefused, onMove, onRemove }: ChosenLotProps) => (
  <Lot lot={lot} note={isRefused ? "Not a draft any more, or in another sale" : undefined}>
    <div className="ml-auto flex items-center gap-1">
      <PlaceInput title={lot.title} place={place} onMove={onMove} />
      <Button
        variant="ghost"
        className={iconButton}
        aria-label={`Move ${lot.title} up`}
        disabled={place === 0}
        onClick={() => onMove(place - 1)}
      >
        <ArrowUp aria-hidden className="size-5" />
      </Button>
      <Button
        variant="ghost"
        className={iconButton}
        aria-label={`Move ${lot.title} down`}
        disabled={place === count - 1}
        onClick={() => onMove(place + 1)}
      >
        <ArrowDown aria-hidden className="size-5" />
      </Button>
      <Button variant="ghost" className={iconButton} aria-label={`Take ${lot.title} out`} onClick={onRemove}>
        <X aria-hidden className="size-5" />
      </Button>
    </div>
  </Lot>
);

/** A typed number moves the lot there, with Enter or when the field is left. */
const PlaceInput = ({ title, place, onMove }: { title: string; place: number; onMove: (to: number) => void }) => {
  const [typed, setTyped] = useResettableDraft(String(place + 1));
  const move = () => {
    const to = Number(typed);
    if (Number.isInteger(to) && to !== place + 1 && to >= 1) onMove(to - 1);
    else setTyped(String(place + 1));
  };
  return (
    <Input
      aria-label={`Lot number of ${title}`}
      inputMode="numeric"
      autoComplete="off"
      className="tabular w-14! px-1 text-center"
      value={typed}
      onChange={({ target }) => setTyped(target.value)}
      onBlur={move}
      onKeyDown={({ key }) => key === "Enter" && move()}
    />
  );
};

const SHOWN_AT_ONCE = 10;

const Drafts = ({ chosen, onAdd }: { chosen: readonly Auction[]; onAdd: (lots: readonly Auction[]) => void }) => {
  const [search, setSearch] = useState("");
  const [typed, setTyped] = useState("");
  const [count, setCount] = useState(SHOWN_AT_ONCE);
  const drafts = useQuery(draftsQuery(search));
  const inSale = new Set(chosen.map(({ _id }) => _id));
  const left = drafts.data?.auctions.filter(({ _id }) => !inSale.has(_id)) ?? [];
  const shown = left.slice(0, count);
  return (
    <Panel
      title="Drafts"
      action={
        shown.length > 1 && (
          <Button variant="secondary" size="sm" onClick={() => onAdd(shown.toReversed())}>
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
              <Lot key={lot._id} lot={lot}>
                <Button variant="secondary" size="sm" aria-label={`Add ${lot.title}`} onClick={() => onAdd([lot])}>
                  Add
                </Button>
              </Lot>
            ))}
          </ul>
        )}
      </Loaded>
      {shown.length < left.length && (
        <Button variant="secondary" className="justify-self-center" onClick={() => setCount(count + SHOWN_AT_ONCE * 2)}>
          Show more
        </Button>
      )}
      <UnfinishedLots search={search} onAdd={(lot) => onAdd([lot])} />
      {drafts.data && drafts.data.pagination.pages > 1 && (
        <p className="text-ink-soft text-sm">
          The newest {drafts.data.auctions.length} of {drafts.data.pagination.total} drafts. Search for others.
        </p>
      )}
    </Panel>
  );
};

// The lots of a draft of a sale: which drafts are in it, and in which order. Nothing is stored before it is saved.

import { lotNumberText, readLotNumber } from "@jara/shared/sale-order";
import { ArrowDown, ArrowUp, X } from "lucide-react";
import { ApiError, messageOf } from "../../../../lib/api.ts";
import { lotsWords } from "../../../../lots/lots-words.ts";
import { toast } from "../../../../store/toast.ts";
import { Button } from "../../../../ui/button.tsx";
import { Input } from "../../../../ui/field.tsx";
import { Notice } from "../../../../ui/notice.tsx";
import { Panel } from "../../../../ui/panel.tsx";
import { useResettableDraft } from "../../../../ui/use-resettable-draft.ts";
import { type DraftLots, idsOf, suffixesOf } from "../hooks/use-draft-lots.ts";
import { type LotTerms, withTerms } from "../hooks/use-lot-terms.ts";
import { useSetLots } from "../hooks/use-sale-changes.ts";
import { type ChosenLot, movedTo, numbersOf, refusedPlaces, renumbered } from "../lot-order.ts";
import { useIsSaving } from "../saves-store.ts";
import { DraftRow, Drafts } from "./drafts.tsx";

interface LotsChooserProps {
  saleId: string;
  lots: DraftLots;
  terms: LotTerms;
}

export const LotsChooser = ({ saleId, lots, terms }: LotsChooserProps) => {
  const { chosen, revision, isUnsaved, isOutdated, setChosen: onChange } = lots;
  const { mutate, isPending, isError, error, variables, reset } = useSetLots(saleId);
  const isOtherSave = useIsSaving(saleId) && !isPending;
  const save = () =>
    mutate(
      { revision, auctionIds: idsOf(chosen), ...suffixesOf(chosen) },
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
  const numbers = numbersOf(chosen);
  const inSale = new Set(idsOf(chosen));
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
              <LotInSale
                key={lot._id}
                lot={withTerms(lot, terms)}
                place={place}
                number={lotNumberText(numbers[place] ?? { lotNumber: place + 1 })}
                onNumber={(typed) => onChange(renumbered(chosen, place, typed))}
                isRefused={refused.has(lot._id)}
                count={chosen.length}
                onMove={(to) => onChange(movedTo(chosen, place, to))}
                onRemove={() => onChange(chosen.filter(({ _id }) => _id !== lot._id))}
              />
            ))}
          </ol>
        )}
      </Panel>
      <Drafts
        isFree={({ _id }) => !inSale.has(_id)}
        onAdd={(lot) => onChange([...chosen, lot])}
        onAddAll={(added) => onChange([...chosen, ...added])}
      />
    </div>
  );
};

interface ChosenLotProps {
  lot: ChosenLot;
  place: number;
  /** "12A". */
  number: string;
  onNumber: (typed: string) => void;
  count: number;
  isRefused: boolean;
  onMove: (to: number) => void;
  onRemove: () => void;
}

const iconButton = "grid size-11 place-items-center p-0!";

const LotInSale = ({ lot, place, number, onNumber, count, isRefused, onMove, onRemove }: ChosenLotProps) => (
  <DraftRow lot={lot} note={isRefused ? "Not a draft any more, or in another sale" : undefined}>
    <div className="ml-auto flex items-center gap-1">
      <NumberInput title={lot.title} number={number} onNumber={onNumber} />
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
  </DraftRow>
);

/** A typed number moves the lot there, with Enter or when the field is left. */
const NumberInput = ({
  title,
  number,
  onNumber,
}: {
  title: string;
  number: string;
  onNumber: (typed: string) => void;
}) => {
  const [typed, setTyped] = useResettableDraft(number);
  const move = () => {
    if (readLotNumber(typed) !== null && typed.trim().toUpperCase() !== number) onNumber(typed);
    else setTyped(number);
  };
  return (
    <Input
      aria-label={`Lot number of ${title}`}
      autoComplete="off"
      className="tabular w-14! px-1 text-center"
      value={typed}
      onChange={({ target }) => setTyped(target.value)}
      onBlur={move}
      onKeyDown={({ key }) => key === "Enter" && move()}
    />
  );
};

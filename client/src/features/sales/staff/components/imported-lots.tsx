// Puts the lots that an import made into a draft of a sale, in the order of their numbers, so that a corrected table joins
// the lots that its first import made. Leaves out lots that are
// no longer drafts, or that another sale has. The address names the import.
import { readLotNumber } from "@jara/shared/sale-order";
import { useMutation } from "@tanstack/react-query";
import { useSearchParams } from "#router";
import { ApiError, messageOf } from "../../../../lib/api.ts";
import { lotsWords } from "../../../../lots/lots-words.ts";
import { toast } from "../../../../store/toast.ts";
import { Button } from "../../../../ui/button.tsx";
import { Notice } from "../../../../ui/notice.tsx";
import { type DraftLots, idsOf, suffixesOf } from "../hooks/use-draft-lots.ts";
import { useSetLots } from "../hooks/use-sale-changes.ts";
import { lettersOf, placedByNumber, refusedPlaces } from "../lot-order.ts";
import { lotsOfImport } from "../queries.ts";
import { useIsSaving } from "../saves-store.ts";

interface ImportedLotsProps {
  saleId: string;
  lots: DraftLots;
}

/** The letters of the added lots, and of those that have a number with one of them. */
const addedLetters = (
  auctionIds: readonly string[],
  added: readonly string[],
  numbers: ReadonlyMap<string, string>,
): Record<string, string> => {
  const numberOf = (id: string) => readLotNumber(numbers.get(id) ?? "")?.lotNumber;
  const theirs = new Set(added.map(numberOf));
  return Object.fromEntries(Object.entries(lettersOf(auctionIds, numbers)).filter(([id]) => theirs.has(numberOf(id))));
};

const leftOutWords = (count: number): string =>
  `${lotsWords(count)} left out: not made by this import, no longer a draft, or in another sale.`;

export const ImportedLots = ({ saleId, lots: { chosen, revision, isUnsaved } }: ImportedLotsProps) => {
  const [params, setParams] = useSearchParams();
  const importId = params.get("import");
  const set = useSetLots(saleId, true);
  const isSaving = useIsSaving(saleId);
  const close = () => setParams({}, { replace: true, preventScrollReset: true });
  /**
   * Puts the new lots among those of the sale by their numbers, without the ones that the server refuses. Returns the
   * ids that it put in.
   */
  const putIn = async (added: readonly string[], numbers: ReadonlyMap<string, string>): Promise<readonly string[]> => {
    const held = idsOf(chosen);
    if (added.length === 0) return added;
    const auctionIds = placedByNumber(held, added, numbers);
    try {
      const suffixes = { ...suffixesOf(chosen).suffixes, ...addedLetters(auctionIds, added, numbers) };
      const hasLetters = Object.keys(suffixes).length > 0;
      await set.mutateAsync({ revision, auctionIds, ...(hasLetters && { suffixes }) });
      return added;
    } catch (error) {
      const places = refusedPlaces((error instanceof ApiError && error.body?.issues) || []);
      const refused = new Set(auctionIds.filter((_, place) => places.has(place)));
      const usable = added.filter((id) => !refused.has(id));
      // If the server refuses a lot that the sale has already, the person must take it out.
      if (held.some((id) => refused.has(id)) || usable.length === added.length) throw error;
      return await putIn(usable, numbers);
    }
  };
  const add = useMutation({
    mutationFn: async (id: string) => {
      const { made, known, numbers } = await lotsOfImport(id);
      const held = new Set(idsOf(chosen));
      const isNew = (lot: string) => !held.has(lot);
      const put = await putIn(made.filter(isNew), numbers);
      return { added: put.length, leftOut: made.filter(isNew).length - put.length + known.filter(isNew).length };
    },
    onSuccess: ({ added, leftOut }) => {
      if (added === 0 && leftOut > 0) return;
      toast.success(
        added > 0 ? `${lotsWords(added)} added` : "The imported lots are in this sale already",
        leftOut > 0 ? { description: leftOutWords(leftOut) } : {},
      );
      close();
    },
  });
  if (importId === null) return null;
  return (
    <Notice
      tone={add.isError ? "error" : "warning"}
      title="Imported lots"
      action={
        <div className="flex flex-wrap gap-2">
          <Button
            size="sm"
            pending={add.isPending}
            disabled={isUnsaved || (isSaving && !add.isPending)}
            onClick={() => add.mutate(importId)}
          >
            Add the imported lots
          </Button>
          <Button variant="ghost" size="sm" onClick={close}>
            Not to this sale
          </Button>
        </div>
      }
    >
      {add.isError
        ? messageOf(add.error, "Failed to add the lots")
        : add.data
          ? `No lot was added. ${leftOutWords(add.data.leftOut)}`
          : isUnsaved
            ? "Save the changed lots first."
            : "They are added in the order of their lot numbers, among those of the same table that this sale has."}
    </Notice>
  );
};

// Gives the lots of a draft of a sale as they are stored, until somebody changes them on this page. A change keeps the
// revision of the list that its author saw, so that it never removes lots that somebody else has added since.
import type { Auction } from "@jara/shared/auction";
import type { Sale, SaleLotsBody } from "@jara/shared/rest/sales";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { type ChosenLot, isSameOrder, numbersOf } from "../lot-order.ts";
import { lotsOfRevisionQuery, type NumberedLots, numberedLotsKey } from "../queries.ts";

interface Change {
  readonly lots: readonly ChosenLot[];
  /** The stored list that was changed. */
  readonly seen: { readonly revision: number; readonly keys: readonly string[] };
}

/** The ids with the letters of their numbers. */
const keysOf = (lots: readonly ChosenLot[]): string[] => lots.map(({ _id, suffix = "" }) => `${_id}${suffix}`);

/** The letters by the lots' ids, as a request has them; absent if no lot has one. */
export const suffixesOf = (lots: readonly ChosenLot[]): Pick<SaleLotsBody, "suffixes"> => {
  const numbers = numbersOf(lots);
  const suffixes = lots.flatMap(({ _id }, place): [string, string][] => {
    const suffix = numbers[place]?.suffix;
    return suffix ? [[_id, suffix]] : [];
  });
  return suffixes.length === 0 ? {} : { suffixes: Object.fromEntries(suffixes) };
};

export const idsOf = (lots: readonly Auction[]): string[] => lots.map(({ _id }) => _id);

export const useDraftLots = (sale: Pick<Sale, "_id" | "revision" | "status">) => {
  const client = useQueryClient();
  const { data, isError, refetch } = useQuery({
    ...lotsOfRevisionQuery(sale._id, sale.revision),
    enabled: sale.status === "draft",
  });
  const [change, setChange] = useState<Change | null>(null);
  const stored = data?.lots.map(({ auction, suffix }): ChosenLot => (suffix ? { ...auction, suffix } : auction)) ?? [];
  const keys = keysOf(stored);
  const now = { revision: data?.revision ?? sale.revision, keys };
  const isUnsaved = change !== null && !isSameOrder(keysOf(change.lots), keys);
  // If a later revision has the same lots, only the sale's texts changed, so the change can name that revision.
  const isOutdated = isUnsaved && !isSameOrder(change.seen.keys, keys);
  const seen = isOutdated ? change.seen : now;
  return {
    chosen: change?.lots ?? stored,
    /** The revision that a change of these lots names. */
    revision: seen.revision,
    isUnsaved,
    /** Somebody else has changed the stored list since this change began. */
    isOutdated,
    isLoaded: data !== undefined,
    isFailed: isError && data === undefined,
    setChosen: (lots: readonly ChosenLot[]) => setChange(isSameOrder(keysOf(lots), seen.keys) ? null : { lots, seen }),
    /** Shows the stored list again. */
    discard: () => setChange(null),
    /** Shows the saved list without waiting for a read. Changes that were made during the save stay unsaved. */
    saved: (lots: readonly ChosenLot[], revision: number) => {
      const numbers = numbersOf(lots);
      const numbered = lots.map((auction, place) => ({ lotNumber: place + 1, ...numbers[place], auction }));
      client.setQueryData<NumberedLots>(numberedLotsKey(sale._id, revision), { revision, lots: numbered });
      setChange((before) =>
        before === null || before.lots === lots ? null : { lots: before.lots, seen: { revision, keys: keysOf(lots) } },
      );
    },
    retry: () => void refetch(),
  };
};

export type DraftLots = ReturnType<typeof useDraftLots>;

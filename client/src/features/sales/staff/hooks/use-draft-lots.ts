// Gives the lots of a draft of a sale as they are stored, until somebody changes them on this page. A change keeps the
// revision of the list that its author saw, so that it never removes lots that somebody else has added since.
import type { Auction } from "@jara/shared/auction";
import type { Sale } from "@jara/shared/rest/sales";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { isSameOrder } from "../lot-order.ts";
import { lotsOfRevisionQuery, type NumberedLots, numberedLotsKey } from "../queries.ts";

interface Change {
  readonly lots: readonly Auction[];
  /** The stored list that was changed. */
  readonly seen: { readonly revision: number; readonly ids: readonly string[] };
}

export const idsOf = (lots: readonly Auction[]): string[] => lots.map(({ _id }) => _id);

export const useDraftLots = (sale: Pick<Sale, "_id" | "revision" | "status">) => {
  const client = useQueryClient();
  const { data, isError, refetch } = useQuery({
    ...lotsOfRevisionQuery(sale._id, sale.revision),
    enabled: sale.status === "draft",
  });
  const [change, setChange] = useState<Change | null>(null);
  const stored = data?.lots.map(({ auction }) => auction) ?? [];
  const ids = idsOf(stored);
  const now = { revision: data?.revision ?? sale.revision, ids };
  const isUnsaved = change !== null && !isSameOrder(idsOf(change.lots), ids);
  // If a later revision has the same lots, only the sale's texts changed, so the change can name that revision.
  const isOutdated = isUnsaved && !isSameOrder(change.seen.ids, ids);
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
    setChosen: (lots: readonly Auction[]) => setChange(isSameOrder(idsOf(lots), seen.ids) ? null : { lots, seen }),
    /** Shows the stored list again. */
    discard: () => setChange(null),
    /** Shows the saved list without waiting for a read. Changes that were made during the save stay unsaved. */
    saved: (lots: readonly Auction[], revision: number) => {
      const numbered = lots.map((auction, place) => ({ lotNumber: place + 1, auction }));
      client.setQueryData<NumberedLots>(numberedLotsKey(sale._id, revision), { revision, lots: numbered });
      setChange((before) =>
        before === null || before.lots === lots ? null : { lots: before.lots, seen: { revision, ids: idsOf(lots) } },
      );
    },
    retry: () => void refetch(),
  };
};

export type DraftLots = ReturnType<typeof useDraftLots>;

// The selected lots, which survive paging and filters. A selected lot is kept as it was last seen in the list.
import type { ManagedAuction } from "@jara/shared/rest/admin-auctions";
import { useState } from "react";
import { toast } from "../../../store/toast.ts";
import { BULK_MAX } from "../bulk-plan.ts";

export const useSelection = (rows: readonly ManagedAuction[]) => {
  const [chosen, setChosen] = useState<ReadonlyMap<string, ManagedAuction>>(new Map());
  const shown = new Map(rows.map((row) => [row._id, row]));
  const select = (lots: readonly ManagedAuction[], isSelected: boolean) => {
    const next = new Map(chosen);
    for (const lot of lots) {
      if (isSelected) next.set(lot._id, lot);
      else next.delete(lot._id);
    }
    if (next.size <= BULK_MAX) setChosen(next);
    else toast.warning(`At most ${BULK_MAX} lots can be selected.`);
  };
  return {
    lots: [...chosen.values()].map((lot) => shown.get(lot._id) ?? lot),
    has: (id: string) => chosen.has(id),
    select,
    isPageSelected: rows.length > 0 && rows.every(({ _id }) => chosen.has(_id)),
    /** Replaces a selected lot that is not on the page by its newer state. */
    put: (lot: { _id: string }) =>
      setChosen((before) => {
        const known = before.get(lot._id);
        return known ? new Map(before).set(lot._id, { ...known, ...lot }) : before;
      }),
    clear: () => setChosen(new Map()),
  };
};

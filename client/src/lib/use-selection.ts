// The selected rows of a list, which survive paging and filters. A selected row is kept as it was last seen in the list.
import { useState } from "react";
import { toast } from "../store/toast.ts";

interface Row {
  readonly _id: string;
}

export interface Selection<R extends Row> {
  readonly selected: readonly R[];
  readonly has: (id: string) => boolean;
  readonly select: (rows: readonly R[], isSelected: boolean) => void;
  readonly isPageSelected: boolean;
  /** Replaces a selected row that is not on the page by its newer state. */
  readonly put: (row: Row) => void;
  /** Selects these rows, and no others. */
  readonly replace: (rows: readonly R[]) => void;
  readonly clear: () => void;
}

/** `what`: the plural of the rows, for the message that no more than `most` can be selected. */
export const useSelection = <R extends Row>(rows: readonly R[], most: number, what: string): Selection<R> => {
  const [chosen, setChosen] = useState<ReadonlyMap<string, R>>(new Map());
  const shown = new Map(rows.map((row) => [row._id, row]));
  return {
    selected: [...chosen.values()].map((row) => shown.get(row._id) ?? row),
    has: (id) => chosen.has(id),
    select: (changed, isSelected) => {
      const next = new Map(chosen);
      for (const row of changed) {
        if (isSelected) next.set(row._id, row);
        else next.delete(row._id);
      }
      if (next.size <= most) setChosen(next);
      else toast.warning(`At most ${most} ${what} can be selected.`);
    },
    isPageSelected: rows.length > 0 && rows.every(({ _id }) => chosen.has(_id)),
    put: (row) =>
      setChosen((before) => {
        const known = before.get(row._id);
        return known ? new Map(before).set(row._id, { ...known, ...row }) : before;
      }),
    replace: (all) => setChosen(new Map(all.map((row) => [row._id, row]))),
    clear: () => setChosen(new Map()),
  };
};

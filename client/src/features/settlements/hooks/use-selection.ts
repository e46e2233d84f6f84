// The selected settlements, which survive paging and filters. A selected one is kept as it was last seen in the list.
import type { Settlement } from "@jara/shared/rest/settlements";
import { useState } from "react";
import { toast } from "../../../store/toast.ts";

const MOST = 200;

export interface Selection {
  readonly settlements: readonly Settlement[];
  readonly has: (id: string) => boolean;
  readonly select: (settlements: readonly Settlement[], isSelected: boolean) => void;
  readonly clear: () => void;
}

export const useSelection = (rows: readonly Settlement[]): Selection => {
  const [chosen, setChosen] = useState<ReadonlyMap<string, Settlement>>(new Map());
  const shown = new Map(rows.map((row) => [row._id, row]));
  return {
    settlements: [...chosen.values()].map((one) => shown.get(one._id) ?? one),
    has: (id) => chosen.has(id),
    select: (settlements, isSelected) => {
      const next = new Map(chosen);
      for (const one of settlements) {
        if (isSelected) next.set(one._id, one);
        else next.delete(one._id);
      }
      if (next.size <= MOST) setChosen(next);
      else toast.warning(`At most ${MOST} settlements can be selected.`);
    },
    clear: () => setChosen(new Map()),
  };
};

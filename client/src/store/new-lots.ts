// The lots that were new in the saved search that was opened last, for this visit.
import { useStore } from "zustand";
import { createStore } from "zustand/vanilla";

export const newLots = createStore<ReadonlySet<string>>()(() => new Set());
export const useIsNew = (id: string): boolean => useStore(newLots, (ids) => ids.has(id));

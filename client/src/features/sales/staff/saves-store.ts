// The store of the changes of sales that have no answer yet.
import { create } from "zustand";

/** How many changes of each sale have no answer. */
const useSaves = create<Readonly<Record<string, number>>>()(() => ({}));
export const countSave = (id: string | null, by: 1 | -1): void => {
  if (id !== null) useSaves.setState((counts) => ({ [id]: (counts[id] ?? 0) + by }));
};

/** True while a change of the sale has no answer. A second change at that time would name an outdated revision. */
export const useIsSaving = (id: string): boolean => useSaves((counts) => (counts[id] ?? 0) > 0);

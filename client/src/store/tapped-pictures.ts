// Keeps the pictures that the reader has tapped with data saver, so that a list shows them when it is shown again.
import { useStore } from "zustand";
import { createStore } from "zustand/vanilla";

const tapped = createStore<ReadonlySet<string>>()(() => new Set());

export const useWasTapped = (src: string): boolean => useStore(tapped, (all) => all.has(src));
export const noteTapped = (src: string): void => tapped.setState(new Set([...tapped.getState(), src]), true);

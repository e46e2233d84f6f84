// Data saver: the pictures that were tapped, so that a list that is shown again does not forget them.
import { useStore } from "zustand";
import { createStore } from "zustand/vanilla";

const tapped = createStore<ReadonlySet<string>>()(() => new Set());

export const useWasTapped = (src: string): boolean => useStore(tapped, (all) => all.has(src));
export const noteTapped = (src: string): void => tapped.setState(new Set([...tapped.getState(), src]), true);

// The bar at a phone's bottom edge, where the screen has one. What lies over the bottom of the page goes above it.
import { create } from "zustand";

/** `place`: an element above the bar; null where there is no bar. */
export const useBottomBar = create<{ place: HTMLElement | null }>()(() => ({ place: null }));

export const setBottomBar = (place: HTMLElement | null): void => useBottomBar.setState({ place });

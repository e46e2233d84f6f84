// Keeps the place above the bar at a phone's bottom edge, if the screen has such a bar. Notices that lie over the
// bottom of the page are shown there, so that they cover no button of the bar.
import { create } from "zustand";

/** `place`: an element above the bar; null where there is no bar. */
export const useBottomBar = create<{ place: HTMLElement | null }>()(() => ({ place: null }));

export const setBottomBar = (place: HTMLElement | null): void => useBottomBar.setState({ place });

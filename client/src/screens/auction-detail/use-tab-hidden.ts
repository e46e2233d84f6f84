// Returns whether the tab is in the background, and follows changes.
import { useSyncExternalStore } from "react";

const subscribe = (listener: () => void) => {
  document.addEventListener("visibilitychange", listener);
  return () => document.removeEventListener("visibilitychange", listener);
};

export const useTabHidden = (): boolean => useSyncExternalStore(subscribe, () => document.visibilityState === "hidden");

// Returns true once a bid of this person was accepted on this page and they have finished: no dialog is open, nothing is
// typed, and they have left the lot, because a question would cover its bid button.
import { useEffect, useState } from "react";
import { useStore } from "zustand";
import { getLive } from "../../live/live.ts";
import { isInTheMiddle } from "./update-offer.ts";

const LOOK_EVERY_MS = 1_000;

const isOnLot = (): boolean => window.location.pathname.startsWith("/auction/");

export const useHasBid = (): boolean => {
  const hasBid = useStore(getLive().store, (state) => state.hasBid);
  const [hasFinished, setHasFinished] = useState(false);
  useEffect(() => {
    if (!hasBid) return;
    const timer = setInterval(() => {
      if (isInTheMiddle() || isOnLot()) return;
      clearInterval(timer);
      setHasFinished(true);
    }, LOOK_EVERY_MS);
    return () => clearInterval(timer);
  }, [hasBid]);
  return hasBid && hasFinished;
};

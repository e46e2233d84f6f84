// Returns true once a bid of this person was accepted on this page and they have finished: no dialog is open, nothing is
// typed, and they have left the lot, because a question would cover its bid button.
import { useEffect, useState } from "react";
import { getLive } from "../../live/live.ts";
import { isInTheMiddle } from "./update-offer.ts";

const LOOK_EVERY_MS = 1_000;

const isOnLot = (): boolean => window.location.pathname.startsWith("/auction/");

export const useHasBid = (): boolean => {
  const [hasBid, setHasBid] = useState(false);
  useEffect(() => {
    let timer: ReturnType<typeof setInterval> | undefined;
    const look = () => {
      if (isInTheMiddle() || isOnLot()) return;
      clearInterval(timer);
      setHasBid(true);
    };
    const stop = getLive().store.subscribe(({ entries }) => {
      if (!Object.values(entries).some(({ outcome }) => outcome !== null)) return;
      stop();
      timer = setInterval(look, LOOK_EVERY_MS);
    });
    return () => {
      stop();
      clearInterval(timer);
    };
  }, []);
  return hasBid;
};

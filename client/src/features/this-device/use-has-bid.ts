// Returns true once a bid of this person was accepted on this page and they have finished: no dialog is open, nothing is
// typed, and the page is not that of a lot on which they are outbid, because a question would cover its bid button.
import { useEffect, useState } from "react";
import { getLive } from "../../live/live.ts";
import { isInTheMiddle } from "./update-offer.ts";

const LOOK_EVERY_MS = 1_000;

const isOutbidHere = (): boolean =>
  [...getLive().store.getState().outbid].some((auctionId) => window.location.pathname === `/auction/${auctionId}`);

export const useHasBid = (): boolean => {
  const [hasBid, setHasBid] = useState(false);
  useEffect(() => {
    let timer: ReturnType<typeof setInterval> | undefined;
    const look = () => {
      if (isInTheMiddle() || isOutbidHere()) return;
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

// The server's time, for components that show a countdown.
import { useEffect, useState } from "react";
import { serverNow } from "./connection.ts";
import { CLOCK_KNOWN } from "./server-clock.ts";

/** Server time in ms. Updates at each whole interval of the server's clock, so that all countdowns tick together. */
export const useServerNow = (intervalMs: number): number => {
  const [now, setNow] = useState(serverNow);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const tick = () => {
      clearTimeout(timer);
      const current = serverNow();
      setNow(current);
      timer = setTimeout(tick, intervalMs - (current % intervalMs) + 5);
    };
    tick();
    document.addEventListener("visibilitychange", tick);
    document.addEventListener(CLOCK_KNOWN, tick);
    return () => {
      clearTimeout(timer);
      document.removeEventListener("visibilitychange", tick);
      document.removeEventListener(CLOCK_KNOWN, tick);
    };
  }, [intervalMs]);
  return now;
};

/**
 * Server time in ms. Updates only when the given moment comes, for components that must not render every second because
 * of it.
 */
export const useServerNowAt = (moment: string): number => {
  const [now, setNow] = useState(serverNow);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const look = () => {
      clearTimeout(timer);
      setNow(serverNow());
      const leftMs = Date.parse(moment) - serverNow();
      // A longer time does not fit a timer, and nobody keeps a page open for so long.
      if (leftMs > 0 && leftMs < 2 ** 31) timer = setTimeout(look, leftMs + 5);
    };
    look();
    document.addEventListener("visibilitychange", look);
    document.addEventListener(CLOCK_KNOWN, look);
    return () => {
      clearTimeout(timer);
      document.removeEventListener("visibilitychange", look);
      document.removeEventListener(CLOCK_KNOWN, look);
    };
  }, [moment]);
  return now;
};

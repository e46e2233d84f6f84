// The server's time, for components that show a countdown.
import { useCallback, useEffect, useState } from "react";
import { serverNow } from "./connection.ts";
import { CLOCK_KNOWN } from "./server-clock.ts";

/** Server time in ms. `nextInMs`: how long until the next update; null: never. The clock may be corrected before. */
const useServerTime = (nextInMs: (now: number) => number | null): number => {
  const [now, setNow] = useState(serverNow);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const look = () => {
      clearTimeout(timer);
      const current = serverNow();
      // The component keeps what it shows until the next update is due, so that it is not rendered twice at the start.
      setNow((shown) => {
        const isDue = current >= shown + (nextInMs(shown) ?? Number.POSITIVE_INFINITY);
        return isDue || current < shown ? current : shown;
      });
      const leftMs = nextInMs(current);
      if (leftMs !== null) timer = setTimeout(look, leftMs + 5);
    };
    look();
    document.addEventListener("visibilitychange", look);
    document.addEventListener(CLOCK_KNOWN, look);
    return () => {
      clearTimeout(timer);
      document.removeEventListener("visibilitychange", look);
      document.removeEventListener(CLOCK_KNOWN, look);
    };
  }, [nextInMs]);
  return now;
};

/** Server time in ms. Updates at each whole interval of the server's clock, so that all countdowns tick together. */
export const useServerNow = (intervalMs: number): number =>
  useServerTime(useCallback((now) => intervalMs - (now % intervalMs), [intervalMs]));

/**
 * Server time in ms. Updates only when the given moment comes, for components that must not render every second because
 * of it.
 */
export const useServerNowAt = (moment: string): number =>
  useServerTime(
    useCallback(
      (now) => {
        const leftMs = Date.parse(moment) - now;
        // A longer time does not fit a timer, and nobody keeps a page open for so long.
        return leftMs > 0 && leftMs < 2 ** 31 ? leftMs : null;
      },
      [moment],
    ),
  );

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

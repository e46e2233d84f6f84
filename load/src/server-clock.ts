// Estimates the server's clock from several `clock:sync` answers, by the one with the shortest round trip.
import type { Line } from "./transports/line.ts";

const SAMPLES = 5;

export interface ServerClock {
  /** Epoch ms by the server's clock at a moment of `performance.now()`, with an error of at most `errorMs`. */
  at(moment: number): number;
  readonly errorMs: number;
}

export const syncClock = async (line: Line): Promise<ServerClock> => {
  let best = { offset: 0, errorMs: Number.POSITIVE_INFINITY };
  for (let i = 0; i < SAMPLES; i++) {
    const sentAt = performance.now();
    const serverTime = await new Promise<number | null>((resolve) => {
      line.request("clock:sync", { t0: sentAt }, (answer) =>
        resolve(answer?.ok ? Date.parse(answer.serverTime) : null),
      );
    });
    const errorMs = (performance.now() - sentAt) / 2;
    if (serverTime === null || errorMs >= best.errorMs) continue;
    best = { offset: serverTime - (sentAt + errorMs), errorMs };
  }
  if (best.errorMs === Number.POSITIVE_INFINITY)
    return { at: (moment) => performance.timeOrigin + moment, errorMs: 1000 };
  // Add 1, because the times on the wire are whole milliseconds.
  return { at: (moment) => moment + best.offset, errorMs: best.errorMs + 1 };
};

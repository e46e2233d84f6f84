// Makes PDF files one after the other, because drawing a page keeps the processor busy for some milliseconds, and bids
// must not wait for many of them.
import { setImmediate as nextTick } from "node:timers/promises";

let last: Promise<unknown> = Promise.resolve();

export const queueDrawing = <T>(draw: () => Promise<T>): Promise<T> => {
  const drawn = last.then(() => nextTick()).then(draw);
  last = drawn.catch(() => {});
  return drawn;
};

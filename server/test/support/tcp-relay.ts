// Two ends of a connection joined by what stands between them: what one says the other hears, and neither outlives the other.
import type { Socket } from "node:net";

/** `open`: holds both for as long as they are. */
export const joinEnds = (near: Socket, far: Socket, open: Set<Socket>): void => {
  for (const [one, other] of [
    [near, far],
    [far, near],
  ] as const) {
    open.add(one);
    one.pipe(other);
    one.on("error", () => other.destroy());
    one.on("close", () => {
      open.delete(one);
      other.destroy();
    });
  }
};

// Joins two sockets: passes the data of each to the other, and closes one when the other closes.
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

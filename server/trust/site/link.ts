// A TCP connection between two programs of a site, that can be cut, slowed, or made to swallow everything: what a network
// does between a server and its database.
import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";

export type LinkState =
  | "whole"
  /** What is open breaks, what is tried is refused. */
  | "cut"
  /** Nothing comes through, and nobody is told; what was said meanwhile arrives when it is whole again, however late. */
  | "silent"
  /** Everything takes so many ms longer, each way. */
  | { readonly slowMs: number };

export interface Link {
  /** Where the near side finds the far one. */
  readonly port: number;
  set(state: LinkState): void;
  close(): void;
}

export const layLink = async (farPort: number): Promise<Link> => {
  let state: LinkState = "whole";
  let tell = (): void => {};
  let changed: Promise<void> = Promise.resolve();
  const open = new Set<Socket>();

  /** In order, whatever the state was when it was said. */
  const carry = (from: Socket, to: Socket): void => {
    let last: Promise<void> = Promise.resolve();
    from.on("data", (chunk: Buffer) => {
      const slowed = typeof state === "object" ? sleep(state.slowMs) : null;
      last = last.then(async () => {
        await slowed;
        while (state === "silent") await changed;
        to.write(chunk);
      });
    });
    from.on("error", () => {});
    from.on("close", () => {
      open.delete(from);
      void last.then(() => to.destroy());
    });
  };

  const relay = createServer((near) => {
    if (state === "cut") return void near.destroy();
    const far = connect(farPort, "127.0.0.1");
    for (const end of [near, far]) {
      end.setNoDelay(true);
      open.add(end);
    }
    carry(near, far);
    carry(far, near);
  });
  relay.listen(0, "127.0.0.1");
  await once(relay, "listening");
  const at = relay.address();
  const set = (next: LinkState): void => {
    state = next;
    tell();
    changed = new Promise((resolve) => {
      tell = resolve;
    });
    if (next !== "cut") return;
    for (const end of open) end.destroy();
  };
  set("whole");
  return {
    port: typeof at === "object" && at ? at.port : 0,
    set,
    close: () => {
      relay.close();
      set("cut");
    },
  };
};

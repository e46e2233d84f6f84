// A TCP relay between two programs of a site. It can be cut, slowed or silenced, as a network between a server and its
// database can fail.
import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";

export type LinkState =
  | "whole"
  /** Open connections break; new ones are refused. */
  | "cut"
  /**
   * No data pass, and neither side is notified. The data sent meanwhile arrive when the link is whole again, however
   * late.
   */
  | "silent"
  /** Delays all data by this many ms, in each direction. */
  | { readonly slowMs: number };

export interface NetworkLink {
  /** The port on which the near side reaches the far one. */
  readonly port: number;
  set(state: LinkState): void;
  close(): void;
}

export const openNetworkLink = async (farPort: number): Promise<NetworkLink> => {
  let state: LinkState = "whole";
  let settle = (): void => {};
  let changed: Promise<void> = Promise.resolve();
  const open = new Set<Socket>();

  /** Forwards data in order, whatever the link's state was when they were sent. */
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
    settle();
    changed = new Promise((resolve) => {
      settle = resolve;
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

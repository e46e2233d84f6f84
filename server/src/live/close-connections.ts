// Closes all connections at a graceful shutdown. Commands in flight are answered first; then the transports close and
// the clients reconnect to other nodes. Connections are closed in small portions, so that the other nodes do not get
// all of them at once.
import { refusal } from "@jara/shared/errors";
import { ANSWERED_WITHIN_MS, CLOSED_WITHIN_MS } from "../platform/shutdown/shutdown-waits.ts";
import type { Dispatch } from "./dispatch.ts";
import type { Connection, Rooms } from "./rooms.ts";

const PORTION_EVERY_MS = 100;

export interface GracefulClose {
  /**
   * Dispatches commands as before. Commands in flight are answered before their connection closes; new ones are refused
   * once it is due to close.
   */
  readonly dispatch: Dispatch;
  /** Resolves when no connection is open. */
  closeAll(spreadMs: number): Promise<void>;
}

export const createGracefulClose = (rooms: Rooms, dispatch: Dispatch): GracefulClose => {
  const underWay = new Map<Connection, number>();
  const leaving = new WeakMap<Connection, () => void>();

  const sendAway = async (connection: Connection): Promise<void> => {
    let timer: NodeJS.Timeout | undefined;
    await new Promise<void>((resolve) => {
      leaving.set(connection, resolve);
      timer = setTimeout(resolve, ANSWERED_WITHIN_MS);
      if (!underWay.has(connection)) resolve();
    });
    clearTimeout(timer);
    // The transport writes the last answer in this event-loop tick.
    await new Promise((resolve) => setImmediate(resolve));
    connection.sendAway();
  };

  const isEmpty = (): boolean => rooms.connected()[Symbol.iterator]().next().done === true;
  const everybodyGone = async (): Promise<void> => {
    // Connections whose handshake was in progress when the server stopped accepting new ones.
    await Promise.all([...rooms.connected()].filter((one) => !leaving.has(one)).map(sendAway));
    for (const until = performance.now() + CLOSED_WITHIN_MS; !isEmpty() && performance.now() < until; ) {
      await sleep(10);
    }
    for (const connection of [...rooms.connected()]) connection.terminate();
  };

  return {
    async dispatch(connection, name, data) {
      if (leaving.has(connection)) return { ok: false, error: refusal("UNAVAILABLE") };
      underWay.set(connection, (underWay.get(connection) ?? 0) + 1);
      try {
        return await dispatch(connection, name, data);
      } finally {
        const left = (underWay.get(connection) ?? 1) - 1;
        if (left > 0) underWay.set(connection, left);
        else {
          underWay.delete(connection);
          leaving.get(connection)?.();
        }
      }
    },

    async closeAll(spreadMs) {
      const all = [...rooms.connected()];
      const portions = Math.max(1, Math.floor(spreadMs / PORTION_EVERY_MS));
      const size = Math.ceil(all.length / portions);
      const sent: Promise<void>[] = [];
      for (let i = 0; i < all.length; i += size) {
        if (i > 0) await sleep(PORTION_EVERY_MS);
        sent.push(...all.slice(i, i + size).map(sendAway));
      }
      await Promise.all(sent);
      await everybodyGone();
    },
  };
};

const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

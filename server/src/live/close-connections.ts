// Sockets of a server on its way out: what they asked is answered, then their transport closes and their clients connect
// again, to another server. A few at a time, so that the others do not get them all at once.
import { refusal } from "@jara/shared/errors";
import type { Dispatch } from "./dispatch.ts";
import type { Connection, Rooms } from "./rooms.ts";

const PORTION_EVERY_MS = 100;
/** A statement that takes longer has lost its connection; the client sends its command again elsewhere. */
const ANSWERED_WITHIN_MS = 5_000;
/** For the closing handshake; who does not read does not answer it. */
const CLOSED_WITHIN_MS = 2_000;

export interface Departures {
  /** The same commands, none lost: each is answered before its connection goes, new ones are refused once it is to go. */
  readonly dispatch: Dispatch;
  /** Resolves when nobody is connected. */
  sendAll(spreadMs: number): Promise<void>;
}

export const createDepartures = (rooms: Rooms, dispatch: Dispatch): Departures => {
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
    // The carrier writes the last answer in this turn of the event loop.
    await new Promise((resolve) => setImmediate(resolve));
    connection.sendAway();
  };

  const isEmpty = (): boolean => rooms.connected()[Symbol.iterator]().next().done === true;
  const everybodyGone = async (): Promise<void> => {
    // Those whose handshake was under way when the door closed.
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

    async sendAll(spreadMs) {
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

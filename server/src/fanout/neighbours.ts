// The other nodes, over Redis: pointers, not payloads. A node says which auctions moved; the others read them from the
// database, as after any gap. So Redis is never on the way of a bid, a lost message costs a second and nothing else,
// and nothing stale can arrive. Only events for one user and the listing's life events travel themselves.
import { randomUUID } from "node:crypto";
import type { PushFrame } from "@jara/shared/socket";
import { createClient } from "redis";

const CHANNEL = "jara:fanout";

interface Message {
  readonly from: string;
  /** Auctions whose public version moved. */
  readonly moved?: readonly string[];
  /** Users whose role, verification or balance changed. */
  readonly people?: readonly string[];
  readonly relayed?: { readonly room: string; readonly frame: PushFrame };
}

export interface NeighbourEvents {
  /** These moved on another node. */
  moved(auctionIds: readonly string[]): void;
  /** The accounts of these changed on another node. */
  people(userIds: readonly string[]): void;
  relayed(room: string, frame: PushFrame): void;
  /** Heard again after a silence: anything may have moved. */
  backAgain(): void;
}

export interface Neighbours {
  /** False while messages may be lost, so that the database is asked instead. */
  isHeard(): boolean;
  /** Never waits and never fails: what does not arrive is caught up. */
  tellMoved(auctionIds: readonly string[]): void;
  tellPeople(userIds: readonly string[]): void;
  relay(room: string, frame: PushFrame): void;
  close(): Promise<void>;
}

/** Returns at once: a Redis that is away does not hold up the start. */
export const joinNeighbours = (
  url: string,
  events: NeighbourEvents,
  log: { warn(details: object, message: string): void },
): Neighbours => {
  const self = randomUUID();
  const speaker = createClient({
    url,
    // Without this, an outage would end in a flood of old messages.
    disableOfflineQueue: true,
    socket: { connectTimeout: 2000, reconnectStrategy: (tries) => Math.min(50 * 2 ** tries, 1000) },
  });
  const listener = speaker.duplicate();
  for (const client of [speaker, listener]) {
    client.on("error", (error: Error) => log.warn({ reason: error.message }, "Redis is away"));
  }

  const receive = (json: string): void => {
    const message = JSON.parse(json) as Message;
    if (message.from === self) return;
    if (message.moved) events.moved(message.moved);
    if (message.people) events.people(message.people);
    if (message.relayed) events.relayed(message.relayed.room, message.relayed.frame);
  };
  let isSubscribed = false;
  listener.on("end", () => {
    isSubscribed = false;
  });
  listener.on("reconnecting", () => {
    isSubscribed = false;
  });
  listener.on("ready", () => {
    // The client restores its subscription by itself; a first one is made below.
    isSubscribed = true;
    events.backAgain();
  });
  void listener
    .connect()
    .then(() => listener.subscribe(CHANNEL, receive))
    .catch(() => {});
  void speaker.connect().catch(() => {});

  const say = (message: Omit<Message, "from">): void => {
    if (!speaker.isReady) return;
    speaker.publish(CHANNEL, JSON.stringify({ from: self, ...message })).catch(() => {});
  };
  return {
    isHeard: () => isSubscribed && speaker.isReady,
    tellMoved: (moved) => say({ moved }),
    tellPeople: (people) => say({ people }),
    relay: (room, frame) => say({ relayed: { room, frame } }),
    close: async () => {
      for (const client of [speaker, listener]) if (client.isOpen) client.destroy();
    },
  };
};

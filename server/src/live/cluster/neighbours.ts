// The other nodes, over Redis: pointers, not payloads. A node says which auctions moved; the others read them from the
// database, as after any gap. So Redis is never on the way of a bid, a lost message costs a second and nothing else,
// and nothing stale can arrive. Only events for one user and the listing's life events travel themselves.
import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { PushFrame } from "@jara/shared/socket";
import { createClient } from "redis";
import type { Clock } from "../../platform/database/clock.ts";
import type { SpendingReport } from "../../platform/limits/share-spending.ts";
import { rooms } from "../rooms.ts";
import { nobodyThere, type ViewersThere } from "./viewers-elsewhere.ts";

const CHANNEL = "jara:fanout";
/** Each node hears itself and the others: a connection that stands and brings nothing is found out by that alone. */
const HEARTBEAT_EVERY_MS = 250;
/** Some of them may be late where the machine is busy; being deaf for nothing costs a read of what is watched. */
const DEAF_AFTER_MS = 750;
/** Of another node, which may only be busier than this one. */
const SILENT_AFTER_MS = 2_000;
/** A node that is silent for so long is gone, and what it committed last was read meanwhile. */
const GONE_AFTER_MS = 30_000;
/** What a person is told later than this may have been overtaken by what was read from the database meanwhile. */
const RELAYED_WITHIN_MS = 3_000;
const GOODBYE_WITHIN_MS = 250;
/** What waits for a Redis that does not answer. */
const LONGEST_QUEUE = 10_000;

interface Message {
  readonly from: string;
  /** Nothing more will be heard of it. */
  readonly isLeaving?: true;
  /** Auctions whose public version moved. */
  readonly moved?: readonly string[];
  /** Users whose role, verification or balance changed. */
  readonly people?: readonly string[];
  readonly viewers?: ViewersThere;
  /** What this node let through lately, and when it said so, epoch ms by the database's clock. */
  readonly spent?: SpendingReport & { readonly at: number };
  /** One by itself: a node of the version before says it so. */
  readonly relayed?: readonly Relayed[] | Relayed;
}

interface Relayed {
  readonly room: string;
  readonly frame: PushFrame;
  /** When it was said, epoch ms by the database's clock. */
  readonly at: number;
}

/** What has a version is dropped by whoever knows better; an end of a session is never too late. */
const isOvertaken = ({ room, frame, at }: Relayed, now: number): boolean =>
  now - at > RELAYED_WITHIN_MS && room.startsWith(rooms.user("")) && frame.type !== "session:ended";

export interface NeighbourEvents {
  /** These moved on another node. */
  moved(auctionIds: readonly string[]): void;
  /** The accounts of these changed on another node. */
  people(userIds: readonly string[]): void;
  relayed(room: string, frame: PushFrame): void;
  /** Let through by another node's limits, and when it said so; `now` and `at` are epoch ms by the database's clock. */
  spent(node: string, report: SpendingReport & { readonly at: number }, now: number): void;
  /** What people watch at another node; nothing, where it is gone. */
  viewers(node: string, there: ViewersThere): void;
  /** Heard again after a silence: anything may have moved. */
  backAgain(): void;
}

export interface Neighbours {
  /** False while this node, or one that was heard lately, is not heard: messages may be lost, so the database is asked. */
  isHeard(): boolean;
  /** Never waits and never fails: what does not arrive is caught up. */
  tellMoved(auctionIds: readonly string[]): void;
  tellPeople(userIds: readonly string[]): void;
  tellViewers(here: ViewersThere): void;
  /** Settles when it has left, or cannot. */
  tellSpent(report: SpendingReport): Promise<unknown>;
  relay(room: string, frame: PushFrame): void;
  close(): Promise<void>;
}

/** Returns at once: a Redis that is away does not hold up the start. */
export const joinNeighbours = (
  url: string,
  events: NeighbourEvents,
  clock: Clock,
  log: { warn(details: object, message: string): void },
): Neighbours => {
  const self = randomUUID();
  const speaker = createClient({
    url,
    // Without this, an outage would end in a flood of old messages.
    disableOfflineQueue: true,
    commandsQueueMaxLength: LONGEST_QUEUE,
    socket: { connectTimeout: 2000, reconnectStrategy: (tries) => Math.min(50 * 2 ** tries, 1000) },
  });
  const listener = speaker.duplicate();
  for (const client of [speaker, listener]) {
    client.on("error", (error: Error) => log.warn({ reason: error.message }, "Redis is away"));
  }

  let isDeaf = true;
  /** When each node was last heard, this one too, by its name. */
  const heardAt = new Map<string, number>();
  const isSilent = (node: string): boolean =>
    performance.now() - (heardAt.get(node) ?? -Infinity) > (node === self ? DEAF_AFTER_MS : SILENT_AFTER_MS);
  const left = (node: string): void => {
    heardAt.delete(node);
    if (node !== self) events.viewers(node, nobodyThere);
  };
  const look = (): void => {
    for (const [node, at] of heardAt) if (performance.now() - at > GONE_AFTER_MS) left(node);
    const wasDeaf = isDeaf;
    isDeaf = isSilent(self) || [...heardAt.keys()].some(isSilent);
    if (wasDeaf && !isDeaf) events.backAgain();
  };
  const receive = (json: string): void => {
    const { from, isLeaving, moved, people, viewers, spent, relayed } = JSON.parse(json) as Message;
    if (isLeaving) left(from);
    else heardAt.set(from, performance.now());
    if (isDeaf) look();
    if (from === self) return;
    if (moved) events.moved(moved);
    if (people) events.people(people);
    if (viewers) events.viewers(from, viewers);
    if (spent) events.spent(from, spent, clock.now());
    for (const one of relayed ? [relayed].flat() : []) {
      if (!isOvertaken(one, clock.now())) events.relayed(one.room, one.frame);
    }
  };

  // Once it stands the client restores the subscription by itself; until then each connection tries.
  let hasSubscribed = false;
  listener.on("ready", () => {
    if (hasSubscribed) return;
    listener.subscribe(CHANNEL, receive).then(
      () => {
        hasSubscribed = true;
      },
      () => {},
    );
  });
  for (const client of [listener, speaker]) {
    for (const lost of ["end", "reconnecting"]) {
      client.on(lost, () => {
        heardAt.delete(self);
        isDeaf = true;
      });
    }
    void client.connect().catch(() => {});
  }

  const say = async (message: Omit<Message, "from">): Promise<boolean> => {
    if (!speaker.isReady) return false;
    return await speaker.publish(CHANNEL, JSON.stringify({ from: self, ...message })).then(
      () => true,
      () => false,
    );
  };
  /** What could not be said is said as soon as it can be: a pointer does not grow old. */
  const unsaid = { moved: new Set<string>(), people: new Set<string>() };
  const point = async (what: keyof typeof unsaid, ids: readonly string[]): Promise<void> => {
    if (await say({ [what]: ids })) return;
    for (const id of ids) if (unsaid[what].size < LONGEST_QUEUE) unsaid[what].add(id);
  };
  /** What one commit tells many people goes out as one message. */
  let toRelay: Relayed[] = [];
  const relayAll = (): void => {
    const relayed = toRelay;
    toRelay = [];
    void say({ relayed });
  };
  const heartbeat = setInterval(() => {
    look();
    const late = { moved: [...unsaid.moved], people: [...unsaid.people] };
    if (speaker.isReady) for (const what of ["moved", "people"] as const) unsaid[what].clear();
    if (late.moved.length > 0) void point("moved", late.moved);
    if (late.people.length > 0) void point("people", late.people);
    void say({});
  }, HEARTBEAT_EVERY_MS);
  heartbeat.unref();
  return {
    isHeard: () => {
      look();
      return !isDeaf;
    },
    tellMoved: (moved) => void point("moved", moved),
    tellPeople: (people) => void point("people", people),
    tellViewers: (viewers) => void say({ viewers }),
    tellSpent: (report) => say({ spent: { ...report, at: clock.now() } }),
    relay: (room, frame) => {
      toRelay.push({ room, frame, at: clock.now() });
      if (toRelay.length === 1) setImmediate(relayAll);
    },
    close: async () => {
      clearInterval(heartbeat);
      await Promise.race([say({ isLeaving: true }), sleep(GOODBYE_WITHIN_MS)]);
      for (const client of [speaker, listener]) if (client.isOpen) client.destroy();
    },
  };
};

// The other nodes, over Redis: pointers, not payloads. A node says which auctions moved; the others read them from the
// database, as after any gap. So Redis is never on the way of a bid, a lost message costs a second and nothing else,
// and nothing stale can arrive. Only events for one user and the listing's life events travel themselves.
import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { PushFrame } from "@jara/shared/socket";
import type { Clock } from "../../platform/database/clock.ts";
import type { SpendingReport } from "../../platform/limits/share-spending.ts";
import { isUsersRoom } from "../rooms.ts";
import { HeardNodes } from "./heard-nodes.ts";
import { LONGEST_QUEUE, openRedisLink } from "./redis-link.ts";
import { nobodyThere, type ViewersThere } from "./viewers-elsewhere.ts";

/** Of the message with which each node says that it is there. */
const HEARTBEAT_EVERY_MS = 250;
/** A person's event that is older may be outdated by what was read from the database meanwhile. */
const RELAYED_WITHIN_MS = 3_000;
const GOODBYE_WITHIN_MS = 250;

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

/** Receivers drop frames older than the version they hold, so only a person's own events can be outdated. */
const isOvertaken = ({ room, frame, at }: Relayed, now: number): boolean =>
  now - at > RELAYED_WITHIN_MS && isUsersRoom(room) && frame.type !== "session:ended";

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
  const nodes = new HeardNodes(self, {
    gone: (node) => events.viewers(node, nobodyThere),
    heardAgain: events.backAgain,
  });
  const receive = (json: string): void => {
    const message = JSON.parse(json) as Message;
    if (message.isLeaving) nodes.left(message.from);
    else nodes.heard(message.from);
    if (message.from !== self) handOn(message, events, clock.now());
  };
  const link = openRedisLink(url, { received: receive, lost: () => nodes.lost() }, log);
  const say = (message: Omit<Message, "from">): Promise<boolean> =>
    link.publish(JSON.stringify({ from: self, ...message }));

  /** Pointers that could not be sent. They are sent as soon as they can be, because a pointer does not grow old. */
  const unsaid = { moved: new Set<string>(), people: new Set<string>() };
  const point = async (what: keyof typeof unsaid, ids: readonly string[]): Promise<void> => {
    if (await say({ [what]: ids })) return;
    for (const id of ids) if (unsaid[what].size < LONGEST_QUEUE) unsaid[what].add(id);
  };
  const pointAgain = (what: keyof typeof unsaid): void => {
    const ids = [...unsaid[what]];
    if (!link.isReady || ids.length === 0) return;
    unsaid[what].clear();
    void point(what, ids);
  };

  /** The events that one commit causes for many people leave as one message. */
  let toRelay: Relayed[] = [];
  const relayAll = (): void => {
    const relayed = toRelay;
    toRelay = [];
    void say({ relayed });
  };

  const heartbeat = setInterval(() => {
    nodes.check();
    pointAgain("moved");
    pointAgain("people");
    void say({});
  }, HEARTBEAT_EVERY_MS);
  heartbeat.unref();
  return {
    isHeard: () => {
      nodes.check();
      return !nodes.isDisconnected;
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
      link.close();
    },
  };
};

/** `now`: epoch ms by the database's clock. */
const handOn = (message: Message, events: NeighbourEvents, now: number): void => {
  const { from, moved, people, viewers, spent, relayed } = message;
  if (moved) events.moved(moved);
  if (people) events.people(people);
  if (viewers) events.viewers(from, viewers);
  if (spent) events.spent(from, spent, now);
  for (const one of relayed ? [relayed].flat() : []) {
    if (!isOvertaken(one, now)) events.relayed(one.room, one.frame);
  }
};

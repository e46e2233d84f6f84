// Exchanges messages with the other nodes over Redis. They carry pointers, not payloads: a node publishes which
// auctions changed, and the others read them from the database, as after any gap. So no bid waits for Redis, a lost
// message costs only a second, and no stale data can arrive. Only these are sent whole: events for one user, the life
// events of the listing and of the staff's feeds, removals, and the counts of viewers and of spent limits.
import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { PushFrame } from "@jara/shared/live-commands";
import type { Clock } from "../../platform/database/clock.ts";
import type { SpendingReport } from "../../platform/limits/share-spending.ts";
import { isUsersRoom } from "../rooms.ts";
import { NodeHeartbeats } from "./node-heartbeats.ts";
import { type ClusterLog, LONGEST_QUEUE, openRedisLink } from "./redis-link.ts";
import { nobodyThere, type ViewersThere } from "./viewers-elsewhere.ts";

/** The interval of each node's heartbeat message. */
const HEARTBEAT_EVERY_MS = 250;
/**
 * The greatest age of a user's private event. An older one may be outdated by data that was read from the database
 * since then.
 */
const RELAYED_WITHIN_MS = 3_000;
const GOODBYE_WITHIN_MS = 250;

interface Message {
  readonly from: string;
  /** The node is leaving and sends nothing more. */
  readonly isLeaving?: true;
  /** Auctions whose public version moved. */
  readonly moved?: readonly string[];
  /** Users whose role, verification or balance changed. */
  readonly people?: readonly string[];
  /** Users who have more or less bound by their bids. */
  readonly bound?: readonly string[];
  /** Users whose inbox changed. */
  readonly inbox?: readonly string[];
  readonly viewers?: ViewersThere;
  /**
   * The commands that the sender's limits let through lately, and when it was sent, epoch ms by the database's clock.
   */
  readonly spent?: SpendingReport & { readonly at: number };
  /** A node of the previous version sends a single one without an array. */
  readonly relayed?: readonly Relayed[] | Relayed;
}

interface Relayed {
  readonly room: string;
  readonly frame: PushFrame;
  /** When it was sent, epoch ms by the database's clock. */
  readonly at: number;
}

/** Frames that carry no state, so that they are never outdated. */
const neverLate: ReadonlySet<PushFrame["type"]> = new Set(["session:ended", "list:changed"]);

/** Receivers drop frames older than the version they hold, so only a user's private events can be outdated. */
const isOvertaken = ({ room, frame, at }: Relayed, now: number): boolean =>
  now - at > RELAYED_WITHIN_MS && isUsersRoom(room) && !neverLate.has(frame.type);

export interface ClusterEvents {
  /** These auctions changed on another node. */
  moved(auctionIds: readonly string[]): void;
  /** These users' accounts changed on another node. */
  people(userIds: readonly string[]): void;
  /** These users have more or less bound by their bids, by a commit of another node. */
  bound(userIds: readonly string[]): void;
  /** Another node changed these users' inboxes. */
  inbox(userIds: readonly string[]): void;
  relayed(room: string, frame: PushFrame): void;
  /**
   * Reports what another node's limits let through, and when it was sent; `now` and `at` are epoch ms by the database's
   * clock.
   */
  spent(node: string, report: SpendingReport & { readonly at: number }, now: number): void;
  /** The viewers on another node; none if the node is gone. */
  viewers(node: string, there: ViewersThere): void;
  /** Messages arrive again after a silence, so that any auction may have changed meanwhile. */
  backAgain(): void;
}

export interface Cluster {
  /**
   * False while this node's or a known node's messages do not arrive. Messages may then be lost, so the database is
   * polled.
   */
  isConnected(): boolean;
  /** Never waits and never fails. If the message does not arrive, the other nodes catch up from the database. */
  publishMoved(auctionIds: readonly string[]): void;
  publishPeople(userIds: readonly string[]): void;
  publishBound(userIds: readonly string[]): void;
  publishInbox(userIds: readonly string[]): void;
  publishViewers(here: ViewersThere): void;
  /** Settles when the message was sent or cannot be sent. */
  publishSpent(report: SpendingReport): Promise<unknown>;
  relay(room: string, frame: PushFrame): void;
  close(): Promise<void>;
}

/** Returns at once, so that an unreachable Redis does not delay the start. */
export const joinCluster = (url: string, events: ClusterEvents, clock: Clock, log: ClusterLog): Cluster => {
  const self = randomUUID();
  const nodes = new NodeHeartbeats(self, {
    gone: (node) => events.viewers(node, nobodyThere),
    reconnected: events.backAgain,
  });
  const receive = (json: string): void => {
    const message = JSON.parse(json) as Message;
    if (message.isLeaving) nodes.left(message.from);
    else nodes.received(message.from);
    if (message.from !== self) handOn(message, events, clock.now());
  };
  const link = openRedisLink(url, { received: receive, lost: () => nodes.lost() }, log);
  const say = (message: Omit<Message, "from">): Promise<boolean> =>
    link.publish(JSON.stringify({ from: self, ...message }));

  /** Pointers that could not be sent. They are sent as soon as possible, because a pointer does not become outdated. */
  const unsaid = {
    moved: new Set<string>(),
    people: new Set<string>(),
    bound: new Set<string>(),
    inbox: new Set<string>(),
  };
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

  /** The events that one commit causes for many people are sent as one message. */
  let toRelay: Relayed[] = [];
  const relayAll = (): void => {
    const relayed = toRelay;
    toRelay = [];
    if (relayed.length > 0) void say({ relayed });
  };

  const heartbeat = setInterval(() => {
    nodes.check();
    for (const what of ["moved", "people", "bound", "inbox"] as const) pointAgain(what);
    void say({});
  }, HEARTBEAT_EVERY_MS);
  heartbeat.unref();
  return {
    isConnected: () => {
      nodes.check();
      return !nodes.isDisconnected;
    },
    publishMoved: (moved) => {
      // Send the events first. Because of the pointer the other nodes read the auction and send its present version,
      // and readers who have that version would drop the events.
      relayAll();
      void point("moved", moved);
    },
    publishPeople: (people) => void point("people", people),
    publishBound: (bound) => void point("bound", bound),
    publishInbox: (inbox) => void point("inbox", inbox),
    publishViewers: (viewers) => void say({ viewers }),
    publishSpent: (report) => say({ spent: { ...report, at: clock.now() } }),
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
const handOn = (message: Message, events: ClusterEvents, now: number): void => {
  const { from, moved, people, bound, inbox, viewers, spent, relayed } = message;
  if (moved) events.moved(moved);
  if (people) events.people(people);
  if (bound) events.bound(bound);
  if (inbox) events.inbox(inbox);
  if (viewers) events.viewers(from, viewers);
  if (spent) events.spent(from, spent, now);
  for (const one of relayed ? [relayed].flat() : []) {
    if (!isOvertaken(one, now)) events.relayed(one.room, one.frame);
  }
};

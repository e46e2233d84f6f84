// Publishes to people's own connections, after the commit, what is new in their inbox and how many notifications are
// unread. Nodes exchange only ids. Each node reads the inboxes of people who are connected to it, one read after the
// other, so that the newest state is sent last.
import { setTimeout as sleep } from "node:timers/promises";
import { READ_IN_EVENT_MAX } from "@jara/shared/live-limits";
import { type Rooms, rooms } from "../../live/rooms.ts";
import type { Database } from "../../platform/database/database.ts";
import { pollWhileDisconnected } from "../../platform/jobs/poll-while-disconnected.ts";
import { createBoundedCache } from "../../platform/lib/bounded-cache.ts";
import { cameWithin, changedWithin, type InboxRow, toNotification, type UnreadOf, unreadOf } from "./queries.ts";

/** While disconnected from Redis, the longest time until this node's users learn of what another node committed. */
const LOOK_EVERY_MS = 1_000;
/** The shortest time between two reads of a person's inbox in a bidding war. */
const READ_EVERY_MS = 250;
/** The pause after a read is this many times as long as the read, so that bids keep the processor. */
const PAUSE_FOR_EACH_READ = 4;
const LONGEST_PAUSE_MS = 1_000;
/** Older notifications were sent already, or are found when the page loads. */
const NEW_FOR_S = 30;
/** A notification can be seen only after its commit, which is later than its time. */
const COMMITTED_WITHIN_S = 5;
const REMEMBERED = 20_000;
const PEOPLE_AT_ONCE = 200;

export interface InboxNotifier {
  /** Call after a commit that may have changed these people's inboxes. Never fails. */
  changed(userIds: readonly string[]): void;
  /** Call after the person read notifications. Returns how many are left. */
  read(userId: string, ids: readonly string[]): Promise<UnreadOf>;
  /** Another node reports changes. */
  changedElsewhere(userIds: readonly string[]): void;
  close(): void;
}

interface InboxNotifierDeps {
  readonly database: Database;
  readonly rooms: Rooms;
  readonly publishToNodes: ((userIds: readonly string[]) => void) | undefined;
  readonly isClusterConnected: () => boolean;
  readonly log: { warn(details: object, message: string): void };
}

export const startInboxNotifier = (deps: InboxNotifierDeps): InboxNotifier => {
  const { database } = deps;
  const inboxes = createInboxSender(deps);
  const waiting = { here: new Set<string>(), elsewhere: new Set<string>(), mails: false };
  let isWorking = false;
  let isClosed = false;

  const takeWaiting = async (): Promise<string[]> => {
    const mailed = waiting.mails ? changedWithin(database, NEW_FOR_S, "mailed") : [];
    waiting.mails = false;
    const here = [...waiting.here];
    const elsewhere = [...waiting.elsewhere];
    waiting.here.clear();
    waiting.elsewhere.clear();
    const toMail = await mailed;
    const others = [...new Set([...elsewhere, ...toMail])];
    if (others.length > 0) deps.publishToNodes?.(others);
    return [...new Set([...here, ...toMail])].filter((userId) => deps.rooms.has(rooms.user(userId)));
  };

  const work = async (): Promise<void> => {
    if (isWorking) return;
    isWorking = true;
    try {
      while (!isClosed && (waiting.here.size > 0 || waiting.elsewhere.size > 0 || waiting.mails)) {
        const from = performance.now();
        await inboxes.send(await takeWaiting(), NEW_FOR_S);
        const pauseMs = Math.min(PAUSE_FOR_EACH_READ * (performance.now() - from), LONGEST_PAUSE_MS);
        await sleep(Math.max(READ_EVERY_MS, pauseMs), undefined, { ref: false });
      }
    } catch (error) {
      // Losing the message is harmless, because the page reads the inbox when it loads and when it reconnects.
      if (!isClosed) deps.log.warn({ err: error }, "notifications not sent");
    } finally {
      isWorking = false;
    }
  };

  const noteHere = (userIds: readonly string[]): void => {
    for (const userId of userIds) if (deps.rooms.has(rooms.user(userId))) waiting.here.add(userId);
  };

  const polling = pollWhileDisconnected({
    everyMs: LOOK_EVERY_MS,
    isClusterConnected: deps.isClusterConnected,
    poll: async (seconds) => {
      const changed = await changedWithin(database, seconds, "all");
      await inboxes.send(
        changed.filter((userId) => deps.rooms.has(rooms.user(userId))),
        seconds,
      );
    },
    reconnected: () => {},
  });

  const unsubscribe = database.onWake(["notifications", "clock-set"], () => {
    waiting.mails = true;
    void work();
  });

  return {
    changed: (userIds) => {
      if (userIds.length === 0) return;
      noteHere(userIds);
      if (deps.publishToNodes) for (const userId of userIds) waiting.elsewhere.add(userId);
      void work();
    },
    read: async (userId, ids) => {
      const [left] = await unreadOf(database, [userId]);
      const count = left ?? { userId, unread: 0, asOf: 0 };
      if (ids.length > 0) inboxes.sendRead(count, ids);
      return count;
    },
    changedElsewhere: (userIds) => {
      noteHere(userIds);
      void work();
    },
    close: () => {
      isClosed = true;
      unsubscribe();
      inboxes.close();
      polling.close();
    },
  };
};

/** Reads people's inboxes, and sends each what is new and how many are unread. */
const createInboxSender = ({ database, rooms: allRooms }: Pick<InboxNotifierDeps, "database" | "rooms">) => {
  /**
   * The newest event and the number of unread notifications that each person was sent, so that nothing is sent twice.
   */
  const sentEvents = createBoundedCache<string, string>(REMEMBERED);
  const sentUnread = createBoundedCache<string, number>(REMEMBERED);
  /** When each person's inbox was read last, by this process's clock, ms. */
  const readAt = createBoundedCache<string, number>(REMEMBERED);
  let isClosed = false;

  /** Sends to many people in portions, so that the server can do other work in between. */
  const send = async (userIds: readonly string[], seconds: number): Promise<void> => {
    for (let i = 0; i < userIds.length && !isClosed; i += PEOPLE_AT_ONCE) {
      await sendTo(userIds.slice(i, i + PEOPLE_AT_ONCE), seconds);
    }
  };

  const sendTo = async (userIds: readonly string[], seconds: number): Promise<void> => {
    const now = performance.now();
    const unreadFor =
      (now - Math.min(...userIds.map((userId) => readAt.get(userId) ?? Number.NEGATIVE_INFINITY))) / 1000;
    // Read one after the other, so that the number includes every notification that is sent with it.
    const came = await cameWithin(database, userIds, Math.min(seconds, unreadFor + COMMITTED_WITHIN_S));
    const counts = await unreadOf(database, userIds);
    for (const userId of userIds) readAt.set(userId, now);
    const rowsOf = new Map<string, InboxRow[]>(userIds.map((userId) => [userId, []]));
    for (const row of came) rowsOf.get(row.userId)?.push(row);
    for (const { userId, unread, asOf } of counts) {
      const count = { unread, asOf: new Date(asOf).toISOString() };
      const room = rooms.user(userId);
      const fresh = (rowsOf.get(userId) ?? []).filter(
        (row) => row.readAt === null && row.holds && sentEvents.get(row.id) !== `${row.at} ${row.count}`,
      );
      for (const row of fresh) {
        sentEvents.set(row.id, `${row.at} ${row.count}`);
        allRooms.publish(room, {
          type: "notification:created",
          data: { notification: toNotification(row), ...count },
        });
      }
      if (fresh.length === 0 && sentUnread.get(userId) !== unread) {
        allRooms.publish(room, { type: "notifications:read", data: { ids: [], ...count } });
      }
      sentUnread.set(userId, unread);
    }
  };

  /** Marks the same notifications as read on every device of the person, at every node. */
  const sendRead = ({ userId, unread, asOf }: UnreadOf, ids: readonly string[]): void => {
    sentUnread.set(userId, unread);
    for (let i = 0; i < ids.length; i += READ_IN_EVENT_MAX) {
      allRooms.publishEverywhere(rooms.user(userId), {
        type: "notifications:read",
        data: { ids: ids.slice(i, i + READ_IN_EVENT_MAX), unread, asOf: new Date(asOf).toISOString() },
      });
    }
  };

  return {
    send,
    sendRead,
    close: () => {
      isClosed = true;
    },
  };
};

// Keeps a bidding war from writing a notification for each bid. A commit leaves out people who were notified recently
// that they were outbid on the auction. As long as their notification is unread, it says so already, with the present
// price. If they are still outbid after the interval, and no commit notified them, a separate statement does. If a node
// is killed before that, another node finds these people (missed-outbids.ts). Also limits the notifications that a
// lot's end moved to one a minute.
import type { LRUCache } from "lru-cache";
import type { Database } from "../../platform/database/database.ts";
import { inBackground } from "../../platform/jobs/in-background.ts";
import { createBoundedCache } from "../../platform/lib/bounded-cache.ts";
import { PUSHED_AGAIN_AFTER_S } from "../../platform/notifications/write.ts";
import { notifyOutbid } from "./notify-outbid.ts";

/**
 * The least time between two notifications of a person about one auction: as long as between two push messages, so that
 * a phone hears of nothing later. With one second, bids over 1,000 auctions cost a third more.
 */
export const OUTBID_NOTIFIED_EVERY_MS = PUSHED_AGAIN_AFTER_S * 1000;
/** The least time between two notifications about the moved end of a lot. */
const EXTENDED_NOTIFIED_EVERY_MS = 60_000;
const LOOK_EVERY_MS = 1_000;
const AUCTIONS = 10_000;
const READERS = 50_000;

/** When a person was last notified about an auction. Times are of `performance.now()`. */
interface Notified {
  readonly at: number;
  /** When a commit left the person out; null if no commit has done so since `at`. */
  leftOutAt: number | null;
  hasLed: boolean;
}

export class LateOutbids {
  readonly #lastNotified = createBoundedCache<string, Map<string, Notified>>(AUCTIONS);
  /** When people last read their inbox: after that, an earlier notification no longer informs them. */
  readonly #read: LRUCache<string, number>;
  readonly #extended = createBoundedCache<string, true>(AUCTIONS, { ttl: EXTENDED_NOTIFIED_EVERY_MS });
  readonly #database: Database;
  readonly #notified: (userIds: readonly string[]) => void;
  readonly #everyMs: number;
  #timer: NodeJS.Timeout | undefined;
  #writing: Promise<void> | undefined;

  /** `notified`: called with the people for whom a late notification was committed. */
  constructor(
    database: Database,
    notified: (userIds: readonly string[]) => void = () => {},
    everyMs = OUTBID_NOTIFIED_EVERY_MS,
  ) {
    this.#database = database;
    this.#notified = notified;
    this.#everyMs = everyMs;
    this.#read = createBoundedCache(READERS, { ttl: everyMs });
  }

  /** Whether a commit may leave out a person: a function, because a commit asks it of many people on one auction. */
  wasNotifiedOn(auctionId: string): (userId: string) => boolean {
    const people = this.#lastNotified.get(auctionId);
    if (!people) return () => false;
    const now = performance.now();
    return (userId) => {
      const one = people.get(userId);
      return one !== undefined && this.#isRecent(one, userId, now);
    };
  }

  /** Call when the person has read notifications: the next outbid is notified at once. */
  hasRead(userId: string): void {
    this.#read.set(userId, performance.now());
  }

  wasEndNotified(auctionId: string): boolean {
    return this.#extended.has(auctionId);
  }

  endNotified(auctionId: string): void {
    this.#extended.set(auctionId, true);
  }

  /** Call with what a commit wrote. */
  notified(auctionId: string, userIds: readonly string[]): void {
    if (userIds.length === 0) return;
    const at = performance.now();
    let people = this.#lastNotified.get(auctionId);
    if (!people) {
      people = new Map();
      this.#lastNotified.set(auctionId, people);
    }
    for (const userId of userIds) people.set(userId, { at, leftOutAt: null, hasLed: false });
    this.#wait();
  }

  /** Call with what a commit left out, each person with whether they led. */
  leftOut(auctionId: string, people: readonly (readonly [userId: string, hasLed: boolean])[]): void {
    const notified = this.#lastNotified.get(auctionId);
    const now = performance.now();
    for (const [userId, hasLed] of people) {
      const one = notified?.get(userId);
      if (!one) continue;
      one.leftOutAt = now;
      one.hasLed = hasLed;
    }
  }

  /** Writes all notifications that were left out, due or not. */
  async close(): Promise<void> {
    await this.#writing;
    await this.#write(Number.POSITIVE_INFINITY).catch(() => {});
    clearTimeout(this.#timer);
  }

  #isRecent({ at }: Notified, userId: string, now: number): boolean {
    return now - at < this.#everyMs && at > (this.#read.get(userId) ?? 0);
  }

  #wait(): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      // If the database is unavailable, the notifications that were not written are tried again.
      this.#writing = inBackground(() => this.#write(performance.now()))
        .catch(() => {})
        .then(() => {
          if (this.#lastNotified.size > 0) this.#wait();
        });
    }, LOOK_EVERY_MS).unref();
  }

  /** Writes the notifications that are due, and evicts entries that are no longer needed. */
  async #write(now: number): Promise<void> {
    for (const [auctionId, people] of [...this.#lastNotified]) {
      const due: [userId: string, hasLed: boolean][] = [];
      for (const [userId, one] of people) {
        if (this.#isRecent(one, userId, now)) continue;
        if (one.leftOutAt === null || (this.#read.get(userId) ?? 0) > one.leftOutAt) {
          // A person who read the inbox since then saw that they are outbid.
          people.delete(userId);
        } else {
          due.push([userId, one.hasLed]);
        }
      }
      if (due.length === 0) {
        if (people.size === 0) this.#lastNotified.delete(auctionId);
        continue;
      }
      const written = await this.#writeOne(auctionId, due);
      this.notified(
        auctionId,
        due.map(([userId]) => userId),
      );
      if (written.length > 0) this.#notified(written);
    }
  }

  /** The statement is text, because it shares its parts with the one of the commit. */
  async #writeOne(auctionId: string, people: readonly (readonly [string, boolean])[]): Promise<string[]> {
    const rows = await this.#database.query<{ userId: string }>(
      `with clock as materialized (select date_trunc('milliseconds', clock_now()) as at),
      late as materialized (
        select (x->>0)::uuid as user_id, (x->>1)::boolean as has_led, $1::text::uuid as auction_id
        from json_array_elements($2::text::json) x
      )
      ${notifyOutbid()}`,
      [auctionId, JSON.stringify(people)],
    );
    return rows.map(({ userId }) => userId);
  }
}

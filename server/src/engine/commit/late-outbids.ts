// Keeps a bidding war from writing a notification for each bid. A commit leaves out people who were told that they were
// outbid within the last second. If they still are a second later, and no commit told them, a statement of its own does.
import { LRUCache } from "lru-cache";
import type { Database } from "../../platform/database/database.ts";
import { insertNotifications, mergeNotifications, outbidKey } from "../../platform/notifications/write.ts";
import { auction } from "./commit-names.ts";

export interface Outbid {
  readonly auctionId: string;
  readonly userId: string;
  /** JSON, `AboutData["outbid"]`. */
  readonly data: string;
}

/** The least time between two notifications of a person about one auction, except after the bids stop. */
export const OUTBID_TOLD_EVERY_MS = 1000;
/** The least time between two notifications about the moved end of a lot. */
const EXTENDED_TOLD_EVERY_MS = 60_000;

export class LateOutbids {
  readonly #told = new LRUCache<string, true>({ max: 50_000, ttl: OUTBID_TOLD_EVERY_MS });
  readonly #extended = new LRUCache<string, true>({ max: 10_000, ttl: EXTENDED_TOLD_EVERY_MS });
  readonly #late = new Map<string, Outbid>();
  readonly #database: Database;
  readonly #notified: (userIds: readonly string[]) => void;
  #timer: NodeJS.Timeout | undefined;
  #writing: Promise<void> | undefined;

  /** `notified`: called with the people for whom a late notification was committed. */
  constructor(database: Database, notified: (userIds: readonly string[]) => void = () => {}) {
    this.#database = database;
    this.#notified = notified;
  }

  wasTold({ auctionId, userId }: Outbid): boolean {
    return this.#told.has(`${auctionId} ${userId}`);
  }

  wasEndTold(auctionId: string): boolean {
    return this.#extended.has(auctionId);
  }

  endTold(auctionId: string): void {
    this.#extended.set(auctionId, true);
  }

  /** Call with what a commit wrote. */
  told(outbids: readonly Outbid[]): void {
    for (const { auctionId, userId } of outbids) {
      const key = `${auctionId} ${userId}`;
      this.#told.set(key, true);
      this.#late.delete(key);
    }
  }

  /** Call with what a commit left out. */
  leftOut(outbids: readonly Outbid[]): void {
    for (const outbid of outbids) this.#late.set(`${outbid.auctionId} ${outbid.userId}`, outbid);
    if (outbids.length > 0) this.#wait();
  }

  /** Writes what was left out. */
  async close(): Promise<void> {
    clearTimeout(this.#timer);
    await this.#writing;
    await this.#write().catch(() => {});
    clearTimeout(this.#timer);
  }

  #wait(): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      this.#writing = this.#write().catch(() => {
        // The database is away: what was not written is tried again.
        if (this.#late.size > 0) this.#wait();
      });
    }, OUTBID_TOLD_EVERY_MS).unref();
  }

  async #write(): Promise<void> {
    const byAuction = new Map<string, Outbid[]>();
    for (const outbid of this.#late.values()) {
      byAuction.set(outbid.auctionId, [...(byAuction.get(outbid.auctionId) ?? []), outbid]);
    }
    for (const [auctionId, outbids] of byAuction) {
      const told = await this.#writeOne(auctionId, outbids);
      for (const outbid of outbids) {
        const key = `${auctionId} ${outbid.userId}`;
        // A newer one may have come meanwhile, and waits for the next time.
        if (this.#late.get(key) === outbid) this.#late.delete(key);
      }
      if (told.length > 0) this.#notified(told);
    }
    if (this.#late.size > 0) this.#wait();
  }

  /**
   * Only of people who are still outbid, by the database. The rows come in the order of the people, as in a commit, so that
   * neither waits for the other in a circle.
   */
  async #writeOne(auctionId: string, outbids: readonly Outbid[]): Promise<string[]> {
    const rows = await this.#database.query<{ userId: string }>(
      `with clock as materialized (select date_trunc('milliseconds', clock_timestamp()) as at),
      late as materialized (
        select (x->>'userId')::uuid as user_id, (x->>'data')::json as data from json_array_elements($2::text::json) x
      )
      ${insertNotifications({
        about: "outbid",
        userId: "late.user_id",
        auctionId: `a.${auction.id}`,
        data: "late.data",
        mergeKey: outbidKey(`a.${auction.id}`),
        at: "clock.at",
      })}
      from late cross join clock join ${auction.table} a on a.${auction.id} = $1::text::uuid
      where a.${auction.status} = 'active' and a.${auction.endsAt} > clock.at
        and a.${auction.leaderId} is distinct from late.user_id
      order by late.user_id
      ${mergeNotifications}
      returning user_id as "userId"`,
      [auctionId, JSON.stringify(outbids)],
    );
    return rows.map(({ userId }) => userId);
  }
}

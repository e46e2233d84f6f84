// Who was mailed of being outbid lately, so that a bidding war does not send the statement rows that it would drop. A
// hint: what is not remembered here, the statement's own check finds.
import { LRUCache } from "lru-cache";

/** At most one such mail a user and auction in this time. */
export const OUTBID_MAIL_EVERY_MS = 15 * 60 * 1000;

export class RecentMails {
  readonly #told = new LRUCache<string, true>({ max: 50_000, ttl: OUTBID_MAIL_EVERY_MS });

  told(auctionId: string, userId: string): void {
    this.#told.set(`${auctionId} ${userId}`, true);
  }

  wasTold(auctionId: string, userId: string): boolean {
    return this.#told.has(`${auctionId} ${userId}`);
  }
}

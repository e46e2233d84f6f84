// Remembers which users got an outbid mail recently, so that a bidding war does not send the statement rows that it
// would drop. It is only a hint: the statement's own check finds what is missing here.
import { LRUCache } from "lru-cache";

/** At most one outbid mail for each user and auction in this time. */
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

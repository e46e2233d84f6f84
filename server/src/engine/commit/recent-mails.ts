// Remembers which users got an outbid mail recently, so that a bidding war does not send the statement rows that it
// would drop. It is only a hint: the statement's own check finds what is missing here.
import { createBoundedCache } from "../../platform/lib/bounded-cache.ts";

/** At most one outbid mail for each user and auction in this time. */
export const OUTBID_MAIL_EVERY_MS = 15 * 60 * 1000;

export class RecentMails {
  readonly #mailed = createBoundedCache<string, true>(50_000, { ttl: OUTBID_MAIL_EVERY_MS });

  mailed(auctionId: string, userId: string): void {
    this.#mailed.set(`${auctionId} ${userId}`, true);
  }

  wasMailed(auctionId: string, userId: string): boolean {
    return this.#mailed.has(`${auctionId} ${userId}`);
  }
}

// Computes the notifications that the log of a correct run writes into people's inboxes: outbid, won, bids voided.
import { toMajor } from "@jara/shared/money";
import type { Step } from "../../src/history/log.ts";
import type { StoredNotification } from "../../src/history/stored-notifications.ts";

export const notificationsOf = (auctionId: string, steps: readonly Step[]): StoredNotification[] => {
  const written: StoredNotification[] = [];
  const notify = (about: string, userId: string, at: number, data: object = {}): void => {
    const unread = about === "outbid" && written.find((row) => row.about === about && row.userId === userId);
    if (unread) Object.assign(unread, { at, count: unread.count + 1, data });
    else {
      const id = `notification ${written.length}`;
      written.push({
        id,
        userId,
        auctionId,
        about,
        data,
        count: 1,
        createdAt: at,
        at,
        isRead: false,
        mergeKey: about === "outbid" ? `outbid:${auctionId}` : null,
      } as StoredNotification);
    }
  };
  for (const { before, after, row } of steps) {
    const placed = row.events.flatMap((event) => (event.type === "BidPlaced" ? [event.bidder.id] : []));
    const outbid = new Set(placed.length > 0 && before?.leader ? [before.leader.id, ...placed] : placed);
    if (after.leader) outbid.delete(after.leader.id);
    const data = {
      auctionId,
      currentPrice: toMajor(after.priceMinor),
      minimumBid: toMajor(after.priceMinor + after.incrementMinor),
    };
    if (after.status === "active") for (const userId of outbid) notify("outbid", userId, row.at, data);
    for (const event of row.events) {
      if (event.type === "BidsVoided") notify("own-bids-voided", event.bidder.id, row.at);
      if (event.type === "AuctionEnded" && event.winner && event.dueAt !== null) notify("won", event.winner.id, row.at);
      if (event.type === "SettlementOpened" && event.because !== "sold") notify("won", event.winner.id, row.at);
    }
  }
  return written;
};

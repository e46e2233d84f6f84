// Derives the rows of an auction's bids from its log, including voided bids and those that a void recorded anew.
import type { LogRow, RecordedBid } from "./log.ts";
import type { StoredBid } from "./stored.ts";

/** Every recorded bid by its number, with the reason why it no longer counts. */
export const recordedBids = (auctionId: string, rows: readonly LogRow[]): StoredBid[] => {
  const found = new Map<number, StoredBid>();
  const strike = (number: number, reason: string, { at }: LogRow): void => {
    const bid = found.get(number);
    if (bid?.voidedAt === null) found.set(number, { ...bid, voidedAt: at, voidReason: reason });
  };
  const record = (bid: RecordedBid): void => {
    const { number, amountMinor, kind, bidder, at } = bid;
    found.set(number, {
      auctionId,
      number,
      bidderId: bidder.id,
      amountMinor,
      kind,
      at,
      voidedAt: null,
      voidReason: null,
    });
  };
  for (const row of rows) {
    for (const event of row.events) {
      if (event.type === "BidPlaced") record({ ...event, at: row.at });
      else if (event.type === "AllBidsVoided") {
        for (const number of [...found.keys()]) strike(number, event.reason, row);
      } else if (event.type === "BidsVoided") {
        for (const { number, reason } of event.voided) strike(number, reason, row);
        for (const bid of event.recorded) record(bid);
      }
    }
  }
  return [...found.values()].sort((a, b) => a.number - b.number);
};

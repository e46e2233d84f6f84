// The lots that this browser saw last, each with the time for which it holds. They are shown only without a connection,
// and always with that time. Only what every visitor may see is stored.
import type { Auction, AuctionStatus } from "@jara/shared/auction";
import { ownEntry } from "../../lib/own-storage.ts";

const LOTS_AT_MOST = 40;
const shownStatuses: ReadonlySet<AuctionStatus> = new Set(["active", "paused", "ended", "sold"]);

export interface SeenLot
  extends Pick<
    Auction,
    "_id" | "title" | "description" | "imageUrl" | "currency" | "currentPrice" | "bidCount" | "status" | "endTime"
  > {
  /** By the server's clock, in ms since 1970: until then, the page followed the lot live. */
  readonly at: number;
  /** The person opened the lot's own page. */
  readonly isOpened: boolean;
}

const stored = ownEntry<readonly SeenLot[]>("localStorage", "seen-lots");

/** Null for a lot that not everybody may see. */
export const toSeenLot = (auction: Auction, at: number, isOpened: boolean): SeenLot | null => {
  const { _id, title, description, imageUrl, currency, currentPrice, bidCount, status, endTime } = auction;
  if (!shownStatuses.has(status)) return null;
  return { _id, title, description, imageUrl, currency, currentPrice, bidCount, status, endTime, at, isOpened };
};

/** The lots that this reader saw in this browser: the ones they opened, then the others, the newest first. */
export const readSeenLots = (owner: string): readonly SeenLot[] => {
  const lots = stored.read(owner);
  return Array.isArray(lots) ? lots : [];
};

/** Adds lots. A lot that was seen before is replaced. */
export const keepSeenLots = (owner: string, seen: readonly SeenLot[]): void => {
  const lots = new Map(readSeenLots(owner).map((lot) => [lot._id, lot]));
  for (const lot of seen) {
    const before = lots.get(lot._id);
    if (before && before.at > lot.at) continue;
    lots.set(lot._id, { ...lot, isOpened: lot.isOpened || before?.isOpened === true });
  }
  const newest = [...lots.values()].sort((a, b) => Number(b.isOpened) - Number(a.isOpened) || b.at - a.at);
  stored.keep(owner, newest.slice(0, LOTS_AT_MOST));
};

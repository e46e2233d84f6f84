// The lots that this browser saw last, each with the time for which it holds. They are shown only without a connection,
// and always with that time. Only what every visitor may see is stored, and nothing of it stays after a log-out.
import type { Auction, AuctionStatus } from "@jara/shared/auction";

const KEY = "seen-lots";
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

interface Stored {
  /** The account that saw the lots; null for a visitor. */
  readonly owner: string | null;
  readonly lots: readonly SeenLot[];
}

/** Null for a lot that not everybody may see. */
export const toSeenLot = (auction: Auction, at: number, isOpened: boolean): SeenLot | null => {
  const { _id, title, description, imageUrl, currency, currentPrice, bidCount, status, endTime } = auction;
  if (!shownStatuses.has(status)) return null;
  return { _id, title, description, imageUrl, currency, currentPrice, bidCount, status, endTime, at, isOpened };
};

const readStored = (): Stored | null => {
  try {
    const stored = JSON.parse(localStorage.getItem(KEY) ?? "null") as Partial<Stored> | null;
    return stored && Array.isArray(stored.lots) && stored.owner !== undefined ? (stored as Stored) : null;
  } catch {
    return null;
  }
};

/** The lots that this reader saw in this browser: the ones they opened, then the others, the newest first. */
export const readSeenLots = (owner: string | null): readonly SeenLot[] => {
  const stored = readStored();
  return stored?.owner === owner ? stored.lots : [];
};

/** Adds lots. A lot that was seen before is replaced. */
export const keepSeenLots = (owner: string | null, seen: readonly SeenLot[]): void => {
  const lots = new Map(readSeenLots(owner).map((lot) => [lot._id, lot]));
  for (const lot of seen) {
    const before = lots.get(lot._id);
    if (before && before.at > lot.at) continue;
    lots.set(lot._id, { ...lot, isOpened: lot.isOpened || before?.isOpened === true });
  }
  const newest = [...lots.values()].sort((a, b) => Number(b.isOpened) - Number(a.isOpened) || b.at - a.at);
  try {
    localStorage.setItem(KEY, JSON.stringify({ owner, lots: newest.slice(0, LOTS_AT_MOST) } satisfies Stored));
  } catch {
    // Storage can be full or forbidden; then there is nothing to show without a connection.
  }
};

/** Removes what anybody but this reader saw in this browser. */
export const forgetOthersLots = (owner: string | null): void => {
  if (readStored()?.owner === owner) return;
  try {
    localStorage.removeItem(KEY);
  } catch {
    // As above.
  }
};

// Names who sells a lot, as everybody reads it.
import type { Auction } from "./auction.ts";

/** `house`: the name of the house, which sells its own lots; the member of its staff who made one is not named. */
export const sellerName = ({ seller, isHouseLot }: Pick<Auction, "seller" | "isHouseLot">, house: string): string =>
  isHouseLot ? house : seller?.username || "Unknown";

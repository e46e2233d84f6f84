// Chooses a bidder's next command in a round: usually one that should be accepted, sometimes one that should not.
import { toMajor } from "@jara/shared/money";
import type { SocketAsked } from "../../../load/src/observer.ts";
import { maxBidIdOf } from "../../src/engine/max-bid-id.ts";
import type { Random } from "./random.ts";

/** An auction as a round's bidders know it from the answers. Amounts in minor units. */
export interface RoundLot {
  readonly id: string;
  readonly incrementMinor: number;
  readonly hasBuyItNow: boolean;
  priceMinor: number;
  /** The newest content version in an answer. */
  contentVersion: number;
}

export const nextCommand = (random: Random, lot: RoundLot, userId: string): SocketAsked => {
  const { id, incrementMinor, priceMinor, hasBuyItNow, contentVersion } = lot;
  // Old clients do not send the content version they have read.
  const read = random.oneIn(3) ? { contentVersion } : {};
  const kind = random.whole(100);
  // Whole increments, parts of one, and too little.
  const bid = (): SocketAsked => {
    const steps = random.oneIn(12) ? 0 : random.between(1, 3);
    const odd = random.oneIn(5) ? random.between(1, incrementMinor - 1) : 0;
    return { command: "bid:place", amount: toMajor(priceMinor + steps * incrementMinor + odd), ...read };
  };
  if (kind < 60) return bid();
  if (kind < 86) {
    const above = random.between(1, 12 * incrementMinor);
    // Round numbers, because people choose them and ties come about that way.
    const maximum = priceMinor + (random.oneIn(2) ? above - (above % (2 * incrementMinor)) : above);
    return { command: "maxbid:set", amount: toMajor(Math.max(maximum, incrementMinor)), currency: "NGN", ...read };
  }
  if (kind < 91 && contentVersion > 1) {
    return { command: "maxbid:confirm", maxBidId: maxBidIdOf(id, userId), contentVersion };
  }
  if (kind === 95) return { command: "bid:withdraw" };
  if (kind < 95) return { command: "maxbid:cancel", maxBidId: maxBidIdOf(id, userId) };
  return hasBuyItNow || kind === 99 ? { command: "buy-it-now" } : bid();
};

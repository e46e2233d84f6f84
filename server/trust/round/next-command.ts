// What a bidder of a round asks for next: mostly what should be accepted, always something that should not be.
import { toMajor } from "@jara/shared/money";
import type { SocketAsked } from "../../../load/src/observer.ts";
import { maxBidIdOf } from "../../src/engine/max-bid-id.ts";
import type { Random } from "./random.ts";

/** An auction as a round's bidders know it: what answers said of it. Amounts in minor units. */
export interface RoundLot {
  readonly id: string;
  readonly incrementMinor: number;
  readonly hasBuyItNow: boolean;
  priceMinor: number;
}

export const nextCommand = (random: Random, lot: RoundLot, userId: string): SocketAsked => {
  const { id, incrementMinor, priceMinor, hasBuyItNow } = lot;
  const kind = random.whole(100);
  // By whole increments, by parts of one, and too little.
  const bid = (): SocketAsked => {
    const steps = random.oneIn(12) ? 0 : random.between(1, 3);
    const odd = random.oneIn(5) ? random.between(1, incrementMinor - 1) : 0;
    return { command: "bid:place", amount: toMajor(priceMinor + steps * incrementMinor + odd) };
  };
  if (kind < 60) return bid();
  if (kind < 88) {
    const above = random.between(1, 12 * incrementMinor);
    // Round numbers are what people choose: that is how ties come about.
    const maximum = priceMinor + (random.oneIn(2) ? above - (above % (2 * incrementMinor)) : above);
    return { command: "maxbid:set", amount: toMajor(Math.max(maximum, incrementMinor)), currency: "NGN" };
  }
  if (kind < 96) return { command: "maxbid:cancel", maxBidId: maxBidIdOf(id, userId) };
  return hasBuyItNow || kind === 99 ? { command: "buy-it-now" } : bid();
};

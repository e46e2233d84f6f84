// The auctions of a run as its bidders know them, and the next command on each. Amounts are minor units inside and
// major units on the wire.
import type { Auction, AuctionOutcome } from "@jara/shared/auction";
import { toMajor, toMinor } from "@jara/shared/money";
import { inParallel } from "./in-parallel.ts";
import { Mistake } from "./mistake.ts";
import type { BiddingCommand } from "./observer.ts";
import type { Participants } from "./participants.ts";
import type { Rest } from "./rest.ts";

export interface Lot {
  readonly id: string;
  readonly incrementMinor: number;
  /** The number of bids before the run. */
  readonly bidCountBefore: number;
  /** The highest amount bid so far, answered or not. */
  bidMinor: number;
  /** The price in the newest answer. */
  priceMinor: number;
  /** The highest maximum set so far. */
  maximumMinor: number;
}

const ASKED_AT_ONCE = 16;

const lotOf = (auction: Auction): Lot => {
  const price = toMinor(auction.currentPrice);
  return {
    id: auction._id,
    incrementMinor: toMinor(auction.bidIncrement),
    bidCountBefore: auction.bidCount,
    bidMinor: price,
    priceMinor: price,
    maximumMinor: price,
  };
};

/** The first `count` open auctions of the participants file; throws a Mistake if there are fewer. */
export const openLots = async (participants: Participants, rest: Rest, count: number): Promise<Lot[]> => {
  const found: (Lot | undefined)[] = [];
  let asked = 0;
  const open = (): number => found.filter(Boolean).length;
  while (open() < count && asked < participants.auctions.length) {
    const from = asked;
    const next = participants.auctions.slice(from, from + count - open());
    asked += next.length;
    await inParallel(next, ASKED_AT_ONCE, async (id, index) => {
      const auction = await rest.auction(id);
      if (auction?.status === "active") found[from + index] = lotOf(auction);
    });
  }
  const lots = found.filter((lot) => lot !== undefined);
  if (lots.length === count) return lots;
  throw new Mistake(
    `${count} auctions are wanted, and of the ${participants.auctions.length} that were made only ${lots.length} are open: make more, or ask for --auctions ${Math.max(1, lots.length)}.`,
  );
};

/** Creates auctions that end between `firstEndMs` and `lastEndMs` (epoch ms by the server's clock). */
export const closingLots = async (
  participants: Participants,
  rest: Rest,
  count: number,
  [firstEndMs, lastEndMs]: readonly [number, number],
): Promise<Lot[]> => {
  const { seller } = participants;
  if (!seller) {
    throw new Mistake(
      "`close` puts up auctions that end soon, so it needs load participants with a seller: `pnpm load:participants -- --with-seller`.",
    );
  }
  const lots: Lot[] = [];
  await inParallel(Array.from({ length: count }), ASKED_AT_ONCE, async (_, index) => {
    const endMs = firstEndMs + ((lastEndMs - firstEndMs) * index) / Math.max(1, count - 1);
    const endTime = new Date(Math.round(endMs)).toISOString();
    const title = `Load test of ${participants.name}, closing lot ${index + 1}`;
    lots[index] = lotOf(await rest.create(seller.token, { title, startingPrice: 1000, bidIncrement: 100, endTime }));
  });
  return lots;
};

export interface Command {
  readonly lot: Lot;
  readonly command: BiddingCommand;
  /** In major units. */
  readonly amount: number;
}

/**
 * Returns the bidder who sends the index-th command: all bidders in rotation, and never the same one twice in a row on
 * an auction.
 */
export const senderOf = (index: number, lots: number, bidders: number): number =>
  (index + (lots % bidders === 0 ? Math.floor(index / lots) : 0)) % bidders;

/** One increment above the highest bid so far: accepted, unless a later bid overtakes it on the way. */
export const nextBid = (lot: Lot): Command => {
  lot.bidMinor += lot.incrementMinor;
  return { lot, command: "bid:place", amount: toMajor(lot.bidMinor) };
};

/** Two of three commands exceed the highest maximum and take the lead; the third is a rival that is outbid at once. */
export const nextMaximum = (lot: Lot, index: number): Command => {
  if (index % 3 === 2) {
    const rival = Math.min(lot.priceMinor + lot.incrementMinor, lot.maximumMinor);
    return { lot, command: "maxbid:set", amount: toMajor(rival) };
  }
  lot.maximumMinor += lot.incrementMinor * (2 + (index % 5));
  return { lot, command: "maxbid:set", amount: toMajor(lot.maximumMinor) };
};

/** Updates the price from an answer, so that the next bid follows it; other people may bid here too. */
export const learn = (lot: Lot, answer: AuctionOutcome): void => {
  lot.priceMinor = Math.max(lot.priceMinor, toMinor(answer.currentPrice));
  reached(lot, lot.priceMinor);
};

export const reached = (lot: Lot, priceMinor: number): void => {
  lot.bidMinor = Math.max(lot.bidMinor, priceMinor);
  lot.maximumMinor = Math.max(lot.maximumMinor, priceMinor);
};

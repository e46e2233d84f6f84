// Measures what a bid receipt costs a bid, in processor time of this process, for batches of several sizes: the statement,
// its place in the tree, the share of the signature, and the longer answer. Committing the bids is not part of it.
import { randomBytes, randomUUID } from "node:crypto";
import { fallbackRates, type Minor } from "@jara/shared/money";
import type { UserFacts } from "../../src/auction/commands.ts";
import { create } from "../../src/auction/evolve.ts";
import type { AuctionState } from "../../src/auction/state.ts";
import { decideBatch, type Waiting } from "../../src/engine/batch.ts";
import { BidReceipts } from "../../src/engine/bid-receipts/bid-receipts.ts";
import type { Answered } from "../../src/engine/outcome.ts";
import type { Database } from "../../src/platform/database/database.ts";
import { INCREMENT_MINOR, STARTING_PRICE_MINOR } from "../engine/contender.ts";
import type { BenchOptions } from "../options.ts";

const SIZES = [1, 20, 500];
const AUCTIONS = 100;
const HOUR_MS = 3_600_000;

export const receiptsSection = async ({ quick }: BenchOptions): Promise<void> => {
  console.log("What a bid receipt costs a bid (µs of processor time)\n");
  console.log(
    `${"bids in a batch".padEnd(18)}${["receipt", "with JSON", "batches"].map((it) => it.padStart(12)).join("")}`,
  );
  for (const size of SIZES) {
    const batches = Math.ceil((quick ? 2_000 : 10_000) / Math.sqrt(size));
    // The first round warms up.
    measure(size, Math.ceil(batches / 4));
    const { made, written } = measure(size, batches);
    console.log(
      `${String(size).padEnd(18)}${[made, written, batches].map((it) => it.toFixed(it === batches ? 0 : 1).padStart(12)).join("")}`,
    );
  }
  console.log();
};

const unused = new Proxy({} as Database["db"], {
  get: () => {
    throw new Error("nothing is read here");
  },
});

const measure = (size: number, batches: number): { made: number; written: number } => {
  const receipts = new BidReceipts(
    { host: "bench.example", seeds: [randomBytes(32)] },
    { db: unused },
    { error: (details, message) => console.error(message, details) },
  );
  const states = new Map(Array.from({ length: AUCTIONS }, (_, n): [string, AuctionState] => [`lot ${n}`, lotOf(n)]));
  const at = Date.now();
  let [made, written] = [0, 0];
  for (let n = 0; n < batches; n++) {
    const batch = batchOf(size, states);
    const started = process.cpuUsage();
    const source = receipts.ofCommit(batch, () => true, at);
    const texts = batch.map(({ pending, outcome }) => {
      const answered: Answered = { outcome, at };
      if (!("commandId" in pending.command)) throw new Error("not a bid");
      return source.receiptOf(pending.command, answered);
    });
    made += spent(started);
    for (const receipt of texts) if (JSON.stringify(receipt).length < 1_000) throw new Error("no receipt");
    written += spent(started);
  }
  const bids = size * batches;
  return { made: made / bids, written: written / bids };
};

const spent = (since: NodeJS.CpuUsage): number => {
  const { user, system } = process.cpuUsage(since);
  return user + system;
};

const lotOf = (n: number): AuctionState =>
  create(
    {
      type: "AuctionCreated",
      auctionId: `lot ${n}`,
      seller: { id: "seller", username: "seller" },
      currency: "NGN",
      lot: {
        title: `Lot ${n}`,
        description: "A generator, seen and tested. ".repeat(20),
        categories: ["general"],
        condition: "good",
        location: "Lagos",
        media: [{ type: "image", url: "/media/1.webp" }],
      },
      startingPriceMinor: STARTING_PRICE_MINOR as Minor,
      incrementMinor: INCREMENT_MINOR as Minor,
      reserveMinor: null,
      buyItNowMinor: null,
      status: "active",
      startsAt: null,
      endsAt: Date.now() + HOUR_MS,
    },
    Date.now(),
  );

const bidder = (id: string): UserFacts => ({
  id,
  username: id,
  role: "user",
  isEmailVerified: true,
  isBanned: false,
  balanceMinor: 1e12,
  unpaidWins: 0,
  openPurchases: 0,
  forfeitedAt: null,
  revision: 1,
});

/** A batch of bids as the engine decides it, spread over the lots. */
const batchOf = (size: number, states: Map<string, AuctionState>): readonly Waiting[] => {
  const prices = new Map<string, number>();
  const pendings = Array.from({ length: size }, (_, n) => {
    const auctionId = `lot ${n % AUCTIONS}`;
    const amount = (prices.get(auctionId) ?? states.get(auctionId)?.priceMinor ?? 0) + INCREMENT_MINOR;
    prices.set(auctionId, amount);
    const ids = { auctionId, userId: randomUUID(), commandId: randomUUID() };
    return {
      command: { type: "PlaceBid", ...ids, amountMinor: amount as Minor } as const,
      answer: () => {},
      attempts: 0,
    };
  });
  const { waiting } = decideBatch(pendings, {
    state: (id) => states.get(id),
    user: bidder,
    rates: fallbackRates,
    holidays: new Set(),
    now: Date.now(),
  });
  return waiting;
};

// Races commands that arrive at different nodes at the same time: some order of them must explain every outcome, and
// everybody gets the same result.
import { setTimeout as sleep } from "node:timers/promises";
import { inParallel } from "../../../load/src/in-parallel.ts";
import type { Outcome } from "../../../load/src/observer.ts";
import { judge } from "../round/judge.ts";
import { makePeople, type RoundParticipants } from "../round/participants.ts";
import { openRaceClients, type RaceClients } from "../round/race-clients.ts";
import { newSeed, type Random, randomOf } from "../round/random.ts";
import type { Row, RowContext, Tried } from "../row.ts";
import { openSite, type Site } from "../site/site.ts";

interface Race {
  readonly site: Site;
  readonly clients: RaceClients;
  readonly random: Random;
  readonly people: number;
  /** The index in this batch, from 0. */
  readonly index: number;
  bad(finding: string): void;
  count(outcome: Outcome): void;
}

/** Runs a race in batches, each judged separately. `run` returns how many it tried. */
const race = (
  row: Pick<Row, "name" | "what"> & {
    readonly nodes: number;
    readonly people: number;
    readonly batches: { readonly full: number; readonly quick: number };
    run(race: Race): Promise<number>;
  },
): Row => ({
  name: row.name,
  what: row.what,
  run: async ({ quick, say }: RowContext): Promise<Tried> => {
    const seed = newSeed();
    const random = randomOf(seed);
    const findings: string[] = [];
    const outcomes = new Map<string, number>();
    const batches = quick ? row.batches.quick : row.batches.full;
    let tried = 0;
    let looked = 0;
    const site = await openSite({ nodes: row.nodes });
    try {
      const participants: RoundParticipants = await makePeople(site.database, row.people);
      for (let index = 0; index < batches; index += 1) {
        const clients = await openRaceClients(site, participants);
        const before = findings.length;
        try {
          tried += await row.run({
            site,
            clients,
            random,
            people: row.people,
            index,
            bad: (finding) => void findings.push(finding),
            count: (outcome) => {
              const name = outcome.kind === "refused" ? outcome.error.code : outcome.kind;
              outcomes.set(name, (outcomes.get(name) ?? 0) + 1);
            },
          });
          await clients.quiet();
          const judged = await judge(clients, site.database, participants);
          findings.push(...judged.findings);
          looked += judged.looked;
        } finally {
          clients.close();
        }
        say(
          `batch ${index + 1} of ${batches}: ${tried.toLocaleString("en")} so far, ${findings.length - before} findings`,
        );
      }
    } finally {
      await site.close();
    }
    const counted = [...outcomes]
      .sort((a, b) => b[1] - a[1])
      .map(([name, count]) => `${count.toLocaleString("en")} ${name}`);
    return {
      tried,
      bad: findings.length,
      findings,
      notes: [
        `outcomes: ${counted.join(", ")}; ${looked.toLocaleString("en")} things held against a promise; seed ${seed}`,
      ],
    };
  },
});

const CLOSING = { lots: 50, bidsEach: 20, aroundMs: 1_500, madeWithinMs: 5_000 };

const closingBids = race({
  name: "closing-bids",
  what: "Bids around the instant at which their auction ends, through two nodes",
  nodes: 2,
  people: 20,
  batches: { full: 10, quick: 1 },
  run: async ({ clients, random, people, bad, count }) => {
    const endsAt = Date.now() + CLOSING.madeWithinMs;
    const lots = await clients.putUp(CLOSING.lots, { endTime: new Date(endsAt).toISOString() });
    await clients.watch(lots.slice(0, 10).map(({ _id }) => _id));
    const bids = lots.flatMap(({ _id }) =>
      Array.from({ length: CLOSING.bidsEach }, (_, k) => ({
        auctionId: _id,
        amount: 1_100 + k * 100,
        // Amounts rise with time, because otherwise most bids would be too low.
        at: endsAt + ((k + random.whole(100) / 100) / CLOSING.bidsEach) * 2 * CLOSING.aroundMs - CLOSING.aroundMs,
      })),
    );
    await Promise.all(
      bids.map(async ({ auctionId, amount, at }, index) => {
        await sleep(Math.max(0, at - Date.now()));
        const [outcome] = await clients.ask(random.whole(people), auctionId, { command: "bid:place", amount }, [
          index % 2,
        ]);
        if (!outcome) return;
        count(outcome);
        const code = outcome.kind === "refused" ? outcome.error.code : outcome.kind;
        if (!["accepted", "BID_TOO_LOW", "AUCTION_ENDED"].includes(code)) bad(`a bid at the end came to ${code}`);
      }),
    );
    return bids.length;
  },
});

const PAIRS = { lots: 200, atOnce: 10 };
const buy = { command: "buy-it-now" } as const;

/**
 * Buy It Now against something else on each of many auctions: `other` is sent within the same few milliseconds. A buyer has
 * one open purchase at most, so pairs that run together have nobody in common, and each lot is cancelled afterwards.
 */
const buyItNowRace = (
  name: string,
  what: string,
  other: (race: Race, auctionId: string, person: number) => Promise<Outcome>,
  whyNot: (bought: string, others: string) => string | null,
): Row =>
  race({
    name,
    what,
    nodes: 2,
    people: 20,
    batches: { full: 10, quick: 1 },
    run: async (one) => {
      const { clients, random, bad, count } = one;
      const lots = await clients.putUp(PAIRS.lots, { buyItNowPrice: 5_000_000 });
      await clients.watch(lots.slice(0, 20).map(({ _id }) => _id));
      const playPair = async (auctionId: string, pair: number): Promise<void> => {
        const isSecond = random.whole(2);
        const [buyer, rival] = [2 * pair + isSecond, 2 * pair + 1 - isSecond];
        const [buyerWaits, rivalWaits] = [random.whole(4), random.whole(4)];
        const [[bought], others] = await Promise.all([
          sleep(buyerWaits).then(() => clients.ask(buyer, auctionId, buy, [random.whole(2)])),
          sleep(rivalWaits).then(() => other(one, auctionId, rival)),
        ]);
        if (!bought) return;
        count(bought);
        count(others);
        const why = whyNot(codeOf(bought), codeOf(others));
        if (why) bad(`${why} (Buy It Now: ${codeOf(bought)}, the other: ${codeOf(others)}; ${auctionId})`);
        await clients.setStatus(auctionId, "cancelled");
      };
      for (let start = 0; start < lots.length; start += PAIRS.atOnce) {
        await Promise.all(lots.slice(start, start + PAIRS.atOnce).map(({ _id }, pair) => playPair(_id, pair)));
      }
      return lots.length;
    },
  });

const codeOf = (outcome: Outcome): string => (outcome.kind === "refused" ? outcome.error.code : outcome.kind);

const againstBids = buyItNowRace(
  "buy-it-now-bids",
  "Buy It Now and a bid together, through two nodes",
  async ({ clients, random }, auctionId, person) => {
    const [outcome] = await clients.ask(person, auctionId, { command: "bid:place", amount: 1_100 }, [random.whole(2)]);
    return outcome ?? { kind: "unknown" };
  },
  (bought, bid) =>
    bought === "accepted" && (bid === "accepted" || bid === "AUCTION_PAUSED") ? null : "neither order explains it",
);

const againstEnds = buyItNowRace(
  "buy-it-now-end",
  "Buy It Now and an administrator's end together",
  ({ clients }, auctionId) => clients.setStatus(auctionId, "ended"),
  (bought, end) =>
    end === "accepted" && ["accepted", "AUCTION_ENDED", "AUCTION_NOT_ACTIVE"].includes(bought)
      ? null
      : "neither order explains it",
);

const againstItself = buyItNowRace(
  "buy-it-now-twice",
  "Buy It Now by two people together, through two nodes",
  async ({ clients, random }, auctionId, person) => {
    const [outcome] = await clients.ask(person, auctionId, buy, [random.whole(2)]);
    return outcome ?? { kind: "unknown" };
  },
  (one, other) =>
    [one, other].filter((code) => code === "accepted").length === 1 ? null : "not exactly one bought it",
);

const THRICE = { lots: 20, commands: 400, atOnce: 20 };

const sameCommand = race({
  name: "same-command",
  what: "The same command sent through three nodes at once",
  nodes: 3,
  people: 20,
  batches: { full: 5, quick: 1 },
  run: async ({ clients, random, people, count }) => {
    const lots = await clients.putUp(THRICE.lots);
    const price = new Map(lots.map(({ _id }) => [_id, 1_000]));
    await clients.watch(lots.map(({ _id }) => _id));
    await inParallel(Array.from({ length: THRICE.commands }), THRICE.atOnce, async () => {
      const { _id: auctionId } = random.pick(lots);
      const amount = (price.get(auctionId) ?? 1_000) + 100;
      price.set(auctionId, amount);
      const asked = random.oneIn(3)
        ? ({ command: "maxbid:set", amount: amount + 50, currency: "NGN" } as const)
        : ({ command: "bid:place", amount } as const);
      const order = random.pick([
        [0, 1, 2],
        [1, 2, 0],
        [2, 0, 1],
      ] as const);
      const answers = await clients.ask(random.whole(people), auctionId, asked, order);
      // Count only one, because the checker verifies that all three are equal.
      for (const answer of answers.slice(0, 1)) count(answer);
    });
    return THRICE.commands;
  },
});

const CLOSES = { lots: 1_000, endAfterMs: 60_000, withinMs: 60_000 };

const manyCloses: Row = race({
  name: "many-closes",
  what: "Auctions ending at one instant, closed by two nodes",
  nodes: 2,
  people: 10,
  batches: { full: 1, quick: 1 },
  run: async ({ site, clients, random, people, bad }) => {
    const endsAt = Math.ceil(Date.now() / 1_000) * 1_000 + CLOSES.endAfterMs;
    const lots = await clients.putUp(CLOSES.lots, { endTime: new Date(endsAt).toISOString() });
    await clients.watch(lots.slice(0, 100).map(({ _id }) => _id));
    await inParallel(
      lots.filter((_, index) => index % 2 === 0),
      20,
      async ({ _id }, index) => {
        await clients.ask(random.whole(people), _id, { command: "bid:place", amount: 1_100 }, [index % 2]);
      },
    );
    if (Date.now() > endsAt) throw new Error("they ended before all were bid on: this machine is too busy");
    await sleep(endsAt - Date.now());
    const readEnds = async () => {
      const [ends] = await site.database.query<{ ms: number; count: number }>(
        `select coalesce(max(extract(epoch from at - to_timestamp($2::text::float8 / 1000)) * 1000), 0)::float8 as ms,
           count(*)::int as count
         from auction_events where auction_id = any($1::text::uuid[]) and events::text like '%"AuctionEnded"%'`,
        [`{${clients.auctionIds.join(",")}}`, endsAt],
      );
      return ends ?? { ms: 0, count: 0 };
    };
    while ((await readEnds()).count < lots.length && Date.now() < endsAt + CLOSES.withinMs) await sleep(500);
    // An auction that ends twice ends once more soon.
    await sleep(3_000);
    const ends = await readEnds();
    if (ends.count !== lots.length) bad(`${ends.count} ends of ${lots.length} auctions`);
    process.stdout.write(`  the last was closed ${ends.ms.toFixed(0)} ms after its time\n`);
    return lots.length;
  },
});

export const raceRows: readonly Row[] = [closingBids, againstBids, againstEnds, againstItself, sameCommand, manyCloses];

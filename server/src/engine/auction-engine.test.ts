// Runs the engine's contract on PGlite in memory, and tests the engine over a store that fails.
import { refusal } from "@jara/shared/errors";
import { fallbackRates } from "@jara/shared/money";
import { describe, expect, it } from "vitest";
import { expectHistoryHolds } from "../../test/support/check-history.ts";
import { engineContract } from "../../test/support/engine-contract.ts";
import { anAuction, factsOf, noHolidays, STARTED_AT } from "../../test/support/given-auction.ts";
import { aBid, codeOf, givenEngine } from "../../test/support/given-engine.ts";
import { seedAuction, seedPeople } from "../../test/support/seed.ts";
import { withDatabase } from "../../test/support/with-database.ts";
import { create } from "../auction/evolve.ts";
import { AuctionEngine, type EngineDeps } from "./auction-engine.ts";
import type { CommitBatch, CommitResult, EngineStore } from "./ports.ts";

describe("the engine on PGlite", () => {
  const test = withDatabase("pglite");
  engineContract(test);

  it("a publisher that throws takes no answer back, and the engine goes on", async () => {
    const { database } = test;
    const { admin, ada, bola } = await seedPeople(database);
    const auction = await seedAuction(database, admin);
    const { engine, committed, errors } = await givenEngine(database);
    const push = committed.push.bind(committed);
    committed.push = () => {
      committed.push = push;
      throw new Error("a broken socket");
    };
    expect(codeOf(await engine.submit(aBid(auction, ada, 1100)))).toBe("ok");
    expect(codeOf(await engine.submit(aBid(auction, bola, 1200)))).toBe("ok");
    expect(errors).toEqual(["batch failed"]);
    expect(await expectHistoryHolds(database, auction.id)).toMatchObject({ bidCount: 2 });
  });
});

const lot = { id: "lot" };
const ada = { id: "ada" };

/** An engine over a store with one auction and every user, which commits as the given function says. */
const engineOver = (commit: (batch: CommitBatch) => Promise<CommitResult>, given: Partial<EngineDeps> = {}) => {
  const store: EngineStore = {
    loadAuctions: async () => [create(anAuction(), STARTED_AT)],
    loadUsers: async (ids) => ids.map((id) => factsOf(id).user),
    prepare: (batch) => () => commit(batch),
    takeAdvisoryLock: async () => () => {},
    loadHolidays: async () => noHolidays,
    loadLog: async () => [],
    loadInterests: async () => [],
    loadOutcomes: async () => [],
    due: async () => [],
  };
  const unknown: string[] = [];
  const engine = new AuctionEngine({
    store,
    clock: { now: () => STARTED_AT },
    rates: () => fallbackRates,
    events: { committed: () => {}, unknown: (ids) => void unknown.push(...ids) },
    log: { error: () => {} },
    ...given,
  });
  return { engine, unknown };
};

const done: CommitResult = {
  at: STARTED_AT,
  changes: [],
  misses: new Map(),
  known: [],
  balances: new Map(),
  notified: [],
};

describe("the engine over a store at its worst", () => {
  it("a fence that is always missed ends in UNAVAILABLE, not in an endless loop", async () => {
    let commits = 0;
    const { engine } = engineOver(async () => {
      commits += 1;
      return { ...done, misses: new Map([["lot", "stale"]]) };
    });
    expect(codeOf(await engine.submit(aBid(lot, ada, 1100)))).toBe("UNAVAILABLE");
    expect(commits).toBe(25);
  });

  it("after a miss the commands are decided again in the order of their arrival, before what came later", async () => {
    const batches: string[][] = [];
    const { engine } = engineOver(async ({ commands }) => {
      batches.push(commands.map(({ fingerprint }) => fingerprint));
      if (batches.length === 1) {
        void engine.submit(aBid(lot, ada, 1400));
        return { ...done, misses: new Map([["lot", "stale"]]) };
      }
      return done;
    });
    await Promise.all([1100, 1200, 1300].map((amountMinor) => engine.submit(aBid(lot, ada, amountMinor))));
    expect(batches).toEqual([
      ["PlaceBid lot 1100", "PlaceBid lot 1200", "PlaceBid lot 1300"],
      ["PlaceBid lot 1100", "PlaceBid lot 1200", "PlaceBid lot 1300", "PlaceBid lot 1400"],
    ]);
  });

  it("a first outcome that the store remembers is the answer, and is given once", async () => {
    const bid = aBid(lot, ada, 1100);
    const outcome = { ok: false as const, error: refusal("AUCTION_PAUSED") };
    const known = { userId: "ada", commandId: bid.commandId, fingerprint: "PlaceBid lot 1100", outcome, at: 7 };
    let commits = 0;
    const { engine } = engineOver(async () => {
      commits += 1;
      return { ...done, misses: new Map([["lot", "repeated"]]), known: [known] };
    });
    expect(await engine.submit(bid)).toEqual({ outcome, at: 7 });
    expect(await engine.submit(bid)).toEqual({ outcome, at: 7 });
    expect(commits).toBe(1);
  });

  it("a bug while deciding leaves nobody waiting, and nothing is told as committed", async () => {
    const { engine } = engineOver(async () => done, {
      rates: () => {
        throw new Error("no rates");
      },
    });
    expect(codeOf(await engine.submit(aBid(lot, ada, 1100)))).toBe("UNAVAILABLE");
  });

  it("past 20,000 waiting commands it refuses at once with UNAVAILABLE, and answers all that it took", async () => {
    let release = (): void => {};
    const isReleased = new Promise<void>((resolve) => {
      release = resolve;
    });
    const { engine } = engineOver(async () => {
      await isReleased;
      return done;
    });
    const first = engine.submit(aBid(lot, ada, 1));
    await new Promise((resolve) => setImmediate(resolve));
    const taken = Array.from({ length: 20_000 }, () => engine.submit(aBid(lot, ada, 1)));
    expect(engine.queueLength).toBe(20_000);
    expect(codeOf(await engine.submit(aBid(lot, ada, 1)))).toBe("UNAVAILABLE");
    release();
    const codes = new Set((await Promise.all([first, ...taken])).map(codeOf));
    expect(codes).toEqual(new Set(["BID_TOO_LOW"]));
    expect(engine.queueLength).toBe(0);
  });

  it("takes at most 500 commands into one statement", async () => {
    const sizes: number[] = [];
    const { engine } = engineOver(async ({ commands }) => {
      sizes.push(commands.length);
      return done;
    });
    await Promise.all(Array.from({ length: 1200 }, () => engine.submit(aBid(lot, ada, 1))));
    expect(sizes).toEqual([500, 500, 200]);
  });

  it("closing answers what is queued and refuses what comes after", async () => {
    const { engine } = engineOver(async () => done);
    const queued = Array.from({ length: 600 }, () => engine.submit(aBid(lot, ada, 1)));
    const closed = engine.close();
    expect(codeOf(await engine.submit(aBid(lot, ada, 1)))).toBe("UNAVAILABLE");
    await closed;
    expect(new Set((await Promise.all(queued)).map(codeOf))).toEqual(new Set(["BID_TOO_LOW"]));
  });

  it("names the auctions whose commit had an unknown outcome, and no others", async () => {
    const { engine, unknown } = engineOver(() => Promise.reject(new Error("connection lost")));
    expect(codeOf(await engine.submit(aBid(lot, ada, 1100)))).toBe("UNAVAILABLE");
    expect(unknown).toEqual(["lot"]);
  });
});

// Runs the engine's contract, and tests the engine over a store that fails.
import { refusal } from "@jara/shared/errors";
import { fallbackRates } from "@jara/shared/money";
import { describe, expect, it } from "vitest";
import { engineContract } from "../../test/contracts/engine-contract.ts";
import { expectHistoryHolds } from "../../test/support/check-history.ts";
import { STARTED_AT } from "../../test/support/given-auction.ts";
import { aBid, codeOf, givenEngine } from "../../test/support/given-engine.ts";
import { done, givenStore } from "../../test/support/given-store.ts";
import { seedAuction, seedPeople } from "../../test/support/seed.ts";
import { withDatabase } from "../../test/support/with-database.ts";
import { WritesStopped } from "../platform/database/replication.ts";
import { AuctionEngine, type EngineDeps } from "./auction-engine.ts";
import type { CommitBatch, CommitResult, EngineStore } from "./ports.ts";

describe("the engine", () => {
  const test = withDatabase();
  engineContract(test);

  it("gives its answers and goes on when a publisher throws", async () => {
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
    expect(errors).toEqual([expect.stringMatching(/^batch failed: Error: a broken socket/)]);
    expect(await expectHistoryHolds(database, auction.id)).toMatchObject({ bidCount: 2 });
  });
});

const lot = { id: "lot" };
const ada = { id: "ada" };

/** An engine over a store with one auction and every user, which commits as the given function says. */
const engineOver = (commit: (batch: CommitBatch) => Promise<CommitResult>, given: Partial<EngineDeps> = {}) => {
  const unknown: string[] = [];
  const engine = new AuctionEngine({
    store: givenStore(commit),
    clock: { now: () => STARTED_AT },
    rates: () => fallbackRates,
    events: { committed: () => {}, unknown: ({ parts }) => void unknown.push(...parts.map((part) => part.auctionId)) },
    log: { error: () => {} },
    ...given,
  });
  return { engine, unknown };
};

it("decides commands whose lot and person are evicted while their batch is loaded", async () => {
  const store = givenStore(async () => done);
  let evictions = 0;
  const loadAuctions: EngineStore["loadAuctions"] = async (ids) => {
    if (ids.includes("other")) {
      evictions += 1;
      engine.evictAll();
    }
    return await store.loadAuctions(ids);
  };
  const { engine } = engineOver(async () => done, { store: { ...store, loadAuctions } });
  expect(codeOf(await engine.submit(aBid(lot, ada, 1100)))).toBe("ok");
  const both = [engine.submit(aBid(lot, ada, 1200)), engine.submit(aBid({ id: "other" }, ada, 1100))];
  expect((await Promise.all(both)).map(codeOf)).toEqual(["ok", "ok"]);
  expect(evictions).toBe(1);
});

describe("the engine with a failing store", () => {
  it("answers UNAVAILABLE if every attempt misses the fence, and does not loop for ever", async () => {
    let commits = 0;
    const { engine } = engineOver(async () => {
      commits += 1;
      return { ...done, misses: new Map([["lot", "stale"]]) };
    });
    expect(codeOf(await engine.submit(aBid(lot, ada, 1100)))).toBe("UNAVAILABLE");
    expect(commits).toBe(25);
  });

  it("decides commands again in the order of arrival after a miss, before later commands", async () => {
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

  it("gives a first outcome that the store remembers as the answer, once", async () => {
    const bid = aBid(lot, ada, 1100);
    const outcome = { ok: false as const, error: refusal("AUCTION_PAUSED") };
    const known = {
      userId: "ada",
      commandId: bid.commandId,
      fingerprint: "PlaceBid lot 1100",
      contentVersion: 0,
      outcome,
      at: 7,
    };
    let commits = 0;
    const { engine } = engineOver(async () => {
      commits += 1;
      return { ...done, misses: new Map([["lot", "repeated"]]), known: [known] };
    });
    expect(await engine.submit(bid)).toEqual({ outcome, at: 7 });
    expect(await engine.submit(bid)).toEqual({ outcome, at: 7 });
    expect(commits).toBe(1);
  });

  it("answers every command when a decision throws, and publishes nothing as committed", async () => {
    const { engine } = engineOver(async () => done, {
      rates: () => {
        throw new Error("no rates");
      },
    });
    expect(codeOf(await engine.submit(aBid(lot, ada, 1100)))).toBe("UNAVAILABLE");
  });

  it("refuses at once with UNAVAILABLE beyond 20,000 waiting commands, and answers all that it accepted", async () => {
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

  it("answers queued commands when it closes, and refuses later ones", async () => {
    const { engine } = engineOver(async () => done);
    const queued = Array.from({ length: 600 }, () => engine.submit(aBid(lot, ada, 1)));
    const closed = engine.close();
    expect(codeOf(await engine.submit(aBid(lot, ada, 1)))).toBe("UNAVAILABLE");
    await closed;
    expect(new Set((await Promise.all(queued)).map(codeOf))).toEqual(new Set(["BID_TOO_LOW"]));
  });

  it("divides a failed batch without changing the order of an auction's commands, also of those decided ahead", async () => {
    const committed: string[] = [];
    const lots = [{ id: "one" }, { id: "bad" }, { id: "two" }];
    const { engine } = engineOver(async ({ parts, commands }) => {
      if (parts.some(({ auctionId }) => auctionId === "bad")) {
        throw Object.assign(new Error("refused"), { code: "23514" });
      }
      committed.push(...commands.map(({ fingerprint }) => fingerprint));
      return done;
    });
    const amounts = Array.from({ length: 1200 }, (_, n) => [lots[n % 3] ?? lot, n] as const);
    const answers = await Promise.all(amounts.map(([one, n]) => engine.submit(aBid(one, ada, n + 1))));
    for (const { id } of [{ id: "one" }, { id: "two" }]) {
      const submitted = amounts.filter(([one]) => one.id === id).map(([, n]) => `PlaceBid ${id} ${n + 1}`);
      expect(committed.filter((fingerprint) => fingerprint.startsWith(`PlaceBid ${id} `))).toEqual(submitted);
    }
    expect(answers.filter((answer) => codeOf(answer) === "UNAVAILABLE")).toHaveLength(400);
  });

  it("names exactly the auctions whose commit had an unknown outcome", async () => {
    const { engine, unknown } = engineOver(() => Promise.reject(new Error("connection lost")));
    expect(codeOf(await engine.submit(aBid(lot, ada, 1100)))).toBe("UNAVAILABLE");
    expect(unknown).toEqual(["lot"]);
  });

  it("names no auction whose commit was not sent, because no standby confirms commits", async () => {
    const { engine, unknown } = engineOver(() => Promise.reject(new WritesStopped()));
    expect(codeOf(await engine.submit(aBid(lot, ada, 1100)))).toBe("UNAVAILABLE");
    expect(unknown).toEqual([]);
  });
});

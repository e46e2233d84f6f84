// Tests deciding a full batch while the previous one is at the database, over a store that the test controls.
import { fallbackRates } from "@jara/shared/money";
import { describe, expect, it, onTestFinished } from "vitest";
import { STARTED_AT } from "../../test/support/given-auction.ts";
import { aBid, codeOf } from "../../test/support/given-engine.ts";
import { done, givenStore } from "../../test/support/given-store.ts";
import { AuctionEngine } from "./auction-engine.ts";
import type { Answered } from "./outcome.ts";
import type { CommitBatch, CommitResult, EngineStore } from "./ports.ts";

const BATCH = 500;
const lot = { id: "lot" };
const ada = { id: "ada" };

interface Given {
  readonly engine: AuctionEngine;
  readonly flights: { readonly batch: CommitBatch; land(result: CommitResult | Error): void }[];
  loads(): number;
}

/** One auction, "lot", that was only created. Every commit waits for its `land`, unless `commit` is given. */
const givenEngine = (commit?: (batch: CommitBatch) => Promise<CommitResult>): Given => {
  const flights: Given["flights"] = [];
  let loads = 0;
  const held = (batch: CommitBatch) =>
    new Promise<CommitResult>((resolve, reject) => {
      flights.push({ batch, land: (result) => (result instanceof Error ? reject(result) : resolve(result)) });
    });
  const store = givenStore(commit ?? held);
  const loadAuctions: EngineStore["loadAuctions"] = async (ids) => {
    loads += 1;
    return await store.loadAuctions(ids);
  };
  const engine = new AuctionEngine({
    store: { ...store, loadAuctions },
    clock: { now: () => STARTED_AT },
    rates: () => fallbackRates,
    events: { committed: () => {}, unknown: () => {} },
    log: { error: () => {} },
  });
  return { engine, flights, loads: () => loads };
};

const settled = async (): Promise<void> => {
  for (let i = 0; i < 10; i++) await new Promise((resolve) => setImmediate(resolve));
};

/** Sends rising bids from `from` on, one increment each; `answers` fills as they are answered. */
const sendBids = ({ engine }: Given, count: number, from = 0) => {
  const answers: Answered[] = [];
  for (let i = from; i < from + count; i++) {
    void engine.submit(aBid(lot, ada, 1100 + 100 * i)).then((answer) => answers.push(answer));
  }
  return answers;
};

const amounts = (batch: CommitBatch | undefined): number[] =>
  (batch?.commands ?? []).map(({ fingerprint }) => Number(fingerprint.split(" ")[2]));
const climbing = (count: number, from = 0): number[] =>
  Array.from({ length: count }, (_, i) => 1100 + 100 * (from + i));

describe("a full batch that is decided behind one in flight", () => {
  it("uses the state after that one, is sent only after it, and is answered after its own commit", async () => {
    const given = givenEngine();
    const answers = sendBids(given, 2 * BATCH);
    await settled();
    const { flights } = given;
    expect(flights).toHaveLength(1);
    flights[0]?.land(done);
    await settled();
    expect(flights).toHaveLength(2);
    expect(answers.map(codeOf)).toEqual(Array(BATCH).fill("ok"));
    expect(flights[1]?.batch.parts[0]).toMatchObject({
      expectedRevision: BATCH + 1,
      after: { revision: 2 * BATCH + 1 },
    });
    flights[1]?.land(done);
    await settled();
    expect(answers.map(codeOf)).toEqual(Array(2 * BATCH).fill("ok"));
    expect(given.loads()).toBe(1);
  });

  it("counts as waiting commands", async () => {
    const given = givenEngine();
    sendBids(given, 3 * BATCH);
    await settled();
    expect(given.engine.queueLength).toBe(2 * BATCH);
  });

  it("is decided again in the order of arrival if a part of the batch in flight missed", async () => {
    const given = givenEngine();
    const answers = sendBids(given, 2 * BATCH);
    await settled();
    sendBids(given, 10, 2 * BATCH);
    given.flights[0]?.land({ ...done, misses: new Map([["lot", "facts"]]) });
    await settled();
    expect(answers).toEqual([]);
    expect(given.loads()).toBe(2);
    for (const [i, count] of [BATCH, BATCH, 10].entries()) {
      const { batch, land } = given.flights[i + 1] as Given["flights"][0];
      expect(amounts(batch)).toEqual(climbing(count, i * BATCH));
      expect(batch.parts[0]?.expectedRevision).toBe(i * BATCH + 1);
      land(done);
      await settled();
    }
    expect(new Set(answers.map(codeOf))).toEqual(new Set(["ok"]));
  });

  it("is decided again on the stored rows if the outcome of the batch in flight is unknown", async () => {
    const given = givenEngine();
    const answers = sendBids(given, 2 * BATCH);
    await settled();
    given.flights[0]?.land(new Error("connection lost"));
    await settled();
    expect(answers.map(codeOf)).toEqual(Array(BATCH).fill("UNAVAILABLE"));
    expect(given.loads()).toBe(2);
    expect(given.flights[1]?.batch.parts[0]?.expectedRevision).toBe(1);
    expect(amounts(given.flights[1]?.batch)).toEqual(climbing(BATCH, BATCH));
  });

  it("waits while it is not full", async () => {
    const given = givenEngine();
    sendBids(given, 2 * BATCH - 1);
    await settled();
    expect(given.engine.queueLength).toBe(BATCH - 1);
    sendBids(given, 1, 2 * BATCH - 1);
    given.flights[0]?.land(done);
    await settled();
    expect(amounts(given.flights[1]?.batch)).toEqual(climbing(BATCH, BATCH));
  });

  it("lets sockets and timers run between two statements, however fast the statements are", async () => {
    let tick = 0;
    const counting = (): void => {
      tick += 1;
      next = setImmediate(counting);
    };
    let next = setImmediate(counting);
    onTestFinished(() => clearImmediate(next));
    const ticks: number[] = [];
    const given = givenEngine(async () => {
      ticks.push(tick);
      return done;
    });
    await Promise.all(climbing(4 * BATCH).map((amountMinor) => given.engine.submit(aBid(lot, ada, amountMinor))));
    expect(ticks).toHaveLength(4);
    expect(new Set(ticks).size).toBe(4);
  });
});

// Tests commits whose answer was lost, on a real database: what happened is published once, in order, and not before
// the standby has it; what did not happen holds nothing back.
import { randomUUID } from "node:crypto";
import { expect, it, vi } from "vitest";
import { aBid, codeOf, givenEngine } from "../../test/support/given-engine.ts";
import { seedAuction, seedPeople } from "../../test/support/seed.ts";
import { withDatabase } from "../../test/support/with-database.ts";
import type { CommitBatch, EngineStore } from "../engine/ports.ts";
import type { Database } from "../platform/database/database.ts";
import { LostAnswers } from "./lost-answers.ts";

const test = withDatabase();

/** An engine that gives its batches, and loses the answer to those that `fate` names. */
const given = async (replication: Database["replication"] = test.database.replication) => {
  const { database } = test;
  const people = await seedPeople(database);
  const auction = await seedAuction(database, people.admin);
  let fate: "answered" | "lost" | "never sent" = "answered";
  const batches: CommitBatch[] = [];
  const wrapStore = (store: EngineStore): EngineStore => ({
    ...store,
    prepare: (batch) => async () => {
      batches.push(batch);
      if (fate === "never sent") throw new Error("connection lost");
      const result = await store.prepare(batch)();
      if (fate === "lost") throw new Error("connection lost");
      return result;
    },
  });
  const { engine, committed } = await givenEngine(database, { wrapStore });
  /** The versions that were published, and how. */
  const published: string[] = [];
  const caughtUp: string[] = [];
  const lost = new LostAnswers({
    database: { ...database, replication },
    catchUp: (ids) => caughtUp.push(...ids),
    log: { warn: () => {} },
  });
  lost.onFoundCommitted = ({ before, after, events }) =>
    published.push(`found ${before.version} to ${after.version} ${events.map(({ type }) => type)}`);
  lost.onReleased = (changes) => published.push(...changes.map(({ after }) => `released ${after.version}`));
  /** Bids, and hands the lost batch or the commit on as the engine does. */
  const bid = async (person: (typeof people)["ada"], amount: number, as: typeof fate) => {
    fate = as;
    batches.length = 0;
    committed.length = 0;
    const code = codeOf(await engine.submit(aBid(auction, person, amount)));
    expect(code).toBe(as === "answered" ? "ok" : "UNAVAILABLE");
    const [batch] = batches;
    if (as !== "answered" && batch) lost.unknown(batch);
    for (const change of lost.ready(committed as never, Date.now())) published.push(`at once ${change.after.version}`);
  };
  return { ...people, auction, bid, batches, lost, published, caughtUp };
};

it("publishes a commit without an answer, and the later ones after it, once", async () => {
  let hasIt = (_: boolean): void => {};
  const standby = new Promise<boolean>((resolve) => {
    hasIt = resolve;
  });
  const replication = { confirmed: () => standby, onNewPrimary: () => {} };
  const { ada, bola, bid, lost, published, auction } = await given(replication);
  await bid(ada, 1100, "lost");
  await bid(bola, 1200, "answered");
  expect([lost.holdBackListing(auction.id), published]).toEqual([true, []]);
  hasIt(true);
  await vi.waitFor(() => expect(published).toEqual(["found 1 to 2 BidPlaced", "released 3"]), 15_000);
  await bid(ada, 1300, "answered");
  expect(published).toEqual(["found 1 to 2 BidPlaced", "released 3", "at once 4"]);
  expect(lost.holdBackListing(auction.id)).toBe(false);
});

it("publishes the next commit at once if the one without an answer did not happen", async () => {
  const { ada, bola, bid, lost, published, auction } = await given();
  await bid(ada, 1100, "never sent");
  await bid(bola, 1200, "answered");
  expect(published).toEqual(["at once 2"]);
  expect(lost.holdBackListing(auction.id)).toBe(false);
});

it("publishes several commits without an answer in their order", async () => {
  const { ada, bola, bid, published } = await given();
  await bid(ada, 1100, "lost");
  await bid(bola, 1200, "lost");
  await bid(ada, 1300, "never sent");
  await vi.waitFor(() => expect(published).toEqual(["found 1 to 2 BidPlaced", "found 2 to 3 BidPlaced"]), 15_000);
  await bid(bola, 1400, "answered");
  expect(published).toEqual(["found 1 to 2 BidPlaced", "found 2 to 3 BidPlaced", "at once 4"]);
});

it("keeps the newest of very many commits without an answer", async () => {
  const { ada, bola, bid, published, caughtUp, auction } = await given();
  for (let i = 0; i < 120; i++) await bid(ada, 1100, "never sent");
  await bid(bola, 1200, "lost");
  await vi.waitFor(() => expect(published).toEqual(["found 1 to 2 BidPlaced"]), { timeout: 45_000 });
  expect(caughtUp).toEqual([auction.id]);
});

it("keeps one commit of each auction if very many have no answer", async () => {
  const { ada, bola, bid, batches, lost, published, caughtUp, auction } = await given();
  await bid(ada, 1100, "never sent");
  const parts = batches.flatMap((batch) => batch.parts);
  lost.unknown({
    parts: Array.from({ length: 5_000 }, () => parts.map((part) => ({ ...part, auctionId: randomUUID() }))).flat(),
  });
  await bid(bola, 1200, "lost");
  await vi.waitFor(() => expect(published).toEqual(["found 1 to 2 BidPlaced"]), { timeout: 45_000 });
  expect(caughtUp).toEqual([auction.id]);
  lost.close();
});

it("does not publish what another node committed in its place, and brings the watchers up to date", async () => {
  const { ada, bola, bid, published, caughtUp, auction } = await given();
  const other = await givenEngine(test.database);
  await bid(ada, 1100, "never sent");
  expect(codeOf(await other.engine.submit(aBid(auction, bola, 1150)))).toBe("ok");
  await vi.waitFor(() => expect(caughtUp).toEqual([auction.id]), { timeout: 45_000 });
  expect(published).toEqual([]);
});

it("publishes nothing before the standby has it", async () => {
  let isConfirmed = false;
  const confirmed = vi.fn(async () => isConfirmed);
  const { ada, bola, bid, published } = await given({ confirmed, onNewPrimary: () => {} });
  await bid(ada, 1100, "lost");
  await bid(bola, 1200, "answered");
  await vi.waitFor(() => expect(confirmed).toHaveBeenCalledTimes(3), { timeout: 45_000 });
  expect(published).toEqual([]);
  isConfirmed = true;
  await vi.waitFor(() => expect(published).toEqual(["found 1 to 2 BidPlaced", "released 3"]), { timeout: 45_000 });
});

it("stops waiting for a commit that is not in the log after the longest time of a statement", async () => {
  vi.useFakeTimers({ toFake: ["performance", "setTimeout", "clearTimeout"] });
  try {
    const { ada, bid, lost, published, auction } = await given();
    await bid(ada, 1100, "never sent");
    await vi.waitFor(
      async () => {
        await vi.advanceTimersByTimeAsync(1_000);
        expect(lost.holdBackListing(auction.id)).toBe(false);
      },
      { timeout: 45_000 },
    );
    expect(published).toEqual([]);
  } finally {
    vi.useRealTimers();
  }
});

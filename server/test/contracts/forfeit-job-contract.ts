// Tests the forfeiting job: each unpaid win or purchase is forfeited once, also if nodes race, stop or fail each time.
// It is long because the tests share their setup.

import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { fallbackRates } from "@jara/shared/money";
import { beforeEach, describe, expect, it, onTestFinished } from "vitest";
import type { AuctionState, Person } from "../../src/auction/state.ts";
import { startForfeitJob } from "../../src/features/settlements/forfeit-job.ts";
import { retrySettlement, takeForfeit } from "../../src/features/settlements/job-queries.ts";
import { findSettlement, listSettlements } from "../../src/features/settlements/queries.ts";
import type { Database } from "../../src/platform/database/database.ts";
import type { Job } from "../../src/platform/jobs/job.ts";
import { expectHistoryHolds, expectLedgerHolds, storedAuction } from "../support/check-history.ts";
import { aBid, aPayment, aPurchase, aStatus, codeOf, type GivenEngine, givenEngine } from "../support/given-engine.ts";
import { readLotMails } from "../support/mails-about.ts";
import { type AuctionGiven, deadlineIn, dueIn, seedAuction, seedPeople, seedUsers } from "../support/seed.ts";
import type { TestDatabase } from "../support/with-database.ts";

interface Node extends GivenEngine {
  readonly job: Job;
  /** Told to be stuck, in order. */
  readonly stuck: string[];
}

const AT_ONCE = [0, 0, 0];

const givenNode = async (database: Database, retryAfterS: readonly number[] = AT_ONCE): Promise<Node> => {
  const given = await givenEngine(database);
  const stuck: string[] = [];
  const job = startForfeitJob({
    database,
    engine: given.engine,
    stuck: (id) => void stuck.push(id),
    log: { warn: () => {}, error: () => {} },
    retryAfterS,
    everyMs: 20,
  });
  onTestFinished(() => job.stop());
  return { ...given, job, stuck };
};

const until = async (holds: () => Promise<boolean>): Promise<void> => {
  while (!(await holds())) await sleep(20);
};

/** Auctions that the person won, each with its settlement's id. */
const givenWins = async (
  database: Database,
  winner: Person,
  count: number,
  given: AuctionGiven = {},
): Promise<{ admin: Person; wins: { auction: AuctionState; settlementId: string }[] }> => {
  const { admin } = await seedPeople(database);
  const { engine } = await givenEngine(database);
  const wins = [];
  const auctions = [];
  // All bids come before the first deposit is taken.
  for (let i = 0; i < count; i++) {
    const auction = await seedAuction(database, admin, given);
    expect(codeOf(await engine.submit(aBid(auction, winner, 5000)))).toBe("ok");
    auctions.push(auction);
  }
  for (const auction of auctions) {
    expect(codeOf(await engine.submit(aStatus(auction, admin, "ended")))).toBe("ok");
    const settlementId = (await storedAuction(database, auction.id)).settlement?.id;
    if (!settlementId) throw new Error("no settlement");
    wins.push({ auction, settlementId });
  }
  await engine.close();
  return { admin, wins };
};

const statusOf = async (database: Database, id: string) => (await findSettlement(database, id, fallbackRates))?.status;
const mailsTo = async (database: Database, person: Person) => {
  await readLotMails(database);
  return await database.query<{ kind: string; auctionId: string }>(
    `select kind, auction_id as "auctionId" from outbox
     where user_id = $1::text::uuid and kind like '%forfeited' order by created_at`,
    [person.id],
  );
};

/** From now on nothing can be taken for this auction. Returns how to mend it. */
const poison = async (database: Database, auctionId: string): Promise<() => Promise<unknown>> => {
  const name = `poison_${randomUUID().replaceAll("-", "")}`;
  await database.query(
    `alter table ledger_entries add constraint ${name} check (auction_id is distinct from '${auctionId}') not valid`,
  );
  const mend = () => database.query(`alter table ledger_entries drop constraint if exists ${name}`);
  onTestFinished(async () => void (await mend()));
  return mend;
};

export const forfeitJobContract = (test: TestDatabase): void => {
  const someone = async (balanceMinor = 100_000): Promise<Person> =>
    (await seedUsers(test.database, { ada: { balanceMinor } })).ada;

  // Keep the job from working on debts that an earlier test left open.
  beforeEach(async () => {
    await test.database.query("update settlements set stuck_at = clock_timestamp() where status = 'open'");
    await test.database.query("update purchases set stuck_at = clock_timestamp() where status = 'pending'");
  });

  describe("a win that is not paid", () => {
    it("is forfeited once for each of many, if two nodes race, with one entry, one mail and one event", async () => {
      const { database } = test;
      const ada = await someone();
      const { wins } = await givenWins(database, ada, 25);
      for (const { auction } of wins) await dueIn(database, auction.id, -1);
      const nodes = await Promise.all([givenNode(database), givenNode(await test.openAnother())]);
      await until(async () => {
        const statuses = await Promise.all(wins.map(({ settlementId }) => statusOf(database, settlementId)));
        return statuses.every((status) => status === "forfeited");
      });
      await Promise.all(nodes.map(({ job }) => job.stop()));

      // 10% of 50.00 each.
      const { balanceMinor, entries } = await expectLedgerHolds(database, ada.id);
      expect(balanceMinor).toBe(100_000 - 25 * 500);
      expect(new Set(entries.slice(1).map(({ cause }) => cause))).toEqual(
        new Set(["win-deposit", "deposit-return", "win-forfeit"]),
      );
      const auctionIds = wins.map(({ auction }) => auction.id).sort();
      expect(
        entries
          .filter(({ cause }) => cause === "win-forfeit")
          .map(({ auctionId }) => auctionId)
          .sort(),
      ).toEqual(auctionIds);
      expect((await mailsTo(database, ada)).map(({ auctionId }) => auctionId).sort()).toEqual(auctionIds);
      for (const { auction } of wins) {
        expect(await expectHistoryHolds(database, auction.id)).toMatchObject({ status: "ended", winner: ada });
      }
      const people = nodes.flatMap(({ balances }) => balances.map(([userId]) => userId));
      expect(people).toEqual(Array.from({ length: 25 }, () => ada.id));
      expect(nodes.flatMap(({ stuck }) => stuck)).toEqual([]);
    });

    it("may make a balance negative, in dollars at the engine's rate, and is not forfeited before its deadline", async () => {
      const { database } = test;
      const ada = await someone(1_000_000);
      const { wins } = await givenWins(database, ada, 2, { currency: "USD" });
      // The first deposit took 20% of $50.00, the second what was left.
      const [later, due] = wins as [(typeof wins)[0], (typeof wins)[0]];
      const deposit = (await storedAuction(database, due.auction.id)).settlement?.depositMinor ?? Number.NaN;
      expect(deposit).toBeLessThan(1_000_000 - 833_330);
      await dueIn(database, due.auction.id, -1);
      await givenNode(database);
      await until(async () => (await statusOf(database, due.settlementId)) === "forfeited");
      // 10% of $50.00 at 833.33.
      expect((await expectLedgerHolds(database, ada.id)).balanceMinor).toBe(1_000_000 - 833_330 - 416_665);
      expect(await statusOf(database, later.settlementId)).toBe("open");
    });

    it("is not forfeited if the payment was confirmed a moment before", async () => {
      const { database } = test;
      const ada = await someone();
      const { admin, wins } = await givenWins(database, ada, 2);
      const [paid, unpaid] = wins as [(typeof wins)[0], (typeof wins)[0]];
      const { engine } = await givenEngine(database);
      await dueIn(database, paid.auction.id, 2_000);
      expect(codeOf(await engine.submit(aPayment(paid.auction, admin, paid.settlementId)))).toBe("ok");
      const { job } = await givenNode(database);
      // The other one's deadline comes later, so that the first's is past once it is forfeited.
      await dueIn(database, unpaid.auction.id, 2_100);
      await until(async () => (await statusOf(database, unpaid.settlementId)) === "forfeited");
      await job.stop();
      expect(await statusOf(database, paid.settlementId)).toBe("paid");
      expect((await expectLedgerHolds(database, ada.id)).balanceMinor).toBe(100_000 - 1000 - 500);
      expect(await expectHistoryHolds(database, paid.auction.id)).toMatchObject({ status: "sold" });
    });

    it("is either paid or forfeited if both come at the same moment", async () => {
      const { database } = test;
      const ada = await someone();
      const { admin, wins } = await givenWins(database, ada, 12);
      const { engine } = await givenEngine(await test.openAnother());
      await Promise.all(wins.map(({ auction }) => dueIn(database, auction.id, 150)));
      await givenNode(database);
      const answers = await Promise.all(
        wins.map(async ({ auction, settlementId }, i) => {
          await sleep(i * 25);
          return codeOf(await engine.submit(aPayment(auction, admin, settlementId)));
        }),
      );
      await until(async () => {
        const statuses = await Promise.all(wins.map(({ settlementId }) => statusOf(database, settlementId)));
        return statuses.every((status) => status !== "open");
      });
      const paid = answers.filter((code) => code === "ok").length;
      expect(answers.filter((code) => code !== "ok" && code !== "SETTLEMENT_CLOSED")).toEqual([]);
      for (const [i, { auction, settlementId }] of wins.entries()) {
        const expected = answers[i] === "ok" ? "paid" : "forfeited";
        expect(await statusOf(database, settlementId)).toBe(expected);
        expect((await expectHistoryHolds(database, auction.id)).status).toBe(expected === "paid" ? "sold" : "ended");
      }
      expect((await expectLedgerHolds(database, ada.id)).balanceMinor).toBe(
        100_000 - 500 * (wins.length - paid) - 1000 * paid,
      );
    });
  });

  describe("a forfeit that fails each time", () => {
    it("is stuck with its reason after the last attempt, delays no others, and a retry after the repair forfeits it once", async () => {
      const { database } = test;
      const ada = await someone();
      const { admin, wins } = await givenWins(database, ada, 6);
      const [bad] = wins as [(typeof wins)[0]];
      const mend = await poison(database, bad.auction.id);
      // The bad one is the most overdue: it comes first.
      for (const [i, { auction }] of wins.entries()) await dueIn(database, auction.id, -1000 + i);
      const node = await givenNode(database);
      await until(async () => node.stuck.length > 0);
      await until(async () => {
        const statuses = await Promise.all(wins.slice(1).map(({ settlementId }) => statusOf(database, settlementId)));
        return statuses.every((status) => status === "forfeited");
      });
      expect(node.stuck).toEqual([bad.settlementId]);
      const seen = await findSettlement(database, bad.settlementId, fallbackRates);
      const adminId = randomUUID();
      expect(seen).toMatchObject({
        status: "open",
        stuck: { attempts: AT_ONCE.length, lastError: expect.stringContaining("poison_"), since: expect.any(String) },
      });
      const { settlements } = await listSettlements(
        database,
        { status: "open", kind: "win", adminId },
        { page: 1, limit: 100 },
        fallbackRates,
      );
      expect(settlements.find(({ _id }) => _id === bad.settlementId)).toEqual(seen);
      expect((await expectLedgerHolds(database, ada.id)).balanceMinor).toBe(100_000 - 1000 - 5 * 500);
      expect(await takeForfeit(database, "win", AT_ONCE)).toBeNull();

      await mend();
      const asked = { id: bad.settlementId, kind: "win", actorId: admin.id, commandId: randomUUID() } as const;
      expect(await retrySettlement(database, { ...asked, actorId: ada.id })).toBe("not-allowed");
      expect(await retrySettlement(database, asked)).toBe("done");
      expect(await retrySettlement(database, asked)).toBe("done-before");
      await until(async () => (await statusOf(database, bad.settlementId)) === "forfeited");
      expect(await retrySettlement(database, { ...asked, commandId: randomUUID() })).toBe("not-stuck");
      expect((await expectLedgerHolds(database, ada.id)).balanceMinor).toBe(100_000 - 6 * 500);
      await expectHistoryHolds(database, bad.auction.id);
      const [action] = await database.query(
        "select action, user_id, details ->> 'settlementId' as of from admin_actions where actor_id = $1::text::uuid and action = 'payment retry'",
        [admin.id],
      );
      expect(action).toEqual({ action: "payment retry", user_id: ada.id, of: bad.settlementId });
    });

    it("is tried again after ever longer pauses", async () => {
      const { database } = test;
      const { wins } = await givenWins(database, await someone(), 1);
      const [{ auction, settlementId }] = wins as [(typeof wins)[0]];
      await dueIn(database, auction.id, -1);
      const waits = [30, 60, 120];
      for (const wait of waits) {
        expect(await takeForfeit(database, "win", waits)).toMatchObject({ id: settlementId, isStuck: false });
        const [row] = await database.query<{ s: number }>(
          `update settlements s set next_attempt_at = clock_now() - interval '1 second' from settlements before
           where s.id = $1::text::uuid and before.id = s.id
           returning extract(epoch from before.next_attempt_at - clock_timestamp())::float8 as s`,
          [settlementId],
        );
        expect(Math.ceil((row?.s ?? 0) / 10) * 10).toBe(wait);
      }
    });
  });

  describe("a node that stops", () => {
    it("between taking a settlement and forfeiting it loses nothing, because another node forfeits it once", async () => {
      const { database } = test;
      const ada = await someone();
      const { wins } = await givenWins(database, ada, 3);
      for (const { auction } of wins) await dueIn(database, auction.id, -1);
      expect(await takeForfeit(database, "win", [0.2, 0.2])).toMatchObject({ attempts: 1, isStuck: false });
      await givenNode(database);
      await until(async () => {
        const statuses = await Promise.all(wins.map(({ settlementId }) => statusOf(database, settlementId)));
        return statuses.every((status) => status === "forfeited");
      });
      expect((await expectLedgerHolds(database, ada.id)).balanceMinor).toBe(100_000 - 3 * 500);
    });

    it("at every attempt leaves the settlement stuck, and not tried for ever", async () => {
      const { database } = test;
      const { wins } = await givenWins(database, await someone(), 1);
      const [{ auction, settlementId }] = wins as [(typeof wins)[0]];
      await dueIn(database, auction.id, -1);
      // A stored time is rounded to a millisecond, so a pause of 0 may end half a millisecond later.
      const atOnce = [-0.001, -0.001];
      for (const attempts of [1, 2]) expect(await takeForfeit(database, "win", atOnce)).toMatchObject({ attempts });
      expect(await takeForfeit(database, "win", atOnce)).toMatchObject({ id: settlementId, isStuck: true });
      expect(await takeForfeit(database, "win", atOnce)).toBeNull();
      expect((await findSettlement(database, settlementId, fallbackRates))?.stuck).toMatchObject({
        attempts: 2,
        lastError: "The server stopped each time.",
      });
    });
  });

  describe("an overdue purchase", () => {
    /** One each: a buyer has one open purchase at a time. */
    const givenPurchases = async (buyers: readonly Person[]) => {
      const { database } = test;
      const { admin } = await seedPeople(database);
      const { engine } = await givenEngine(database);
      const auctions = [];
      for (const buyer of buyers) {
        const auction = await seedAuction(database, admin, { durationMs: 24 * 60 * 60 * 1000, buyItNowMinor: 5000 });
        expect(codeOf(await engine.submit(aPurchase(auction, buyer)))).toBe("ok");
        await deadlineIn(database, auction.id, -60_000);
        auctions.push(auction);
      }
      await engine.close();
      return auctions;
    };

    it("is forfeited by the job if nobody expired it in time, and the auction continues", async () => {
      const { database } = test;
      const ada = await someone();
      const [auction] = (await givenPurchases([ada])) as [AuctionState];
      const { wins } = await givenWins(database, ada, 1);
      const node = await givenNode(database);
      await until(async () => (await storedAuction(database, auction.id)).status === "active");
      expect((await expectLedgerHolds(database, ada.id)).balanceMinor).toBe(100_000 - 500 - 1000);
      await expectHistoryHolds(database, auction.id);
      expect(node.stuck).toEqual([]);
      expect(await statusOf(database, wins[0]?.settlementId ?? "")).toBe("open");
    });

    it("is stuck in the list if it cannot be expired, and does not delay the others", async () => {
      const { database } = test;
      const buyers = [await someone(), await someone(), await someone(), await someone()] as const;
      const [bad, ...others] = (await givenPurchases(buyers)) as [AuctionState, ...AuctionState[]];
      const purchaseId = (await storedAuction(database, bad.id)).purchase?.id ?? "";
      await poison(database, bad.id);
      const node = await givenNode(database);
      await until(async () => node.stuck.length > 0);
      for (const { id } of others) await until(async () => (await storedAuction(database, id)).status === "active");
      expect(node.stuck).toEqual([purchaseId]);
      expect(await findSettlement(database, purchaseId, fallbackRates)).toMatchObject({
        kind: "buy-it-now",
        status: "open",
        auction: { status: "paused" },
        stuck: { attempts: AT_ONCE.length, lastError: expect.stringContaining("poison_") },
      });
      const balances = buyers.map(async ({ id }) => (await expectLedgerHolds(database, id)).balanceMinor);
      expect(await Promise.all(balances)).toEqual([99_000, 99_500, 99_500, 99_500]);
    });
  });
};

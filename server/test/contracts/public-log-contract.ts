// Tests the sequencer of the public log: the leaves that it makes of each kind of change, several sequencers at once,
// killed ones, keys that are replaced, and restored databases. It is long because the tests share their setup and
// helpers.
import { createHmac } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { writeAlerts } from "../../src/features/desk/alerts.ts";
import { type LogHead, readHead } from "../../src/features/public-log/heads.ts";
import { createCheckpointMemory } from "../../src/features/public-log/published/checkpoint-memory.ts";
import { restartLog } from "../../src/features/public-log/restart-log.ts";
import { aroundStatements, type Database } from "../../src/platform/database/database.ts";
import { holdLease } from "../../src/platform/jobs/job-leases.ts";
import {
  aBid,
  aCancel,
  aClose,
  aMaxBid,
  anEdit,
  aPurchase,
  aRemoval,
  aStatus,
  aVoid,
  codeOf,
  givenEngine,
} from "../support/given-engine.ts";
import {
  aSequencer,
  commitmentTo,
  expectLogHolds,
  LOG_KEYS,
  leavesOf,
  OTHER_SEED,
  reserveCommitmentTo,
  sequence,
} from "../support/given-log.ts";
import { changeByNewerVersion } from "../support/newer-version.ts";
import { endIn, seedAuction, seedPeople } from "../support/seed.ts";
import { type TestDatabase, withDatabase } from "../support/with-database.ts";
import { logSecrecy } from "./log-secrecy-contract.ts";
import { logSellers } from "./log-sellers-contract.ts";

const factsIn = (leaves: Awaited<ReturnType<typeof leavesOf>>) => leaves.map(({ facts }) => facts);
const typesIn = (leaves: Awaited<ReturnType<typeof leavesOf>>) =>
  leaves.map(({ facts }) => facts.map(({ type }) => type).join(" "));

const secretOf = async (database: Database, userId: string): Promise<string | undefined> => {
  const [row] = await database.query<{ secret: string }>(
    "select encode(secret, 'hex') as secret from log_secrets where user_id = $1::text::uuid",
    [userId],
  );
  return row?.secret;
};

/** As the person computes it from the secret. */
const commitmentOf = async (database: Database, auctionId: string, userId: string): Promise<string> => {
  const secret = Buffer.from((await secretOf(database, userId)) ?? "", "hex");
  return commitmentTo(auctionId, userId, createHmac("sha256", secret).update(auctionId).digest("hex"));
};

/** As commits of bids by one person, without the engine. */
const addBids = (database: Database, auctionId: string, bidderId: string, { from, to }: { from: number; to: number }) =>
  database.query(
    `with bid as (
       insert into auction_events (auction_id, revision, version, events, at)
       select $1::text::uuid, n + 1, n + 1, json_build_array(json_build_object('type', 'BidPlaced', 'number', n,
         'amountMinor', 1000 + n * 100, 'kind', 'manual',
         'bidder', json_build_object('id', $2::text, 'username', 'ada'))), now() from generate_series(${from}, ${to}) n
     )
     update auctions set version = ${to + 1}, revision = ${to + 1} where id = $1::text::uuid`,
    [auctionId, bidderId],
  );

export const publicLogContract = (test: TestDatabase): void => {
  facts(test);
  searching(test);
  faults(test);
  keys(test);
  restored(test);
  logSecrecy(test);
  logSellers(test);
};

const facts = (test: TestDatabase) =>
  describe("the leaves of a lot", () => {
    it("say each public version once, with commitments in place of people", async () => {
      const { database } = test;
      const { admin, ada, bola } = await seedPeople(database);
      const auction = await seedAuction(database, admin, { reserveMinor: 5_000 });
      const { engine } = await givenEngine(database);
      for (const command of [
        aMaxBid(auction, ada, 4_000),
        aBid(auction, bola, 2_000),
        aMaxBid(auction, ada, 4_500),
        aBid(auction, bola, 6_000),
      ]) {
        expect(codeOf(await engine.submit(command))).toBe("ok");
      }
      await engine.submit(aStatus(auction, admin, "ended"));
      await sequence(database);
      const leaves = await leavesOf(database, auction.id);
      const [a, b] = [
        await commitmentOf(database, auction.id, ada.id),
        await commitmentOf(database, auction.id, bola.id),
      ];
      const [opened, ...rest] = factsIn(leaves);
      expect(opened).toEqual([
        {
          type: "opened",
          contentVersion: 1,
          currency: "NGN",
          startingPrice: 1_000,
          increment: 100,
          price: 1_000,
          startsAt: new Date(auction.startsAt ?? 0).toISOString(),
          endsAt: new Date(auction.endsAt).toISOString(),
          buyItNow: null,
          softClose: null,
          rules: null,
          bidCount: 0,
          seller: expect.stringMatching(/^[0-9a-f]{64}$/),
          reserve: expect.stringMatching(/^[0-9a-f]{64}$/),
          lotHash: expect.stringMatching(/^[0-9a-f]{64}$/),
          media: [{ sha256: null, url: "/media/1.jpg" }],
        },
      ]);
      // The raise to 45.00 is hidden: it has no leaf.
      expect(rest).toEqual([
        [{ type: "bid", number: 1, amount: 1_100, kind: "auto", bidder: a }],
        [
          { type: "bid", number: 2, amount: 2_000, kind: "manual", bidder: b },
          { type: "bid", number: 3, amount: 2_100, kind: "auto", bidder: a },
        ],
        [{ type: "bid", number: 4, amount: 6_000, kind: "manual", bidder: b }],
        [
          {
            type: "ended",
            by: "staff",
            endedAt: expect.any(String),
            winner: b,
            reserve: { amount: 5_000, salt: expect.stringMatching(/^[0-9a-f]{64}$/) },
          },
        ],
      ]);
      expect(leaves.map(({ version }) => version)).toEqual([1, 2, 3, 4, 5]);
      expect(opened?.[0].reserve).toBe(reserveCommitmentTo(auction.id, 5_000, rest.at(-1)?.[0].reserve.salt));
      const text = leaves.map(({ entry }) => entry).join("\n");
      for (const hidden of [ada.id, bola.id, ada.username, bola.username, admin.id, "revision", "4500"]) {
        expect(text).not.toContain(hidden);
      }
      await expectLogHolds(database);
    });

    describe("in a database whose lots have other rules", () => {
      const own = withDatabase();
      it("say percentages in hundredths of a percent if one of them is not whole, and a premium only if there is one", async () => {
        const { database } = own;
        const { admin, ada } = await seedPeople(database);
        const whole = { depositPercent: 20, feePercent: 5, forfeitPercent: 10, paymentDays: 3 };
        const lots: Awaited<ReturnType<typeof seedAuction>>[] = [];
        const premium = { premiumPercent: 10, vatPercent: 7 };
        for (const [n, others] of [{}, { feePercent: 7.5 }, premium, { ...premium, vatPercent: 7.5 }].entries()) {
          await database.query(
            `insert into setting_versions (section, version, value, source, changed_at, reason)
             values ('lot-rules', $1::text::int, $2::text::jsonb, 'environment', now(), 'as an older server wrote it')`,
            [n + 1, JSON.stringify({ ...whole, ...others })],
          );
          lots.push(await seedAuction(database, admin));
        }
        const { engine } = await givenEngine(database);
        for (const lot of lots) expect(codeOf(await engine.submit(aBid(lot, ada, 1_500)))).toBe("ok");
        await sequence(database);
        const rules = await Promise.all(
          lots.map(async ({ id }) => factsIn(await leavesOf(database, id)).map(([fact]) => fact.rules)),
        );
        const hundredths = {
          depositBasisPoints: 2_000,
          feeBasisPoints: 500,
          forfeitBasisPoints: 1_000,
          paymentDays: 3,
        };
        expect(rules).toEqual([
          [whole, undefined],
          [{ ...hundredths, feeBasisPoints: 750 }, undefined],
          [{ ...whole, ...premium }, undefined],
          [{ ...hundredths, premiumBasisPoints: 1_000, vatBasisPoints: 750 }, undefined],
        ]);
        await expectLogHolds(database);
      });
    });

    it("say whether the clock or the staff ended the lot", async () => {
      const { database } = test;
      const { admin } = await seedPeople(database);
      const lots = [await seedAuction(database, admin), await seedAuction(database, admin)] as const;
      const [clocked, ended] = lots;
      await endIn(database, clocked.id, 0);
      const { engine } = await givenEngine(database);
      await engine.submit(aClose(clocked));
      expect(codeOf(await engine.submit(aStatus(ended, admin, "ended")))).toBe("ok");
      await sequence(database);
      const by = [];
      for (const { id } of lots) by.push((await leavesOf(database, id)).at(-1)?.facts[0]);
      expect(by).toMatchObject([
        { type: "ended", by: "clock" },
        { type: "ended", by: "staff" },
      ]);
    });

    it("say what changed of the lot, and bind to a new reserve", async () => {
      const { database } = test;
      const { admin, ada } = await seedPeople(database);
      const auction = await seedAuction(database, admin, { reserveMinor: 5_000, buyItNowMinor: 90_000 });
      const { engine } = await givenEngine(database);
      await engine.submit(aBid(auction, ada, 1_500));
      await sequence(database);
      const edit = { description: "With its lid", reserveMinor: 4_000 as never, incrementMinor: 50 as never };
      expect(codeOf(await engine.submit(anEdit(auction, admin, edit)))).toBe("ok");
      await engine.submit(aStatus(auction, admin, "ended"));
      await sequence(database);
      const leaves = await leavesOf(database, auction.id);
      const [[opened], , [changed], [ended]] = factsIn(leaves) as [[never], unknown, [never], [never]] & {
        [n: number]: Record<string, never>[];
      };
      expect(changed).toEqual({
        type: "changed",
        contentVersion: 2,
        why: "edit",
        increment: 50,
        lotHash: expect.any(String),
        media: [{ sha256: null, url: "/media/1.jpg" }],
        reserve: expect.any(String),
        endsAt: expect.any(String),
        scheduledEndsAt: expect.any(String),
      });
      const { lotHash, reserve } = opened as { lotHash: string; reserve: string };
      expect(changed).not.toMatchObject({ lotHash });
      expect(changed).not.toMatchObject({ reserve });
      const open = (ended as { reserve: { amount: number; salt: string } }).reserve;
      expect(open.amount).toBe(4_000);
      expect((changed as { reserve: string }).reserve).toBe(reserveCommitmentTo(auction.id, 4_000, open.salt));
    });

    it("are none for a draft, and begin again when it opens again", async () => {
      const { database } = test;
      const { admin, ada } = await seedPeople(database);
      const auction = await seedAuction(database, admin, { status: "draft" });
      const { engine } = await givenEngine(database);
      await engine.submit(anEdit(auction, admin, { description: "A secret plan" }));
      await sequence(database);
      expect(await leavesOf(database, auction.id)).toEqual([]);
      await engine.submit(aStatus(auction, admin, "active"));
      await engine.submit(aBid(auction, ada, 1_500));
      await engine.submit(aStatus(auction, admin, "draft"));
      await engine.submit(anEdit(auction, admin, { description: "Another secret plan" }));
      await engine.submit(aStatus(auction, admin, "active"));
      await engine.submit(aRemoval(auction, admin));
      await sequence(database);
      const leaves = await leavesOf(database, auction.id);
      expect(typesIn(leaves)).toEqual(["opened", "bid", "all-voided withdrawn", "opened"]);
      expect(leaves.map(({ version }) => version)).toEqual([3, 4, 5, 7]);
      expect(leaves.at(-1)?.facts[0]).toMatchObject({ price: 1_000, bidCount: 0 });
      await expectLogHolds(database);
    });

    it("say voids, pauses, purchases and what became of the lot", async () => {
      const { database } = test;
      const { admin, ada, bola, chidi } = await seedPeople(database);
      const auction = await seedAuction(database, admin, { buyItNowMinor: 90_000, durationMs: 3 * 3_600_000 });
      const { engine } = await givenEngine(database);
      for (const command of [
        aBid(auction, ada, 1_500),
        aBid(auction, bola, 2_000),
        aMaxBid(auction, ada, 3_000),
        aVoid(auction, admin, bola, "fraud", "he told me so himself"),
        aStatus(auction, admin, "paused"),
        aStatus(auction, admin, "active"),
        aPurchase(auction, chidi),
        aStatus(auction, admin, "active"),
        aStatus(auction, admin, "cancelled"),
        aStatus(auction, admin, "active"),
      ]) {
        expect(codeOf(await engine.submit(command))).toBe("ok");
      }
      await sequence(database);
      const leaves = await leavesOf(database, auction.id);
      expect(typesIn(leaves)).toEqual([
        "opened",
        "bid",
        "bid",
        "bid",
        "voided",
        "paused",
        "resumed",
        "purchase paused",
        "purchase resumed",
        "all-voided cancelled",
        "reopened",
      ]);
      const [a, b] = [
        await commitmentOf(database, auction.id, ada.id),
        await commitmentOf(database, auction.id, bola.id),
      ];
      expect(leaves[4]?.facts).toEqual([
        {
          type: "voided",
          bidder: b,
          reason: "fraud",
          leader: a,
          winnerVoided: false,
          price: expect.any(Number),
          bidCount: expect.any(Number),
          voided: expect.any(Array),
          recorded: expect.any(Array),
          barred: true,
        },
      ]);
      const text = leaves.map(({ entry }) => entry).join("\n");
      for (const hidden of ["he told me", chidi.username, chidi.id]) expect(text).not.toContain(hidden);
      expect(leaves[7]?.facts[0]).toEqual({
        type: "purchase",
        step: "started",
        price: 90_000,
        until: expect.any(String),
      });
      await expectLogHolds(database);
    });

    it("fit into a bundle of entries, also if hundreds of bids are voided", async () => {
      const { database } = test;
      const { admin, ada, bola } = await seedPeople(database);
      const auction = await seedAuction(database, admin);
      const at = Date.now();
      const many = (count: number): object => ({
        type: "BidsVoided",
        bidder: ada,
        reason: "fraud",
        note: null,
        priceMinor: 1_000,
        leader: null,
        bidCount: 0,
        voidedBidCount: count,
        isWinnerVoided: false,
        voided: Array.from({ length: count }, (_, n) => ({ number: n + 1, reason: n % 2 ? "fraud" : "recalculated" })),
        recorded: Array.from({ length: count }, (_, n) => ({
          number: count + n,
          amountMinor: 1_000 + n,
          kind: "auto",
          bidder: bola,
          at,
        })),
      });
      for (const [revision, count] of [
        [2, 300],
        [3, 5_000],
      ]) {
        await database.query(
          `with changed as (update auctions set version = $2::text::int, revision = $2::text::int where id = $1::text::uuid)
           insert into auction_events (auction_id, revision, version, events, at)
           values ($1::text::uuid, $2::text::int, $2::text::int, json_build_array($3::text::json), now())`,
          [auction.id, revision as number, JSON.stringify(many(count as number))],
        );
      }
      await sequence(database);
      const [, some, very] = await leavesOf(database, auction.id);
      expect(some?.facts[0].recorded).toHaveLength(300);
      expect(some?.facts[0].voided).toHaveLength(300);
      expect(Buffer.byteLength(very?.entry ?? "")).toBeLessThan(65_536);
      expect(very?.facts[0]).toMatchObject({
        voided: { count: 5_000, sha256: expect.stringMatching(/^[0-9a-f]{64}$/) },
        price: 1_000,
        recorded: { count: 5_000 },
      });
      await expectLogHolds(database);
    });

    it("keep no salt of a deleted account", async () => {
      const { database } = test;
      const { admin, ada, bola } = await seedPeople(database);
      const auction = await seedAuction(database, admin);
      const { engine } = await givenEngine(database);
      await engine.submit(aBid(auction, ada, 1_500));
      await engine.submit(aBid(auction, bola, 2_000));
      await database.query("update users set deleted_at = now() where id = $1::text::uuid", [ada.id]);
      await sequence(database);
      expect([await secretOf(database, ada.id), typeof (await secretOf(database, bola.id))]).toEqual([
        undefined,
        "string",
      ]);
      const [, first] = await leavesOf(database, auction.id);
      expect(typesIn(await leavesOf(database, auction.id))).toEqual(["opened", "bid", "bid"]);
      // A void makes the deleted account lead again: it is known by the same commitment, also to another node.
      await engine.submit(aVoid(auction, admin, bola));
      await sequence(database);
      expect((await leavesOf(database, auction.id)).at(-1)?.facts[0]).toMatchObject({
        type: "voided",
        leader: first?.facts[0].bidder,
        price: 1_500,
      });
      expect(await secretOf(database, ada.id)).toBeUndefined();
    });
  });

const searching = (test: TestDatabase) =>
  describe("the sequencer", () => {
    it("finds what is new with each run, and writes nothing if there is nothing", async () => {
      const { database } = test;
      const { admin, ada } = await seedPeople(database);
      const auction = await seedAuction(database, admin);
      const { engine } = await givenEngine(database);
      let appends = 0;
      const counted = aroundStatements(database, (run, text) => {
        if (text.includes("insert into log_leaves")) appends += 1;
        return run();
      });
      const sequencer = aSequencer(counted);
      for (let n = 1; n <= 3; n++) {
        await engine.submit(aBid(auction, ada, 1_000 + n * 100));
        await sequencer.run(async () => true);
        expect(await leavesOf(database, auction.id)).toHaveLength(n + 1);
      }
      const before = appends;
      await sequencer.run(async () => true);
      expect(appends).toBe(before);
      await expectLogHolds(database);
    });

    it("finds a change whose time is long past, by comparing the versions of all auctions", async () => {
      const { database } = test;
      const { admin, ada } = await seedPeople(database);
      const auction = await seedAuction(database, admin);
      const { engine } = await givenEngine(database);
      const sequencer = aSequencer(database);
      await sequencer.run(async () => true);
      await engine.submit(aBid(auction, ada, 1_100));
      await database.query(
        "update auction_events set at = at - interval '1 day' where auction_id = $1::text::uuid and revision = 2",
        [auction.id],
      );
      await sequencer.run(async () => true);
      expect(await leavesOf(database, auction.id)).toHaveLength(1);
      sequencer.restart();
      await sequencer.run(async () => true);
      expect(await leavesOf(database, auction.id)).toHaveLength(2);
    });

    it("logs a lot with more changes than a batch may have, in their order", async () => {
      const { database } = test;
      const { admin, ada } = await seedPeople(database);
      const auction = await seedAuction(database, admin);
      await addBids(database, auction.id, ada.id, { from: 1, to: 95 });
      await aSequencer(database, LOG_KEYS, 40).run(async () => true);
      const leaves = await leavesOf(database, auction.id);
      expect(leaves.map(({ version }) => version)).toEqual(Array.from({ length: 96 }, (_, n) => n + 1));
      await expectLogHolds(database);
    });

    it("logs a lot once that gets more changes than a batch may have while it is logged", async () => {
      const { database } = test;
      const { admin, ada } = await seedPeople(database);
      const auction = await seedAuction(database, admin);
      await addBids(database, auction.id, ada.id, { from: 1, to: 45 });
      let asked = 0;
      await aSequencer(database, LOG_KEYS, 40).run(async () => {
        asked += 1;
        // The lot was too long for the first two batches.
        if (asked === 3) await addBids(database, auction.id, ada.id, { from: 46, to: 130 });
        return true;
      });
      expect(await leavesOf(database, auction.id)).toHaveLength(131);
      await expectLogHolds(database);
    });

    it("passes over a lot whose log cannot be replayed, and logs the others", async () => {
      const { database } = test;
      const { admin } = await seedPeople(database);
      const [broken, whole] = [await seedAuction(database, admin), await seedAuction(database, admin)];
      await database.query(
        `update auction_events set events = '[{"type":"AuctionEdited","changes":{},"before":{}}]'
         where auction_id = $1::text::uuid`,
        [broken.id],
      );
      await database.query(
        `insert into log_lots (log, auction_id, version, is_public) values (1, $1::text::uuid, 0, true)`,
        [broken.id],
      );
      await sequence(database);
      expect([await leavesOf(database, broken.id), await leavesOf(database, whole.id)]).toEqual([
        [],
        [expect.objectContaining({ version: 1 })],
      ]);
    });

    it("leaves lots that a newer version changed to that version, and logs the others", async () => {
      const { database } = test;
      const { admin, ada } = await seedPeople(database);
      const [shown, hidden, whole] = [
        await seedAuction(database, admin),
        await seedAuction(database, admin),
        await seedAuction(database, admin),
      ];
      const { engine } = await givenEngine(database);
      await sequence(database);
      await changeByNewerVersion(database, shown.id, true);
      await changeByNewerVersion(database, hidden.id, false);
      for (const auction of [shown, hidden, whole]) {
        await engine.submit(aBid(auction, ada, 1_100));
        await engine.submit(anEdit(auction, admin, { title: "A newer text" }));
      }
      const old = aSequencer(database);
      await old.run(async () => true);
      await old.run(async () => true);
      const versionsOf = async (auction: { id: string }) =>
        (await leavesOf(database, auction.id)).map(({ version }) => version);
      expect([await versionsOf(shown), await versionsOf(hidden), await versionsOf(whole)]).toEqual([
        [1],
        [1],
        [1, 2, 3],
      ]);
      // The newer version knows what it wrote.
      await database.query(
        `update auction_events set events = '[{"type":"PurchasePardoned","penaltyMinor":0}]'
         where events::text like '%MadeByNewerVersion%'`,
      );
      await sequence(database);
      expect([await versionsOf(shown), await versionsOf(hidden)]).toEqual([
        [1, 2, 3, 4],
        [1, 2, 3],
      ]);
      await expectLogHolds(database);
    });

    it("writes nothing to a log that is stopped", async () => {
      const { database } = test;
      const { admin } = await seedPeople(database);
      await sequence(database);
      await database.query("update log_heads set stopped_at = now(), stop_reason = 'a test'");
      const auction = await seedAuction(database, admin);
      await sequence(database);
      expect(await leavesOf(database, auction.id)).toEqual([]);
      await database.query("update log_heads set stopped_at = null, stop_reason = null");
      await sequence(database);
      expect(await leavesOf(database, auction.id)).toHaveLength(1);
    });
  });

const ROUNDS = 50;

const faults = (test: TestDatabase) =>
  describe("sequencers that fail or meet", () => {
    it("lose and double nothing if one is killed before or after any of its statements", async () => {
      const { database } = test;
      const { admin, ada, bola } = await seedPeople(database);
      const { engine } = await givenEngine(database);
      let kills = 0;
      for (let step = 0, hasKilled = true; hasKilled; step++) {
        for (const isAfter of [false, true]) {
          const auction = await seedAuction(database, admin, { reserveMinor: 2_000 });
          await engine.submit(aBid(auction, ada, 1_100));
          await engine.submit(aBid(auction, bola, 3_000));
          let n = 0;
          hasKilled = false;
          const killed = aroundStatements(database, async (run) => {
            if (n++ !== step) return run();
            hasKilled = true;
            if (isAfter) await run();
            throw new Error("killed");
          });
          await aSequencer(killed)
            .run(async () => true)
            .catch((error: Error) => expect(error.message).toBe("killed"));
          if (hasKilled) kills += 1;
          await sequence(database);
          expect(typesIn(await leavesOf(database, auction.id))).toEqual(["opened", "bid", "bid"]);
        }
      }
      process.stdout.write(`  sequencers killed before or after a statement: ${kills} tried\n`);
      expect(kills).toBeGreaterThan(10);
      await expectLogHolds(database);
    });

    it(`lose and double nothing if two run at once, ${ROUNDS} times`, async () => {
      const { database } = test;
      const other = await test.openAnother();
      const { admin, ada, bola } = await seedPeople(database);
      const { engine } = await givenEngine(database);
      const sequencers = [aSequencer(database), aSequencer(other)];
      const lots: string[] = [];
      for (let round = 0; round < ROUNDS; round++) {
        const auction = await seedAuction(database, admin, { reserveMinor: 2_000 });
        lots.push(auction.id);
        const bids = [aBid(auction, ada, 1_100), aBid(auction, bola, 3_000), aCancel(auction, ada)];
        await Promise.all([
          ...bids.map((bid) => engine.submit(bid)),
          ...sequencers.map((one) => one.run(async () => true)),
        ]);
      }
      await sequence(database);
      for (const id of lots) expect((await leavesOf(database, id)).length).toBeGreaterThanOrEqual(2);
      await expectLogHolds(database);
      // The secrets that a loser made were not kept by anybody: every commitment opens.
      for (const id of lots.slice(-5)) {
        const people = [await commitmentOf(database, id, ada.id), await commitmentOf(database, id, bola.id)];
        for (const { facts: said } of (await leavesOf(database, id)).slice(1)) {
          for (const { bidder } of said) expect(people).toContain(bidder);
        }
      }
    });

    it("are one at a time by a lease, which a killed node loses", async () => {
      const { database } = test;
      const lease = { job: "sequence-public-log", forMs: 20_000 };
      expect(await holdLease(database, { ...lease, holder: "00000000-0000-4000-8000-000000000001" })).toBe(true);
      expect(await holdLease(database, { ...lease, holder: "00000000-0000-4000-8000-000000000002" })).toBe(false);
    });
  });

const keys = (test: TestDatabase) =>
  describe("keys", () => {
    it("are noted when they first sign, and both sign while one is replaced", async () => {
      const { database } = test;
      const { admin } = await seedPeople(database);
      await sequence(database);
      const rotating = { ...LOG_KEYS, seeds: [OTHER_SEED, ...LOG_KEYS.seeds] as const };
      // A log that does not grow is signed by the new key too.
      await sequence(database, rotating);
      await expectLogHolds(database, rotating);
      await endIn(database, (await seedAuction(database, admin)).id, 60_000);
      await sequence(database, rotating);
      await expectLogHolds(database, rotating);
      const after = { ...LOG_KEYS, seeds: [OTHER_SEED] as const };
      await sequence(database, after);
      // A log that another test restarted has a name of its own, and its keys have that name.
      const origin = (await readHead(database))?.origin ?? "";
      const rows = await database.query<{ signs: string; count: number }>(
        `select signs, count(*)::int from log_keys
         where signs = 'bid-receipts' or starts_with(vkey, $1) or starts_with(vkey, $2) group by 1 order by 1`,
        [`${origin}+`, `${origin}/verdict+`],
      );
      expect(rows).toEqual([
        { signs: "bid-receipts", count: 2 },
        { signs: "log", count: 2 },
        { signs: "verdicts", count: 2 },
      ]);
    });
  });

const restored = (test: TestDatabase) =>
  describe("a database that was restored from an older backup", () => {
    const memoryIn = (database: Database, folder: string, stopped: string[] = []) =>
      createCheckpointMemory({
        database,
        folder,
        shared: null,
        isProduction: true,
        stopped: (reason) => void stopped.push(reason),
      });
    const aFolder = (): string => {
      const folder = mkdtempSync(path.join(tmpdir(), "jara-log-"));
      onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
      return folder;
    };
    const head = async (database: Database) => (await readHead(database)) as LogHead;
    /** As an older backup has it: without the newest leaves. */
    const rollBack = async (database: Database, to: LogHead): Promise<void> => {
      await database.query("delete from log_leaves where log = $1::text::int and index >= $2::text::bigint", [
        to.log,
        to.size,
      ]);
      await database.query(
        "delete from log_subtrees where log = $1::text::int and (n + 1) * power(256, level) > $2::text::bigint",
        [to.log, to.size],
      );
      await database.query(
        `update log_heads set size = $2::text::bigint, frontier = decode($3, 'hex'), checkpoint = $4 where log = $1::text::int`,
        [to.log, to.size, Buffer.from(to.frontier).toString("hex"), to.checkpoint],
      );
      await database.query("delete from log_lots");
      await database.query("insert into log_lots select * from lots_of_backup");
    };

    it("is noticed by what was published, also once it has grown past it, and then the log begins anew", async () => {
      const { database } = test;
      const { admin, ada } = await seedPeople(database);
      const { engine } = await givenEngine(database);
      const lot = await seedAuction(database, admin, { reserveMinor: 3_000 });
      await sequence(database);
      const backup = await head(database);
      await database.query("create table lots_of_backup as select * from log_lots");
      await engine.submit(aBid(lot, ada, 1_500));
      await sequence(database);
      const folder = aFolder();
      const published = await head(database);
      expect(await memoryIn(database, folder).continues(published)).toBe(true);
      await memoryIn(database, folder).remember(published);
      // A log that goes on from there is fine, for another process of the same machine too.
      await seedAuction(database, admin);
      await sequence(database);
      expect(await memoryIn(database, folder).continues(await head(database))).toBe(true);

      await rollBack(database, backup);
      const shorter: string[] = [];
      expect(await memoryIn(database, folder, shorter).continues(await head(database))).toBe(false);
      expect(shorter).toEqual([expect.stringContaining("restored from an older backup")]);
      const before = await head(database);
      expect([before.stopReason, typeof before.stoppedAt]).toEqual([shorter[0], "number"]);
      await sequence(database);
      expect((await head(database)).size).toBe(backup.size);
      // Administrators are told.
      await writeAlerts(database, Date.now());
      const [alert] = await database.query<{ data: { items: { kind: string; note: string }[] } }>(
        "select data from outbox where kind = 'staff-alerts' and user_id = $1::text::uuid",
        [admin.id],
      );
      expect(alert?.data.items).toContainEqual(expect.objectContaining({ kind: "log-stopped", note: shorter[0] }));

      // A node that had not noticed it went on, with other changes: the log is longer, and another one.
      await database.query(
        "update auction_events set at = at + interval '1 second' where auction_id = $1::text::uuid and revision = 2",
        [lot.id],
      );
      await database.query("update log_heads set stopped_at = null, stop_reason = null");
      await seedAuction(database, admin);
      await seedAuction(database, admin);
      await sequence(database);
      expect((await head(database)).size).toBeGreaterThanOrEqual(published.size);
      expect(await memoryIn(database, folder).continues(await head(database))).toBe(false);

      const restart = { published: published.checkpoint, reason: "restored on Monday", at: Date.now() };
      const next = before.log + 1;
      expect(await restartLog(database, LOG_KEYS, restart)).toBe(next);
      await sequence(database);
      const leaves = await expectLogHolds(database);
      expect(leaves[0]).toMatchObject({
        facts: [{ type: "log-restarted", previous: published.checkpoint, reason: "restored on Monday" }],
      });
      expect(typesIn(await leavesOf(database, lot.id))).toEqual(["opened", "bid"]);
      expect(await memoryIn(database, folder).continues(await head(database))).toBe(true);
      const [action] = await database.query<{ action: string }>(
        "select action from admin_actions where action = 'public log restarted'",
      );
      expect(action).toBeDefined();
    });

    it("is not suspected where a development server uses another database", async () => {
      const { database } = test;
      await sequence(database);
      const folder = aFolder();
      const now = await head(database);
      const note = now.checkpoint.replace(/\n\d+\n/, "\n99999999\n");
      writeFileSync(path.join(folder, "log-checkpoint"), JSON.stringify({ note, began: 1 }));
      const memory = createCheckpointMemory({ database, folder, shared: null, isProduction: false, stopped: () => {} });
      expect(await memory.continues(now)).toBe(true);
      await memory.remember(now);
      expect(JSON.parse(readFileSync(path.join(folder, "log-checkpoint"), "utf8")).note).toBe(now.checkpoint);
      expect(await memoryIn(database, folder).continues(now)).toBe(true);
    });
  });

// Tests the sequencer of the public log. The same suite runs on PGlite and on PostgreSQL.
import { createHmac } from "node:crypto";
import { describe, expect, it } from "vitest";
import { aroundStatements, type Database } from "../../src/platform/database/database.ts";
import { holdLease } from "../../src/platform/jobs/job-leases.ts";
import {
  aBid,
  aCancel,
  aMaxBid,
  anEdit,
  aPurchase,
  aRemoval,
  aStatus,
  aVoid,
  codeOf,
  givenEngine,
} from "./given-engine.ts";
import {
  aSequencer,
  commitmentTo,
  expectLogHolds,
  LOG_KEYS,
  leavesOf,
  OTHER_SEED,
  reserveCommitmentTo,
  sequence,
} from "./given-log.ts";
import { endIn, seedAuction, seedPeople } from "./seed.ts";
import type { TestDatabase } from "./with-database.ts";

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

export const publicLogContract = (test: TestDatabase): void => {
  facts(test);
  searching(test);
  faults(test);
  keys(test);
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
          ...{ type: "opened", contentVersion: 1, currency: "NGN", startingPrice: 1_000, increment: 100, price: 1_000 },
          ...{
            startsAt: new Date(auction.startsAt ?? 0).toISOString(),
            endsAt: new Date(auction.endsAt).toISOString(),
          },
          ...{ buyItNow: null, softClose: null, rules: null, bidCount: 0 },
          ...{ reserve: expect.stringMatching(/^[0-9a-f]{64}$/), lotHash: expect.stringMatching(/^[0-9a-f]{64}$/) },
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
            ...{ type: "ended", endedAt: expect.any(String), winner: b },
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
        ...{ type: "changed", contentVersion: 2, why: "edit", increment: 50 },
        ...{ lotHash: expect.any(String), media: [{ sha256: null, url: "/media/1.jpg" }] },
        ...{ reserve: expect.any(String), endsAt: expect.any(String) },
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
        ...[aBid(auction, ada, 1_500), aBid(auction, bola, 2_000), aMaxBid(auction, ada, 3_000)],
        ...[aVoid(auction, admin, bola, "fraud", "he told me so himself")],
        ...[aStatus(auction, admin, "paused"), aStatus(auction, admin, "active"), aPurchase(auction, chidi)],
        ...[aStatus(auction, admin, "active"), aStatus(auction, admin, "cancelled"), aStatus(auction, admin, "active")],
      ]) {
        expect(codeOf(await engine.submit(command))).toBe("ok");
      }
      await sequence(database);
      const leaves = await leavesOf(database, auction.id);
      expect(typesIn(leaves)).toEqual([
        ...["opened", "bid", "bid", "bid", "voided", "paused", "resumed"],
        ...["purchase paused", "purchase resumed", "all-voided cancelled", "reopened"],
      ]);
      const [a, b] = [
        await commitmentOf(database, auction.id, ada.id),
        await commitmentOf(database, auction.id, bola.id),
      ];
      expect(leaves[4]?.facts).toEqual([
        {
          ...{ type: "voided", bidder: b, reason: "fraud", leader: a, winnerVoided: false },
          ...{ price: expect.any(Number), bidCount: expect.any(Number), voided: expect.any(Array) },
          recorded: expect.any(Array),
        },
      ]);
      const text = leaves.map(({ entry }) => entry).join("\n");
      for (const hidden of ["he told me", chidi.username, chidi.id]) expect(text).not.toContain(hidden);
      expect(leaves[7]?.facts[0]).toEqual({
        ...{ type: "purchase", step: "started", price: 90_000, until: expect.any(String) },
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
      expect(typesIn(await leavesOf(database, auction.id))).toEqual(["opened", "bid", "bid"]);
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
      const bids = 4_500;
      await database.query(
        `with bid as (
           insert into auction_events (auction_id, revision, version, events, at)
           select $1::text::uuid, n + 1, n + 1, json_build_array(json_build_object('type', 'BidPlaced', 'number', n,
             'amountMinor', 1000 + n * 100, 'kind', 'manual',
             'bidder', json_build_object('id', $2::text, 'username', 'ada'))), now() from generate_series(1, ${bids}) n
         )
         update auctions set version = ${bids + 1}, revision = ${bids + 1} where id = $1::text::uuid`,
        [auction.id, ada.id],
      );
      await sequence(database);
      const leaves = await leavesOf(database, auction.id);
      expect(leaves.map(({ version }) => version)).toEqual(Array.from({ length: bids + 1 }, (_, n) => n + 1));
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
      const rows = await database.query<{ signs: string; count: number }>(
        "select signs, count(*)::int from log_keys group by 1 order by 1",
      );
      expect(rows).toEqual([
        { signs: "bid-receipts", count: 2 },
        { signs: "log", count: 2 },
      ]);
    });
  });

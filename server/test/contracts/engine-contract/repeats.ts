// Tests a command that is sent again: it has one effect and gets the same answer, whether the node or the database
// remembers it. Also tests faults after which it must be sent again. It is long because it tries each kind of command
// and of fault.
import { randomUUID } from "node:crypto";
import { asMinor } from "@jara/shared/money";
import { describe, expect, it } from "vitest";
import type { UserCommand } from "../../../src/auction/commands.ts";
import type { Answered } from "../../../src/engine/outcome.ts";
import type { EngineStore } from "../../../src/engine/ports.ts";
import { bidsOf, expectHistoryHolds, storedAuction } from "../../support/check-history.ts";
import { aBid, aCancel, aMaxBid, anEdit, aStatus, codeOf, givenEngine } from "../../support/given-engine.ts";
import { seedAuction, seedPeople, seedUsers } from "../../support/seed.ts";
import type { TestDatabase } from "../../support/with-database.ts";

export const repeats = (test: TestDatabase) =>
  describe("the same command twice", () => {
    it("has one effect and one answer if it comes one after the other", async () => {
      const { database } = test;
      const { admin, ada, bola } = await seedPeople(database);
      const auction = await seedAuction(database, admin);
      const { engine, committed } = await givenEngine(database);
      for (const command of [
        aMaxBid(auction, ada, 9000),
        aBid(auction, bola, 2000),
        aCancel(auction, ada),
        aStatus(auction, admin, "paused"),
      ]) {
        const first = await engine.submit(command);
        expect(codeOf(first)).toBe("ok");
        expect(await engine.submit(command)).toEqual(first);
      }
      expect(committed).toHaveLength(4);
      expect(await expectHistoryHolds(database, auction.id)).toMatchObject({ revision: 5, bidCount: 3 });
    });

    it("has one effect and one answer if it comes at the same time", async () => {
      const { database } = test;
      const { admin, ada } = await seedPeople(database);
      const auction = await seedAuction(database, admin);
      const { engine } = await givenEngine(database);
      const command = aBid(auction, ada, 1100);
      const answers = await Promise.all(Array.from({ length: 10 }, () => engine.submit(command)));
      expect(codeOf(answers[0] as (typeof answers)[0])).toBe("ok");
      expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
      expect(await bidsOf(database, auction.id)).toHaveLength(1);
    });

    it("has one effect and one answer after a restart, when only the database remembers it", async () => {
      const { database } = test;
      const { admin, ada, bola } = await seedPeople(database);
      const auction = await seedAuction(database, admin);
      const before = await givenEngine(database);
      const commands = [aMaxBid(auction, ada, 9000), aBid(auction, bola, 2000), aCancel(auction, ada)];
      const first = [];
      for (const command of commands) first.push(await before.engine.submit(command));
      expect(first.map(codeOf)).toEqual(["ok", "ok", "ok"]);
      await before.engine.close();

      const after = await givenEngine(database);
      for (const [i, command] of commands.entries()) expect(await after.engine.submit(command)).toEqual(first[i]);
      expect(after.committed).toEqual([]);
      expect(await expectHistoryHolds(database, auction.id)).toMatchObject({ revision: 4, bidCount: 3 });
    });

    it("is answered from the log as it was then, whatever has changed since", async () => {
      const { database } = test;
      const { admin, ada, bola } = await seedPeople(database);
      const auction = await seedAuction(database, admin);
      const before = await givenEngine(database);
      const answers = new Map<UserCommand, Answered>();
      for (const command of [
        aBid(auction, bola, 1150),
        // Hidden: from here on the revision is ahead of the version.
        aMaxBid(auction, bola, 1200),
        aMaxBid(auction, ada, 3000),
        // Answered over, with three bids in one change.
        aBid(auction, bola, 2000),
        anEdit(auction, admin, { incrementMinor: asMinor(50), endsAt: auction.endsAt + 3_600_000 }),
        aBid(auction, bola, 3333),
        aStatus(auction, admin, "paused"),
        aStatus(auction, admin, "active"),
        aBid(auction, ada, 4001),
        aStatus(auction, admin, "cancelled"),
      ]) {
        const answer = await before.engine.submit(command);
        expect(codeOf(answer)).toBe("ok");
        answers.set(command, answer);
      }
      await before.engine.close();

      // Each is met once by the key of the table, and once by a statement that looks.
      for (const inOneBatch of [false, true]) {
        const { engine } = await givenEngine(database);
        const again = new Map<UserCommand, Answered>();
        const ask = async (command: UserCommand) => again.set(command, await engine.submit(command));
        if (inOneBatch) await Promise.all([...answers.keys()].map(ask));
        else for (const command of answers.keys()) await ask(command);
        for (const [command, answer] of answers) expect(again.get(command)).toEqual(answer);
        const [bid] = answers.keys();
        expect(codeOf(await engine.submit({ ...bid, amountMinor: 1151 } as UserCommand))).toBe("COMMAND_ID_REUSED");
        await engine.close();
      }
      await expectHistoryHolds(database, auction.id);
    });

    it("does not keep other commands of a batch from being carried out when only the database remembers it", async () => {
      const { database } = test;
      const { admin, ada, bola } = await seedPeople(database);
      const auction = await seedAuction(database, admin);
      const another = await seedAuction(database, admin);
      const before = await givenEngine(database);
      const repeated = [aBid(auction, ada, 1100), aBid(auction, bola, 1200)];
      const first = [];
      for (const command of repeated) first.push(await before.engine.submit(command));
      await before.engine.close();

      const missed: string[][] = [];
      const watched = (store: EngineStore): EngineStore => ({
        ...store,
        prepare: (batch) => async () => {
          const result = await store.prepare(batch)();
          missed.push([...result.misses.values()]);
          return result;
        },
      });
      const { engine } = await givenEngine(database, { wrapStore: watched });
      // The first is met by a statement that does not look for repeats, the second by one that does.
      for (const [i, command] of repeated.entries()) {
        const news = [aBid(auction, ada, 1300 + i * 1000), aBid(another, bola, 1100 + i * 1000)];
        const [again, ...others] = await Promise.all([command, ...news].map((one) => engine.submit(one)));
        expect(again).toEqual(first[i]);
        expect(others.map(codeOf)).toEqual(["ok", "ok"]);
        expect(missed.splice(0).flat()).toContain("repeated");
      }
      expect(await expectHistoryHolds(database, auction.id)).toMatchObject({ revision: 5, bidCount: 4 });
      expect(await expectHistoryHolds(database, another.id)).toMatchObject({ revision: 3, bidCount: 2 });
    });

    it("leaves no row and no trace of its id if it is refused, for any reason", async () => {
      const { database } = test;
      const { admin, ada, poor, banned, unverified } = await seedUsers(database, {
        admin: { role: "admin" },
        ada: {},
        poor: { balanceMinor: 0 },
        banned: { isBanned: true },
        unverified: { isVerified: false },
      });
      const auction = await seedAuction(database, admin);
      const { engine } = await givenEngine(database);
      const draft = await seedAuction(database, admin, { status: "draft", startsAt: Date.now() + 3_600_000 });
      const refused: UserCommand[] = [
        aBid(auction, ada, 1001),
        aMaxBid(auction, ada, 1000),
        aBid(auction, admin, 5000),
        aBid(auction, poor, 5000),
        aBid(auction, banned, 5000),
        aBid(auction, unverified, 5000),
        aCancel(auction, ada),
        aStatus(auction, ada, "cancelled"),
        aBid(draft, ada, 5000),
        anEdit(auction, ada, { incrementMinor: asMinor(50) }),
        { ...aMaxBid(auction, ada, 5000), currency: "USD" as const },
      ];
      const codes: string[] = [];
      for (const command of refused) codes.push(codeOf(await engine.submit(command)));
      await Promise.all(refused.map((command) => engine.submit({ ...command, commandId: randomUUID() })));
      expect(codes).not.toContain("ok");
      expect(new Set(codes).size).toBeGreaterThanOrEqual(7);
      const rows = await database.query(
        `select outcome from commands where user_id in (select unnest($1::text::uuid[]))`,
        [`{${[admin, ada, poor, banned, unverified].map(({ id }) => id).join(",")}}`],
      );
      expect(rows.filter(({ outcome }) => !String(outcome).includes("CreateAuction"))).toEqual([]);
    });

    it("gets the same refusal from its node although it would be accepted now, and another node decides it anew", async () => {
      const { database } = test;
      const { admin, ada } = await seedPeople(database);
      const auction = await seedAuction(database, admin);
      const { engine } = await givenEngine(database);
      const bid = aBid(auction, ada, 1100);
      await engine.submit(aStatus(auction, admin, "paused"));
      const refused = await engine.submit(bid);
      expect(codeOf(refused)).toBe("AUCTION_PAUSED");
      await engine.submit(aStatus(auction, admin, "active"));
      expect(await engine.submit(bid)).toEqual(refused);
      expect(codeOf(await engine.submit({ ...bid, amountMinor: asMinor(1200) }))).toBe("COMMAND_ID_REUSED");

      const elsewhere = (await givenEngine(database)).engine;
      const accepted = await elsewhere.submit(bid);
      expect(codeOf(accepted)).toBe("ok");
      // A command that was carried out is never answered as refused, not by the node that refused it either.
      expect(await engine.submit(bid)).toEqual(accepted);
      expect(await expectHistoryHolds(database, auction.id)).toMatchObject({ bidCount: 1 });
    });

    it.each(["PlaceBid", "SetMaxBid"] as const)("with another content version is another command: %s", async (type) => {
      const { database } = test;
      const { admin, ada, bola } = await seedPeople(database);
      const auction = await seedAuction(database, admin);
      const { engine } = await givenEngine(database);
      await engine.submit(aBid(auction, bola, 1100));
      await engine.submit(anEdit(auction, admin, { description: "A drum with a new skin." }));
      const bid = type === "PlaceBid" ? aBid(auction, ada, 2000) : aMaxBid(auction, ada, 2000);
      const onTheFirst = { ...bid, contentVersion: 1 };
      const refused = await engine.submit(onTheFirst);
      expect(codeOf(refused)).toBe("LOT_CHANGED");
      expect(await engine.submit(onTheFirst)).toEqual(refused);
      for (const other of [{ ...bid, contentVersion: 2 }, bid]) {
        expect(codeOf(await engine.submit(other))).toBe("COMMAND_ID_REUSED");
      }
      // A new id is accepted, and its repetition gets the same answer, also from another node.
      const onTheSecond = { ...bid, commandId: randomUUID(), contentVersion: 2 };
      const accepted = await engine.submit(onTheSecond);
      expect(codeOf(accepted)).toBe("ok");
      for (const node of [engine, (await givenEngine(database)).engine]) {
        expect(await node.submit(onTheSecond)).toEqual(accepted);
        for (const contentVersion of [1, 3, undefined]) {
          expect(codeOf(await node.submit({ ...onTheSecond, contentVersion }))).toBe("COMMAND_ID_REUSED");
        }
      }
      // A version that did not store it executed the command: nobody knows what it named.
      await database.query("update commands set content_version = null");
      const unaware = (await givenEngine(database)).engine;
      expect(await unaware.submit({ ...onTheSecond, contentVersion: undefined })).toEqual(accepted);
    });

    it("is not refused here if another node accepted it, though it would be refused now", async () => {
      const { database } = test;
      const { admin, ada, bola } = await seedPeople(database);
      const auction = await seedAuction(database, admin);
      const [one, other] = [await givenEngine(database), await givenEngine(database)];
      const bid = aBid(auction, ada, 1100);
      const accepted = await one.engine.submit(bid);
      await one.engine.submit(aBid(auction, bola, 5000));
      // Alone, and in a batch with a bid that is accepted.
      expect(await other.engine.submit(bid)).toEqual(accepted);
      const third = await givenEngine(database);
      const [again, next] = await Promise.all([
        third.engine.submit(bid),
        third.engine.submit(aBid(auction, bola, 6000)),
      ]);
      expect(again).toEqual(accepted);
      expect(codeOf(next)).toBe("ok");
      const fourth = await givenEngine(database);
      const reused = await fourth.engine.submit({ ...bid, amountMinor: asMinor(1200) });
      expect(codeOf(reused)).toBe("COMMAND_ID_REUSED");
      expect(await expectHistoryHolds(database, auction.id)).toMatchObject({ bidCount: 3 });
    });

    it("gets one refusal if it comes many times at once, also while an administrator pauses and resumes", async () => {
      const { database } = test;
      const { admin, ada } = await seedPeople(database);
      const auction = await seedAuction(database, admin);
      const { engine } = await givenEngine(database);
      for (let round = 0; round < 10; round++) {
        await engine.submit(aStatus(auction, admin, "paused"));
        const bid = aBid(auction, ada, 1100);
        const sent = [engine.submit(bid), engine.submit(aStatus(auction, admin, "active"))];
        // Enough for a batch that is decided ahead.
        const copies = Array.from({ length: 1_200 }, () => engine.submit(bid));
        await Promise.all(sent);
        const answers = new Set((await Promise.all([sent[0] as Promise<Answered>, ...copies])).map(codeOf));
        expect([...answers]).toEqual(["AUCTION_PAUSED"]);
      }
      expect(await expectHistoryHolds(database, auction.id)).toMatchObject({ bidCount: 0 });
    });

    it("gets the accepted bid as its answer on every node, although the auction is cancelled since", async () => {
      const { database } = test;
      const { admin, bola } = await seedPeople(database);
      const auction = await seedAuction(database, admin);
      const { engine } = await givenEngine(database);
      const accepted = aBid(auction, bola, 1100);
      const first = await engine.submit(accepted);
      await engine.submit(aStatus(auction, admin, "cancelled"));
      const restarted = (await givenEngine(database)).engine;
      for (const node of [engine, restarted]) expect(await node.submit(accepted)).toEqual(first);
    });

    it.each(["by the engine", "by the database alone"])(
      "with another body is refused as COMMAND_ID_REUSED and changes nothing, remembered %s",
      async (who) => {
        const { database } = test;
        const { admin, ada, bola } = await seedPeople(database);
        const auction = await seedAuction(database, admin);
        const another = await seedAuction(database, admin);
        const first = (await givenEngine(database)).engine;
        const id = randomUUID();
        await first.submit(aMaxBid(auction, ada, 9000, id));
        const engine = who === "by the engine" ? first : (await givenEngine(database)).engine;
        for (const command of [
          aMaxBid(auction, ada, 9001, id),
          { ...aMaxBid(auction, ada, 9000, id), currency: "USD" as const },
          aBid(auction, ada, 9000, id),
          aMaxBid(another, ada, 9000, id),
          aCancel(auction, ada, id),
        ]) {
          expect(codeOf(await engine.submit(command))).toBe("COMMAND_ID_REUSED");
        }
        expect(await expectHistoryHolds(database, auction.id)).toMatchObject({ revision: 2 });
        expect(await expectHistoryHolds(database, another.id)).toMatchObject({ revision: 1 });
        // The id is another user's own.
        expect(codeOf(await engine.submit(aBid(auction, bola, 2000, id)))).toBe("ok");
      },
    );

    it("under one id from two users, at once and again, is each user's own", async () => {
      const { database } = test;
      const { admin, ada, bola } = await seedPeople(database);
      const auction = await seedAuction(database, admin);
      const { engine } = await givenEngine(database);
      const id = randomUUID();
      const both = [aBid(auction, ada, 1100, id), aBid(auction, bola, 1200, id)];
      const send = () => Promise.all([...both, ...both].map((command) => engine.submit(command)));
      const first = await send();
      expect(first.map(codeOf)).toEqual(["ok", "ok", "ok", "ok"]);
      expect(first.slice(2)).toEqual(first.slice(0, 2));
      expect(await send()).toEqual(first);
      expect(await expectHistoryHolds(database, auction.id)).toMatchObject({ revision: 3, bidCount: 2 });
    });

    it("with two bodies at the same time is carried out with the first", async () => {
      const { database } = test;
      const { admin, ada } = await seedPeople(database);
      const auction = await seedAuction(database, admin);
      const { engine } = await givenEngine(database);
      const id = randomUUID();
      const answers = await Promise.all([1100, 1300].map((amount) => engine.submit(aBid(auction, ada, amount, id))));
      expect(answers.map(codeOf)).toEqual(["ok", "COMMAND_ID_REUSED"]);
      expect(await storedAuction(database, auction.id)).toMatchObject({ priceMinor: 1100, bidCount: 1 });
    });
  });

/** Fails as often as told, before or after the statement was carried out. */
const failing =
  (times: number, when: "before" | "after") =>
  (store: EngineStore): EngineStore => {
    let left = times;
    return {
      ...store,
      prepare: (batch) => async () => {
        if (left-- <= 0) return await store.prepare(batch)();
        if (when === "after") await store.prepare(batch)();
        throw new Error("connection lost");
      },
    };
  };

export const faults = (test: TestDatabase) =>
  describe("a commit that rejects", () => {
    it.each([
      ["and was not carried out", "before"],
      ["though it was carried out", "after"],
    ] as const)(
      "is answered UNAVAILABLE, and the same commands sent again have exactly one effect each: %s",
      async (_, when) => {
        const { database } = test;
        const { admin, ada, bola, chidi } = await seedPeople(database);
        const auction = await seedAuction(database, admin);
        const another = await seedAuction(database, admin);
        const { engine, committed, unknown, errors } = await givenEngine(database, { wrapStore: failing(1, when) });
        const commands = [
          aMaxBid(auction, ada, 9000),
          aBid(auction, bola, 2000),
          aBid(auction, chidi, 2150),
          aBid(another, ada, 1100),
        ];
        const send = () => Promise.all(commands.map((command) => engine.submit(command)));
        expect((await send()).map(codeOf)).toEqual(Array(4).fill("UNAVAILABLE"));
        expect(committed).toEqual([]);
        expect(unknown.sort()).toEqual([auction.id, another.id].sort());
        expect(errors).toHaveLength(1);

        const again = await send();
        expect(again.map(codeOf)).toEqual(["ok", "ok", "BID_TOO_LOW", "ok"]);
        expect(await send()).toEqual(again);
        const stored = await expectHistoryHolds(database, auction.id);
        expect(stored).toMatchObject({ priceMinor: 2100, leader: ada, bidCount: 3, revision: 3 });
        expect(await expectHistoryHolds(database, another.id)).toMatchObject({ bidCount: 1, revision: 2 });
      },
    );

    it("several times in a row still leads to exactly one effect, and later commands are decided on the stored row", async () => {
      const { database } = test;
      const { admin, ada, bola } = await seedPeople(database);
      const auction = await seedAuction(database, admin);
      const { engine } = await givenEngine(database, { wrapStore: failing(3, "after") });
      const bid = aBid(auction, ada, 1100);
      const codes: string[] = [];
      for (let i = 0; i < 5; i++) codes.push(codeOf(await engine.submit(bid)));
      expect(codes).toEqual(["UNAVAILABLE", "UNAVAILABLE", "UNAVAILABLE", "ok", "ok"]);
      expect(codeOf(await engine.submit(aBid(auction, bola, 1199)))).toBe("BID_TOO_LOW");
      expect(codeOf(await engine.submit(aBid(auction, bola, 1200)))).toBe("ok");
      expect(await expectHistoryHolds(database, auction.id)).toMatchObject({ priceMinor: 1200, bidCount: 2 });
    });

    it("while loading is answered UNAVAILABLE without an effect, and the next attempt loads everything", async () => {
      const { database } = test;
      const { admin, ada } = await seedPeople(database);
      const auction = await seedAuction(database, admin);
      let isDown = true;
      const { engine } = await givenEngine(database, {
        wrapStore: (store) => ({
          ...store,
          loadAuctions: (ids) => (isDown ? Promise.reject(new Error("connection lost")) : store.loadAuctions(ids)),
        }),
      });
      const bid = aBid(auction, ada, 1100);
      expect(codeOf(await engine.submit(bid))).toBe("UNAVAILABLE");
      isDown = false;
      expect(codeOf(await engine.submit(bid))).toBe("ok");
      expect(await expectHistoryHolds(database, auction.id)).toMatchObject({ bidCount: 1 });
    });
  });

// Tests that the database's facts at the time of the commit count: the engine notices facts that others changed at the
// next command, and the tables themselves refuse wrong rows.
import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { expectHistoryHolds, storedAuction } from "../../support/check-history.ts";
import { aBid, aMaxBid, aStatus, codeOf, givenEngine } from "../../support/given-engine.ts";
import { seedAuction, seedPeople, seedUsers } from "../../support/seed.ts";
import type { TestDatabase } from "../../support/with-database.ts";

export const facts = (test: TestDatabase) =>
  describe("facts that change in the database", () => {
    it.each([
      ["balance", "balance_minor = 219", "INSUFFICIENT_BALANCE"],
      ["verification", "email_verified_at = null", "EMAIL_NOT_VERIFIED"],
      ["ban", "banned_at = clock_now()", "FORBIDDEN"],
    ])("are noticed at the next command: a user's %s", async (_fact, change, code) => {
      const { database } = test;
      const { admin, ada } = await seedPeople(database);
      const auction = await seedAuction(database, admin);
      const { engine } = await givenEngine(database);
      expect(codeOf(await engine.submit(aBid(auction, ada, 1100)))).toBe("ok");
      await database.query(`update users set ${change}, revision = revision + 1 where id = $1::text::uuid`, [ada.id]);
      expect(codeOf(await engine.submit(aBid(auction, ada, 1200)))).toBe(code);
      expect(await expectHistoryHolds(database, auction.id)).toMatchObject({ bidCount: 1 });
    });

    it("are noticed if a balance has grown since the last refusal", async () => {
      const { database } = test;
      const { admin } = await seedPeople(database);
      const { poor } = await seedUsers(database, { poor: { balanceMinor: 219 } });
      const auction = await seedAuction(database, admin);
      const { engine } = await givenEngine(database);
      expect(codeOf(await engine.submit(aBid(auction, poor, 1100)))).toBe("INSUFFICIENT_BALANCE");
      await database.query("update users set balance_minor = 220, revision = revision + 1 where id = $1::text::uuid", [
        poor.id,
      ]);
      expect(codeOf(await engine.submit(aBid(auction, poor, 1100)))).toBe("ok");
    });

    it("prevent a demoted administrator from changing a status", async () => {
      const { database } = test;
      const { admin } = await seedPeople(database);
      const auction = await seedAuction(database, admin);
      const { engine } = await givenEngine(database);
      expect(codeOf(await engine.submit(aStatus(auction, admin, "paused")))).toBe("ok");
      await database.query("update users set role = 'user', revision = revision + 1 where id = $1::text::uuid", [
        admin.id,
      ]);
      expect(codeOf(await engine.submit(aStatus(auction, admin, "active")))).toBe("FORBIDDEN");
      expect((await storedAuction(database, auction.id)).status).toBe("paused");
    });

    it("delay no other user's command in the batch", async () => {
      const { database } = test;
      const { admin, ada, bola } = await seedPeople(database);
      const auction = await seedAuction(database, admin);
      const another = await seedAuction(database, admin);
      const { engine } = await givenEngine(database);
      await Promise.all([engine.submit(aMaxBid(auction, ada, 1050)), engine.submit(aMaxBid(auction, bola, 1050))]);
      await database.query(
        "update users set banned_at = clock_now(), revision = revision + 1 where id = $1::text::uuid",
        [ada.id],
      );
      const answers = await Promise.all(
        [aBid(auction, ada, 1100), aBid(auction, bola, 1100), aBid(another, bola, 1100), aBid(another, ada, 1200)].map(
          (command) => engine.submit(command),
        ),
      );
      expect(answers.map(codeOf)).toEqual(["FORBIDDEN", "ok", "ok", "FORBIDDEN"]);
    });

    it("include another node's bid, which the next bid builds on and does not overwrite", async () => {
      const { database } = test;
      const { admin, ada, bola } = await seedPeople(database);
      const auction = await seedAuction(database, admin);
      const [one, other] = [await givenEngine(database), await givenEngine(await test.openAnother())];
      expect(codeOf(await one.engine.submit(aBid(auction, ada, 1100)))).toBe("ok");
      expect(codeOf(await other.engine.submit(aBid(auction, bola, 1200)))).toBe("ok");
      expect((await one.engine.submit(aBid(auction, ada, 1299))).outcome).toMatchObject({
        ok: false,
        error: { code: "BID_TOO_LOW", minimumBid: 13 },
      });
      expect(codeOf(await one.engine.submit(aBid(auction, ada, 1300)))).toBe("ok");
      expect(await expectHistoryHolds(database, auction.id)).toMatchObject({ priceMinor: 1300, bidCount: 3 });
    });

    it("are read again before a refusal", async () => {
      const { database } = test;
      const { admin, ada, bola } = await seedPeople(database);
      const auction = await seedAuction(database, admin);
      const [one, other] = [await givenEngine(database), await givenEngine(await test.openAnother())];
      await one.engine.submit(aStatus(auction, admin, "paused"));
      expect(codeOf(await one.engine.submit(aBid(auction, ada, 1100)))).toBe("AUCTION_PAUSED");
      await other.engine.submit(aStatus(auction, admin, "active"));
      expect(codeOf(await one.engine.submit(aBid(auction, ada, 1100)))).toBe("ok");
      // Too low by what the first node knows too, but the minimum it would name is not the one that holds.
      await other.engine.submit(aBid(auction, bola, 5000));
      expect((await one.engine.submit(aBid(auction, ada, 1150))).outcome).toMatchObject({
        error: { code: "BID_TOO_LOW", minimumBid: 51 },
      });
    });
  });

export const constraints = (test: TestDatabase) =>
  describe("the database's own constraints", () => {
    const refuses = async (statement: string, constraint: string): Promise<void> => {
      const error = await test.database.query(statement).then(
        () => null,
        (reason: Error) => reason,
      );
      expect(error?.message).toContain(constraint);
    };

    it("refuse amounts that are not positive, repeated bids, maxima, versions and command ids, and invalid states", async () => {
      const { database } = test;
      const { admin, ada } = await seedPeople(database);
      const auction = await seedAuction(database, admin);
      const { engine } = await givenEngine(database);
      const max = aMaxBid(auction, ada, 5000);
      expect(codeOf(await engine.submit(max))).toBe("ok");
      const [lot, user, other] = [`'${auction.id}'`, `'${ada.id}'`, `'${randomUUID()}'`];

      const bid = (number: number, amount: number) =>
        `insert into bids (auction_id, number, bidder_id, amount_minor, kind, created_at)
         values (${lot}, ${number}, ${user}, ${amount}, 'manual', clock_now())`;
      await refuses(bid(2, -1), "bids_amount_positive");
      await refuses(bid(2, 0), "bids_amount_positive");
      await refuses(bid(1, 5000), "bids_auction_id_number_pk");

      const maxBid = (owner: string, amount: number, lastAuto = 0) =>
        `insert into max_bids (id, auction_id, user_id, amount_minor, reached_revision, last_auto_bid_minor, created_at,
           updated_at) values (gen_random_uuid(), ${lot}, ${owner}, ${amount}, 1, ${lastAuto}, clock_now(), clock_now())`;
      await refuses(maxBid(user, 6000), "max_bids_one_per_user_and_auction");
      await refuses(maxBid(other, 0), "max_bids_amount_positive");
      await refuses(maxBid(other, 5000, 5001), "max_bids_never_exceeded");

      const entry = (revision: number, version: number) =>
        `insert into auction_events (auction_id, revision, version, events, at)
         values (${lot}, ${revision}, ${version}, '[]', clock_now())`;
      await refuses(entry(2, 3), "auction_events_auction_id_revision_pk");
      await refuses(entry(3, 2), "auction_events_version");
      await refuses(
        `insert into commands (user_id, command_id, fingerprint, outcome, created_at)
         values (${user}, '${max.commandId}', 'other', '{}', clock_now())`,
        "commands_user_id_command_id_pk",
      );

      const update = (set: string) => `update auctions set ${set} where id = ${lot}`;
      await refuses(update("price_minor = 999"), "auctions_price_not_below_start");
      await refuses(update("increment_minor = 0"), "auctions_increment_positive");
      await refuses(update("starting_price_minor = 0"), "auctions_starting_price_positive");
      await refuses(update("reserve_minor = -1"), "auctions_reserve_positive");
      await refuses(update("buy_it_now_minor = 0"), "auctions_buy_it_now_positive");
      await refuses(update("leader_id = null"), "auctions_bids_have_a_leader");
      await refuses(update("bid_count = 0"), "auctions_bids_have_a_leader");
      await refuses(update(`winner_id = ${user}`), "auctions_winner_after_the_end");
      await refuses(update("status = 'paused'"), "auctions_paused_since");
      await refuses(update("paused_at = clock_now()"), "auctions_paused_since");
      await refuses(update("version = revision + 1"), "auctions_versions");
      await refuses(update("version = 0"), "auctions_versions");

      const settlement = (amount: number) =>
        `insert into settlements (id, auction_id, winner_id, amount_minor, due_at, created_at)
         values (gen_random_uuid(), ${lot}, ${user}, ${amount}, clock_now(), clock_now())`;
      await refuses(settlement(0), "settlements_amount_positive");
      await database.query(settlement(1));
      await refuses(settlement(1), "settlements_one_open");
      await database.query(`delete from settlements where auction_id = ${lot}`);

      const purchase = (status: string, price: number, closedAt: string) =>
        `insert into purchases (id, auction_id, buyer_id, price_minor, fee_minor, status, deadline_at, created_at, closed_at)
         values (gen_random_uuid(), ${lot}, ${user}, ${price}, 0, '${status}', clock_now(), clock_now(), ${closedAt})`;
      await refuses(purchase("pending", 0, "null"), "purchases_price_positive");
      await refuses(purchase("pending", 1, "clock_now()"), "purchases_closed");
      await refuses(purchase("paid", 1, "null"), "purchases_closed");
      await database.query(purchase("pending", 1, "null"));
      await refuses(purchase("pending", 1, "null"), "purchases_one_pending");
      await database.query(`delete from purchases where auction_id = ${lot}`);
      await refuses(`update users set revision = 0 where id = ${user}`, "users_revision_positive");
      await expectHistoryHolds(database, auction.id);
    });
  });

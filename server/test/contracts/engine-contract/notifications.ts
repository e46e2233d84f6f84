// Tests the notifications of bidders: who is notified of an outbid by a reader of the log, how events merge, which
// notifications come late, and that mails are in the inbox too, without their codes and links. It is long because the
// tests share their setup and helpers.
import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import type { AuctionState, Person } from "../../../src/auction/state.ts";
import {
  aBid,
  aMaxBid,
  anEdit,
  aStatus,
  aVoid,
  codeOf,
  type GivenEngine,
  givenEngine,
} from "../../support/given-engine.ts";
import { readLotMails } from "../../support/mails-about.ts";
import { seedAuction, seedPeople } from "../../support/seed.ts";
import type { TestDatabase } from "../../support/with-database.ts";

interface Row extends Record<string, unknown> {
  userId: string;
  kind: string;
  about: string;
  data: Record<string, unknown>;
  count: number;
  at: number;
  isRead: boolean;
}

/** Every bid is within the window: the auction lasts one hour. */
const always = { softClose: { windowSeconds: 2 * 3600, capMinutes: 24 * 60 } } as const;

export const notifications = (test: TestDatabase) =>
  describe("notifications", () => {
    const rowsOf = ({ id }: Pick<AuctionState, "id">, about?: string): Promise<Row[]> =>
      test.database.query<Row>(
        `select user_id as "userId", kind, about, data, count, (extract(epoch from at) * 1000)::float8 as at,
           read_at is not null as "isRead" from notifications
         where auction_id = $1::text::uuid and ($2::text is null or about = $2) order by at, user_id`,
        [id, about ?? null],
      );
    const outbids = async (auction: Pick<AuctionState, "id">): Promise<[string, number][]> =>
      (await rowsOf(auction, "outbid")).map(({ userId, count }) => [userId, count]);
    const read = (user: Person) =>
      test.database.query("update notifications set read_at = clock_now() where user_id = $1::text::uuid", [user.id]);
    const bid = async ({ engine }: GivenEngine, auction: AuctionState, person: Person, amount: number) => {
      const answered = await engine.submit(aBid(auction, person, amount));
      expect(codeOf(answered)).toBe("ok");
      return answered.at ?? 0;
    };
    /** Makes the notifications of the lot older, and the whole log, because a late reader reads it in its order. */
    const letPass = async ({ id }: AuctionState, seconds: number): Promise<void> => {
      const ago = `$2::int * interval '1 second'`;
      await test.database.query("update auction_events set at = at - $1::int * interval '1 second'", [seconds]);
      await test.database.query(
        `update notifications set at = at - ${ago}, read_at = read_at - ${ago} where auction_id = $1::text::uuid`,
        [id, seconds],
      );
    };
    /** Leaves out people of other tests, whom a reader may find too. */
    const inboxOf = ({ inboxChanged }: GivenEngine, ...people: Person[]): string[] =>
      inboxChanged.filter((id) => people.some((person) => person.id === id));
    it("are written for a person who loses the lead, with the price, once the log is read", async () => {
      const { database } = test;
      const { admin, ada, bola } = await seedPeople(database);
      const auction = await seedAuction(database, admin);
      const node = await givenEngine(database);
      await bid(node, auction, ada, 1100);
      const at = await bid(node, auction, bola, 2000);
      expect(await rowsOf(auction)).toEqual([]);
      await node.readLog();
      const [row, ...others] = await rowsOf(auction);
      expect(others).toEqual([]);
      expect(row).toEqual({
        userId: ada.id,
        kind: "outbid",
        about: "outbid",
        count: 1,
        at: row?.at,
        isRead: false,
        data: {
          auctionId: auction.id,
          title: auction.lot.title,
          currency: "NGN",
          currentPrice: 20,
          minimumBid: 21,
          endTime: new Date(auction.endsAt).toISOString(),
          hasLed: true,
        },
      });
      expect(row?.at).toBeGreaterThanOrEqual(at);
      expect(inboxOf(node, ada, bola)).toEqual([ada.id]);
    });

    it("are written for a person whom a maximum outbids at once, and show nothing of the maximum", async () => {
      const { database } = test;
      const { admin, ada, bola } = await seedPeople(database);
      const auction = await seedAuction(database, admin);
      const node = await givenEngine(database);
      await node.engine.submit(aMaxBid(auction, ada, 987_654_321));
      await bid(node, auction, bola, 2000);
      await node.readLog();
      const [row, ...others] = await rowsOf(auction);
      expect(others).toEqual([]);
      expect(row).toMatchObject({ userId: bola.id, data: { hasLed: false, currentPrice: 21 } });
      expect(JSON.stringify(row?.data)).not.toContain("987654");
    });

    it("say who had led, also before the entries that are read at once", async () => {
      const { database } = test;
      const { admin, ada, bola, chidi } = await seedPeople(database);
      const auction = await seedAuction(database, admin);
      const node = await givenEngine(database);
      await node.engine.submit(aMaxBid(auction, ada, 5000));
      await bid(node, auction, bola, 2000);
      await node.readLog();
      // A change between the bids that nobody sees, and one that voids the leader's bids.
      await node.engine.submit(aMaxBid(auction, ada, 6000));
      expect(codeOf(await node.engine.submit(aVoid(auction, admin, ada)))).toBe("ok");
      await read(bola);
      await bid(node, auction, chidi, 3000);
      await node.readLog();
      const rows = (await rowsOf(auction, "outbid")).filter(({ isRead }) => !isRead);
      expect(rows.map(({ userId, data }) => [userId, data.hasLed, data.currentPrice])).toEqual([[bola.id, true, 30]]);
    });

    it("merge what one reading finds, and start anew once read", async () => {
      const { database } = test;
      const { admin, ada, bola } = await seedPeople(database);
      const auction = await seedAuction(database, admin);
      const node = await givenEngine(database);
      for (const [i, person] of [ada, bola, ada, bola].entries()) await bid(node, auction, person, 1100 + i * 100);
      await node.readLog();
      expect(await outbids(auction)).toEqual([[ada.id, 1]]);
      await read(ada);
      await bid(node, auction, ada, 1500);
      await bid(node, auction, bola, 1600);
      await node.readLog();
      const own = (await rowsOf(auction, "outbid")).filter(({ userId }) => userId === ada.id);
      expect(own.map(({ count, isRead, data }) => [count, isRead, data.currentPrice])).toEqual([
        [1, true, 14],
        [1, false, 16],
      ]);
    });

    it("leave out people who were notified a moment ago, and notify them later, unless they lead by then", async () => {
      const { database } = test;
      const { admin, ada, bola, chidi } = await seedPeople(database);
      const auction = await seedAuction(database, admin);
      const node = await givenEngine(database);
      const counts = async () => Object.fromEntries(await outbids(auction));
      for (const [i, person] of [ada, bola, chidi, ada, bola, chidi, bola].entries()) {
        await bid(node, auction, person, 1100 + i * 100);
        await node.readLog();
      }
      expect(await counts()).toEqual({ [ada.id]: 1, [bola.id]: 1, [chidi.id]: 1 });
      await node.readLate();
      expect(await counts()).toEqual({ [ada.id]: 1, [bola.id]: 1, [chidi.id]: 1 });
      await letPass(auction, 31);
      await node.readLate();
      // Bola leads.
      expect(await counts()).toEqual({ [ada.id]: 2, [bola.id]: 1, [chidi.id]: 2 });
      expect((await rowsOf(auction)).find(({ userId }) => userId === ada.id)?.data).toMatchObject({ currentPrice: 17 });
      await letPass(auction, 31);
      await node.readLate();
      await node.readLog();
      expect(await counts()).toEqual({ [ada.id]: 2, [bola.id]: 1, [chidi.id]: 2 });
    });

    it("are not written later for people who have read one in the meantime", async () => {
      const { database } = test;
      const { admin, ada, bola } = await seedPeople(database);
      const auction = await seedAuction(database, admin);
      const node = await givenEngine(database);
      for (const [i, person] of [ada, bola, ada, bola].entries()) {
        await bid(node, auction, person, 1100 + i * 100);
        await node.readLog();
      }
      await read(ada);
      await letPass(auction, 31);
      await node.readLate();
      expect((await outbids(auction)).filter(([userId]) => userId === ada.id)).toEqual([[ada.id, 1]]);
    });

    it("are not written for people who lead again or whose bids no longer count when the log is read", async () => {
      const { database } = test;
      const { admin, ada, bola, chidi } = await seedPeople(database);
      const auction = await seedAuction(database, admin);
      const node = await givenEngine(database);
      await bid(node, auction, ada, 1100);
      await bid(node, auction, bola, 1200);
      await bid(node, auction, chidi, 1300);
      await bid(node, auction, ada, 1400);
      await node.engine.submit(aVoid(auction, admin, bola));
      await node.readLog();
      expect(await outbids(auction)).toEqual([[chidi.id, 1]]);
    });

    it("are written by two nodes at once as one row for each person, and never for the leader alone", async () => {
      const { database } = test;
      const { admin, ada, bola, chidi } = await seedPeople(database);
      const auction = await seedAuction(database, admin);
      const nodes = [await givenEngine(database), await givenEngine(await test.openAnother())];
      await Promise.all(
        Array.from({ length: 60 }, async (_, i) => {
          const person = [ada, bola, chidi][i % 3] as Person;
          const node = nodes[i % 2];
          await node?.engine.submit(aBid(auction, person, 1100 + Math.floor(i / 2) * 100));
          if (i % 10 === 0) await node?.readLog();
        }),
      );
      await Promise.all(nodes.map(({ readLog }) => readLog()));
      const rows = await rowsOf(auction, "outbid");
      expect(new Set(rows.map(({ userId }) => userId)).size).toBe(rows.length);
      const [stored] = await database.query<{ leader: string; bidders: string[] }>(
        `select leader_id as leader, (select json_agg(distinct bidder_id) from bids where auction_id = a.id) as bidders
         from auctions a where id = $1::text::uuid`,
        [auction.id],
      );
      for (const bidder of stored?.bidders ?? []) {
        if (bidder !== stored?.leader) expect(rows.map(({ userId }) => userId)).toContain(bidder);
      }
    });

    it("are not written with a part that misses its fence, or for a refusal", async () => {
      const { database } = test;
      const { admin, ada, bola } = await seedPeople(database);
      const auction = await seedAuction(database, admin);
      const node = await givenEngine(database);
      const { engine } = node;
      await engine.submit(aBid(auction, ada, 1100));
      expect(codeOf(await engine.submit(aBid(auction, bola, 1150)))).toBe("BID_TOO_LOW");
      await database.query(
        "update users set banned_at = clock_now(), revision = revision + 1 where id = $1::text::uuid",
        [bola.id],
      );
      expect(codeOf(await engine.submit(aBid(auction, bola, 1200)))).toBe("FORBIDDEN");
      await node.readLog();
      expect(await rowsOf(auction)).toEqual([]);
      expect(inboxOf(node, ada, bola)).toEqual([]);
    });

    it("are written once when the end moves, for everybody with a bid or a maximum except its mover", async () => {
      const { database } = test;
      const { admin, ada, bola, chidi } = await seedPeople(database);
      const auction = await seedAuction(database, admin, always);
      const node = await givenEngine(database);
      const aboutEnd = async () => {
        await node.readLog();
        return (await rowsOf(auction, "extended")).map(({ userId, count }) => [userId, count]).sort();
      };
      await bid(node, auction, ada, 1100);
      expect(await aboutEnd()).toEqual([]);
      await bid(node, auction, bola, 1200);
      expect(await aboutEnd()).toEqual([[ada.id, 1]]);
      await bid(node, auction, chidi, 1300);
      const all = [ada.id, bola.id].map((id) => [id, 1]).sort();
      expect(await aboutEnd()).toEqual(all);
      // There is no second one within a minute, even if the first was read.
      await read(ada);
      await bid(node, auction, bola, 1400);
      expect(await aboutEnd()).toEqual([...all, [chidi.id, 1]].sort());
      await letPass(auction, 61);
      await bid(node, auction, bola, 1500);
      expect(await aboutEnd()).toEqual([...all, [chidi.id, 1], [ada.id, 1]].sort());
    });

    it("are made of the mails about a lot, and merge edits of one lot", async () => {
      const { database } = test;
      const { admin, ada, bola } = await seedPeople(database);
      const auction = await seedAuction(database, admin);
      const node = await givenEngine(database);
      await bid(node, auction, ada, 1100);
      await bid(node, auction, bola, 1200);
      for (const title of ["Another drum", "A third drum"]) {
        expect(codeOf(await node.engine.submit(anEdit(auction, admin, { title })))).toBe("ok");
      }
      await readLotMails(database);
      const changed = await rowsOf(auction, "lot-changed");
      expect(changed.map(({ userId, kind, count }) => [userId, kind, count]).sort()).toEqual(
        [ada.id, bola.id].map((id) => [id, "lot-changed", 2]).sort(),
      );
      expect(changed[0]?.data).toMatchObject({ title: "A third drum" });
      await node.engine.submit(aVoid(auction, admin, bola));
      await readLotMails(database);
      expect((await rowsOf(auction, "own-bids-voided")).map(({ userId }) => userId)).toEqual([bola.id]);
      expect((await rowsOf(auction, "bids-voided")).map(({ userId }) => userId)).toEqual([ada.id]);
      await node.engine.submit(aStatus(auction, admin, "ended"));
      await readLotMails(database);
      expect((await rowsOf(auction, "won")).map(({ userId }) => userId)).toEqual([ada.id]);
    });

    it("merge two mails of one statement into one row", async () => {
      const { database } = test;
      const { admin, ada } = await seedPeople(database);
      const auction = await seedAuction(database, admin);
      const mails = [1, 2].map((n) => ({ id: randomUUID(), data: { title: `${n}`, fields: [] } }));
      await database.query(
        `insert into outbox (id, kind, data, to_address, user_id, auction_id, due_at, created_at)
         select (m->>'id')::uuid, 'lot-changed', m->'data', 'a@b.test', $1::text::uuid, $2::text::uuid, clock_now(), clock_now()
         from json_array_elements($3::text::json) m`,
        [ada.id, auction.id, JSON.stringify(mails)],
      );
      expect(await rowsOf(auction)).toMatchObject([{ userId: ada.id, count: 2 }]);
    });

    it("have no code and no link of a mail, and are not made of mails that are nothing else", async () => {
      const { database } = test;
      const { ada } = await seedPeople(database);
      const kinds = { "email-changed": { token: "secret", newEmail: "new@b.test" }, "login-code": { code: "123" } };
      for (const [kind, data] of Object.entries(kinds)) {
        await database.query(
          `insert into outbox (id, kind, data, to_address, user_id, due_at, created_at)
           values ($1::text::uuid, $2, $3::text::json, 'a@b.test', $4::text::uuid, clock_now(), clock_now())`,
          [randomUUID(), kind, JSON.stringify(data), ada.id],
        );
      }
      const rows = await database.query("select about, data from notifications where user_id = $1::text::uuid", [
        ada.id,
      ]);
      expect(rows).toEqual([{ about: "email-changed", data: { newEmail: "new@b.test" } }]);
    });
  });

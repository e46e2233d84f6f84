// Tests that notifications are written together with their cause: who is notified of an outbid, how events merge, which
// notifications come late, and that mails are in the inbox too, without their codes and links. It is long because the
// tests share their setup and helpers.
import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it, vi } from "vitest";
import type { AuctionState, Person } from "../../../src/auction/state.ts";
import { notifyMissedOutbids } from "../../../src/engine/commit/missed-outbids.ts";
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
/** Room for a busy machine: what was left out is written seconds later. */
const patiently = { timeout: 45_000, interval: 50 };

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
    /** Resolves when the node has written a notification that it left out later than any before the call. */
    const laterOnesAreWritten = async (node: GivenEngine): Promise<void> => {
      const { admin, ada, bola } = await seedPeople(test.database);
      const later = await seedAuction(test.database, admin);
      for (const [i, person] of [ada, bola, ada, bola].entries()) await bid(node, later, person, 1100 + i * 100);
      await vi.waitFor(async () => expect(await outbids(later)).toContainEqual([ada.id, 2]), patiently);
    };

    it("tell a person who loses the lead, with the price, in the commit of the bid", async () => {
      const { database } = test;
      const { admin, ada, bola } = await seedPeople(database);
      const auction = await seedAuction(database, admin);
      const node = await givenEngine(database);
      await bid(node, auction, ada, 1100);
      const at = await bid(node, auction, bola, 2000);
      expect(await rowsOf(auction)).toEqual([
        {
          userId: ada.id,
          kind: "outbid",
          about: "outbid",
          count: 1,
          at,
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
        },
      ]);
      expect(node.inboxChanged).toEqual([ada.id]);
    });

    it("tell a person whom a maximum outbids at once, and show nothing of the maximum", async () => {
      const { database } = test;
      const { admin, ada, bola } = await seedPeople(database);
      const auction = await seedAuction(database, admin);
      const node = await givenEngine(database);
      await node.engine.submit(aMaxBid(auction, ada, 987_654_321));
      await bid(node, auction, bola, 2000);
      const [row, ...others] = await rowsOf(auction);
      expect(others).toEqual([]);
      expect(row).toMatchObject({ userId: bola.id, data: { hasLed: false, currentPrice: 21 } });
      expect(JSON.stringify(row?.data)).not.toContain("987654");
    });

    it("merge while unread, and start anew once read", async () => {
      const { database } = test;
      const { admin, ada, bola } = await seedPeople(database);
      const auction = await seedAuction(database, admin);
      const node = await givenEngine(database, { notifiedEveryMs: 1 });
      const contest = async (amount: number): Promise<void> => {
        await bid(node, auction, ada, amount);
        await bid(node, auction, bola, amount + 100);
        await sleep(2);
      };
      await contest(1100);
      await contest(1300);
      expect((await outbids(auction)).find(([userId]) => userId === ada.id)).toEqual([ada.id, 2]);
      await read(ada);
      await contest(1500);
      const own = (await rowsOf(auction)).filter(({ userId }) => userId === ada.id);
      expect(own.map(({ count, isRead }) => [count, isRead])).toEqual([
        [2, true],
        [1, false],
      ]);
      expect(own[1]?.data).toMatchObject({ currentPrice: 16 });
    });

    it("leave out people who were notified lately, and notify them late, unless they lead by then", async () => {
      const { database } = test;
      const { admin, ada, bola, chidi } = await seedPeople(database);
      const auction = await seedAuction(database, admin);
      const node = await givenEngine(database);
      for (const [i, person] of [ada, bola, ada, bola, ada, chidi, bola].entries()) {
        await bid(node, auction, person, 1100 + i * 100);
      }
      const counts = async () => Object.fromEntries(await outbids(auction));
      expect(await counts()).toEqual({ [ada.id]: 1, [bola.id]: 1, [chidi.id]: 1 });
      await vi.waitFor(async () => expect(await counts()).toMatchObject({ [ada.id]: 2 }), patiently);
      await laterOnesAreWritten(node);
      // Bola leads, and Chidi was outbid once.
      expect(await counts()).toEqual({ [ada.id]: 2, [bola.id]: 1, [chidi.id]: 1 });
      expect((await rowsOf(auction)).find(({ userId }) => userId === ada.id)?.data).toMatchObject({ currentPrice: 17 });
      expect(node.inboxChanged.filter((id) => id === ada.id)).toHaveLength(4);
    });

    it("tell at once whoever has read the first one", async () => {
      const { database } = test;
      const { admin, ada, bola } = await seedPeople(database);
      const auction = await seedAuction(database, admin);
      const node = await givenEngine(database);
      await bid(node, auction, ada, 1100);
      await bid(node, auction, bola, 1200);
      await read(ada);
      node.outbids.hasRead(ada.id);
      await bid(node, auction, ada, 1300);
      await bid(node, auction, bola, 1400);
      const own = (await rowsOf(auction)).filter(({ userId }) => userId === ada.id);
      expect(own.map(({ isRead, data }) => [isRead, data.currentPrice])).toEqual([
        [true, 12],
        [false, 14],
      ]);
    });

    it("tell nobody late what they read meanwhile", async () => {
      const { database } = test;
      const { admin, ada, bola } = await seedPeople(database);
      const auction = await seedAuction(database, admin);
      const node = await givenEngine(database);
      for (const [i, person] of [ada, bola, ada, bola].entries()) await bid(node, auction, person, 1100 + i * 100);
      await read(ada);
      node.outbids.hasRead(ada.id);
      await laterOnesAreWritten(node);
      expect((await outbids(auction)).filter(([userId]) => userId === ada.id)).toEqual([[ada.id, 1]]);
    });

    it("are found by another node, if the one that held them back does not get to it", async () => {
      const { database } = test;
      const { admin, ada, bola, chidi } = await seedPeople(database);
      const auction = await seedAuction(database, admin);
      const held = await givenEngine(database, { notifiedEveryMs: 3_600_000 });
      const another = await test.openAnother();
      // Other tests may have left people who wait to be notified.
      const here = new Set([ada.id, bola.id, chidi.id]);
      const found = async (...when: [] | [lookBackS: number, missedAfterMs: number]) =>
        (await notifyMissedOutbids(another, ...when)).filter((id) => here.has(id));
      const find = () => found(3600, 0);
      const own = async (person: Person) =>
        (await rowsOf(auction, "outbid"))
          .filter(({ userId }) => userId === person.id)
          .map(({ isRead, count, data }) => [isRead, count, data.currentPrice, data.hasLed]);
      for (const [i, person] of [chidi, ada, bola, ada, bola].entries()) {
        await bid(held, auction, person, 1100 + i * 100);
      }
      expect(await own(ada)).toEqual([[false, 1, 13, true]]);
      // No outbid is found before a living node would have notified the person. Chidi, who bid no more, knows of it
      // already.
      expect(await found()).toEqual([]);
      // At the same moment, on several connections: notified once.
      const findAtOnce = async () => (await Promise.all(Array.from({ length: 4 }, find))).flat();
      expect(await findAtOnce()).toEqual([ada.id]);
      expect(await find()).toEqual([]);
      expect(await own(ada)).toEqual([[false, 2, 15, true]]);
      // Read before the next outbid: nothing unread says it.
      await read(ada);
      await sleep(2);
      await bid(held, auction, ada, 1600);
      await bid(held, auction, bola, 1700);
      expect(await findAtOnce()).toEqual([ada.id]);
      expect(await own(ada)).toEqual([
        [true, 2, 15, true],
        [false, 1, 17, true],
      ]);
      // Read after it.
      await bid(held, auction, ada, 1800);
      await bid(held, auction, bola, 1900);
      await sleep(2);
      await read(ada);
      expect(await find()).toEqual([]);
      // Leading again, or a bid that no longer counts.
      await bid(held, auction, ada, 2000);
      expect(await find()).toEqual([bola.id]);
      await bid(held, auction, bola, 2100);
      await held.engine.submit(aVoid(auction, admin, ada));
      expect(await find()).toEqual([]);
      expect(await own(chidi)).toEqual([[false, 1, 12, true]]);
    });

    it("are written by two nodes at once as one row for each person, and never for the leader alone", async () => {
      const { database } = test;
      const { admin, ada, bola, chidi } = await seedPeople(database);
      const auction = await seedAuction(database, admin);
      const nodes = [await givenEngine(database), await givenEngine(await test.openAnother())];
      await Promise.all(
        Array.from({ length: 60 }, (_, i) => {
          const person = [ada, bola, chidi][i % 3] as Person;
          return nodes[i % 2]?.engine.submit(aBid(auction, person, 1100 + Math.floor(i / 2) * 100));
        }),
      );
      await Promise.all(nodes.map(laterOnesAreWritten));
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
      const { engine, inboxChanged } = await givenEngine(database);
      await engine.submit(aBid(auction, ada, 1100));
      expect(codeOf(await engine.submit(aBid(auction, bola, 1150)))).toBe("BID_TOO_LOW");
      await database.query(
        "update users set banned_at = clock_now(), revision = revision + 1 where id = $1::text::uuid",
        [bola.id],
      );
      expect(codeOf(await engine.submit(aBid(auction, bola, 1200)))).toBe("FORBIDDEN");
      expect(await rowsOf(auction)).toEqual([]);
      expect(inboxChanged).toEqual([]);
    });

    it("tell everybody with a bid or a maximum of a moved end, but its mover, and once while unread", async () => {
      const { database } = test;
      const { admin, ada, bola, chidi } = await seedPeople(database);
      const auction = await seedAuction(database, admin, always);
      const node = await givenEngine(database);
      await bid(node, auction, ada, 1100);
      expect(await rowsOf(auction, "extended")).toEqual([]);
      // A node tells once in a minute; another node is not held back by that.
      const another = await givenEngine(await test.openAnother());
      await bid(another, auction, bola, 1200);
      const aboutEnd = async () => (await rowsOf(auction, "extended")).map(({ userId, count }) => [userId, count]);
      expect(await aboutEnd()).toEqual([[ada.id, 1]]);
      await bid(another, auction, chidi, 1300);
      expect(await aboutEnd()).toEqual([[ada.id, 1]]);
      await bid(await givenEngine(await test.openAnother()), auction, ada, 1400);
      expect((await aboutEnd()).sort()).toEqual([ada.id, bola.id, chidi.id].map((id) => [id, 1]).sort());
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
      const changed = await rowsOf(auction, "lot-changed");
      expect(changed.map(({ userId, kind, count }) => [userId, kind, count]).sort()).toEqual(
        [ada.id, bola.id].map((id) => [id, "lot-changed", 2]).sort(),
      );
      expect(changed[0]?.data).toMatchObject({ title: "A third drum" });
      expect(node.inboxChanged).toEqual(expect.arrayContaining([ada.id, bola.id]));
      await node.engine.submit(aVoid(auction, admin, bola));
      expect((await rowsOf(auction, "own-bids-voided")).map(({ userId }) => userId)).toEqual([bola.id]);
      expect((await rowsOf(auction, "bids-voided")).map(({ userId }) => userId)).toEqual([ada.id]);
      await node.engine.submit(aStatus(auction, admin, "ended"));
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

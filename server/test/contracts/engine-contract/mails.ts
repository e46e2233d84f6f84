// Tests the mails that readers of the log write to bidders: who is notified of an outbid and how often, and the mails of
// a win and a purchase.
import { describe, expect, it } from "vitest";
import type { AuctionState, Person } from "../../../src/auction/state.ts";
import { aBid, aMaxBid, anExpiry, aPurchase, aStatus, codeOf, givenEngine } from "../../support/given-engine.ts";
import { readLotMails } from "../../support/mails-about.ts";
import { deadlineIn, seedAuction, seedPeople } from "../../support/seed.ts";
import type { TestDatabase } from "../../support/with-database.ts";

interface MailRow extends Record<string, unknown> {
  kind: string;
  data: Record<string, unknown>;
  to: string;
  userId: string;
}

export const mailsOf = (test: TestDatabase) =>
  describe("mails", () => {
    const mailsAbout = async ({ id }: Pick<AuctionState, "id">, kind?: string) => {
      await readLotMails(test.database);
      return await test.database.query<MailRow>(
        `select kind, data, to_address as "to", user_id as "userId" from outbox
         where auction_id = $1::text::uuid and ($2::text is null or kind = $2) order by created_at, kind, user_id`,
        [id, kind ?? null],
      );
    };
    const mailedAbout = async (auction: AuctionState, kind = "outbid"): Promise<string[]> =>
      (await mailsAbout(auction, kind)).map(({ userId }) => userId);
    const makeOlder = (auction: AuctionState, minutes: number) =>
      test.database.query(
        `update outbox set created_at = created_at - $2::text::int * interval '1 minute'
         where auction_id = $1::text::uuid`,
        [auction.id, minutes],
      );
    const set = (user: Person, change: string) =>
      test.database.query(`update users set ${change} where id = $1::text::uuid`, [user.id]);

    it("notify a person who loses the lead, with the present price, once the log is read", async () => {
      const { database } = test;
      const { admin, ada, bola } = await seedPeople(database);
      const auction = await seedAuction(database, admin);
      const { engine, readLog } = await givenEngine(database);
      await engine.submit(aBid(auction, ada, 1100));
      const { at } = await engine.submit(aBid(auction, bola, 2000));
      expect(await mailedAbout(auction)).toEqual([]);
      await readLog();
      expect(await mailsAbout(auction)).toEqual([
        {
          kind: "outbid",
          to: `${ada.username}@people.test`,
          userId: ada.id,
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
      const [times] = await database.query(
        `select (extract(epoch from created_at) * 1000)::float8 as created,
           (extract(epoch from due_at) * 1000)::float8 as due, sent_at as sent from outbox where auction_id = $1::text::uuid`,
        [auction.id],
      );
      expect(times).toEqual({ created: times?.due, due: times?.due, sent: null });
      expect(times?.due).toBeGreaterThanOrEqual(at ?? 0);
    });

    it("notify a person whom a maximum outbids at once, but not the maximum's owner", async () => {
      const { database } = test;
      const { admin, ada, bola } = await seedPeople(database);
      const auction = await seedAuction(database, admin);
      const { engine, readLog } = await givenEngine(database);
      await engine.submit(aMaxBid(auction, ada, 5000));
      await engine.submit(aBid(auction, bola, 2000));
      await readLog();
      expect(await mailedAbout(auction)).toEqual([bola.id]);
    });

    it("notify nobody who leads again after the batch, and each other person once", async () => {
      const { database } = test;
      const { admin, ada, bola, chidi } = await seedPeople(database);
      const auction = await seedAuction(database, admin);
      const { engine, readLog } = await givenEngine(database);
      await engine.submit(aBid(auction, chidi, 1100));
      await Promise.all(
        [ada, bola, ada, bola, ada].map((person, i) => engine.submit(aBid(auction, person, 1200 + i * 100))),
      );
      await readLog();
      expect((await mailedAbout(auction)).sort()).toEqual([bola.id, chidi.id].sort());
    });

    it("notify one person at most once in 15 minutes of one auction, whichever node writes the mail", async () => {
      const { database } = test;
      const { admin, ada, bola } = await seedPeople(database);
      const auction = await seedAuction(database, admin);
      const another = await seedAuction(database, admin);
      const node = await givenEngine(database);
      let amount = 1000;
      const contest = async (by = node, on = auction): Promise<void> => {
        for (const person of [ada, bola]) {
          amount += 100;
          expect(codeOf(await by.engine.submit(aBid(on, person, amount)))).toBe("ok");
          await by.readLog();
        }
      };
      await contest();
      expect(await mailedAbout(auction)).toEqual([ada.id]);
      const next = await givenEngine(await test.openAnother());
      await contest(next);
      await contest(next);
      expect((await mailedAbout(auction)).sort()).toEqual([ada.id, bola.id].sort());
      await contest(next, another);
      expect(await mailedAbout(another)).toEqual([ada.id]);
      await makeOlder(auction, 14);
      await contest();
      expect(await mailedAbout(auction)).toHaveLength(2);
      await makeOlder(auction, 1);
      await contest();
      expect(await mailedAbout(auction)).toHaveLength(4);
    });

    it("about being outbid go to nobody who switched them off, and to no unverified address", async () => {
      const { database } = test;
      const { admin, ada, bola, chidi } = await seedPeople(database);
      const auction = await seedAuction(database, admin);
      const { engine, readLog } = await givenEngine(database);
      await engine.submit(aBid(auction, ada, 1100));
      await set(ada, "wants_outbid_mail = false");
      await engine.submit(aBid(auction, bola, 1200));
      await set(bola, "email_verified_at = null");
      await engine.submit(aBid(auction, chidi, 1300));
      await readLog();
      expect(await mailedAbout(auction)).toEqual([]);
      // Wanted again, they come again: that one was not told is not remembered as a mail.
      await set(ada, "wants_outbid_mail = true");
      await engine.submit(aBid(auction, ada, 1400));
      await readLog();
      await engine.submit(aBid(auction, chidi, 1500));
      await readLog();
      expect((await mailedAbout(auction)).sort()).toEqual([ada.id, chidi.id].sort());
    });

    it("are not written with a part that misses its fence, or for a refusal", async () => {
      const { database } = test;
      const { admin, ada, bola } = await seedPeople(database);
      const auction = await seedAuction(database, admin);
      const { engine, readLog } = await givenEngine(database);
      await engine.submit(aBid(auction, ada, 1100));
      expect(codeOf(await engine.submit(aBid(auction, bola, 1150)))).toBe("BID_TOO_LOW");
      await database.query(
        "update users set banned_at = clock_now(), revision = revision + 1 where id = $1::text::uuid",
        [bola.id],
      );
      expect(codeOf(await engine.submit(aBid(auction, bola, 1200)))).toBe("FORBIDDEN");
      await readLog();
      expect(await mailedAbout(auction)).toEqual([]);
    });

    it("notify the winner of amount and deadline, and nobody if the reserve is not met", async () => {
      const { database } = test;
      const { admin, ada } = await seedPeople(database);
      const auction = await seedAuction(database, admin);
      const unmet = await seedAuction(database, admin, { reserveMinor: 9000 });
      const { engine } = await givenEngine(database);
      for (const one of [auction, unmet]) {
        await engine.submit(aBid(one, ada, 1100));
        await engine.submit(aStatus(one, admin, "ended"));
      }
      const [settlement] = await database.query<{ dueAt: number }>(
        `select (extract(epoch from due_at) * 1000)::float8 as "dueAt" from settlements where auction_id = $1::text::uuid`,
        [auction.id],
      );
      const dueAt = new Date(settlement?.dueAt ?? 0).toISOString();
      expect(await mailsAbout(auction)).toMatchObject([
        { kind: "won", userId: ada.id, data: { auctionId: auction.id, currency: "NGN", finalPrice: 11, dueAt } },
      ]);
      expect(await mailsAbout(unmet)).toEqual([]);
    });

    it("notify a buyer of the payment and the forfeit, whether or not outbid mails are on", async () => {
      const { database } = test;
      const { admin, ada } = await seedPeople(database);
      const auction = await seedAuction(database, admin, { buyItNowMinor: 5001, durationMs: 7_200_000 });
      const { engine } = await givenEngine(database);
      await set(ada, "wants_outbid_mail = false");
      const { outcome } = await engine.submit(aPurchase(auction, ada));
      if (!outcome.ok || outcome.data.of !== "BuyItNow") throw new Error("not bought");
      const of = { auctionId: auction.id, title: auction.lot.title, currency: "NGN" };
      const deadline = outcome.data.auction.pausedUntil;
      const instructions = {
        kind: "buy-it-now",
        userId: ada.id,
        to: `${ada.username}@people.test`,
        data: { ...of, price: 50.01, fee: 2.51, total: 52.52, deposit: 10.01, remaining: 42.51, deadline },
      };
      expect(await mailsAbout(auction)).toEqual([instructions]);
      await deadlineIn(database, auction.id, -1);
      await Promise.all([engine.submit(anExpiry(auction)), engine.submit(anExpiry(auction))]);
      expect(await mailsAbout(auction)).toEqual([
        instructions,
        expect.objectContaining({
          kind: "buy-it-now-forfeited",
          userId: ada.id,
          data: expect.objectContaining({ ...of, price: 50.01, penalty: 5.01 }),
        }),
      ]);
    });
  });

// Tests that mails follow their reader's choices at the time of sending: kinds that are switched off, quiet hours in
// Lagos, one mail a day. It is long because the daily mail is tried with each way in which a mail can become outdated.
import { sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { writeDigests } from "../../../src/features/notifications/digest.ts";
import { changePreferences } from "../../../src/features/notifications/preferences.ts";
import { quietUntil } from "../../../src/platform/notifications/choices.ts";
import type { MailData } from "../../../src/platform/outbox/mails.ts";
import { givenOutbox } from "../../support/given-outbox.ts";
import { databaseNow, seedAuction, seedPeople } from "../../support/seed.ts";
import type { TestDatabase } from "../../support/with-database.ts";

const HOUR = 60 * 60 * 1000;

export const choices = (test: TestDatabase) =>
  describe("a mail whose reader has chosen", () => {
    const { query, smtpServer, worker, write, until, stateOf } = givenOutbox(test);

    const given = async () => {
      // People of other tests have no daily mail.
      await query("update notification_settings set wants_digest = false");
      const { admin, ada, bola } = await seedPeople(test.database);
      const auction = await seedAuction(test.database, admin);
      const about = { auctionId: auction.id, title: auction.lot.title };
      const answered: MailData["question-answered"] = { ...about, question: "?", answer: "Yes.", isChanged: false };
      const ended: MailData["win-forfeited"] = { ...about, currency: "NGN", price: 900, penalty: 90 };
      return { ada, bola, auction, answered, ended, at: (userId: string) => ({ userId, auctionId: auction.id }) };
    };
    /** Minutes of the day in Lagos, so many hours from now. */
    const minuteIn = async (hours: number): Promise<number> => {
      const lagos = new Date((await databaseNow(test.database)) + (1 + hours) * HOUR);
      return lagos.getUTCHours() * 60 + lagos.getUTCMinutes();
    };

    /** A notification of the millisecond in which the daily mail was switched on may be left out. */
    const afterTheSwitch = () => query("update notifications set at = at + interval '1 second'");
    /** A time of the next day in Lagos. */
    const tomorrowAt = (time: string) =>
      sql`(date_trunc('day', clock_timestamp() at time zone 'Africa/Lagos') + interval '1 day' + ${time}::text::interval)
        at time zone 'Africa/Lagos'`;
    const digestsOf = () =>
      query<{ user: string; data: MailData["digest"] }>(
        `select user_id as user, data from outbox where kind = 'digest' order by created_at, id`,
      );
    const digestOf = async (userId: string): Promise<{ id: string }> => {
      const [mail] = await query<{ id: string }>(
        "select id from outbox where kind = 'digest' and user_id = $1::text::uuid",
        [userId],
      );
      return { id: mail?.id ?? "" };
    };
    /**
     * Writes a bid that counts, and an unread notification that the person was outbid. `after`: the time since the
     * beginning of today in Lagos at which it came; null: just now.
     */
    const notifyOutbid = (userId: string, auctionId: string, after: string | null = null) =>
      query(
        `with bid as (
           insert into bids (auction_id, number, bidder_id, amount_minor, kind, created_at)
           select $2::text::uuid, (select count(*) + 1 from bids where auction_id = $2::text::uuid), $1::text::uuid, 1100,
             'manual', now()
         )
         insert into notifications (id, user_id, kind, about, auction_id, data, created_at, at)
         select gen_random_uuid(), $1::text::uuid, 'outbid', 'outbid', id, json_build_object('title', title,
           'auctionId', id, 'currency', 'NGN', 'currentPrice', 12, 'minimumBid', 13), t, t
         from auctions, coalesce((date_trunc('day', clock_timestamp() at time zone 'Africa/Lagos') + $3::text::interval)
           at time zone 'Africa/Lagos', clock_timestamp()) as t
         where id = $2::text::uuid`,
        [userId, auctionId, after],
      );
    const leads = (userId: string, auctionId: string) =>
      query("update auctions set leader_id = $1::text::uuid, bid_count = bid_count + 1 where id = $2::text::uuid", [
        userId,
        auctionId,
      ]);
    /** It tells of one new lot of a search. */
    const notifySearch = (userId: string) =>
      query(
        `with search as (
           insert into saved_searches (id, user_id, name, query, filter_key, alert, created_at)
           values (gen_random_uuid(), $1::text::uuid, 'Drums', '{}', 'drums', 'now', now()) returning id
         ), matched as (
           insert into saved_search_matches (search_id, auction_id, matched_at)
           select search.id, auctions.id, now() from search, auctions
         )
         insert into notifications (id, user_id, kind, about, data, created_at, at)
         select gen_random_uuid(), $1::text::uuid, 'saved-search', 'saved-search',
           json_build_object('searchId', id, 'name', 'Drums', 'lots', 1), now(), now() from search`,
        [userId],
      );

    it("is not sent if they switched its kind off, and in any case if it is about money", async () => {
      const smtp = await smtpServer();
      const { ada, bola, answered, ended, at } = await given();
      await changePreferences(test.database, ada.id, { kinds: [{ kind: "question-answered", mail: false }] });
      const off = await write("question-answered", answered, at(ada.id));
      const on = await write("question-answered", answered, at(bola.id));
      const money = await write("win-forfeited", ended, at(ada.id));
      worker(smtp.url);
      await until(off, { isSent: true, lastError: "obsolete: not sent" });
      for (const mail of [on, money]) await until(mail, { isSent: true, lastError: null });
      expect(smtp.mails).toHaveLength(2);
    });

    it("waits for the end of their quiet hours, unless it is urgent, and the wait counts as no attempt", async () => {
      const smtp = await smtpServer();
      const { ada, answered, ended, at } = await given();
      await changePreferences(test.database, ada.id, {
        quietHours: { from: await minuteIn(-1), to: await minuteIn(2) },
      });
      const held = await write("question-answered", answered, at(ada.id));
      const urgent = await write("win-forfeited", ended, at(ada.id));
      const security = await write(
        "new-device",
        { device: "Firefox", place: "Lagos", at: new Date().toISOString() },
        {
          userId: ada.id,
        },
      );
      worker(smtp.url);
      for (const mail of [urgent, security]) await until(mail, { isSent: true, lastError: null });
      await until(held, { isSent: false, attempts: 0 });
      const { dueInS } = await stateOf(held);
      expect(dueInS).toBeGreaterThan(110 * 60);
      expect(dueInS).toBeLessThanOrEqual(120 * 60);
      expect(smtp.mails).toHaveLength(2);
    });

    it("does not wait for the end of quiet hours if it is about binding bids on a lot that ends before they do", async () => {
      const smtp = await smtpServer();
      const { admin, ada } = await seedPeople(test.database);
      await changePreferences(test.database, ada.id, {
        quietHours: { from: await minuteIn(-1), to: await minuteIn(2) },
      });
      const lotThat = async (status: string, hours: number) => {
        const { id: auctionId } = await seedAuction(test.database, admin, { durationMs: hours * HOUR });
        const pause = status === "paused" ? "clock_timestamp()" : "null";
        await query(`update auctions set status = $2, paused_at = ${pause} where id = $1::text::uuid`, [
          auctionId,
          status,
        ]);
        return { auctionId, title: "Talking drum" };
      };
      const [soon, paused] = [await lotThat("active", 1), await lotThat("paused", 1)];
      const [later, over] = [await lotThat("active", 3), await lotThat("ended", 1)];
      const to = ({ auctionId }: { auctionId: string }) => ({ userId: ada.id, auctionId });
      const changed = (lot: typeof soon) =>
        write("lot-changed", { ...lot, fields: ["the title"], endTime: null }, to(lot));
      const voided = { currency: "NGN", currentPrice: 10, isWithdrawn: false } as const;
      const due = [
        await changed(soon),
        await write("bids-voided", { ...soon, ...voided }, to(soon)),
        await write("own-bids-voided", { ...soon, reason: "fraud", note: null }, to(soon)),
        await write("lot-reopened", { ...soon, endTime: "2026-11-21T13:05:00.000Z" }, to(soon)),
        await write("lot-sale-undone", { ...paused, deadline: "2026-11-21T13:05:00.000Z" }, to(paused)),
      ];
      const held = [
        await changed(later),
        await changed(over),
        await write("own-bids-voided", { ...later, reason: "fraud", note: null }, to(later)),
        await write("lot-cancelled", soon, to(soon)),
        await write("question-answered", { ...soon, question: "?", answer: "Yes.", isChanged: false }, to(soon)),
      ];
      worker(smtp.url);
      for (const mail of due) await until(mail, { isSent: true, lastError: null });
      for (const mail of held) {
        await until(mail, { isSent: false, attempts: 0 });
        expect((await stateOf(mail)).dueInS).toBeGreaterThan(110 * 60);
      }
      expect(smtp.mails).toHaveLength(due.length);
    });

    it.each([
      { from: 22 * 60, to: 6 * 60, now: "2026-11-21T22:30:00Z", until: "2026-11-22T05:00:00.000Z" },
      { from: 22 * 60, to: 6 * 60, now: "2026-11-21T04:59:00Z", until: "2026-11-21T05:00:00.000Z" },
      { from: 22 * 60, to: 6 * 60, now: "2026-11-21T05:00:00Z", until: null },
      { from: 22 * 60, to: 6 * 60, now: "2026-11-21T20:59:00Z", until: null },
      { from: 9 * 60, to: 17 * 60, now: "2026-11-21T08:00:00Z", until: "2026-11-21T16:00:00.000Z" },
      { from: 9 * 60, to: 17 * 60, now: "2026-11-21T16:00:00Z", until: null },
      { from: 23 * 60, to: 0, now: "2026-11-21T22:59:00Z", until: "2026-11-21T23:00:00.000Z" },
    ])("has quiet hours in Lagos from $from to $to, at $now until $until", async ({ from, to, now, until: end }) => {
      const { ada } = await seedPeople(test.database);
      await changePreferences(test.database, ada.id, { quietHours: { from, to } });
      const [row] = await test.database.db.execute<{ ms: number | null }>(sql`
        select (extract(epoch from ${quietUntil(sql`${ada.id}::text::uuid`, sql`${now}::text::timestamptz`)}) * 1000)::float8 as ms`);
      expect(row?.ms === null || row === undefined ? null : new Date(row.ms).toISOString()).toBe(end);
    });

    it("comes in one mail a day, once from several nodes, with what is unread and still holds", async () => {
      const smtp = await smtpServer();
      const { ada, bola, auction, answered, at } = await given();
      for (const { id } of [ada, bola]) await changePreferences(test.database, id, { digest: true });
      const alone = await write("question-answered", answered, at(ada.id));
      const read = await write("question-answered", { ...answered, answer: "Read." }, at(ada.id));
      await query("update notifications set read_at = now() where id = $1::text::uuid", [read.id]);
      await notifyOutbid(ada.id, auction.id);
      await afterTheSwitch();
      worker(smtp.url);
      await until(alone, { isSent: true, lastError: "in the daily mail" });
      const morning = tomorrowAt("8 hours");
      const early = sql`${morning} - interval '1 second'`;
      expect(await writeDigests(test.database, early)).toBe(0);
      const nodes = await Promise.all([test.openAnother(), test.openAnother()]);
      const people = await Promise.all([test.database, ...nodes].map((node) => writeDigests(node, morning)));
      expect(people.reduce((sum, one) => sum + one, 0)).toBe(2);
      expect(await writeDigests(test.database, sql`${morning} + interval '1 hour'`)).toBe(0);
      const digests = await digestsOf();
      expect(digests.map(({ user }) => user)).toEqual([ada.id]);
      const items = digests[0]?.data.items.map(({ about, data }) => [about, (data as { answer?: string }).answer]);
      expect(items?.sort()).toEqual([
        ["outbid", undefined],
        ["question-answered", "Yes."],
      ]);
    });

    it("is written in the daily mail once their quiet hours are over, by the node that comes first", async () => {
      const { ada, answered, at } = await given();
      await changePreferences(test.database, ada.id, { digest: true, quietHours: { from: 22 * 60, to: 10 * 60 } });
      await write("question-answered", answered, at(ada.id));
      await afterTheSwitch();
      expect(await writeDigests(test.database, tomorrowAt("8 hours"))).toBe(0);
      expect(await writeDigests(test.database, tomorrowAt("9 hours 59 minutes"))).toBe(0);
      expect(await digestsOf()).toEqual([]);
      const other = await test.openAnother();
      expect(await writeDigests(other, tomorrowAt("10 hours"))).toBe(1);
      for (const node of [test.database, other]) {
        for (const hour of ["10 hours 1 minute", "21 hours"])
          expect(await writeDigests(node, tomorrowAt(hour))).toBe(0);
      }
      expect((await digestsOf()).map(({ user, data }) => [user, data.items.length])).toEqual([[ada.id, 1]]);
      // A day without news has no mail.
      expect(await writeDigests(other, tomorrowAt("34 hours"))).toBe(1);
      expect(await digestsOf()).toHaveLength(1);
    });

    it("is left out of the daily mail if it is about a search whose alert is off by then", async () => {
      const { ada, bola } = await given();
      for (const { id } of [ada, bola]) {
        await changePreferences(test.database, id, { digest: true });
        await notifySearch(id);
      }
      await afterTheSwitch();
      await query("update saved_searches set alert = 'off' where user_id = $1::text::uuid", [ada.id]);
      expect(await writeDigests(test.database, tomorrowAt("8 hours"))).toBe(2);
      expect((await digestsOf()).map(({ user }) => user)).toEqual([bola.id]);
    });

    it("is left out of the daily mail if it no longer holds by then, and without anything else there is no mail", async () => {
      const { ada, bola, auction, answered, at } = await given();
      for (const { id } of [ada, bola]) await changePreferences(test.database, id, { digest: true });
      await write("question-answered", answered, at(ada.id));
      await afterTheSwitch();
      for (const { id } of [ada, bola]) await notifyOutbid(id, auction.id);
      await notifySearch(ada.id);
      // Ada leads again before the morning, and has seen the lots of her search.
      await leads(ada.id, auction.id);
      await query("update saved_search_matches set is_seen = true");
      expect(await writeDigests(test.database, tomorrowAt("8 hours"))).toBe(2);
      const abouts = (await digestsOf()).map(({ user, data }) => [user, data.items.map(({ about }) => about)]);
      expect(new Map(abouts as [string, string[]][])).toEqual(
        new Map([
          [ada.id, ["question-answered"]],
          [bola.id, ["outbid"]],
        ]),
      );
      // Bola leads before the next morning, so that there is nothing to say.
      await notifyOutbid(bola.id, auction.id, "1 day 9 hours");
      await leads(bola.id, auction.id);
      expect(await writeDigests(test.database, tomorrowAt("32 hours"))).toBe(2);
      expect(await digestsOf()).toHaveLength(2);
    });

    it("is in the daily mail with the price of the moment when it is sent, unless it no longer holds then", async () => {
      const smtp = await smtpServer();
      const { ada, bola, auction, answered, at } = await given();
      for (const { id } of [ada, bola]) await changePreferences(test.database, id, { digest: true });
      await write("question-answered", answered, at(ada.id));
      await afterTheSwitch();
      for (const { id } of [ada, bola]) await notifyOutbid(id, auction.id);
      expect(await writeDigests(test.database, tomorrowAt("8 hours"))).toBe(2);
      await query("update auctions set price_minor = 4500 where id = $1::text::uuid", [auction.id]);
      await leads(bola.id, auction.id);
      await query("update outbox set due_at = clock_now() where kind = 'digest'");
      worker(smtp.url);
      await until(await digestOf(bola.id), { isSent: true, lastError: "obsolete: not sent" });
      await until(await digestOf(ada.id), { isSent: true, lastError: null });
      expect(smtp.mails).toHaveLength(1);
      expect(smtp.mails[0]?.text).toContain("Yes.");
      expect(smtp.mails[0]?.text).toContain("is at ₦45.00");
      expect(smtp.mails[0]?.text).not.toContain("₦12.00");
    });

    it("is in the daily mail only if its kind is still wanted by mail and the alert of its search is on when it is sent", async () => {
      const smtp = await smtpServer();
      const { ada, bola, auction, answered, at } = await given();
      for (const { id } of [ada, bola]) {
        await changePreferences(test.database, id, { digest: true });
        await write("question-answered", answered, at(id));
      }
      await afterTheSwitch();
      await notifyOutbid(ada.id, auction.id);
      await notifySearch(ada.id);
      expect(await writeDigests(test.database, tomorrowAt("8 hours"))).toBe(2);
      expect((await digestsOf()).map(({ data }) => data.items.length).sort()).toEqual([1, 3]);
      await query("update saved_searches set alert = 'off' where user_id = $1::text::uuid", [ada.id]);
      await changePreferences(test.database, ada.id, { kinds: [{ kind: "outbid", mail: false }] });
      await changePreferences(test.database, bola.id, { kinds: [{ kind: "question-answered", mail: false }] });
      await query("update outbox set due_at = clock_now() where kind = 'digest'");
      worker(smtp.url);
      await until(await digestOf(bola.id), { isSent: true, lastError: "obsolete: not sent" });
      await until(await digestOf(ada.id), { isSent: true, lastError: null });
      expect(smtp.mails).toHaveLength(1);
      expect(smtp.mails[0]?.text).toContain("Yes.");
      expect(smtp.mails[0]?.text).not.toContain("Drums");
      expect(smtp.mails[0]?.text).not.toContain("is at ₦");
    });
  });

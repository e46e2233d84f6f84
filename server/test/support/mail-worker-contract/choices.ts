// Tests that mails follow their reader's choices at the time of sending: kinds that are switched off, quiet hours in Lagos,
// one mail a day.
import { sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { writeDigests } from "../../../src/features/notifications/digest.ts";
import { changePreferences } from "../../../src/features/notifications/preferences.ts";
import { quietUntil } from "../../../src/platform/notifications/choices.ts";
import type { MailData } from "../../../src/platform/outbox/mails.ts";
import { givenOutbox } from "../given-outbox.ts";
import { databaseNow, seedAuction, seedPeople } from "../seed.ts";
import type { TestDatabase } from "../with-database.ts";

const HOUR = 60 * 60 * 1000;

export const choices = (test: TestDatabase) =>
  describe("a mail whose reader has chosen", () => {
    const { query, smtpServer, worker, write, until, stateOf } = givenOutbox(test);

    const given = async () => {
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
      await query(
        `insert into notifications (id, user_id, kind, about, auction_id, data, created_at, at)
         select gen_random_uuid(), $1::text::uuid, 'outbid', 'outbid', id, json_build_object('title', title,
           'auctionId', id, 'currency', 'NGN', 'currentPrice', 12, 'minimumBid', 13), now(), now()
         from auctions where id = $2::text::uuid`,
        [ada.id, auction.id],
      );
      worker(smtp.url);
      await until(alone, { isSent: true, lastError: "in the daily mail" });
      const morning = sql`(date_trunc('day', clock_timestamp() at time zone 'Africa/Lagos') + interval '1 day 8 hours')
        at time zone 'Africa/Lagos'`;
      const early = sql`${morning} - interval '1 second'`;
      expect(await writeDigests(test.database, early)).toBe(0);
      const nodes = await Promise.all([test.openAnother(), test.openAnother()]);
      const people = await Promise.all([test.database, ...nodes].map((node) => writeDigests(node, morning)));
      expect(people.reduce((sum, one) => sum + one, 0)).toBe(2);
      expect(await writeDigests(test.database, sql`${morning} + interval '1 hour'`)).toBe(0);
      const digests = await query<{ user: string; data: MailData["digest"] }>(
        `select user_id as user, data from outbox where kind = 'digest'`,
      );
      expect(digests.map(({ user }) => user)).toEqual([ada.id]);
      const items = digests[0]?.data.items.map(({ about, data }) => [about, (data as { answer?: string }).answer]);
      expect(items?.sort()).toEqual([
        ["outbid", undefined],
        ["question-answered", "Yes."],
      ]);
    });
  });

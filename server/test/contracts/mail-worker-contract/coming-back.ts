// Tests the mails about watched lots and saved searches: what they say when they are sent, and what is not sent any more.
import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { changePreferences } from "../../../src/features/notifications/preferences.ts";
import type { MailData } from "../../../src/platform/outbox/mails.ts";
import { givenOutbox } from "../../support/given-outbox.ts";
import { seedAuction, seedPeople } from "../../support/seed.ts";
import type { TestDatabase } from "../../support/with-database.ts";

const obsolete = { isSent: true, lastError: "obsolete: not sent" };

export const comingBack = (test: TestDatabase) =>
  describe("a mail about a watched lot or a saved search", () => {
    const { query, smtpServer, worker, write, until } = givenOutbox(test);

    /** An unread notification. */
    const notify = async (userId: string, about: string, data: object): Promise<string> => {
      const id = randomUUID();
      await query(
        `insert into notifications (id, user_id, kind, about, data, created_at, at)
         values ($1::text::uuid, $2::text::uuid, 'reminder', $3, $4::text::json, now(), now())`,
        [id, userId, about, JSON.stringify(data)],
      );
      return id;
    };
    const given = async () => {
      const { admin, ada, bola } = await seedPeople(test.database);
      const auction = await seedAuction(test.database, admin);
      for (const { id } of [ada, bola]) {
        await query(
          "insert into watches (user_id, auction_id, created_at) values ($1::text::uuid, $2::text::uuid, now())",
          [id, auction.id],
        );
      }
      const remind = async (userId: string, change: Partial<MailData["watched-lot"]> = {}) => {
        const data: MailData["watched-lot"] = {
          notificationId: await notify(userId, "reminder", {}),
          auctionId: auction.id,
          title: "Drum",
          what: "1h",
          currency: "NGN",
          wishPrice: null,
          currentPrice: 1,
          endTime: "2020-01-01T00:00:00.000Z",
          ...change,
        };
        return { ...(await write("watched-lot", data, { userId, auctionId: auction.id })), ...data };
      };
      return { ada, bola, admin, auction, remind };
    };

    it("has the price and the end of the moment, and a link that stops such mails alone", async () => {
      const smtp = await smtpServer();
      const { ada, auction, remind } = await given();
      await query(
        "update auctions set price_minor = 4321, ends_at = '2030-11-21T13:05:00Z' where id = $1::text::uuid",
        [auction.id],
      );
      const mail = await remind(ada.id, { what: "price", wishPrice: 50 });
      worker(smtp.url);
      await until(mail, { isSent: true, lastError: null });
      const [received] = smtp.mailsTo(mail.to);
      expect(received?.text).toContain(
        "Current price: ₦43.21\nThe price you set: ₦50.00\nAuction ends: Thu 21 Nov 2030, 14:05",
      );
      const headers = Object.fromEntries(received?.headers.map(({ key, value }) => [key, value]) ?? []);
      expect(headers["list-unsubscribe"]).toMatch(/&kind=reminder>$/);
    });

    it("about a price below the wish is sent in a pause too, and names no end, because the pause moves it", async () => {
      const smtp = await smtpServer();
      const { ada, auction, remind } = await given();
      await query(
        "update auctions set price_minor = 4321, status = 'paused', paused_at = now() where id = $1::text::uuid",
        [auction.id],
      );
      const mail = await remind(ada.id, { what: "price", wishPrice: 50 });
      worker(smtp.url);
      await until(mail, { isSent: true, lastError: null });
      expect(smtp.mailsTo(mail.to)[0]?.text).toContain("The price you set: ₦50.00\nAuction ends: bidding is paused");
    });

    it("is not sent if the notification was read, the kind switched off, the lot over, or the price above the wish", async () => {
      const smtp = await smtpServer();
      const { ada, bola, admin, auction, remind } = await given();
      const read = await remind(ada.id);
      await query("update notifications set read_at = now() where id = $1::text::uuid", [read.notificationId]);
      await changePreferences(test.database, bola.id, { kinds: [{ kind: "reminder", mail: false }] });
      const unwanted = await remind(bola.id);
      await query("update auctions set price_minor = 5000 where id = $1::text::uuid", [auction.id]);
      const risen = await remind(ada.id, { what: "price", wishPrice: 50 });
      const over = await seedAuction(test.database, admin, {});
      await query("update auctions set status = 'ended' where id = $1::text::uuid", [over.id]);
      const late = await write(
        "watched-lot",
        { ...read, notificationId: risen.notificationId, auctionId: over.id },
        {
          userId: ada.id,
          auctionId: over.id,
        },
      );
      worker(smtp.url);
      for (const mail of [read, unwanted, risen, late]) await until(mail, obsolete);
      expect(smtp.mails).toEqual([]);
    });

    it("is not sent once the lot is not watched, the reminder is not chosen, or the alert of the search is off", async () => {
      const smtp = await smtpServer();
      const { ada, bola, auction, admin, remind } = await given();
      const choose = (userId: string, reminders: string) =>
        query(
          `insert into reminder_settings (user_id, reminders, chosen_at) values ($1::text::uuid, $2::text[], now())
           on conflict (user_id) do update set reminders = excluded.reminders`,
          [userId, reminders],
        );
      const search = async (userId: string, alert: string, about: "new-lots" | "new-lots-daily") => {
        const searchId = randomUUID();
        await query(
          `insert into saved_searches (id, user_id, name, query, filter_key, alert, created_at)
           values ($1::text::uuid, $2::text::uuid, 'Drums', '{}', $1, $3, now())`,
          [searchId, userId, alert],
        );
        await query(
          `insert into saved_search_matches (search_id, auction_id, matched_at)
           values ($1::text::uuid, $2::text::uuid, now())`,
          [searchId, auction.id],
        );
        const one = { searchId, name: "Drums", lots: 1 };
        const data = about === "new-lots" ? one : { searches: [one] };
        const notificationId = await notify(userId, "saved-search", data);
        return await write(about, { ...data, notificationId } as MailData["new-lots"], { userId });
      };
      const copy = await seedAuction(test.database, admin);
      await query(`insert into relistings (auction_id, relisted_from) values ($1::text::uuid, $2::text::uuid)`, [
        copy.id,
        auction.id,
      ]);
      const ofCopy = async (userId: string) => {
        const data = { ...(await remind(userId, { what: "relisted" })), auctionId: copy.id };
        await query("update outbox set auction_id = $2::text::uuid where id = $1::text::uuid", [data.id, copy.id]);
        return data;
      };
      const [hour, started] = [await remind(ada.id), await remind(ada.id, { what: "started" })];
      const [relisted, left] = [await ofCopy(ada.id), await remind(bola.id)];
      const leftCopy = await ofCopy(bola.id);
      await choose(ada.id, "{start,relisted}");
      await query("delete from watches where user_id = $1::text::uuid", [bola.id]);
      const [on, daily] = [await search(ada.id, "now", "new-lots"), await search(ada.id, "daily", "new-lots-daily")];
      const [off, offDaily] = [
        await search(bola.id, "off", "new-lots"),
        await search(bola.id, "off", "new-lots-daily"),
      ];
      worker(smtp.url);
      for (const mail of [started, relisted, on, daily]) await until(mail, { isSent: true, lastError: null });
      for (const mail of [hour, left, leftCopy, off, offDaily]) await until(mail, obsolete);
      expect(smtp.mails).toHaveLength(4);
    });

    it("names the lots that are unseen when it is sent, and gives way to a newer one of the same search that waits", async () => {
      const smtp = await smtpServer();
      const { ada, admin } = await given();
      const searchOf = async (lots: number): Promise<string> => {
        const id = randomUUID();
        await query(
          `insert into saved_searches (id, user_id, name, query, filter_key, alert, created_at)
           values ($1::text::uuid, $2::text::uuid, 'Drums', '{}', $1, 'now', now())`,
          [id, ada.id],
        );
        for (let n = 0; n < lots; n++) {
          const lot = await seedAuction(test.database, admin);
          await query(
            `insert into saved_search_matches (search_id, auction_id, matched_at)
             values ($1::text::uuid, $2::text::uuid, now())`,
            [id, lot.id],
          );
        }
        return id;
      };
      const [drums, seen] = [await searchOf(2), await searchOf(1)];
      await query("update saved_search_matches set is_seen = true where search_id = $1::text::uuid", [seen]);
      const mailOf = async (searchId: string) => {
        const data = { searchId, name: "Drums", lots: 7 };
        const notificationId = await notify(ada.id, "saved-search", data);
        return await write("new-lots", { ...data, notificationId }, { userId: ada.id });
      };
      const older = await mailOf(drums);
      const newer = await mailOf(drums);
      await query("update outbox set created_at = created_at - interval '15 minutes' where id = $1::text::uuid", [
        older.id,
      ]);
      const opened = await mailOf(seen);
      worker(smtp.url);
      await until(newer, { isSent: true, lastError: null });
      for (const mail of [older, opened]) await until(mail, obsolete);
      expect(smtp.mails).toHaveLength(1);
      expect(smtp.mailsTo(newer.to)[0]?.subject).toBe("2 new lots: Drums");
    });

    it("about new lots is left to the daily mail, if there is one, but one about a lot's end is not", async () => {
      const smtp = await smtpServer();
      const { ada, remind } = await given();
      await changePreferences(test.database, ada.id, { digest: true });
      const data = { searches: [{ name: "Drums", lots: 2 }] };
      const notificationId = await notify(ada.id, "saved-searches-daily", data);
      const lots = await write("new-lots-daily", { ...data, notificationId }, { userId: ada.id });
      const lot = await remind(ada.id);
      worker(smtp.url);
      await until(lots, { isSent: true, lastError: "in the daily mail" });
      await until(lot, { isSent: true, lastError: null });
      expect(smtp.mails).toHaveLength(1);
    });
  });

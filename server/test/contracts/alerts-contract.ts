// Tests alerts to staff on one database: who gets them, about what, and each once, even if several nodes work at the
// same moment.
import { beforeEach, describe, expect, it } from "vitest";
import { setWantsMail } from "../../src/features/desk/alert-settings.ts";
import { evictSentAlerts, writeAlerts } from "../../src/features/desk/alerts.ts";
import { readDesk } from "../../src/features/desk/queries.ts";
import { stillSensible, takeDue } from "../../src/features/mail/outbox.ts";
import type { MailData } from "../../src/platform/outbox/mails.ts";
import type { TestDatabase } from "../support/with-database.ts";
import { givenDesk, nothingOwed } from "./desk-contract.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

export const alertsContract = (test: TestDatabase): void => {
  const given = givenDesk(test);
  const write = (database = test.database) => writeAlerts(database, Date.now());
  type Items = MailData["staff-alerts"]["items"];
  const mailsTo = async (userId: string): Promise<Items[]> => {
    const rows = await test.database.query<{ data: MailData["staff-alerts"] }>(
      "select data from outbox where user_id = $1::text::uuid and kind = 'staff-alerts' order by created_at",
      [userId],
    );
    return rows.map(({ data }) => data.items);
  };
  const kindsTo = async (userId: string) =>
    (await mailsTo(userId)).map((items) => items.map(({ kind }) => kind).sort());
  /** As if so much time had passed since the last mails. */
  const hourLater = () => given.sql("update alert_settings set mailed_at = mailed_at - interval '61 minutes'");
  const dueSoon = async (by: string, dueAt = Date.now() + 2 * HOUR) =>
    given.settlement(await given.lot(by, { title: "Talking drum" }), by, { dueAt });
  beforeEach(given.clean);

  describe("alerts", () => {
    it("name what has a deadline, with amounts and times and without people", async () => {
      const [manager, ada] = [await given.person("manager"), await given.person()];
      const dueAt = Date.now() + 2 * HOUR;
      await dueSoon(ada.id, dueAt);
      expect(await write()).toBe(1);
      expect(await mailsTo(manager.id)).toEqual([
        [
          {
            kind: "due",
            title: "Talking drum",
            amount: 800,
            currency: "NGN",
            note: null,
            at: new Date(dueAt).toISOString(),
          },
        ],
      ]);
    });

    it("are about every kind of deadline, and about nothing that is not one yet", async () => {
      const [admin, ada] = [await given.person("admin"), await given.person()];
      const lot = () => given.lot(ada.id);
      const settle = async (more: Parameters<typeof given.settlement>[2]) =>
        given.settlement(await lot(), ada.id, more);
      await settle({ dueAt: Date.now() + 25 * HOUR });
      await settle({ dueAt: Date.now() - MINUTE });
      await settle({ dueAt: Date.now() + HOUR, status: "paid" });
      await given.purchase(await lot(), ada.id, { deadlineAt: Date.now() + 20 * MINUTE });
      await given.withdrawal(ada.id);
      await given.withdrawal(ada.id, { status: "approved", lastError: "No answer" });
      await given.approval(ada.id, (await given.person("cashier")).id);
      await given.failedMail(ada.id, Date.now() - 8 * DAY);
      await given.failedMail(ada.id, Date.now(), "staff-alerts");
      expect(await write()).toBe(0);

      await settle({ dueAt: Date.now() + 23 * HOUR });
      await settle({ dueAt: Date.now() - 20 * MINUTE });
      await settle({ dueAt: Date.now() - HOUR, stuckAt: Date.now() - MINUTE });
      await given.purchase(await lot(), (await given.person()).id, { deadlineAt: Date.now() + 14 * MINUTE });
      // A week is longer than a working day, also over a weekend.
      await given.withdrawal(ada.id, { createdAt: Date.now() - 7 * DAY });
      const transfer = await given.withdrawal(ada.id, { status: "approved", lastError: "No answer" });
      await given.sql("update withdrawals set attempts = 3 where id = $1::text::uuid", [transfer]);
      await given.approval((await given.person()).id, (await given.person("cashier")).id, {
        askedAt: Date.now() - 7 * DAY,
      });
      await given.failedMail(ada.id);
      await write();
      const all = ["approval", "buying", "due", "mail", "overdue", "stuck", "transfer", "withdrawal"];
      expect(await kindsTo(admin.id)).toEqual([all]);
    });

    it("go only to staff who may read the thing, want mails, and can get them", async () => {
      const [cashier, cataloguer, unverified, off] = [
        await given.person("cashier"),
        await given.person("cataloguer"),
        await given.person("manager", false),
        await given.person("admin"),
      ] as const;
      const [banned, ada] = [await given.person("admin"), await given.person()];
      await given.sql("update users set banned_at = now() where id = $1::text::uuid", [banned.id]);
      await setWantsMail(test.database, off.id, false);
      await dueSoon(ada.id);
      await given.approval(ada.id, off.id, { kind: "balance", askedAt: Date.now() - 7 * DAY });
      await write();
      // A cashier may not decide changes of balances.
      expect(await kindsTo(cashier.id)).toEqual([["due"]]);
      for (const { id } of [cataloguer, unverified, banned, ada]) expect(await mailsTo(id)).toEqual([]);
      expect((await readDesk(test.database, off, nothingOwed)).wantsMail).toBe(false);
      // A person who does not want these mails has the alerts only in the inbox.
      const inbox = await test.database.query<{ kind: string; about: string }>(
        "select kind, about from notifications where user_id = $1::text::uuid",
        [off.id],
      );
      expect(inbox).toEqual([{ kind: "staff", about: "staff-alerts" }]);
      const taken = await takeDue(test.database, 10);
      expect((await stillSensible(test.database, taken)).map(({ userId }) => userId)).toEqual([cashier.id]);
    });

    it("never concern one's own money, one's own request, or a lot in which one has an interest", async () => {
      const [admin, other] = [await given.person("admin"), await given.person("admin")];
      const ada = await given.person();
      await dueSoon(admin.id);
      const lot = await given.lot(ada.id);
      await given.bid(lot, admin.id, 1, Date.now() - HOUR);
      await given.settlement(lot, ada.id, { dueAt: Date.now() + HOUR });
      await given.withdrawal(admin.id, { createdAt: Date.now() - 7 * DAY });
      await given.approval(ada.id, admin.id, { askedAt: Date.now() - 7 * DAY });
      await write();
      expect(await kindsTo(admin.id)).toEqual([]);
      expect(await kindsTo(other.id)).toEqual([["approval", "due", "due", "withdrawal"]]);
    });

    it("name a change of the bank account that has waited for a working day, to the other administrators", async () => {
      const [admin, other, manager] = [
        await given.person("admin"),
        await given.person("admin"),
        await given.person("manager"),
      ] as const;
      await given.bankChange(admin.id, Date.now() - 7 * DAY);
      await write();
      expect([await kindsTo(admin.id), await kindsTo(manager.id)]).toEqual([[], []]);
      expect(await kindsTo(other.id)).toEqual([["bank-account"]]);
    });

    it("come once, at most one mail an hour, and again if the deadline moves", async () => {
      const [admin, ada] = [await given.person("admin"), await given.person()];
      const first = await dueSoon(ada.id);
      await write();
      await dueSoon(ada.id);
      expect(await write()).toBe(0);
      await hourLater();
      await write();
      expect((await kindsTo(admin.id)).map((kinds) => kinds.length)).toEqual([1, 1]);
      await hourLater();
      expect(await write()).toBe(0);
      await given.sql("update settlements set due_at = due_at + interval '3 hours' where id = $1::text::uuid", [first]);
      expect(await write()).toBe(1);
    });

    it("are written once by several nodes at the same moment", async () => {
      const staff = [await given.person("admin"), await given.person("manager"), await given.person("cashier")];
      const ada = await given.person();
      const nodes = [test.database, await test.openAnother(), await test.openAnother()];
      for (let round = 0; round < 8; round++) {
        await dueSoon(ada.id);
        await hourLater();
        await Promise.all([...nodes, ...nodes].map((node) => write(node)));
      }
      for (const { id } of staff) {
        const mails = await mailsTo(id);
        expect(mails.map((items) => items.length)).toEqual(Array.from({ length: 8 }, () => 1));
      }
    });

    it("come in parts if there are many, and none is lost", async () => {
      const [admin, ada] = [await given.person("admin"), await given.person()];
      for (let n = 0; n < 35; n++) await given.failedMail(ada.id, Date.now() - n * MINUTE);
      for (let n = 0; n < 3; n++) {
        await write();
        await hourLater();
      }
      expect((await mailsTo(admin.id)).map((items) => items.length)).toEqual([30, 5]);
    });

    it("are about no mail that only a hidden maximum caused, until the lot is over", async () => {
      const [admin, ada] = [await given.person("admin"), await given.person()];
      const lot = await given.lot(ada.id, { status: "active", endsAt: Date.now() + 3 * DAY });
      await given.failedMail(ada.id, Date.now() - HOUR, "lot-changed", lot);
      expect([await write(), await kindsTo(admin.id)]).toEqual([0, []]);
      await given.sql("update auctions set status = 'sold' where id = $1::text::uuid", [lot]);
      expect([await write(), await kindsTo(admin.id)]).toEqual([1, [["mail"]]]);
    });

    it("are not sent to somebody whose role changed, or who switched them off meanwhile", async () => {
      const [admin, manager, cashier] = [
        await given.person("admin"),
        await given.person("manager"),
        await given.person("cashier"),
      ];
      const ada = await given.person();
      await dueSoon(ada.id);
      expect(await write()).toBe(3);
      await given.sql("update users set role = 'cataloguer' where id = $1::text::uuid", [manager.id]);
      await setWantsMail(test.database, cashier.id, false);
      const taken = await takeDue(test.database, 10);
      expect(taken).toHaveLength(3);
      expect((await stillSensible(test.database, taken)).map(({ userId }) => userId)).toEqual([admin.id]);
    });

    it("are forgotten after 60 days", async () => {
      const [admin, ada] = [await given.person("admin"), await given.person()];
      await dueSoon(ada.id);
      await write();
      const left = async () => Number((await given.sql("select count(*)::int as n from sent_alerts"))[0]?.n);
      await evictSentAlerts(test.database, 100);
      expect(await left()).toBe(1);
      await given.sql("update sent_alerts set sent_at = sent_at - interval '61 days' where user_id = $1::text::uuid", [
        admin.id,
      ]);
      await evictSentAlerts(test.database, 100);
      expect(await left()).toBe(0);
    });
  });
};

// Tests that mails of one kind about several lots become one mail to a person.
import { randomUUID } from "node:crypto";
import { describe, expect, it, vi } from "vitest";
import { stillSensible, takeDue } from "../../../src/features/mail/outbox.ts";
import { takesOf } from "../../../src/platform/jobs/guard-rows.ts";
import { jointName } from "../../../src/platform/outbox/deliveries.ts";
import { givenOutbox } from "../../support/given-outbox.ts";
import { seedAuction, seedPeople } from "../../support/seed.ts";
import type { TestDatabase } from "../../support/with-database.ts";

const IN_ONE = "sent in one mail with others";

export const joint = (test: TestDatabase) =>
  describe("mails about several lots", () => {
    const { query, smtpServer, worker, write, stateOf, makeDue, until } = givenOutbox(test);
    type Written = Awaited<ReturnType<typeof write>>;

    const voided = (
      to: string,
      title: string,
      about: { userId?: string; auctionId?: string } = {},
    ): Promise<Written> => {
      const { auctionId = randomUUID() } = about;
      const data = { auctionId, title, currency: "NGN", currentPrice: 25_000, isWithdrawn: false } as const;
      return write("bids-voided", data, { ...about, to });
    };
    const voidedTimes = async (count: number, to: string): Promise<Written[]> => {
      const mails: Written[] = [];
      for (let n = 1; n <= count; n++) mails.push(await voided(to, `Drum ${n}.`));
      return mails;
    };
    const titles = (count: number) => Array.from({ length: count }, (_, n) => `“Drum ${n + 1}.”`);
    const takenAfter = (gathersForMs: number) => takeDue(test.database, 10, takesOf("mails"), gathersForMs);

    it("become one mail that names each lot, if somebody's bids on 19 lots are voided", async () => {
      const smtp = await smtpServer();
      const mails = await voidedTimes(19, "many@people.test");
      worker(smtp.url);
      for (const mail of mails) await until(mail, { isSent: true, attempts: 1 });
      const [received, ...others] = smtp.mails;
      expect(others).toEqual([]);
      expect(received?.subject).toBe("The price has changed: 19 lots");
      const named = received?.text?.match(/“Drum \d+\.”/g);
      expect(named?.toSorted()).toEqual(titles(19).toSorted());
      expect(received?.text).toContain("Current price: ₦25,000.00");
      const [as] = mails.filter(({ id }) => received?.messageId === `<${id}@jara.test>`);
      for (const mail of mails) expect((await stateOf(mail)).lastError).toBe(mail === as ? null : IN_ONE);
      expect(as).toBeDefined();
    });

    it("say once what holds for all of them, and what a note says of each", async () => {
      const smtp = await smtpServer();
      const to = "shill@people.test";
      const own = (title: string, note: string) =>
        write("own-bids-voided", { auctionId: randomUUID(), title, reason: "fraud", note }, { to });
      const mails = [await own("Drum", "Same device"), await own("Bell", "Same card")];
      worker(smtp.url);
      for (const mail of mails) await until(mail, { isSent: true });
      const [received] = smtp.mails;
      expect(received?.subject).toBe("Your bids no longer count: 2 lots");
      for (const said of ["“Drum”", "“Bell”", "Same device", "Same card"]) expect(received?.text).toContain(said);
      expect(received?.text).toMatch(
        /For each of these lots:\s+If you think that this is a mistake, contact our team:/,
      );
      expect(received?.text?.match(/contact our team/g)).toHaveLength(1);
    });

    it("are one for a payment: what was paid, and the receipts with their numbers", async () => {
      const smtp = await smtpServer();
      const to = "paid@people.test";
      const [drum, bell] = [randomUUID(), randomUUID()];
      const paid = (auctionId: string, title: string) =>
        write("payment-received", { auctionId, title, currency: "NGN", price: 20_000, total: 22_000 }, { to });
      const part = { amount: 5_000, deposit: 4_000, remaining: 9_000, dueAt: "2026-11-25T13:05:00.000Z" };
      const mails = [
        await write("payment-booked", { auctionId: bell, title: "Bell", currency: "NGN", ...part }, { to }),
        await paid(drum, "Drum"),
        await paid(bell, "Bell"),
      ];
      worker(smtp.url);
      for (const mail of mails) await until(mail, { isSent: true });
      const [received, ...others] = smtp.mails;
      expect(others).toEqual([]);
      expect(received?.subject).toBe("Payment received: 2 lots");
      for (const said of ["“Drum” is confirmed", "“Bell” is confirmed", "We received ₦5,000.00 for “Bell”"])
        expect(received?.text).toContain(said);
      expect(received?.text?.match(/https:\S+\/purchases/g)).toHaveLength(1);
      expect(received?.text).not.toContain("/auction/");
      expect(received?.text).toContain("because you paid for these lots");
    });

    it("of a payment and of its reversal are two: the credit note comes with the words that it is due again", async () => {
      const smtp = await smtpServer();
      const { ada, admin } = await seedPeople(test.database);
      const to = "reversed@people.test";
      const { id: auctionId } = await seedAuction(test.database, admin);
      const [settlement] = await query(
        `insert into settlements (id, auction_id, winner_id, amount_minor, status, due_at, created_at)
         values (gen_random_uuid(), $1::text::uuid, $2::text::uuid, 1000000, 'open', now() + interval '1 day', now())
         returning id::text as id`,
        [auctionId, ada.id],
      );
      const pay = (naira: number, isReversed: boolean) =>
        query(
          `insert into payments (id, settlement_id, auction_id, payer_id, method, amount_minor, ngn_minor, created_at, reversed_at)
           values (gen_random_uuid(), $1::text::uuid, $2::text::uuid, $3::text::uuid, 'cash', $4, $4, now(),
             case when $5::boolean then now() end)`,
          [settlement?.id as string, auctionId, ada.id, naira * 100, isReversed],
        );
      await pay(5_000, true);
      await pay(1_000, false);
      const about = { to, userId: ada.id, auctionId };
      const owing = { auctionId, title: "Drum", currency: "NGN", deposit: 2_000, remaining: 8_000 } as const;
      const dueAt = "2026-11-25T13:05:00.000Z";
      const receipt = { receiptId: randomUUID(), auctionId, title: "Drum", currency: "NGN", amount: 5_000 } as const;
      const of = { ...owing, dueAt };
      const credit = { ...receipt, number: "C-2026-000001", receiptKind: "credit-note" } as const;
      const reversed = await write("payment-booked", { ...of, amount: 5_000 }, about);
      const booked = await write("payment-booked", { ...of, amount: 1_000 }, about);
      const again = await write("payment-reversed", { ...of, note: "It bounced", from: "paid", returned: 0 }, about);
      expect(jointName({ kind: "receipt", data: credit })).toBe("correction");
      worker(smtp.url);
      for (const mail of [reversed, booked, again]) await until(mail, { isSent: true });
      expect((await stateOf(reversed)).lastError).toBe("obsolete: not sent");
      expect(smtp.mails.map(({ subject }) => subject).toSorted()).toEqual([
        "A part of your payment arrived: Drum",
        "Please pay again: Drum",
      ]);
    });

    it.each([
      ["payment-reminder", "Please remember to pay: 2 lots"],
      ["deadline-extended", "More time to pay: 2 lots"],
    ] as const)("of kind %s are one with one button, which leads to all lots", async (kind, subject) => {
      const smtp = await smtpServer();
      const { ada, admin } = await seedPeople(test.database);
      const to = `${kind}@people.test`;
      const mails: Written[] = [];
      for (const title of ["Drum", "Bell"]) {
        const { id: auctionId } = await seedAuction(test.database, admin);
        await query(
          `insert into settlements (id, auction_id, winner_id, amount_minor, status, due_at, created_at)
           values (gen_random_uuid(), $1::text::uuid, $2::text::uuid, 1000000, 'open', now() + interval '1 day', now())`,
          [auctionId, ada.id],
        );
        const owing = { deposit: 2_000, remaining: 8_000, dueAt: "2026-11-25T13:05:00.000Z", note: "She travels" };
        const data = { auctionId, title, currency: "NGN", ...owing } as const;
        mails.push(await write(kind, data, { to, userId: ada.id, auctionId }));
      }
      worker(smtp.url);
      for (const mail of mails) await until(mail, { isSent: true });
      expect(smtp.mails.map((mail) => mail.subject)).toEqual([subject]);
      const text = smtp.mails[0]?.text ?? "";
      for (const said of ["“Drum”", "“Bell”", "because you have to pay for these lots"]) expect(text).toContain(said);
      expect(text.match(/Pay now:\s+https:\S+/g)).toEqual(["Pay now:\nhttps://jara.test/purchases"]);
    });

    it("leave out one that must not be sent any more or not yet", async () => {
      const smtp = await smtpServer();
      const { ada, bola, admin } = await seedPeople(test.database);
      const lot = async (durationMs: number) => (await seedAuction(test.database, admin, { durationMs })).id;
      const [soon, alsoSoon, later] = [await lot(3_600_000), await lot(3_600_000), await lot(5 * 3_600_000)];
      // It is quiet all day, except for lots that end soon.
      const [clock] = await query<{ minute: number }>(
        `select (extract(hour from now() at time zone 'Africa/Lagos') * 60
           + extract(minute from now() at time zone 'Africa/Lagos'))::int as minute`,
      );
      const minute = clock?.minute ?? 0;
      await query(
        `insert into notification_settings (user_id, quiet_from, quiet_to)
         values ($1::text::uuid, $2::text::int, $3::text::int)`,
        [ada.id, (minute + 1380) % 1440, (minute + 180) % 1440],
      );
      const to = "quiet@people.test";
      const sent = [
        await voided(to, "Soon", { userId: ada.id, auctionId: soon }),
        await voided(to, "Too", { userId: ada.id, auctionId: alsoSoon }),
      ];
      const held = await voided(to, "Later", { userId: ada.id, auctionId: later });
      // An address that the account had not verified when the mail was written.
      const first = await voided("unverified@people.test", "Old", { userId: bola.id });
      const second = await voided("unverified@people.test", "New", { userId: bola.id });
      await query("update outbox set created_at = created_at - interval '30 years' where id = $1::text::uuid", [
        first.id,
      ]);
      await query("update users set email_verified_at = now() - interval '1 day' where id = $1::text::uuid", [bola.id]);
      worker(smtp.url);
      for (const mail of sent) await until(mail, { isSent: true });
      await until(first, { isSent: true, lastError: "obsolete: not sent" });
      await until(second, { isSent: true, lastError: null });
      await until(held, { isSent: false, attempts: 0 });
      expect((await stateOf(held)).dueInS).toBeGreaterThan(60 * 60);
      expect(smtp.mails.map(({ subject }) => subject).toSorted()).toEqual([
        "The price has changed: 2 lots",
        "The price has changed: New",
      ]);
    });

    it("stay apart if they are to other people or of another kind, and a single one stays as it is", async () => {
      const smtp = await smtpServer();
      const auctionId = randomUUID();
      const mails = [
        await voided("one@people.test", "Drum"),
        await voided("two@people.test", "Drum"),
        await write("lot-cancelled", { auctionId, title: "Drum" }, { to: "one@people.test" }),
      ];
      worker(smtp.url);
      for (const mail of mails) await until(mail, { isSent: true, lastError: null });
      expect(smtp.mails.map(({ subject }) => subject).toSorted()).toEqual([
        "Cancelled: Drum",
        "The price has changed: Drum",
        "The price has changed: Drum",
      ]);
      expect(smtp.mailsTo("two@people.test")[0]?.text).toContain("You get this email because you bid on this auction.");
    });

    it("wait for others of their kind, and then take along those that came meanwhile", async () => {
      const [first, ...others] = await voidedTimes(4, "waits@people.test");
      if (!first) throw new Error("none");
      expect(await takenAfter(60_000)).toEqual([]);
      await query("update outbox set created_at = created_at - interval '2 minutes' where id = $1::text::uuid", [
        first.id,
      ]);
      const taken = await takenAfter(60_000);
      expect(taken.map(({ id }) => id).toSorted()).toEqual([first, ...others].map(({ id }) => id).toSorted());
      expect(await takenAfter(0)).toEqual([]);
    });

    it("count as one for the limit of the mailbox", async () => {
      await voidedTimes(19, "limit@people.test");
      const old = await voidedTimes(199, "limit@people.test");
      await query("update outbox set sent_at = now() - interval '1 minute' where id = any($1::text::uuid[])", [
        `{${old.map(({ id }) => id).join()}}`,
      ]);
      const sensible = await stillSensible(test.database, await takenAfter(0));
      expect(sensible.map(({ heldUntil }) => heldUntil)).toEqual(Array.from({ length: 19 }, () => null));
    });

    it("are sent once, in one mail to each person, however many workers run", async () => {
      const smtp = await smtpServer();
      const people = Array.from({ length: 12 }, (_, n) => `person${n}@people.test`);
      const mails = (await Promise.all(people.map((to) => voidedTimes(8, to)))).flat();
      const workers = [worker(smtp.url), worker(smtp.url, { database: await test.openAnother() })];
      await vi.waitFor(
        async () => {
          for (const one of workers) one.wake();
          const [row] = await query<{ left: number }>("select count(*)::int as left from outbox where sent_at is null");
          expect(row?.left).toBe(0);
        },
        { timeout: 45_000, interval: 50 },
      );
      expect(smtp.mails.map(({ to }) => to?.[0]?.address).toSorted()).toEqual(people.toSorted());
      for (const mail of mails) expect((await stateOf(mail)).attempts).toBe(1);
    });

    it("are tried again if the server takes none, and come in one mail then", async () => {
      const smtp = await smtpServer();
      smtp.refuses = (_address, step) => (step === "DATA" ? 451 : null);
      const mails = await voidedTimes(3, "again@people.test");
      const { wake } = worker(smtp.url);
      for (const mail of mails) await until(mail, { attempts: 1, lastError: expect.stringContaining("451") });
      smtp.refuses = () => null;
      await query("update outbox set due_at = clock_now() - interval '1 second'");
      wake();
      for (const mail of mails) await until(mail, { isSent: true, attempts: 2 });
      expect(smtp.mails.map(({ subject }) => subject)).toEqual(["The price has changed: 3 lots"]);
    });

    it("are not held back by one that cannot be rendered", async () => {
      const smtp = await smtpServer();
      const mails = await voidedTimes(2, "broken@people.test");
      const broken = await write("bids-voided", {} as never, { to: "broken@people.test" });
      await makeDue(broken);
      worker(smtp.url);
      for (const mail of mails) await until(mail, { isSent: true });
      await until(broken, { isFailed: true, lastError: expect.stringContaining("cannot be rendered") });
      expect(smtp.mails.map(({ subject }) => subject)).toEqual(["The price has changed: 2 lots"]);
    });
  });

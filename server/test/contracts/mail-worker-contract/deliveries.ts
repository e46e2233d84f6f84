// Tests which mails go first, how many go to one mailbox, and that an unverified address gets only mails that verify it.
import { randomUUID } from "node:crypto";
import { describe, expect, it, vi } from "vitest";
import { takeDue } from "../../../src/features/mail/outbox.ts";
import { deliveries, MOST_AN_HOUR } from "../../../src/platform/outbox/deliveries.ts";
import type { MailData } from "../../../src/platform/outbox/mails.ts";
import { forfeited, givenOutbox } from "../../support/given-outbox.ts";
import { seedPeople } from "../../support/seed.ts";
import type { TestDatabase } from "../../support/with-database.ts";

const changed: MailData["password-changed"] = { at: "2026-11-28T09:00:00.000Z" };

export const sendsByDelivery = (test: TestDatabase) =>
  describe("the kind of a mail", () => {
    const { query, smtpServer, worker, write, until, makeDue, stateOf } = givenOutbox(test);
    const unsent = { isSent: true, lastError: "obsolete: not sent" };

    it("puts log-in codes first, then bids and money, then the rest, whatever was due first", async () => {
      const rest = await write("password-changed", changed);
      const money = await write("buy-it-now-forfeited", forfeited);
      const access = await write("login-code", { code: "123456" });
      const taken: string[] = [];
      for (let i = 0; i < 3; i += 1) taken.push(...(await takeDue(test.database, 1)).map(({ id }) => id));
      expect(taken).toEqual([access.id, money.id, rest.id]);
    });

    it("sends nothing to an unverified account but mails that prove the address", async () => {
      const smtp = await smtpServer();
      const { bola } = await seedPeople(test.database);
      await query("update users set email_verified_at = null where id = $1::text::uuid", [bola.id]);
      const to = { userId: bola.id };
      const mails = [
        await write("password-changed", changed, to),
        await write("second-factor", { what: "added", at: changed.at, codesLeft: null }, to),
        await write("password-reset-suspended", {}, to),
        await write("email-change-taken", {}, to),
        await write("buy-it-now-forfeited", forfeited, to),
      ];
      const code = await write("login-code", { code: "123456" }, to);
      worker(smtp.url);
      await until(code, { isSent: true, lastError: null });
      for (const mail of mails) await until(mail, unsent);
      expect(smtp.mails.map((mail) => mail.to?.[0]?.address)).toEqual([code.to]);
    });

    it("does not tell an account's holder of a stranger's try, if the holder has not verified the address", async () => {
      const smtp = await smtpServer();
      const { ada, bola } = await seedPeople(test.database);
      await query("update users set email_verified_at = null where id = $1::text::uuid", [bola.id]);
      const addressOf = async (id: string): Promise<string> =>
        (await query<{ email: string }>("select email from users where id = $1::text::uuid", [id]))[0]?.email ?? "";
      const verified = await write("email-change-taken", {}, { userId: bola.id, to: await addressOf(ada.id) });
      const unverified = await write("email-change-taken", {}, { userId: ada.id, to: await addressOf(bola.id) });
      worker(smtp.url);
      await until(verified, { isSent: true, lastError: null });
      await until(unverified, unsent);
    });

    it("sends a mailbox no more mails of a kind in an hour than its bound, also under addresses with tags", async () => {
      const smtp = await smtpServer();
      const name = randomUUID();
      const bound = MOST_AN_HOUR[deliveries["password-changed"].class];
      const mails: { id: string }[] = [];
      for (let i = 0; i < bound + 2; i += 1) {
        mails.push(await write("password-changed", changed, { to: `${name}${i % 2 ? `+${i}` : ""}@People.test` }));
      }
      const other = await write("password-changed", changed);
      const money = await write("buy-it-now-forfeited", forfeited, { to: `${name}@people.test` });
      const { wake } = worker(smtp.url);
      const isHeld = async (mail: { id: string }): Promise<boolean> => {
        const { isSent, attempts, dueInS } = await stateOf(mail);
        return !isSent && attempts === 0 && dueInS > 3000;
      };
      const heldOf = async () => {
        const are = await Promise.all(mails.map(isHeld));
        return mails.filter((_, i) => are[i]);
      };
      for (const mail of [other, money]) await until(mail, { isSent: true, lastError: null });
      await vi.waitFor(async () => expect(await heldOf()).toHaveLength(2), { timeout: 45_000, interval: 50 });
      const held = await heldOf();
      expect(smtp.mails.filter(({ subject }) => subject?.includes("password"))).toHaveLength(bound + 1);
      // The bound is over when an hour has passed since the mails before.
      await query("update outbox set sent_at = sent_at - interval '61 minutes' where sent_at is not null");
      for (const mail of held) await makeDue(mail);
      wake();
      for (const mail of held) await until(mail, { isSent: true, lastError: null });
    });

    it("delays no log-in code of the owner when a stranger fills the mailbox under addresses with tags", async () => {
      const smtp = await smtpServer();
      const { ada, bola } = await seedPeople(test.database);
      await query("update users set email_verified_at = null where id = $1::text::uuid", [bola.id]);
      const name = randomUUID();
      const strangers: { id: string }[] = [];
      for (let i = 0; i <= MOST_AN_HOUR.access; i += 1) {
        strangers.push(
          await write("login-code", { code: "123456" }, { userId: bola.id, to: `${name}+${i}@people.test` }),
        );
      }
      const owners = [
        await write("login-code", { code: "123456" }, { userId: ada.id, to: `${name}@people.test` }),
        await write("login-code", { code: "123456" }, { userId: ada.id, to: `${name}+jara@people.test` }),
        await write("login-code", { code: "123456" }, { userId: bola.id, to: `${name}@people.test` }),
      ];
      worker(smtp.url);
      for (const mail of owners) await until(mail, { isSent: true, lastError: null });
      const held = async () =>
        (await Promise.all(strangers.map(stateOf))).filter(({ isSent, dueInS }) => !isSent && dueInS > 3000);
      await vi.waitFor(async () => expect((await held()).length).toBeGreaterThan(0), { timeout: 45_000 });
    });

    it("counts the spellings of a Gmail address as one mailbox, and dots elsewhere as part of the address", async () => {
      const smtp = await smtpServer();
      const { bola } = await seedPeople(test.database);
      await query("update users set email_verified_at = null where id = $1::text::uuid", [bola.id]);
      const name = randomUUID().replaceAll("-", "").slice(0, 12);
      const dotted = (n: number) => `${name.slice(0, n + 1)}.${name.slice(n + 1)}`;
      const hosts = ["gmail.com", "Gmail.com", "googlemail.com"];
      const code = (to: string) => write("login-code", { code: "123456" }, { userId: bola.id, to });
      const spelled: { id: string }[] = [];
      const elsewhere: { id: string }[] = [];
      for (let i = 0; i <= MOST_AN_HOUR.access; i += 1) {
        spelled.push(await code(`${dotted(i)}${i % 2 ? "" : "+x"}@${hosts[i % 3]}`));
        elsewhere.push(await code(`${dotted(i)}@people.test`));
      }
      const { wake } = worker(smtp.url);
      for (const mail of elsewhere) await until(mail, { isSent: true, lastError: null });
      const held = async () =>
        (await Promise.all(spelled.map(stateOf))).filter(({ isSent, dueInS }) => !isSent && dueInS > 3000);
      await vi.waitFor(async () => expect(await held()).toHaveLength(1), { timeout: 45_000, interval: 50 });
      // The others do not count for the plain spelling. It counts for them, so it is written last.
      const plain = await code(`${name}@gmail.com`);
      wake();
      await until(plain, { isSent: true, lastError: null });
    });
  });

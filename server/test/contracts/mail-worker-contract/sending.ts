// Tests that each mail is sent, and only once, whatever happens at the same time.
import { describe, expect, it, vi } from "vitest";
import { takeDue } from "../../../src/features/mail/outbox.ts";
import { aroundStatements } from "../../../src/platform/database/database.ts";
import { givenOutbox } from "../../support/given-outbox.ts";
import type { TestDatabase } from "../../support/with-database.ts";

export const sending = (test: TestDatabase) =>
  describe("the worker", () => {
    const { query, smtpServer, worker, writeAny, stateOf, makeDue, until } = givenOutbox(test);

    it("sends a mail as text and HTML with the row's id, and marks it as sent", async () => {
      const smtp = await smtpServer();
      const mail = await writeAny();
      worker(smtp.url);
      await until(mail, { isSent: true, attempts: 1, lastError: null });
      const [received] = smtp.mailsTo(mail.to);
      expect(received).toMatchObject({
        subject: "Payment not received: Talking drum",
        messageId: `<${mail.id}@jara.test>`,
        from: { name: "Jara", address: "no-reply@jara.test" },
        replyTo: [{ address: "help@jara.test" }],
        to: [{ address: mail.to }],
        text: expect.stringContaining("₦5,000.00"),
        html: expect.stringContaining("<!doctype html>"),
      });
      expect(received?.headers).toContainEqual(
        expect.objectContaining({ key: "auto-submitted", value: "auto-generated" }),
      );
      expect(received?.headers.map(({ key }) => key)).not.toContain("list-unsubscribe");
    });

    it("sends each mail once, however many workers run", async () => {
      const smtp = await smtpServer();
      const mails = await Promise.all(Array.from({ length: 45 }, writeAny));
      const workers = [worker(smtp.url), worker(smtp.url, { database: await test.openAnother() })];
      await Promise.all(mails.map((mail) => until(mail, { isSent: true, attempts: 1 })));
      const last = await writeAny();
      for (const one of workers) one.wake();
      await until(last, { isSent: true });
      const received = smtp.mails.map(({ messageId }) => messageId);
      expect(received.toSorted()).toEqual([...mails, last].map(({ id }) => `<${id}@jara.test>`).toSorted());
    });

    it("sends a mail that a crashed node had taken, but not before that node's time is over", async () => {
      const smtp = await smtpServer();
      const mail = await writeAny();
      expect(await takeDue(test.database, 1)).toMatchObject([{ id: mail.id }]);
      await query("update outbox set due_at = due_at + interval '1 hour'");
      const { wake } = worker(smtp.url);
      const other = await writeAny();
      wake();
      await until(other, { isSent: true });
      expect(await stateOf(mail)).toMatchObject({ isSent: false, attempts: 1 });
      expect(smtp.mailsTo(mail.to)).toEqual([]);
      await makeDue(mail);
      wake();
      await until(mail, { isSent: true, attempts: 2 });
      expect(smtp.mailsTo(mail.to)).toHaveLength(1);
    });

    it("does not send a mail twice if it could not mark it as sent", async () => {
      const smtp = await smtpServer();
      let failures = 2;
      const forgetful = aroundStatements(test.database, (run, text) =>
        /^update "outbox" set .*"sent_at" = clock/s.test(text) && failures-- > 0
          ? Promise.reject(new Error("the database is away"))
          : run(),
      );
      const mail = await writeAny();
      const { wake } = worker(smtp.url, { database: forgetful });
      await vi.waitFor(() => expect(failures).toBeLessThan(2), { timeout: 45_000 });
      await makeDue(mail);
      await vi.waitFor(
        async () => {
          wake();
          expect((await stateOf(mail)).isSent).toBe(true);
        },
        { timeout: 45_000, interval: 50 },
      );
      expect(failures).toBeLessThan(1);
      expect(smtp.mailsTo(mail.to)).toHaveLength(1);
    });

    it("finishes a mail under way when it stops", async () => {
      const smtp = await smtpServer();
      let answerNow = (): void => {};
      smtp.holds = new Promise((resolve) => {
        answerNow = resolve;
      });
      const mail = await writeAny();
      const { stop } = worker(smtp.url);
      await vi.waitFor(() => expect(smtp.arrived).toBe(1), { timeout: 45_000 });
      const stopped = stop();
      expect(await stateOf(mail)).toMatchObject({ isSent: false });
      answerNow();
      await stopped;
      expect(await stateOf(mail)).toMatchObject({ isSent: true, attempts: 1 });
      expect(smtp.mailsTo(mail.to)).toHaveLength(1);
    });
  });

// Tests which failed mails are tried again, and which are given up.
import { describe, expect, it } from "vitest";
import { deleteOld, takeDue } from "../../../src/features/mail/outbox.ts";
import type { MailKind } from "../../../src/platform/outbox/mails.ts";
import { forfeited, givenOutbox } from "../../support/given-outbox.ts";
import { startLocalSmtp } from "../../support/local-smtp.ts";
import type { TestDatabase } from "../../support/with-database.ts";

export const failing = (test: TestDatabase) =>
  describe("a mail that cannot be delivered", () => {
    const { query, smtpServer, worker, logged, write, writeAny, stateOf, makeDue, until } = givenOutbox(test);

    it("is tried again later if the server asks for that", async () => {
      const smtp = await smtpServer();
      smtp.refuses = (_address, step) => (step === "DATA" ? 451 : null);
      const mail = await writeAny();
      const { wake } = worker(smtp.url);
      await until(mail, { attempts: 1, lastError: expect.stringContaining("451"), isSent: false, isFailed: false });
      expect((await stateOf(mail)).dueInS).toBeGreaterThan(0);
      smtp.refuses = () => null;
      await makeDue(mail);
      wake();
      await until(mail, { isSent: true, attempts: 2, lastError: null });
      expect(smtp.mailsTo(mail.to)).toHaveLength(1);
    });

    it("is tried again if the server was down", async () => {
      const { port, url, close } = await startLocalSmtp();
      await close();
      const mail = await writeAny();
      const { wake, stop } = worker(url);
      await until(mail, {
        attempts: 1,
        lastError: expect.stringContaining("ECONNREFUSED"),
        isSent: false,
        isFailed: false,
      });
      const smtp = await smtpServer({ port });
      await makeDue(mail);
      wake();
      await until(mail, { isSent: true, attempts: 2 });
      expect(smtp.mailsTo(mail.to)).toHaveLength(1);
      // Before its server, which waits for its clients.
      await stop();
    });

    it("is kept if the server refuses our log-in, because the operator can repair that", async () => {
      const smtp = await smtpServer({ wrongPassword: true });
      const mail = await writeAny();
      worker(smtp.url);
      await until(mail, { attempts: 1, lastError: expect.stringContaining("535"), isSent: false, isFailed: false });
    });

    it("is not sent unencrypted if the address requires encryption", async () => {
      const smtp = await smtpServer();
      const mail = await writeAny();
      worker(`${smtp.url}?requireTLS=true`);
      await until(mail, { attempts: 1, lastError: expect.stringContaining("500"), isSent: false, isFailed: false });
      expect(smtp.arrived).toBe(0);
    });

    it("is given up at once if the server does not know the reader, and no address is logged", async () => {
      const smtp = await smtpServer();
      const { id, to } = await writeAny();
      const other = await writeAny();
      smtp.refuses = (address) => (address === to ? 550 : null);
      worker(smtp.url);
      await until({ id }, { isFailed: true, isSent: false, attempts: 1, lastError: expect.stringContaining("550") });
      await until(other, { isSent: true });
      expect(logged).toEqual([
        `mail refused ${JSON.stringify({ mail: id, attempts: 1, code: "EENVELOPE RCPT TO 550" })}`,
      ]);
    });

    it("is given up after twelve attempts at growing intervals over about two days", async () => {
      const mail = await writeAny();
      const schedule = [30, 120, 600, 3600, 6 * 3600];
      const waits: (number | undefined)[] = [];
      for (let attempt = 1; attempt <= 12; attempt++) {
        await makeDue(mail);
        const [taken] = await takeDue(test.database, 1);
        expect(taken).toMatchObject({ id: mail.id, attempts: attempt });
        // A moment passes, longer than what the clocks of two cores may differ by.
        await query("select pg_sleep(0.02)");
        const { dueInS } = await stateOf(mail);
        waits.push(schedule.find((seconds) => dueInS <= seconds));
      }
      expect(waits).toEqual([...schedule, ...Array.from({ length: 7 }, () => 6 * 3600)]);

      const smtp = await smtpServer();
      smtp.refuses = () => 451;
      await query(
        "update outbox set attempts = 10, due_at = clock_now() - interval '1 second' where id = $1::text::uuid",
        [mail.id],
      );
      const { wake } = worker(smtp.url);
      await until(mail, { attempts: 11, lastError: expect.stringContaining("451"), isFailed: false });
      await makeDue(mail);
      wake();
      await until(mail, { attempts: 12, isFailed: true });
    });

    it("is left to another node if its kind is unknown, given up after a day, and the next mails are sent", async () => {
      const smtp = await smtpServer();
      const unknown = await write("carrier-pigeon" as MailKind, forfeited as never);
      const other = await writeAny();
      const { wake } = worker(smtp.url);
      await until(other, { isSent: true });
      expect(await stateOf(unknown)).toMatchObject({ attempts: 0, isSent: false, isFailed: false, lastError: null });
      const dueSince = (hours: number) =>
        query(`update outbox set due_at = clock_now() - $2::text::int * interval '1 hour' where id = $1::text::uuid`, [
          unknown.id,
          hours,
        ]);
      await dueSince(23);
      const next = await writeAny();
      wake();
      await until(next, { isSent: true });
      expect(await stateOf(unknown)).toMatchObject({ attempts: 0, isFailed: false });
      await dueSince(25);
      wake();
      await until(unknown, { isFailed: true, lastError: expect.stringContaining("carrier-pigeon") });
      expect(smtp.mailsTo(unknown.to)).toEqual([]);
    });

    it("is deleted 30 days after it is closed, and no other mail is", async () => {
      const [sent, failed, waiting, young] = await Promise.all([writeAny(), writeAny(), writeAny(), writeAny()]);
      for (const [mail, column, days] of [
        [sent, "sent_at", 31],
        [failed, "failed_at", 31],
        [waiting, "last_error", 31],
        [young, "sent_at", 29],
      ] as const) {
        await query(
          `update outbox set created_at = now() - $2::text::int * interval '1 day',
             ${column} = ${column === "last_error" ? "'later'" : "now()"} where id = $1::text::uuid`,
          [mail.id, days],
        );
      }
      await deleteOld(test.database);
      await expect(stateOf(sent)).rejects.toThrow("gone");
      await expect(stateOf(failed)).rejects.toThrow("gone");
      expect(await stateOf(waiting)).toMatchObject({ isSent: false });
      expect(await stateOf(young)).toMatchObject({ isSent: true });
    });
  });

// What the mail worker promises, on whichever database: each mail once, tried again where that may help, given up where
// it cannot, and not sent where it would tell of what is no more. The SMTP server is a real one. Time is not waited for:
// due_at is moved in the database.
import { createHash, randomUUID } from "node:crypto";
import { beforeEach, expect, it, onTestFinished, vi } from "vitest";
import { type MailWorkerDeps, startMailWorker } from "../../src/mail/mail-worker.ts";
import type { MailData, MailKind } from "../../src/mail/mails.ts";
import { deleteOld, takeDue } from "../../src/mail/outbox.ts";
import type { Database } from "../../src/store/database.ts";
import { type LocalSmtp, startLocalSmtp } from "./local-smtp.ts";
import { seedAuction, seedPeople } from "./seed.ts";
import type { TestDatabase } from "./with-database.ts";

const site = {
  brandName: "Jara",
  publicUrl: "https://jara.test",
  contact: { email: "help@jara.test", whatsapp: "+2348012345678" },
  jwtSecret: "a-secret-of-the-mail-tests-0123456789",
};
const forfeited: MailData["buy-it-now-forfeited"] = {
  auctionId: randomUUID(),
  title: "Talking drum",
  currency: "NGN",
  price: 50_000,
  penalty: 5_000,
};

interface OutboxState extends Record<string, unknown> {
  attempts: number;
  isSent: boolean;
  isFailed: boolean;
  lastError: string | null;
  dueInS: number;
  token: string | null;
}

export const mailWorkerContract = (test: TestDatabase): void => {
  const query: Database["query"] = (text, params) => test.database.query(text, params);

  const smtpServer = async (options?: Parameters<typeof startLocalSmtp>[0]): Promise<LocalSmtp> => {
    const smtp = await startLocalSmtp(options);
    onTestFinished(() => smtp.close());
    return smtp;
  };

  const logged: string[] = [];
  beforeEach(async () => {
    logged.length = 0;
    await query("delete from outbox");
  });

  const worker = (smtpUrl: string, given: Partial<MailWorkerDeps> = {}) => {
    const keep = (details: object, message: string): void => void logged.push(`${message} ${JSON.stringify(details)}`);
    const from = "Jara <no-reply@jara.test>";
    const log = { warn: keep, error: keep };
    const started = startMailWorker({ database: test.database, smtpUrl, from, site, log, ...given });
    onTestFinished(() => started.stop());
    return started;
  };

  /** Due at once, to an address of its own. */
  const write = async <K extends MailKind>(
    kind: K,
    data: MailData[K],
    about: { userId?: string; auctionId?: string } = {},
  ): Promise<{ id: string; to: string }> => {
    const id = randomUUID();
    const to = `${id}@people.test`;
    await query(
      `insert into outbox (id, kind, data, to_address, user_id, auction_id, due_at, created_at)
       values ($1::text::uuid, $2, $3::text::json, $4, $5::text::uuid, $6::text::uuid, clock_timestamp(), clock_timestamp())`,
      [id, kind, JSON.stringify(data), to, about.userId ?? null, about.auctionId ?? null],
    );
    return { id, to };
  };
  const writeAny = () => write("buy-it-now-forfeited", forfeited);
  const stateOf = async ({ id }: { id: string }): Promise<OutboxState> => {
    const [row] = await query<OutboxState>(
      `select attempts, sent_at is not null as "isSent", failed_at is not null as "isFailed", last_error as "lastError",
         extract(epoch from due_at - clock_timestamp())::float8 as "dueInS", data ->> 'token' as token
       from outbox where id = $1::text::uuid`,
      [id],
    );
    if (!row) throw new Error("that mail is gone");
    return row;
  };
  const makeDue = ({ id }: { id: string }) =>
    query("update outbox set due_at = clock_timestamp() where id = $1::text::uuid", [id]);
  const until = (mail: { id: string }, wanted: Partial<OutboxState>) =>
    vi.waitFor(async () => expect(await stateOf(mail)).toMatchObject(wanted), { timeout: 30_000, interval: 20 });
  const obsolete = { isSent: true, lastError: "obsolete: not sent" };

  it("sends a mail as text and HTML, signed with the row's id, and marks it", async () => {
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

  it("sends each mail once, however many workers there are", async () => {
    const smtp = await smtpServer();
    const mails = await Promise.all(Array.from({ length: 45 }, writeAny));
    const workers = [worker(smtp.url), worker(smtp.url, { database: await test.openAnother() })];
    await Promise.all(mails.map((mail) => until(mail, { isSent: true, attempts: 1 })));
    const last = await writeAny();
    for (const one of workers) one.poke();
    await until(last, { isSent: true });
    const received = smtp.mails.map(({ messageId }) => messageId);
    expect(received.toSorted()).toEqual([...mails, last].map(({ id }) => `<${id}@jara.test>`).toSorted());
  });

  it("tries again later where the server says so", async () => {
    const smtp = await smtpServer();
    smtp.refuses = (_address, step) => (step === "DATA" ? 451 : null);
    const mail = await writeAny();
    const { poke } = worker(smtp.url);
    await until(mail, { attempts: 1, lastError: expect.stringContaining("451"), isSent: false, isFailed: false });
    expect((await stateOf(mail)).dueInS).toBeGreaterThan(0);
    smtp.refuses = () => null;
    await makeDue(mail);
    poke();
    await until(mail, { isSent: true, attempts: 2, lastError: null });
    expect(smtp.mailsTo(mail.to)).toHaveLength(1);
  });

  it("tries again where the server was down", async () => {
    const { port, url, close } = await startLocalSmtp();
    await close();
    const mail = await writeAny();
    const { poke, stop } = worker(url);
    await until(mail, {
      attempts: 1,
      lastError: expect.stringContaining("ECONNREFUSED"),
      isSent: false,
      isFailed: false,
    });
    const smtp = await smtpServer({ port });
    await makeDue(mail);
    poke();
    await until(mail, { isSent: true, attempts: 2 });
    expect(smtp.mailsTo(mail.to)).toHaveLength(1);
    // Before its server, which waits for its clients.
    await stop();
  });

  it("keeps the mail where its own log-in is refused: the operator can mend that", async () => {
    const smtp = await smtpServer({ wrongPassword: true });
    const mail = await writeAny();
    worker(smtp.url);
    await until(mail, { attempts: 1, lastError: expect.stringContaining("535"), isSent: false, isFailed: false });
  });

  it("sends nothing in the clear where the address asks for encryption", async () => {
    const smtp = await smtpServer();
    const mail = await writeAny();
    worker(`${smtp.url}?requireTLS=true`);
    await until(mail, { attempts: 1, lastError: expect.stringContaining("500"), isSent: false, isFailed: false });
    expect(smtp.arrived).toBe(0);
  });

  it("gives up at once where the server knows no such reader, and logs no address", async () => {
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

  it("gives up after twelve attempts, later and later over about two days", async () => {
    const mail = await writeAny();
    const schedule = [30, 120, 600, 3600, 6 * 3600];
    const waits: (number | undefined)[] = [];
    for (let attempt = 1; attempt <= 12; attempt++) {
      await makeDue(mail);
      const [taken] = await takeDue(test.database, 1);
      expect(taken).toMatchObject({ id: mail.id, attempts: attempt });
      // A moment has passed since.
      const { dueInS } = await stateOf(mail);
      waits.push(schedule.find((seconds) => dueInS <= seconds));
    }
    expect(waits).toEqual([...schedule, ...Array.from({ length: 7 }, () => 6 * 3600)]);

    const smtp = await smtpServer();
    smtp.refuses = () => 451;
    await query("update outbox set attempts = 10, due_at = clock_timestamp() where id = $1::text::uuid", [mail.id]);
    const { poke } = worker(smtp.url);
    await until(mail, { attempts: 11, lastError: expect.stringContaining("451"), isFailed: false });
    await makeDue(mail);
    poke();
    await until(mail, { attempts: 12, isFailed: true });
  });

  it("sends what another node had taken when it crashed, but not before its time is over", async () => {
    const smtp = await smtpServer();
    const mail = await writeAny();
    expect(await takeDue(test.database, 1)).toMatchObject([{ id: mail.id }]);
    await query("update outbox set due_at = due_at + interval '1 hour'");
    const { poke } = worker(smtp.url);
    const other = await writeAny();
    poke();
    await until(other, { isSent: true });
    expect(await stateOf(mail)).toMatchObject({ isSent: false, attempts: 1 });
    expect(smtp.mailsTo(mail.to)).toEqual([]);
    await makeDue(mail);
    poke();
    await until(mail, { isSent: true, attempts: 2 });
    expect(smtp.mailsTo(mail.to)).toHaveLength(1);
  });

  it("does not send twice what it could not mark as sent", async () => {
    const smtp = await smtpServer();
    let failures = 2;
    const forgetful: Database = {
      ...test.database,
      query: (text, params) =>
        text.includes("set sent_at") && failures-- > 0
          ? Promise.reject(new Error("the database is away"))
          : test.database.query(text, params),
    };
    const mail = await writeAny();
    const { poke } = worker(smtp.url, { database: forgetful });
    await vi.waitFor(() => expect(failures).toBeLessThan(2), { timeout: 30_000 });
    await makeDue(mail);
    await vi.waitFor(
      async () => {
        poke();
        expect((await stateOf(mail)).isSent).toBe(true);
      },
      { timeout: 30_000, interval: 50 },
    );
    expect(failures).toBeLessThan(1);
    expect(smtp.mailsTo(mail.to)).toHaveLength(1);
  });

  it("lets a mail that is under way finish when it stops", async () => {
    const smtp = await smtpServer();
    let answerNow = (): void => {};
    smtp.holds = new Promise((resolve) => {
      answerNow = resolve;
    });
    const mail = await writeAny();
    const { stop } = worker(smtp.url);
    await vi.waitFor(() => expect(smtp.arrived).toBe(1), { timeout: 30_000 });
    const stopped = stop();
    expect(await stateOf(mail)).toMatchObject({ isSent: false });
    answerNow();
    await stopped;
    expect(await stateOf(mail)).toMatchObject({ isSent: true, attempts: 1 });
    expect(smtp.mailsTo(mail.to)).toHaveLength(1);
  });

  it("sends a verification link while it is good, and keeps no token of what is done with", async () => {
    const smtp = await smtpServer();
    const { ada, bola, chidi, dayo } = await seedPeople(test.database);
    await query("update users set email_verified_at = null");
    const withToken = async (userId: string) => {
      const token = randomUUID();
      const tokenHash = createHash("sha256").update(token).digest("hex");
      await query(
        `insert into verification_tokens (user_id, token_hash, expires_at)
         values ($1::text::uuid, $2, clock_timestamp() + interval '1 hour')`,
        [userId, tokenHash],
      );
      return { token, mail: await write("verify-email", { username: "x", token, email: "x@people.test" }, { userId }) };
    };
    const [good, replaced, verified, refused] = [
      await withToken(ada.id),
      await withToken(bola.id),
      await withToken(chidi.id),
      await withToken(dayo.id),
    ];
    await query("update verification_tokens set token_hash = 'newer' where user_id = $1::text::uuid", [bola.id]);
    await query("update users set email_verified_at = now() where id = $1::text::uuid", [chidi.id]);
    smtp.refuses = (address) => (address === refused.mail.to ? 550 : null);
    worker(smtp.url);
    await until(good.mail, { isSent: true, lastError: null, token: "" });
    await until(replaced.mail, { ...obsolete, token: "" });
    await until(verified.mail, { ...obsolete, token: "" });
    await until(refused.mail, { isFailed: true, token: "" });
    expect(smtp.mails.map(({ recipients }) => recipients)).toEqual([[good.mail.to]]);
    expect(smtp.mails[0]?.text).toContain(`https://jara.test/verify-email?token=${good.token}&email=x%40people.test`);
    expect(logged.join()).not.toContain(refused.token);
  });

  it("tells of being outbid only who is, may still bid and wants to know, with the price of this moment", async () => {
    const smtp = await smtpServer();
    const { admin, ada, bola, chidi } = await seedPeople(test.database);
    const lead = async (priceMinor: number, leaderId: string, more = "") => {
      const { id } = await seedAuction(test.database, admin);
      await query(
        `update auctions set price_minor = $2::text::bigint, leader_id = $3::text::uuid, bid_count = 1 ${more}
         where id = $1::text::uuid`,
        [id, priceMinor, leaderId],
      );
      return id;
    };
    const outbid = (userId: string, auctionId: string) => {
      const endTime = "2026-11-21T13:05:00.000Z";
      const data = { auctionId, title: "Drum", currency: "NGN", currentPrice: 11, minimumBid: 12, endTime } as const;
      return write("outbid", data, { userId, auctionId });
    };
    const open = await lead(2500, bola.id);
    const paused = await lead(2500, bola.id, ", status = 'paused', paused_at = now(), pause_reason = 'admin'");
    const over = await lead(2500, bola.id, ", ends_at = now()");
    const ended = await lead(2500, bola.id, ", status = 'ended'");
    await query("update users set wants_outbid_mail = false where id = $1::text::uuid", [chidi.id]);
    const [toAda, whilePaused] = [await outbid(ada.id, open), await outbid(ada.id, paused)];
    const senseless = [
      await outbid(bola.id, open),
      await outbid(chidi.id, open),
      await outbid(ada.id, over),
      await outbid(ada.id, ended),
    ];
    worker(smtp.url);
    for (const mail of [toAda, whilePaused]) await until(mail, { isSent: true, lastError: null });
    for (const mail of senseless) await until(mail, obsolete);
    expect(smtp.mails).toHaveLength(2);
    const [received] = smtp.mailsTo(toAda.to);
    expect(received?.text).toContain("Current price: ₦25.00\nMinimum bid: ₦26.00");
    const headers = Object.fromEntries(received?.headers.map(({ key, value }) => [key, value]) ?? []);
    expect(headers["list-unsubscribe"]).toMatch(
      new RegExp(`^<https://jara\\.test/api/mail/unsubscribe\\?user=${ada.id}&signature=[\\w-]{43}>$`),
    );
    expect(headers["list-unsubscribe-post"]).toBe("List-Unsubscribe=One-Click");
  });

  it("asks for a payment only while it is open", async () => {
    const smtp = await smtpServer();
    const { admin, ada, bola } = await seedPeople(test.database);
    const { id: auctionId } = await seedAuction(test.database, admin);
    const settle = (winnerId: string, status: string) =>
      query(
        `insert into settlements (id, auction_id, winner_id, amount_minor, status, due_at, created_at)
         values (gen_random_uuid(), $1::text::uuid, $2::text::uuid, 1000, $3, now() + interval '3 days', now())`,
        [auctionId, winnerId, status],
      );
    const buy = (buyerId: string, status: string) =>
      query(
        `insert into purchases (id, auction_id, buyer_id, price_minor, fee_minor, status, deadline_at, created_at, closed_at)
         values (gen_random_uuid(), $1::text::uuid, $2::text::uuid, 1000, 50, $3, now() + interval '1 hour', now(),
           case when $3 <> 'pending' then now() end)`,
        [auctionId, buyerId, status],
      );
    await settle(ada.id, "open");
    await settle(bola.id, "void");
    await buy(ada.id, "pending");
    await buy(bola.id, "paid");
    const about = { auctionId, title: "Drum", currency: "NGN" } as const;
    const won = { ...about, finalPrice: 10, dueAt: "2026-11-25T10:00:00.000Z" };
    const bought = { ...about, price: 10, fee: 0.5, total: 10.5, deadline: "2026-11-21T10:00:00.000Z" };
    const mails = await Promise.all(
      [ada, bola].flatMap(({ id: userId }) => [
        write("won", won, { userId, auctionId }),
        write("buy-it-now", bought, { userId, auctionId }),
      ]),
    );
    worker(smtp.url);
    const [adaWon, adaBought, bolaWon, bolaBought] = mails as [(typeof mails)[0], ...typeof mails];
    for (const mail of [adaWon, adaBought]) await until(mail as typeof adaWon, { isSent: true, lastError: null });
    for (const mail of [bolaWon, bolaBought]) await until(mail as typeof adaWon, obsolete);
    expect(smtp.mails).toHaveLength(2);
  });

  it("gives up on what it has no words for, and goes on", async () => {
    const smtp = await smtpServer();
    const unknown = await write("carrier-pigeon" as MailKind, forfeited as never);
    const other = await writeAny();
    worker(smtp.url);
    await until(unknown, { isFailed: true, lastError: expect.stringContaining("carrier-pigeon") });
    await until(other, { isSent: true });
  });

  it("forgets mails that are done with after 30 days, and no other", async () => {
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
};

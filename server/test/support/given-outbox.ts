// Mails in the outbox, mail workers and a real SMTP server, for the tests of sending mails. Time is not waited for:
// due_at is moved in the database.
import { randomUUID } from "node:crypto";
import { beforeEach, expect, onTestFinished, vi } from "vitest";
import { type MailWorkerDeps, startMailWorker } from "../../src/features/mail/mail-worker.ts";
import type { Database } from "../../src/platform/database/database.ts";
import type { MailData, MailKind } from "../../src/platform/outbox/mails.ts";
import { type LocalSmtp, startLocalSmtp } from "./local-smtp.ts";
import { seedPeople } from "./seed.ts";
import type { TestDatabase } from "./with-database.ts";

const site = {
  brandName: "Jara",
  publicUrl: "https://jara.test",
  contact: { email: "help@jara.test", whatsapp: "+2348012345678" },
  jwtSecret: "a-secret-of-the-mail-tests-0123456789",
};
/** A mail that always makes sense. */
export const forfeited: MailData["buy-it-now-forfeited"] = {
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

/** Call it where tests are declared: the outbox is empty when each begins. */
export const givenOutbox = (test: TestDatabase) => {
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
    const started = startMailWorker({
      database: test.database,
      smtpUrl,
      from,
      site: () => site,
      log,
      gathersForMs: 0,
      ...given,
    });
    onTestFinished(() => started.stop());
    return started;
  };

  let owner: Promise<string> | undefined;
  /** An account with a verified address, because most kinds of mail go only to such accounts. */
  const ownerId = (): Promise<string> => {
    owner ??= seedPeople(test.database).then(({ ada }) => ada.id);
    return owner;
  };

  /** Due at once, to an address of its own. */
  const write = async <K extends MailKind>(
    kind: K,
    data: MailData[K],
    about: { userId?: string; auctionId?: string; to?: string } = {},
  ): Promise<{ id: string; to: string }> => {
    const id = randomUUID();
    const to = about.to ?? `${id}@people.test`;
    await query(
      `insert into outbox (id, kind, data, to_address, user_id, auction_id, due_at, created_at)
       values ($1::text::uuid, $2, $3::text::json, $4, $5::text::uuid, $6::text::uuid, clock_now() - interval '1 second', clock_now())`,
      [id, kind, JSON.stringify(data), to, about.userId ?? (await ownerId()), about.auctionId ?? null],
    );
    return { id, to };
  };
  const writeAny = () => write("buy-it-now-forfeited", forfeited);
  const stateOf = async ({ id }: { id: string }): Promise<OutboxState> => {
    const [row] = await query<OutboxState>(
      `select attempts, sent_at is not null as "isSent", failed_at is not null as "isFailed", last_error as "lastError",
         extract(epoch from due_at - clock_now())::float8 as "dueInS", data ->> 'token' as token
       from outbox where id = $1::text::uuid`,
      [id],
    );
    if (!row) throw new Error("that mail is gone");
    return row;
  };
  const makeDue = ({ id }: { id: string }) =>
    query("update outbox set due_at = clock_now() - interval '1 second' where id = $1::text::uuid", [id]);
  const until = (mail: { id: string }, wanted: Partial<OutboxState>) =>
    vi.waitFor(async () => expect(await stateOf(mail)).toMatchObject(wanted), { timeout: 45_000, interval: 20 });
  return { query, smtpServer, worker, logged, write, writeAny, stateOf, makeDue, until };
};

// People with browsers, their notifications, and workers that send to a real push service, for the tests of sending
// push messages. Time is not waited for: push_due_at is moved in the database.
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, vi } from "vitest";
import { type PushWorker, startPushWorker } from "../../src/features/notifications/push/push-worker.ts";
import { keepSubscription } from "../../src/features/notifications/push/subscriptions.ts";
import type { Database } from "../../src/platform/database/database.ts";
import { PUSH_KEYS } from "./e2e-server.ts";
import { type LocalPush, openTestBrowser, startLocalPush, type TestBrowser } from "./local-push.ts";
import type { TestDatabase } from "./with-database.ts";

export interface PushPerson {
  readonly id: string;
  readonly sessionId: string;
}

interface PushState extends Record<string, unknown> {
  isDue: boolean;
  dueInS: number | null;
  attempts: number;
  wasPushed: boolean;
}

/** Call it where tests are declared: nothing is due when each begins. */
export const givenPush = (test: TestDatabase) => {
  const query: Database["query"] = (text, params) => test.database.query(text, params);
  let push: LocalPush;
  const logged: string[] = [];
  /** Those of the current test. */
  const workers: PushWorker[] = [];
  /** As the server does when something was written. */
  const wake = (): void => {
    for (const one of workers) one.wake();
  };
  beforeAll(async () => {
    push = await startLocalPush(PUSH_KEYS.publicKey);
  });
  afterAll(() => push.close());
  beforeEach(async () => {
    logged.length = 0;
    workers.length = 0;
    push.answers = () => undefined;
    await query("delete from notifications");
  });

  const worker = (database = test.database, services: readonly string[] = [push.origin]): PushWorker => {
    const keep = (details: object, message: string): void => void logged.push(`${message} ${JSON.stringify(details)}`);
    const log = { warn: keep, error: keep };
    const started = startPushWorker({
      database,
      contact: () => "Jara <help@jara.test>",
      log,
      settings: { ...PUSH_KEYS, services },
    });
    onTestFinished(() => started.stop());
    workers.push(started);
    return started;
  };

  const person = async (): Promise<PushPerson> => {
    const [id, sessionId] = [randomUUID(), randomUUID()];
    const name = `p${id.slice(0, 8)}`;
    await query(
      `with made as (
         insert into users (id, username, username_verdict, email, role, email_verified_at, balance_minor, created_at)
         values ($1::text::uuid, $2, 'ok', $3, 'user', clock_now(), 0, clock_now())
       )
       insert into sessions (id, user_id, token_version, created_at, last_seen_at, proved_at, expires_at, user_agent, device,
         network)
       values ($4::text::uuid, $1::text::uuid, 1, clock_now(), clock_now(), clock_now(), clock_now() + interval '7 days', '', 'Test', 'unknown')`,
      [id, name, `${name}@people.test`, sessionId],
    );
    return { id, sessionId };
  };

  /** A browser of this person that subscribed. */
  const browser = async ({ id, sessionId }: PushPerson): Promise<TestBrowser & { readonly id: string }> => {
    const made = openTestBrowser(push);
    const kept = await keepSubscription(test.database, { userId: id, sessionId }, made.subscription);
    if (!kept) throw new Error("not subscribed");
    return { ...made, id: kept._id };
  };

  /** Due at once. About a password, so that it always holds and is urgent, unless it says otherwise. */
  const notify = async (
    { id: userId }: PushPerson,
    {
      about = "password-changed",
      kind = "security",
      data = {},
      mergeKey = null as string | null,
      auctionId = null as string | null,
    } = {},
  ): Promise<{ id: string }> => {
    const id = randomUUID();
    await query(
      `insert into notifications (id, user_id, kind, about, data, merge_key, auction_id, created_at, at, push_due_at)
       values ($1::text::uuid, $2::text::uuid, $3, $4, $5::text::json, $6, $7::text::uuid, clock_now(), clock_now(),
         clock_now() - interval '1 second')`,
      [id, userId, kind, about, JSON.stringify(data), mergeKey, auctionId],
    );
    wake();
    return { id };
  };

  const stateOf = async ({ id }: { id: string }): Promise<PushState | undefined> => {
    const [row] = await query<PushState>(
      `select push_due_at is not null as "isDue", pushed_at is not null as "wasPushed", push_attempts as attempts,
         extract(epoch from push_due_at - clock_now())::float8 as "dueInS"
       from notifications where id = $1::text::uuid`,
      [id],
    );
    return row;
  };
  const until = (notification: { id: string }, wanted: Partial<PushState>) =>
    vi.waitFor(async () => expect(await stateOf(notification)).toMatchObject(wanted), {
      timeout: 45_000,
      interval: 20,
    });
  const makeDue = async ({ id }: { id: string }): Promise<void> => {
    await query("update notifications set push_due_at = clock_now() - interval '1 second' where id = $1::text::uuid", [
      id,
    ]);
    wake();
  };
  const subscriptionState = async ({ id }: { id: string }) => {
    const [row] = await query<{ failures: number; isDisabled: boolean; wasUsed: boolean }>(
      `select failures, disabled_at is not null as "isDisabled", last_used_at is not null as "wasUsed"
       from push_subscriptions where id = $1::text::uuid`,
      [id],
    );
    return row ?? null;
  };
  return {
    query,
    worker,
    person,
    browser,
    notify,
    stateOf,
    until,
    makeDue,
    subscriptionState,
    logged,
    get push() {
      return push;
    },
  };
};

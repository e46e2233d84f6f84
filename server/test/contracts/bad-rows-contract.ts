// Tests that one bad row stops no loop: each loop gets a hundred rows, one of which always fails. The 99 others are done,
// the bad one is put aside after three tries with its reason, the desk shows it, and it is done once somebody asks for
// another try and the cause is gone. It is long because it has a world for each loop. Times are not waited for:
// `retry_at` is moved in the database.
import { randomUUID } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { type Loop, loops, loopWords } from "@jara/shared/loops";
import { sql } from "drizzle-orm";
import { describe, expect, it, onTestFinished } from "vitest";
import { startHousekeeping } from "../../src/app/housekeeping.ts";
import { recordFailedCommands } from "../../src/engine/failed-commands.ts";
import { dueCommands } from "../../src/engine/reads/due-commands.ts";
import { startSuspensionJob } from "../../src/features/accounts/suspensions/suspension-job.ts";
import { checkUsernames } from "../../src/features/accounts/usernames/check-usernames.ts";
import { createApprovals } from "../../src/features/approvals/approvals.ts";
import { createImportRemoval } from "../../src/features/auctions/imports/remove-old-imports.ts";
import { matchPublishedLots } from "../../src/features/auctions/saved-searches/match-lots.ts";
import { notifyOwners } from "../../src/features/auctions/saved-searches/notify-owners.ts";
import { usualSite } from "../../src/features/auctions/search/collect-regions.ts";
import { fileTexts } from "../../src/features/auctions/search/index-closed-auctions.ts";
import { writeAlerts } from "../../src/features/desk/alerts.ts";
import { readDesk } from "../../src/features/desk/queries.ts";
import { retryRow } from "../../src/features/desk/set-aside.ts";
import { createOrphanRemoval } from "../../src/features/media/remove-orphans.ts";
import { peopleWithoutDigest, writeDigests } from "../../src/features/notifications/digest.ts";
import { endDueDeletions } from "../../src/features/own-data/deletion-job.ts";
import { createTopUps } from "../../src/features/payments/top-ups.ts";
import { settleDue } from "../../src/features/proceeds/proceeds-job.ts";
import { startReceiptJob } from "../../src/features/receipts/receipt-job.ts";
import { sendReminders } from "../../src/features/watchlist/reminders.ts";
import { createTransfers } from "../../src/features/withdrawals/transfers.ts";
import { bidNoticeReaders } from "../../src/log-readers/bid-notices.ts";
import { readAgain } from "../../src/log-readers/reader.ts";
import type { Database } from "../../src/platform/database/database.ts";
import { guardRows, isOfRow } from "../../src/platform/jobs/guard-rows.ts";
import { consign } from "../support/given-consignment.ts";
import { aBid, givenEngine } from "../support/given-engine.ts";
import { sequence } from "../support/given-log.ts";
import { forfeited, givenOutbox } from "../support/given-outbox.ts";
import { givenPush } from "../support/given-push.ts";
import { writeReceipt } from "../support/given-receipts.ts";
import { readUpToNow } from "../support/read-log.ts";
import { seedAuction, seedPeople } from "../support/seed.ts";
import { type TestDatabase, withDatabase } from "../support/with-database.ts";
import { nothingOwed } from "./desk-contract.ts";

const noonInLagos = sql`(date_trunc('day', clock_timestamp() at time zone 'Africa/Lagos') + interval '12 hours')
  at time zone 'Africa/Lagos'`;
const ROWS = 100;
const BAD = 41;
const log = { info: () => {}, warn: () => {}, error: () => {} };
const never = () => false;

interface World {
  /** The name of the bad row in its loop. */
  readonly key: string;
  readonly poison: () => Promise<unknown>;
  readonly cure: () => Promise<unknown>;
  /** One run of the loop. */
  readonly run: () => Promise<unknown>;
  /** How many rows are done. */
  readonly done: () => Promise<number>;
  /** Rows besides the hundred. */
  readonly more?: number;
}

type Make = (test: TestDatabase) => Promise<World>;

/** Loops that no world is made for, each with the test that covers it. */
const elsewhere: Partial<Record<Loop, string>> = {
  "lot-commands":
    "the engine's contract, bad-rows.ts, has the bad rows; what it reports is recorded as for `lot-times`",
  "seller-notices": "a reader of the log, as for `missed-outbids`",
  "suspension-voids": "guarded like `approvals`, row by row",
  "sale-actions": "guarded like `approvals`, row by row; sales.e2e.test.ts runs the loop",
  "import-rows": "guarded like `approvals`, row by row; imports.e2e.test.ts runs the loop",
};

/** Files that start a loop of their own and need no guard, each with the reason. */
const noRows: Readonly<Record<string, string>> = {
  "platform/jobs/job.ts": "the loop itself",
  "platform/jobs/cleanup.ts": "the loop of cleanups, each of which is named here",
  "engine/commit/expire-commands.ts": "deletes by age, with no foreign key, trigger or value that could fail",
  "features/settlements/forfeit-job.ts": "has its own tries for each row, `stuck_at`, and the desk's panel Stuck",
  "features/public-log/verdicts/verdict-job.ts": "makes one verdict at a time, which reads everything",
  "features/public-log/witnesses/witness-job.ts": "asks each witness alone, and less often while it fails",
  "features/sales/order-job.ts": "the engine answers each lot alone",
  "features/payments/top-up-sweep.ts": "top-ups.ts guards the rows, loop `online-payments`",
  "features/withdrawals/transfer-job.ts": "transfers.ts guards the rows, loop `withdrawals`",
  "features/approvals/approval-job.ts": "approvals.ts guards the rows, loop `approvals`",
  "features/public-log/sequencer-job.ts": "sequencer.ts guards the lots, loop `public-log`",
  "features/site-settings/settings.ts": "at most one change waits",
  "features/currency/exchange-rates.ts": "asks for one thing",
  "features/accounts/second-factor/renew-secrets.ts": "a secret that does not open stays as it is",
  "features/auctions/refused-attempts/recorder.ts": "its rows are in memory: a failing batch is written one by one",
  "features/bids/suspension-of-maxima.ts":
    "the engine answers each maximum alone, and the fence refuses their auto-bids until then",
  "features/who-may-bid/requirements.ts": "reads one list into memory",
  "features/desk/quiet-changes.ts": "reads four lists at one moment, and announces no row",
  "engine/close-clock.ts": "failed-commands.ts guards the lots, loop `lot-times`",
};

const count = async ({ query }: Pick<Database, "query">, from: string): Promise<number> => {
  const [row] = await query<{ n: number }>(`select count(*)::int as n from ${from}`);
  return row?.n ?? -1;
};

/** A trigger that refuses one row. `row`: a condition on `new`, or on `old` for a deletion. */
const trigger = ({ query }: Pick<Database, "query">, table: string, on: string, row: string) => ({
  poison: async () => {
    await query(`create or replace function poisoned() returns trigger language plpgsql as
      $$ begin raise exception 'the poisoned row'; end $$`);
    await query(
      `create trigger poison before ${on} on ${table} for each row when (${row}) execute function poisoned()`,
    );
  },
  cure: () => query(`drop trigger poison on ${table}`),
});

/** A program that fails for one row. */
const switched = () => {
  let isBad = false;
  return {
    poison: async () => {
      isBad = true;
    },
    cure: async () => {
      isBad = false;
    },
    check: (key: string, bad: string) => {
      if (isBad && key === bad) throw new TypeError("the poisoned row");
    },
  };
};

/** Starts a job with the first run, when the row is bad already. */
const working = (start: () => { wake?(): void; stop(): Promise<void> }) => {
  let job: ReturnType<typeof start> | undefined;
  return async () => {
    if (!job) {
      const started = start();
      onTestFinished(() => started.stop());
      job = started;
    }
    job.wake?.();
    await sleep(200);
  };
};

const people = async ({ query }: Pick<Database, "query">): Promise<string[]> => {
  const mark = randomUUID().slice(0, 8);
  const rows = await query<{ id: string }>(
    `insert into users (id, username, username_verdict, email, role, email_verified_at, balance_minor, created_at)
     select gen_random_uuid(), 'r${mark}-' || n, 'ok', 'r${mark}-' || n || '@people.test', 'user', now(), 0, now()
     from generate_series(1, ${ROWS}) n returning id`,
  );
  return rows.map(({ id }) => id);
};
const listOf = (ids: readonly string[]): string => ids.map((id) => `'${id}'`).join(", ");
const badOf = (ids: readonly string[]): string => ids[BAD] as string;

const lots = async (database: Database, given: Parameters<typeof seedAuction>[2] = {}): Promise<string[]> => {
  const { admin } = await seedPeople(database);
  const ids: string[] = [];
  for (let n = 0; n < ROWS; n++) ids.push((await seedAuction(database, admin, given)).id);
  return ids;
};

const worlds: Partial<Record<Loop, Make>> = {
  "lot-times": async ({ database }) => {
    const ids = await lots(database);
    await database.query(
      `update auctions set ends_at = clock_now() - interval '1 second' where id in (${listOf(ids)})`,
    );
    const { engine } = await givenEngine(database, { failedAlone: recordFailedCommands(database, log).failed });
    return {
      key: badOf(ids),
      ...trigger(database, "auctions", "update", `new.id = '${badOf(ids)}' and new.status = 'ended'`),
      run: async () => {
        const due = await dueCommands(database, 0);
        await Promise.all(due.map(({ auctionId, command }) => engine.submit({ type: command, auctionId })));
      },
      done: () => count(database, `auctions where id in (${listOf(ids)}) and status = 'ended'`),
    };
  },
  "public-log": async ({ database }) => {
    const ids = await lots(database);
    const bad = badOf(ids);
    const change = (from: string, to: string) =>
      database.query(
        `update auction_events set events = regexp_replace(events::text, '"startingPriceMinor":\\s*${from}', '"startingPriceMinor":${to}')::json
         where auction_id = '${bad}'`,
      );
    return {
      key: bad,
      // As a fee of 7.5% did before percentages were stored in basis points.
      poison: () => change("1000", "1000.5"),
      cure: () => change("1000[.]5", "1000"),
      run: () => sequence(database),
      done: () => count(database, `log_lots where auction_id in (${listOf(ids)})`),
    };
  },
  deletions: async ({ database }) => {
    const ids = await people(database);
    await database.query(`insert into deletion_requests (id, user_id, requested_at, due_at)
      select gen_random_uuid(), id, now() - interval '9 days', now() - interval '1 day' from users where id in (${listOf(ids)})`);
    return {
      key: badOf(ids),
      ...trigger(database, "deletion_requests", "update", `new.user_id = '${badOf(ids)}'`),
      run: () => endDueDeletions({ database, accountChanged: () => {}, log }, never),
      done: () => count(database, `deletion_requests where user_id in (${listOf(ids)}) and ended_at is not null`),
    };
  },
  "scrubbed-logs": async ({ database }) => {
    const ids = await people(database);
    await database.query(`insert into deletion_requests (id, user_id, requested_at, due_at, ended_at, outcome)
      select gen_random_uuid(), id, now() - interval '9 days', now() - interval '1 day', now(), 'deleted'
      from users where id in (${listOf(ids)})`);
    return {
      key: badOf(ids),
      ...trigger(database, "deletion_requests", "update", `new.user_id = '${badOf(ids)}'`),
      run: () => endDueDeletions({ database, accountChanged: () => {}, log }, never),
      done: () => count(database, `deletion_requests where user_id in (${listOf(ids)}) and scrubbed_at is not null`),
    };
  },
  "lifted-suspensions": async ({ database }) => {
    const ids = await people(database);
    await database.query(`insert into suspensions (id, user_id, reason, until, by, at, void_bids, is_listed)
      select gen_random_uuid(), id, 'a test', now() - interval '1 hour', id, now() - interval '2 hours', false, true
      from users where id in (${listOf(ids)})`);
    const work = working(() =>
      startSuspensionJob({
        database,
        accountChanged: () => {},
        log,
        everyMs: 20,
        engine: { submit: () => Promise.reject(new Error("not asked")) },
      }),
    );
    return {
      key: badOf(ids),
      ...trigger(database, "suspensions", "update", `new.user_id = '${badOf(ids)}'`),
      run: work,
      done: () => count(database, `suspensions where user_id in (${listOf(ids)}) and lifted_at is not null`),
    };
  },
  receipts: async ({ database }) => {
    const [owner] = await people(database);
    const ids: string[] = [];
    for (let n = 0; n < ROWS; n++) ids.push(await writeReceipt(database, { userId: owner as string }));
    const work = working(() => startReceiptJob({ database, log, everyMs: 20 }));
    return {
      key: badOf(ids),
      ...trigger(database, "receipts", "update", `new.id = '${badOf(ids)}'`),
      run: work,
      done: () => count(database, `receipts where id in (${listOf(ids)}) and number is not null`),
    };
  },
  "daily-mails": async ({ database }) => {
    const ids = await people(database);
    await database.query(`insert into notification_settings (user_id, wants_digest, digest_up_to)
      select id, true, now() - interval '2 days' from users where id in (${listOf(ids)})`);
    const guard = guardRows(database, "daily-mails", log);
    return {
      key: badOf(ids),
      ...trigger(database, "notification_settings", "update", `new.user_id = '${badOf(ids)}'`),
      run: () =>
        guard.together({
          // In the daytime of Lagos, whatever the time of the test.
          run: (takes) => writeDigests(database, noonInLagos, takes),
          keys: (takes) => peopleWithoutDigest(database, takes),
        }),
      done: () =>
        count(
          database,
          `notification_settings where user_id in (${listOf(ids)}) and digest_up_to > now() - interval '1 day'`,
        ),
    };
  },
  "watched-lots": async ({ database }) => {
    const rows = await database.query<{ id: string }>(
      `insert into lot_news (auction_id, kind, at) select gen_random_uuid(), 'changed', now()
       from generate_series(1, ${ROWS}) returning id::text`,
    );
    const ids = rows.map(({ id }) => id);
    return {
      key: badOf(ids),
      ...trigger(database, "lot_news", "delete", `old.id = ${badOf(ids)}`),
      run: () => sendReminders(database, () => {}, never, log),
      done: async () => ROWS - (await count(database, `lot_news where id in (${ids.join(", ")})`)),
    };
  },
  reminders: async ({ database }) => {
    const ids = await lots(database, { durationMs: 50 * 60 * 1000 });
    const [watcher] = await people(database);
    await database.query(`insert into watches (user_id, auction_id, created_at)
      select '${watcher}', id, now() - interval '1 day' from auctions where id in (${listOf(ids)})`);
    return {
      key: badOf(ids),
      ...trigger(database, "sent_reminders", "insert", `new.auction_id = '${badOf(ids)}'`),
      run: () => sendReminders(database, () => {}, never, log),
      done: async () =>
        count(database, `(select distinct auction_id from sent_reminders where auction_id in (${listOf(ids)})) s`),
    };
  },
  "search-texts": async ({ database }) => {
    const ids = await lots(database);
    await database.query(
      `update auction_search set status = 'ended', is_filed = false where auction_id in (${listOf(ids)})`,
    );
    return {
      key: badOf(ids),
      ...trigger(database, "auction_search", "update", `new.auction_id = '${badOf(ids)}'`),
      run: () => fileTexts(database, never, log),
      done: () => count(database, `auction_search where auction_id in (${listOf(ids)}) and is_filed`),
    };
  },
  usernames: async ({ database }) => {
    const ids = await people(database);
    await database.query(`update users set username_verdict = null where id in (${listOf(ids)})`);
    return {
      key: badOf(ids),
      ...trigger(database, "users", "update", `new.id = '${badOf(ids)}' and new.username_verdict is not null`),
      run: () => checkUsernames(database, never, log),
      done: () => count(database, `users where id in (${listOf(ids)}) and username_verdict is not null`),
    };
  },
  uploads: async ({ database }) => {
    const names = Array.from({ length: ROWS }, () => `${randomUUID()}.jpg`);
    await database.query(`insert into uploads (name, created_at, touched_at)
      select n, now() - interval '3 days', now() - interval '3 days' from unnest(array[${listOf(names)}]) n`);
    const bad = switched();
    const removal = createOrphanRemoval({
      database,
      node: randomUUID(),
      removed: () => {},
      folder: "/nowhere",
      log,
      storage: {
        remove: async (file: string) => bad.check(file.slice(0, 36), badOf(names).slice(0, 36)),
      } as never,
    });
    return {
      ...bad,
      key: badOf(names),
      run: async () => {
        await database.query(
          "update uploads set removing_at = now() - interval '1 hour' where removing_at is not null",
        );
        await removal.run(never);
      },
      done: async () => ROWS - (await count(database, `uploads where name in (${listOf(names)})`)),
    };
  },
  "import-files": async ({ database }) => {
    const [owner] = await people(database);
    const rows = await database.query<{ id: string }>(`insert into imports (id, owner_id, file_name, status, archive,
        picture_count, unused, created_at, updated_at)
      select gen_random_uuid(), '${owner}', 'a.zip', 'applied', 'zip ' || n, 0, '{"columns":[],"pictures":[]}', now(), now()
      from generate_series(1, ${ROWS}) n returning id`);
    const ids = rows.map(({ id }) => id);
    const removal = createImportRemoval({
      database,
      node: randomUUID(),
      removed: () => {},
      log,
      storage: { remove: async () => {} } as never,
    });
    return {
      key: badOf(ids),
      ...trigger(database, "imports", "update", `new.id = '${badOf(ids)}'`),
      run: () => removal.run(never),
      done: () => count(database, `imports where id in (${listOf(ids)}) and archive is null`),
    };
  },
  housekeeping: async ({ database }) => {
    await database.query("delete from login_codes");
    const [owner] = await people(database);
    await database.query(`insert into sent_alerts (user_id, alert, sent_at)
      select '${owner}', 'old ' || n, now() - interval '90 days' from generate_series(1, ${ROWS - 1}) n`);
    await database.query(`insert into sent_reminders (user_id, auction_id, kind, about, sent_at)
      values ('${owner}', gen_random_uuid(), '1h', now(), now() - interval '90 days')`);
    const job = startHousekeeping({ database, log, firstAfterMs: 3_600_000 });
    onTestFinished(() => job.stop());
    return {
      key: "evictSentReminders",
      ...trigger(database, "sent_reminders", "delete", "true"),
      run: async () => {
        job.wake();
        await sleep(300);
      },
      done: async () =>
        ROWS -
        (await count(database, `sent_alerts where user_id = '${owner}'`)) -
        (await count(database, `sent_reminders where user_id = '${owner}'`)),
    };
  },
  "online-payments": async ({ database }) => {
    const [owner] = await people(database);
    const references = Array.from({ length: ROWS }, () => `topup-${randomUUID().replaceAll("-", "")}`);
    await database.query(`insert into top_ups (reference, user_id, amount_minor, is_sandbox, created_at)
      select r, '${owner}', 5000, false, now() - interval '10 days' from unnest(array[${listOf(references)}]) r`);
    const bad = switched();
    const topUps = createTopUps({
      database,
      secretKey: "secret",
      isSandbox: false,
      hasRateLimits: false,
      publicUrl: "https://jara.test",
      log,
      dueOf: async () => null,
      book: async () => true,
      bookInvoice: async () => true,
      credited: () => {},
      closed: () => {},
      paystack: {
        verify: async (reference: string) => {
          bad.check(reference, badOf(references));
          return { kind: "unknown" };
        },
      } as never,
    });
    return {
      ...bad,
      key: badOf(references),
      run: async () => {
        await database.query("update top_ups set checked_at = null where status = 'pending'");
        await topUps.sweep();
      },
      done: () => count(database, `top_ups where reference in (${listOf(references)}) and status <> 'pending'`),
    };
  },
  withdrawals: async ({ database }) => {
    const [owner, by] = await people(database);
    const account = randomUUID();
    await database.query(`insert into bank_accounts (id, user_id, bank_code, bank_name, account_number, account_name,
        is_sandbox, created_at, usable_at)
      values ('${account}', '${owner}', '058', 'A bank', '0123456789', 'Ada', false, now(), now())`);
    const rows = await database.query<{ id: string; reference: string }>(`insert into withdrawals (id, user_id,
        bank_account_id, amount_minor, status, reference, is_sandbox, created_at, decided_at, decided_by, next_attempt_at)
      select id, '${owner}', '${account}', 5000, 'approved', 'withdrawal-' || id, false, now(), now(), '${by}', now()
      from (select gen_random_uuid() as id from generate_series(1, ${ROWS})) n returning id, reference`);
    const ids = rows.map(({ id }) => id);
    const bad = switched();
    const transfers = createTransfers({
      database,
      isSandbox: false,
      brandName: "Jara",
      balanceChanged: () => {},
      log,
      withdrawalChanged: () => {},
      paystack: {
        makeRecipient: async () => ({ kind: "made", code: "RCP_1" }),
        verify: async () => ({ kind: "unknown" }),
        send: async ({ reference, amountMinor }: { reference: string; amountMinor: number }) => {
          bad.check(reference, `withdrawal-${badOf(ids)}`);
          return {
            kind: "taken",
            transfer: { reference, amountMinor, state: "pending", status: "pending", currency: "NGN", code: "TRF_1" },
          };
        },
      } as never,
    });
    return {
      ...bad,
      key: badOf(ids),
      run: async () => {
        await database.query("update withdrawals set next_attempt_at = clock_now() where status = 'approved'");
        await transfers.sweep();
      },
      done: () => count(database, `withdrawals where id in (${listOf(ids)}) and status = 'sent'`),
    };
  },
  proceeds: async ({ database }) => {
    const { ada, admin } = await seedPeople(database);
    const ids = await lots(database);
    for (const auctionId of ids) await consign(database, { auctionId, sellerId: ada.id, staffId: admin.id });
    const [owner] = await people(database);
    await database.query(`update auctions set status = 'sold' where id in (${listOf(ids)})`);
    const rows = await database.query<{ id: string; auctionId: string }>(`insert into settlements (id, auction_id,
        winner_id, amount_minor, status, due_at, created_at, closed_at)
      select gen_random_uuid(), id, '${owner}', 5000, 'paid', now(), clock_now(), now() - interval '9 days' from auctions
      where id in (${listOf(ids)}) returning id, auction_id as "auctionId"`);
    const bad = rows.find(({ auctionId }) => auctionId === badOf(ids))?.id ?? "";
    const rates = { NGN_TO_USD: 0.001, USD_TO_NGN: 1_000 };
    const deps = { database, days: () => 5, rates: () => rates, paid: () => {}, log };
    return {
      key: bad,
      ...trigger(database, "sale_proceeds", "insert", `new.debt_id = '${bad}'`),
      run: () => settleDue(deps, new AbortController().signal),
      done: () => count(database, `sale_proceeds where auction_id in (${listOf(ids)})`),
    };
  },
  approvals: async ({ database }) => {
    const [asker, decider, owner] = await people(database);
    const rows = await database.query<{ id: string }>(`insert into approvals (id, kind, status, user_id, amount_minor,
        request, asked_by, asked_at, command_id, number, decided_by, decided_at)
      select gen_random_uuid(), 'balance', 'approved', '${owner}', 5000, '{}', '${asker}', now() - interval '1 hour',
        gen_random_uuid()::text, n, '${decider}', now() - interval '1 hour' from generate_series(1, ${ROWS}) n returning id`);
    const ids = rows.map(({ id }) => id);
    const bad = switched();
    const carry = async ({ commandId }: { commandId: string }) => bad.check(commandId, badOf(ids));
    const approvals = createApprovals(database, { balance: carry } as never, log);
    return {
      ...bad,
      key: badOf(ids),
      run: async () => {
        // It takes twenty at a time.
        for (let n = 0; n < 6; n++) await approvals.resume(new AbortController().signal);
      },
      done: () => count(database, `approvals where id in (${listOf(ids)}) and status = 'done'`),
    };
  },
  "saved-searches": async ({ database }) => {
    const ids = await people(database);
    await database.query("delete from published_lots");
    const [lot] = await lots(database);
    await database.query(`insert into published_lots (auction_id, published_at) values ('${lot}', now())
      on conflict (auction_id) do update set published_at = now()`);
    const rows = await database.query<{
      key: string;
    }>(`insert into saved_searches (id, user_id, name, query, filter_key,
        alert, created_at)
      select gen_random_uuid(), id, 'a search', '{}', '{"search":"lot ' || row_number() over () || '"}', 'now',
        now() - interval '1 day' from users where id in (${listOf(ids)}) returning filter_key as key`);
    const keys = rows.map(({ key }) => key);
    const broken = `{"search":`;
    return {
      key: broken,
      poison: () =>
        database.query("update saved_searches set filter_key = $1 where filter_key = $2", [broken, badOf(keys)]),
      cure: () =>
        database.query("update saved_searches set filter_key = $2 where filter_key = $1", [broken, badOf(keys)]),
      run: async () => {
        await database.query(`insert into published_lots (auction_id, published_at) values ('${lot}', now())
          on conflict (auction_id) do update set published_at = now()`);
        await matchPublishedLots(database, usualSite, { log });
      },
      // The comparison does not end at the broken search, and no lot waits.
      done: async () =>
        (await count(database, "published_lots")) === 0 ? ROWS - ((await isBroken(database)) ? 1 : 0) : 0,
    };
  },
  "new-lots": async ({ database }) => {
    const ids = await people(database);
    const [lot] = await lots(database);
    const rows = await database.query<{ id: string }>(`insert into saved_searches (id, user_id, name, query, filter_key,
        alert, created_at)
      select gen_random_uuid(), id, 'a search', '{}', '{"search":"new ' || row_number() over () || '"}', 'now', now()
      from users where id in (${listOf(ids)}) returning id`);
    const searches = rows.map(({ id }) => id);
    await database.query(`insert into saved_search_matches (search_id, auction_id, matched_at)
      select id, '${lot}', now() from saved_searches where id in (${listOf(searches)})`);
    return {
      key: badOf(searches),
      ...trigger(database, "saved_search_matches", "update", `new.search_id = '${badOf(searches)}'`),
      run: () => notifyOwners(database, never, log),
      done: () => count(database, `saved_search_matches where search_id in (${listOf(searches)}) and is_told`),
    };
  },
  "missed-outbids": async ({ database }) => {
    const { ada, bola } = await seedPeople(database);
    const ids = await lots(database);
    const { engine } = await givenEngine(database);
    for (const [person, amount] of [
      [ada, 1100],
      [bola, 1200],
    ] as const) {
      await Promise.all(ids.map((id) => engine.submit(aBid({ id }, person, amount))));
    }
    const [reader] = bidNoticeReaders(() => {});
    return {
      key: `${badOf(ids)} 1 3 bid-notices`,
      ...trigger(database, "notifications", "insert or update", `new.auction_id = '${badOf(ids)}'`),
      run: async () => {
        await readUpToNow(database, reader, log);
        await readAgain(database, reader, log);
      },
      done: () => count(database, `notifications where auction_id in (${listOf(ids)}) and user_id = '${ada.id}'`),
    };
  },
  "staff-alerts": async ({ database }) => {
    const { admin } = await seedPeople(database);
    const rows = await database.query<{
      id: string;
    }>(`insert into outbox (id, kind, data, to_address, due_at, created_at,
        failed_at, last_error)
      select gen_random_uuid(), 'login-code', '{"code":"1"}', 'x@people.test', now(), now(), now(), 'refused'
      from generate_series(1, ${ROWS}) returning id`);
    const ids = rows.map(({ id }) => id);
    const [found] = await database.query<{ alert: string }>(
      `select 'mail:' || id || ':' || (extract(epoch from failed_at) * 1000)::bigint as alert from outbox where id = '${badOf(ids)}'`,
    );
    const key = found?.alert ?? "";
    return {
      key,
      ...trigger(database, "sent_alerts", "insert", `new.alert = '${key}'`),
      run: async () => {
        // Each mail lists thirty, and there is one an hour.
        for (let n = 0; n < 5; n++) {
          await database.query("update alert_settings set mailed_at = now() - interval '2 hours'");
          await writeAlerts(database, Date.now(), log);
        }
      },
      done: () => count(database, `sent_alerts where user_id = '${admin.id}' and alert like 'mail:%'`),
    };
  },
};

const isBroken = async (database: Pick<Database, "query">): Promise<boolean> =>
  (await count(database, `saved_searches where filter_key = '{"search":'`)) > 0;

const aside = async ({ query }: Pick<Database, "query">, loop: Loop) =>
  await query<{ key: string; attempts: number; reason: string; isAside: boolean }>(
    `select key, attempts, reason, put_aside_at is not null as "isAside" from set_aside_rows where loop = '${loop}'`,
  );

const until = async (holds: () => Promise<boolean>): Promise<void> => {
  for (let n = 0; n < 2000; n++) {
    if (await holds()) return;
    await sleep(20);
  }
  expect.fail("it never became so");
};

/** One run of a loop's world. Fails if the bad row stops others, is not put aside, or is not done after another try. */
export const expectNothingStops = async (
  test: TestDatabase,
  loop: Loop,
  make: Make = worlds[loop] as Make,
): Promise<void> => {
  const { database } = test;
  const world = await make(test);
  const { admin } = await seedPeople(database);
  await world.poison();
  const again = () =>
    database.query("update set_aside_rows set retry_at = now() - interval '1 second' where put_aside_at is null");
  await until(async () => {
    await again();
    await world.run();
    return (await aside(database, loop))[0]?.isAside === true;
  });
  expect(await aside(database, loop)).toEqual([
    { key: world.key, attempts: 3, reason: expect.any(String), isAside: true },
  ]);
  await until(async () => {
    await world.run();
    return (await world.done()) === ROWS - 1;
  });
  const desk = await readDesk(database, { id: admin.id, role: "admin" }, nothingOwed);
  expect(desk.setAside?.rows).toContainEqual(
    expect.objectContaining({ loop, key: world.key, what: loopWords[loop], attempts: 3 }),
  );
  expect((await readDesk(database, { id: admin.id, role: "manager" }, nothingOwed)).setAside).toBeUndefined();

  await world.cure();
  await world.run();
  expect(await world.done()).toBe(loop === "saved-searches" ? ROWS : ROWS - 1);
  expect(await retryRow(database, admin.id, { loop, key: world.key })).toBe("done");
  expect(await retryRow(database, admin.id, { loop, key: world.key })).toBe("not-found");
  await until(async () => {
    await world.run();
    return (await world.done()) === ROWS;
  });
  const left = await readDesk(database, { id: admin.id, role: "admin" }, nothingOwed);
  expect(left.setAside?.total).toBe(0);
  await database.query("delete from set_aside_rows");
};

/** Worlds whose loops send something: each first starts what receives it. */
const sending: Partial<Record<Loop, (test: TestDatabase) => Make>> = {
  mails: (test) => {
    const outbox = givenOutbox(test);
    return async ({ database }) => {
      const smtp = await outbox.smtpServer();
      const ids: string[] = [];
      for (let n = 0; n < ROWS; n++) ids.push((await outbox.write("buy-it-now-forfeited", forfeited)).id);
      const work = working(() => outbox.worker(smtp.url));
      return {
        key: badOf(ids),
        ...trigger(database, "outbox", "update", `new.id = '${badOf(ids)}'`),
        run: work,
        done: () => count(database, `outbox where id in (${listOf(ids)}) and sent_at is not null`),
      };
    };
  },
  "push-messages": (test) => {
    const push = givenPush(test);
    return async ({ database }) => {
      const person = await push.person();
      const ids: string[] = [];
      for (let n = 0; n < ROWS; n++) ids.push((await push.notify(person)).id);
      const work = working(() => push.worker());
      return {
        key: badOf(ids),
        ...trigger(database, "notifications", "update", `new.id = '${badOf(ids)}'`),
        run: work,
        done: () => count(database, `notifications where id in (${listOf(ids)}) and push_due_at is null`),
      };
    };
  },
};

export const badRowsContract = (test: TestDatabase): void => {
  const tried = new Set(Object.keys({ ...worlds, ...sending }) as Loop[]);

  describe("one bad row among a hundred", () => {
    // Each loop has a database of its own, because it would find the rows of the others.
    for (const loop of tried) {
      describe(loop, () => {
        const own = withDatabase();
        const make = sending[loop]?.(own) ?? worlds[loop];
        it(`stops nothing in the loop ${loop}, and is done after another try`, async () => {
          await expectNothingStops(own, loop, make);
        });
      });
    }

    it("is tried for every loop, or is tested elsewhere", () => {
      const missing = loops.filter((loop) => !tried.has(loop) && !elsewhere[loop]);
      expect(missing).toEqual([]);
    });

    it("concerns every job: a file that starts one guards its rows, or says here why it has none", () => {
      const sources = path.resolve(import.meta.dirname, "../../src");
      const files = readdirSync(sources, { recursive: true, encoding: "utf8" }).filter(
        (file) => file.endsWith(".ts") && !file.endsWith(".test.ts"),
      );
      const textOf = (file: string) => readFileSync(path.join(sources, file), "utf8");
      const starts = files.filter((file) => /\bstartJob\(|: Cleanup => /.test(textOf(file)));
      const guarded = (file: string): boolean => {
        const text = textOf(file);
        if (/guardRows\(|guard-rows/.test(text)) return true;
        // The guard may be in the file that the job calls.
        const called = [...text.matchAll(/from "(\.{1,2}\/[^"]+)"/g)].map(([, to]) =>
          path.relative(sources, path.resolve(sources, path.dirname(file), to as string)),
        );
        return called.some(
          (one) => files.includes(one) && one.startsWith("features/") && /guardRows\(/.test(textOf(one)),
        );
      };
      const unguarded = starts.filter((file) => !noRows[file] && !guarded(file));
      expect(unguarded).toEqual([]);
    });
  });

  describe("the guard", () => {
    it("records no failure while the database is away, and rethrows it", async () => {
      const { database } = test;
      const away = Object.assign(new Error("away"), { code: "ECONNREFUSED" });
      const guard = guardRows(database, "mails", log);
      await expect(guard.tries("a", () => Promise.reject(away))).rejects.toBe(away);
      expect(await aside(database, "mails")).toEqual([]);
      expect(isOfRow(away)).toBe(false);
    });

    it("records nothing if every row fails, because then the fault is not in the rows", async () => {
      const { database } = test;
      const guard = guardRows(database, "mails", log);
      const rows = Array.from({ length: 20 }, (_, n) => `row ${n}`);
      const broken = () => Promise.reject(new TypeError("a mistake in the program"));
      await expect(guard.each(rows, (row) => row, broken)).rejects.toThrow("a mistake in the program");
      expect(await aside(database, "mails")).toEqual([]);
    });

    it("counts a failure once if two nodes find it at the same moment, and puts at most 500 rows aside", async () => {
      const { database } = test;
      const nodes = [guardRows(database, "mails", log), guardRows(await test.openAnother(), "mails", log)];
      const fails = () => Promise.reject(new TypeError("bad"));
      await Promise.all(nodes.map((node) => node.tries("a", fails)));
      expect(await aside(database, "mails")).toMatchObject([{ key: "a", attempts: 1 }]);
      await database.query(`insert into set_aside_rows (loop, key, reason, attempts, since, retry_at)
        select 'mails', n::text, 'bad', 3, now(), now() from generate_series(1, 499) n`);
      expect(await nodes[0]?.tries("one more", fails)).toBe(false);
      expect(await aside(database, "mails")).toHaveLength(500);
      await database.query("delete from set_aside_rows");
    });
  });
};

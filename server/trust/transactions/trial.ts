// Transfers between accounts by `database.transaction` while PostgreSQL and the network fail, and the books afterwards: no
// half transfer, nothing that was answered missing, nothing that was refused there, and every call settled.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { asc, eq, inArray, sql } from "drizzle-orm";
import { bigint, integer, pgTable } from "drizzle-orm/pg-core";
import postgres from "postgres";
import { openOwnPostgres } from "../../src/platform/database/own-postgres/own-postgres.ts";
import { type Transaction, transactionsOn } from "../../src/platform/database/transaction.ts";
import { openTransactionConnections } from "../../src/platform/database/transaction-connections.ts";
import type { Db } from "../../src/platform/database/typed-statements.ts";
import { type Relay, startRelay } from "./relay.ts";

const ACCOUNTS = 20;
/** With so few accounts, transfers often meet in deadlocks. */
const DEADLOCKED_ACCOUNTS = 4;
const START = 1_000;
const CALLERS = 10;
/** Shorter than a server's, so that a trial of silence does not take a minute. */
const LIMITS = { withinMs: 2_500, tries: 5 };
const ANSWER_WITHIN_MS = 2_000;
/** The work, one answer, and what a busy machine needs. */
const SETTLES_WITHIN_MS = LIMITS.withinMs + ANSWER_WITHIN_MS + 10_000;

const accounts = pgTable("accounts", {
  id: integer("id").primaryKey(),
  balance: bigint("balance", { mode: "number" }).notNull(),
});
const ledger = pgTable("ledger", {
  transfer: integer("transfer").notNull(),
  account: integer("account").notNull(),
  amount: bigint("amount", { mode: "number" }).notNull(),
});

/** Ways to write the work of a transaction, good and bad ones. */
const STYLES = ["plain", "together", "goes on after errors", "throws", "writes after the end"] as const;
type Style = (typeof STYLES)[number] | "never ends";
type Outcome = "committed" | "failed" | "unknown" | "pending";

interface Call {
  readonly id: number;
  readonly style: Style;
  outcome: Outcome;
  runs: number;
  error: unknown;
}

/** The backend of a transaction, and the port by which the relay knows its connection. */
interface Session {
  readonly pid: number;
  readonly port: number;
}

/** A fault strikes within transfers at one of these places. */
export interface Within {
  between?(session: Session): Promise<unknown> | undefined;
  beforeCommit?(session: Session): Promise<unknown> | undefined;
  /** Locks the two accounts in the order of the transfer, so that transfers meet in deadlocks. */
  readonly locksInAnyOrder?: boolean;
  readonly style?: Style;
}

export interface Books {
  readonly findings: readonly string[];
  readonly counts: Readonly<Record<Exclude<Outcome, "pending">, number>>;
  /** Calls whose work ran more than once. */
  readonly ranAgain: number;
  /** Transfers of an unknown outcome that were carried out. */
  readonly unknownThere: number;
}

class OnPurpose extends Error {}

const work = (call: Call, within: Within) => {
  const count = within.locksInAnyOrder ? DEADLOCKED_ACCOUNTS : ACCOUNTS;
  const from = 1 + Math.floor(Math.random() * count);
  const to = 1 + ((from + Math.floor(Math.random() * (count - 1))) % count);
  return async (tx: Db): Promise<Db> => {
    call.runs += 1;
    const able = <T>(statement: PromiseLike<T>): Promise<T | null> =>
      Promise.resolve(statement).catch((error: unknown) => {
        if (call.style === "goes on after errors") return null;
        throw error;
      });
    const [session] = (await able(
      tx.execute<{ pid: number; port: number }>(sql`select pg_backend_pid() as pid, inet_client_port() as port`),
    )) ?? [null];
    const fault = async (what: Within["between"]): Promise<void> => {
      if (session) await what?.(session);
    };
    const lock = (ids: readonly number[]) =>
      able(tx.select().from(accounts).where(inArray(accounts.id, ids)).orderBy(asc(accounts.id)).for("update"));
    const parts = within.locksInAnyOrder ? [[from], [to]] : [[from, to]];
    for (const part of parts) {
      await lock(part);
      await fault(within.between);
    }
    const add = (id: number, amount: number) => [
      () =>
        tx
          .update(accounts)
          .set({ balance: sql`balance + ${amount}` })
          .where(eq(accounts.id, id)),
      () => tx.insert(ledger).values({ transfer: call.id, account: id, amount }),
    ];
    const writes = [...add(from, -1), ...add(to, 1)];
    if (call.style === "together") await Promise.all(writes.map((write) => write()));
    else {
      for (const write of writes) {
        await able(write());
        await fault(within.between);
      }
    }
    if (call.style === "throws") throw new OnPurpose();
    if (call.style === "never ends") await new Promise(() => {});
    await fault(within.beforeCommit);
    return tx;
  };
};

const transfer = async (
  transaction: Transaction,
  call: Call,
  within: Within,
  found: (finding: string) => void,
): Promise<void> => {
  try {
    const tx = await transaction(work(call, within), LIMITS);
    call.outcome = "committed";
    if (call.style !== "writes after the end") return;
    const late = tx.insert(ledger).values({ transfer: call.id, account: 1, amount: 7 });
    if (
      await late.then(
        () => true,
        () => false,
      )
    )
      found(`transfer ${call.id} wrote after its end`);
  } catch (error) {
    call.error = error;
    call.outcome = (error as Error).name === "OutcomeUnknown" ? "unknown" : "failed";
  }
};

/** Resolves when no session of a transaction is left that could still commit. */
const settled = async (admin: postgres.Sql): Promise<void> => {
  const busy = () =>
    admin`select from pg_stat_activity where application_name = 'jara transactions' and state <> 'idle'`;
  for (let looks = 0; looks < 100; looks += 1) {
    if ((await busy().catch(() => [null])).length === 0) return;
    await sleep(100);
  }
  throw new Error("a session of a transaction does not end");
};

const balance = async (admin: postgres.Sql, calls: readonly Call[], findings: string[]): Promise<Books> => {
  await settled(admin);
  const rows = await admin<{ transfer: number; entries: number; sum: number }[]>`
    select transfer, count(*)::int as entries, sum(amount)::int as sum from ledger group by 1`;
  const written = new Map(rows.map((row) => [row.transfer, row]));
  for (const { id, style, outcome, error } of calls) {
    const row = written.get(id);
    const what = `transfer ${id} (${style}), ${outcome} ${error ? String(error) : ""}`;
    if (row && (row.entries !== 2 || row.sum !== 0)) findings.push(`${what}: ${row.entries} entries, sum ${row.sum}`);
    if (outcome === "committed" && !row) findings.push(`${what}: is not there`);
    if (outcome === "failed" && row) findings.push(`${what}: is there`);
    if (outcome === "pending") findings.push(`${what}: was never settled`);
    if (outcome === "committed" && style === "throws") findings.push(`${what}: though it threw`);
  }
  const [sum] = await admin<{ wrong: number }[]>`
    select count(*)::int as wrong from accounts a
    where balance <> ${START} + (select coalesce(sum(amount), 0) from ledger l where l.account = a.id)`;
  if (sum?.wrong !== 0) findings.push(`${sum?.wrong} balances differ from their entries`);
  const of = (outcome: Outcome) => calls.filter((call) => call.outcome === outcome);
  return {
    findings,
    counts: { committed: of("committed").length, failed: of("failed").length, unknown: of("unknown").length },
    ranAgain: calls.filter(({ runs }) => runs > 1).length,
    unknownThere: of("unknown").filter(({ id }) => written.has(id)).length,
  };
};

export const openTrial = async () => {
  const folder = mkdtempSync(path.join(tmpdir(), "jara-transactions-"));
  const settings = { fsync: "off", full_page_writes: "off" };
  const own = await openOwnPostgres(folder, { settings });
  const relay = await startRelay(Number(new URL(own.url).port));
  const url = new URL(own.url);
  url.port = String(relay.port);
  /** Past the relay. */
  const admin = postgres(own.url, { max: 3, fetch_types: false, onnotice: () => {}, backoff: () => 0.1 });
  await admin.unsafe(`
    create table accounts (id int primary key, balance bigint not null);
    create table ledger (transfer int not null, account int not null, amount bigint not null);
    insert into accounts select i, ${START} from generate_series(1, ${ACCOUNTS}) i`);
  const connections = openTransactionConnections(
    url.href,
    { before: () => null, onLost: () => {} },
    { answerWithinMs: ANSWER_WITHIN_MS },
  );
  const transaction = transactionsOn(connections.lease, () => {});
  let nextId = 1;

  /** Runs transfers until `fault` resolves, and returns what the books say. */
  const during = async (within: Within, fault: (calls: readonly Call[]) => Promise<void>): Promise<Books> => {
    const calls: Call[] = [];
    const findings: string[] = [];
    let isOver = false;
    const caller = async (): Promise<void> => {
      for (let n = Math.floor(Math.random() * STYLES.length); !isOver; n += 1) {
        const style = within.style ?? STYLES[n % STYLES.length] ?? "plain";
        const call: Call = { id: nextId++, style, outcome: "pending", runs: 0, error: null };
        calls.push(call);
        await transfer(transaction, call, within, (finding) => findings.push(finding));
        await sleep(Math.random() * 10);
      }
    };
    const callers = Promise.all(Array.from({ length: CALLERS }, caller));
    try {
      await fault(calls);
    } finally {
      isOver = true;
      relay.heal();
    }
    await Promise.race([callers, sleep(SETTLES_WITHIN_MS)]);
    return await balance(admin, calls, findings);
  };

  const close = async (): Promise<void> => {
    await connections.close(1);
    await admin.end({ timeout: 1 });
    relay.close();
    await own.close();
    rmSync(folder, { recursive: true, force: true });
  };
  return { during, admin, relay: relay as Relay, postmaster: () => own.pid(), close };
};

export type Trial = Awaited<ReturnType<typeof openTrial>>;

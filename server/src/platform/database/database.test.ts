// PostgreSQL's connections: how many a server opens, and those that die during a statement or while they are being
// opened.
import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "drizzle-orm";
import postgres from "postgres";
import { describe, expect, it, onTestFinished } from "vitest";
import { copyOf, migrationsFolder, nameOf, postgresUrl } from "../../../test/support/fresh-database.ts";
import { withDatabase } from "../../../test/support/with-database.ts";
import { CONNECTIONS_OF_A_SERVER, openDatabase } from "./database.ts";
import { TRANSACTION_CONNECTIONS } from "./transaction-connections.ts";

/** All but those of transactions, the connection of the advisory lock, and the one that asks for confirmation. */
const POOL = CONNECTIONS_OF_A_SERVER - TRANSACTION_CONNECTIONS - 2;

describe("the connections of a server", () => {
  it("are as many as CONNECTIONS_OF_A_SERVER says under load, and not more while it starts", async () => {
    const { databaseUrl, drop } = await copyOf(null);
    onTestFinished(drop);
    const admin = postgres(postgresUrl, { max: 1, fetch_types: false, onnotice: () => {} });
    onTestFinished(() => admin.end());
    const connections = async (): Promise<number> => {
      const [row] = await admin<{ n: number }[]>`
        select count(*)::int as n from pg_stat_activity where datname = ${nameOf(databaseUrl)} and backend_type = 'client backend'`;
      return row?.n ?? 0;
    };
    let most = 0;
    let isOver = false;
    const watching = (async () => {
      while (!isOver) most = Math.max(most, await connections());
    })();
    const database = await openDatabase({ url: databaseUrl }, migrationsFolder);
    onTestFinished(() => database.close());
    expect(most).toBeGreaterThan(0);
    const busy = Array.from({ length: 30 }, () => database.query("select pg_sleep(0.5)"));
    const inTransactions = Array.from({ length: 10 }, () =>
      database.transaction((tx) => tx.execute(sql`select pg_sleep(0.3)`)),
    );
    const release = await database.advisoryLock?.take(["00000000-0000-4000-8000-000000000000"]);
    await Promise.all([...busy, ...inTransactions]);
    release?.();
    isOver = true;
    await watching;
    expect(most).toBe(CONNECTIONS_OF_A_SERVER);
  });
});

describe("PostgreSQL whose connections are killed", () => {
  const test = withDatabase();

  const killer = async () => {
    const [row] = await test.database.query<{ name: string }>("select current_database() as name");
    const sql = postgres(postgresUrl, { max: 1, fetch_types: false, onnotice: () => {} });
    onTestFinished(() => sql.end());
    return async (statement = ""): Promise<number> => {
      const killed = await sql`
        select pg_terminate_backend(pid) from pg_stat_activity
        where datname = ${row?.name ?? ""} and application_name = 'jara' and query like ${`${statement}%`}`;
      return killed.length;
    };
  };

  /** Waits until all connections of the pool are open at once: each has a statement that waits for the same lock. */
  const allConnect = async (): Promise<void> => {
    const sql = postgres(test.url, { max: 1, fetch_types: false, onnotice: () => {} });
    onTestFinished(() => sql.end());
    await sql`select pg_advisory_lock(1)`;
    const statements = Array.from({ length: POOL }, () =>
      test.database.query("select pg_advisory_xact_lock_shared(1)"),
    );
    const waiting = () => sql`select from pg_locks where locktype = 'advisory' and not granted
      and database = (select oid from pg_database where datname = current_database())`;
    while ((await waiting()).length < POOL) await sleep(10);
    await sql`select pg_advisory_unlock(1)`;
    await Promise.all(statements);
  };

  it("rejects the statement under way, and serves the next one", async () => {
    const kill = await killer();
    const slow = test.database.query("select pg_sleep(5)").then(
      () => null,
      (error: { code: string }) => error.code,
    );
    while ((await kill("select pg_sleep(5)")) === 0) await sleep(10);
    // The server reports it, or the driver does if the socket closed first.
    expect(["57P01", "CONNECTION_CLOSED"]).toContain(await slow);
    expect(await test.database.query("select 1 as one")).toEqual([{ one: 1 }]);
  });

  it("leaves no rejection unhandled, which would end the process, however often and whenever connections die", async () => {
    const kill = await killer();
    const unhandled: unknown[] = [];
    const note = (reason: unknown): void => void unhandled.push(reason);
    process.on("unhandledRejection", note);
    onTestFinished(() => void process.off("unhandledRejection", note));
    let killed = 0;
    let isOver = false;
    const asking = Array.from({ length: 8 }, async () => {
      while (!isOver) await test.database.query("select 1 as one").catch(() => sleep(5));
    });
    while (killed < 150) {
      killed += await kill();
      await sleep(4);
    }
    isOver = true;
    await Promise.all(asking);
    // Once all connections are open again, nothing of the killed ones is left that could be rejected.
    await allConnect();
    expect(unhandled).toEqual([]);
  });
});

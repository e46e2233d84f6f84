// Commits that wait for a synchronous standby, on a PostgreSQL of this test's own: its standby has a name and never
// comes, so each commit waits as on a primary that has just lost its standby.
import { setTimeout as sleep } from "node:timers/promises";
import postgres from "postgres";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { hasPostgres, startThrowawayPostgres, type ThrowawayPostgres } from "../../../bench/throwaway-postgres.ts";
import { type Database, openDatabase } from "./database.ts";

// The order counts: each test goes on with the server as the one before it left it.
describe.skipIf(!hasPostgres())("a primary whose standby is lost", { shuffle: false }, () => {
  let server: ThrowawayPostgres;
  let operator: postgres.Sql;
  let database: Database;

  const standby = async (name: string): Promise<void> => {
    await operator.unsafe(`alter system set synchronous_standby_names = '${name}'`);
    await operator`select pg_reload_conf()`;
    while ((await operator`show synchronous_standby_names`)[0]?.synchronous_standby_names !== name) await sleep(10);
    // The checkpointer tells commits about it, when it has read the settings too.
    while (name !== "" && !(await commitsWait())) await sleep(10);
  };
  const commitsWait = async (): Promise<boolean> => {
    const probe = postgres(server.url, { max: 1, fetch_types: false, onnotice: () => {} });
    let isAnswered = false;
    const commit = outcomeOf(probe`select pg_logical_emit_message(true, 'probe', '')`).then(() => {
      isAnswered = true;
    });
    const end = () =>
      operator`select pg_terminate_backend(pid) from pg_stat_activity
        where wait_event = 'SyncRep' and query like '%emit_message%' and pid <> pg_backend_pid()`;
    let ended = 0;
    while (!isAnswered && ended === 0) {
      ended = (await end()).length;
      await sleep(10);
    }
    await commit;
    await probe.end({ timeout: 1 });
    return ended > 0;
  };
  /** Resolves when a commit of such a statement waits for the standby. */
  const waiting = async (like: string): Promise<void> => {
    const found = () => operator`select from pg_stat_activity where wait_event = 'SyncRep' and query like ${like}`;
    while ((await found()).length === 0) await sleep(10);
  };
  const outcomeOf = (statement: Promise<unknown>): Promise<string> =>
    statement.then(
      () => "answered",
      (error: Error) => ("code" in error ? String(error.code) : error.name),
    );
  const shown = async (): Promise<number> => (await database.query<{ n: number }>("select n from kept"))[0]?.n ?? 0;

  beforeAll(async () => {
    const started = await startThrowawayPostgres();
    if (!started) throw new Error("PostgreSQL's server programs are not installed");
    server = started;
    operator = postgres(server.url, { max: 1, fetch_types: false, onnotice: () => {} });
    await operator`set synchronous_commit = local`;
    await operator`create table kept (n int not null)`;
    await operator`insert into kept values (0)`;
    await standby("nobody");
    database = await openDatabase({ url: server.url }, null);
  }, 60_000);
  afterAll(async () => {
    await standby("");
    await database.close();
    await operator.end();
    await server.stop();
  });

  it("shows no commit to others that waits for the standby, until its connection is ended", async () => {
    const other = postgres(server.url, { max: 1, fetch_types: false, onnotice: () => {} });
    const commit = outcomeOf(other`update kept set n = 1`);
    await waiting("update%");
    expect(await shown()).toBe(0);
    await operator`select pg_terminate_backend(pid) from pg_stat_activity where query like 'update%'`;
    expect(["57P01", "CONNECTION_CLOSED"]).toContain(await commit);
    // The driver would wait without an end for the connection that was ended.
    await other.end({ timeout: 1 });
    // The commit is shown now, but no standby has it.
    expect(await shown()).toBe(1);
    expect(await database.replication?.confirmed()).toBe(false);
  });

  it("refuses writes at once after some seconds, lets reads go on, and takes writes again when commits are answered", async () => {
    await expect.poll(() => outcomeOf(database.query("update kept set n = 2"))).toBe("WritesStopped");
    expect(await shown()).toBe(1);
    await standby("");
    await expect.poll(() => outcomeOf(database.query("update kept set n = 3"))).toBe("answered");
    expect(await database.replication?.confirmed()).toBe(true);
    expect(await shown()).toBe(3);
  });

  it("does not count a commit as done if its wait was cancelled, although PostgreSQL answers it", async () => {
    await standby("nobody");
    const commit = outcomeOf(database.query("update kept set n = 4"));
    await waiting("update%");
    await operator`select pg_cancel_backend(pid) from pg_stat_activity where query like 'update%'`;
    expect(await commit).toBe("CommitUnconfirmed");
    await standby("");
  });
});

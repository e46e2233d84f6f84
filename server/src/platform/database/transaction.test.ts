// Tests the promises of `database.transaction` without faults; test/transaction-faults.test.ts has those with faults.
import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "drizzle-orm";
import postgres from "postgres";
import { beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { withDatabase } from "../../../test/support/with-database.ts";
import { isDatabaseAway } from "./database-away.ts";
import type { Db } from "./typed-statements.ts";
import { StatementUnanswered } from "./unanswered-statements.ts";

describe("a transaction", () => {
  const test = withDatabase();
  beforeAll(() => test.database.query("create table marks (id int primary key, n int not null)"));

  const put = (db: Db, id: number, n = 0) => db.execute(sql`insert into marks values (${id}, ${n})`);
  const marks = async (id: number): Promise<unknown> =>
    (await test.database.query<{ n: number }>("select n from marks where id = $1", [id]))[0]?.n;
  const connect = () => {
    const client = postgres(test.url, { max: 1, fetch_types: false });
    onTestFinished(() => client.end());
    return client;
  };

  it("returns what its work returns, with everything written", async () => {
    expect(await test.database.transaction(async (tx) => (await put(tx, 1, 7)) && "done")).toBe("done");
    expect(await marks(1)).toBe(7);
  });

  it("writes nothing if its work throws, or caught the error of a statement", async () => {
    const thrown = test.database.transaction(async (tx) => {
      await put(tx, 2);
      throw new Error("a refusal");
    });
    await expect(thrown).rejects.toThrow("a refusal");
    const caught = test.database.transaction(async (tx) => {
      await put(tx, 3);
      await put(tx, 3).catch(() => {});
    });
    await expect(caught).rejects.toMatchObject({ code: "23505" });
    expect([await marks(2), await marks(3)]).toEqual([undefined, undefined]);
  });

  it("refuses statements beside it, another transaction within it, and statements after its end", async () => {
    let kept: Db | undefined;
    const { database } = test;
    const refused = /must use its tx/;
    await database.transaction(async (tx) => {
      kept = tx;
      await expect(database.db.execute(sql`select 1`)).rejects.toThrow(refused);
      await expect(database.transaction(async () => {})).rejects.toThrow(refused);
    });
    await expect(kept && put(kept, 4)).rejects.toThrow("the transaction is over");
    expect(await database.query("select 1")).toHaveLength(1);
  });

  it("runs again after a deadlock, and gives up after its tries", async () => {
    await test.database.query("insert into marks values (11, 0), (12, 0)");
    const raise = (tx: Db, id: number) => tx.execute(sql`update marks set n = n + 1 where id = ${id}`);
    let met: () => void = () => {};
    const both = new Promise<void>((resolve) => {
      met = resolve;
    });
    let waiting = 0;
    const crossing = (first: number, second: number) =>
      test.database.transaction(async (tx) => {
        await raise(tx, first);
        waiting += 1;
        if (waiting === 2) met();
        await both;
        await raise(tx, second);
      });
    await Promise.all([crossing(11, 12), crossing(12, 11)]);
    expect([await marks(11), await marks(12), waiting]).toEqual([2, 2, 3]);

    let runs = 0;
    const failing = test.database.transaction(
      async (tx) => {
        runs += 1;
        await tx.execute(sql`do $$ begin raise exception 'again' using errcode = 'serialization_failure'; end $$`);
      },
      { tries: 3 },
    );
    await expect(failing).rejects.toMatchObject({ code: "40001" });
    expect(runs).toBe(3);
  });

  it("wakes loops after its commit, once for each topic, and none if it fails or for a try that failed", async () => {
    const { database } = test;
    const woken: string[] = [];
    onTestFinished(database.onWake(["mails"], () => woken.push("mails")));
    onTestFinished(database.onWake(["receipts"], () => woken.push("receipts")));
    const failing = database.transaction(async (tx) => {
      tx.wake("mails");
      throw new Error("a refusal");
    });
    await expect(failing).rejects.toThrow("a refusal");
    let tries = 0;
    const before = await database.transaction(async (tx) => {
      tries += 1;
      tx.wake(tries === 1 ? "mails" : "receipts");
      tx.wake(tries === 1 ? "mails" : "receipts");
      if (tries === 1) await tx.execute(sql`do $$ begin raise exception 'x' using errcode = '40001'; end $$`);
      return [...woken];
    });
    expect([before, woken]).toEqual([[], ["receipts"]]);
    database.db.wake("mails");
    expect(woken).toEqual(["receipts", "mails"]);
  });

  it("ends at its time limit, and another call gets a connection", async () => {
    const endless = Array.from({ length: 10 }, () =>
      test.database.transaction(
        async (tx) => {
          await put(tx, 21);
          await new Promise(() => {});
        },
        { withinMs: 300 },
      ),
    );
    for (const { status, reason } of (await Promise.allSettled(endless)) as PromiseRejectedResult[]) {
      expect([status, isDatabaseAway(reason)]).toEqual(["rejected", true]);
    }
    await test.database.transaction((tx) => put(tx, 21, 5));
    expect(await marks(21)).toBe(5);
  });

  it("does not wait for a lock without end, and says that the same call may be sent again", async () => {
    await test.database.query("insert into marks values (31, 0)");
    const holder = connect();
    await holder.unsafe("begin; update marks set n = 1 where id = 31");
    const waiting = test.database.transaction((tx) => tx.execute(sql`update marks set n = 2 where id = 31`));
    await expect(waiting).rejects.toThrow(StatementUnanswered);
    await holder.unsafe("rollback");
  });

  it("is ended by PostgreSQL when its server falls silent, so that others get its locks", async () => {
    await test.database.query("insert into marks values (41, 0)");
    const silent = test.database.transaction(
      async (tx) => {
        await tx.execute(sql`update marks set n = 1 where id = 41`);
        await new Promise(() => {});
      },
      { withinMs: 5_000 },
    );
    const lost = silent.catch((error: unknown) => error);
    const other = connect();
    const isHeld = () =>
      other`select from marks where id = 41 for update skip locked`.then((rows) => rows.length === 0);
    while (!(await isHeld())) await sleep(5);
    // It waits for the lock without a limit of its own.
    await other`update marks set n = 2 where id = 41`;
    expect(await marks(41)).toBe(2);
    expect(isDatabaseAway(await lost)).toBe(true);
  });
});

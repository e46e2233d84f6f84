// postgres.js 3.4.9 keeps two things of a lost connection: unsent bytes, after which no later connection can send
// anything, and the server's last error, which the next statement gets. Our patch (patches/postgres@3.4.9.patch) drops
// both.
import { connect, type Socket } from "node:net";
import postgres from "postgres";
import { describe, expect, it, onTestFinished } from "vitest";
import { postgresUrl } from "../../../test/support/fresh-database.ts";
import { driverOptions } from "./postgres-client.ts";
import { UnansweredStatements } from "./unanswered-statements.ts";

describe("a lost connection", () => {
  /** A pool of one connection, and the sockets that it opened. */
  const givenPool = () => {
    const { hostname, port } = new URL(postgresUrl);
    const sockets: Socket[] = [];
    const sql = postgres(postgresUrl, {
      ...driverOptions(new UnansweredStatements()),
      max: 1,
      // @ts-expect-error The types do not know it.
      socket: () =>
        new Promise<Socket>((resolve) => {
          const socket: Socket = connect(Number(port), hostname, () => resolve(socket));
          sockets.push(socket);
        }),
    });
    onTestFinished(() => sql.end({ timeout: 0 }));
    return { sql, sockets };
  };

  it("in the event-loop tick that gave it a statement: the next one is answered on a new connection", async () => {
    const { sql, sockets } = givenPool();
    await sql`select 1`;
    const lost = await new Promise((resolve) => {
      // The socket closes at the end of this event-loop tick, and the driver sends at the beginning of the next.
      setImmediate(() => {
        sockets[0]?.destroy();
        sql`select 2`.then(resolve, resolve);
      });
    });
    expect(lost).toMatchObject({ code: "CONNECTION_CLOSED" });
    expect(await sql`select 3 as three`).toEqual([{ three: 3 }]);
    expect(sockets).toHaveLength(2);
  });

  it("ended by the server during a statement: the next statement does not get its error", async () => {
    const { sql } = givenPool();
    const other = givenPool().sql;
    const [row] = await sql`select pg_backend_pid() as pid`;
    const ended = sql`select pg_sleep(60)`.catch((error: { code?: string }) => error.code);
    await expect
      .poll(() => other`select from pg_stat_activity where pid = ${row?.pid} and state = 'active'`)
      .toHaveLength(1);
    await other`select pg_terminate_backend(${row?.pid})`;
    expect(["57P01", "CONNECTION_CLOSED"]).toContain(await ended);
    expect(await sql`select 3 as three`).toEqual([{ three: 3 }]);
  });
});

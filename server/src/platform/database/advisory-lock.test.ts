// The lock between nodes: its messages leave at once, because while they wait no node has the lock.
import { connect, type Socket } from "node:net";
import postgres from "postgres";
import { expect, it, onTestFinished } from "vitest";
import { postgresUrl } from "../../../test/support/fresh-database.ts";
import { createAdvisoryLock } from "./advisory-lock.ts";
import { driverOptions } from "./postgres-client.ts";
import { UnansweredStatements } from "./unanswered-statements.ts";

/** Runs what was promised already, within this event-loop tick. */
const sameTick = async (): Promise<void> => {
  for (let i = 0; i < 50; i += 1) await null;
};

it("sends its request and its release in the event-loop tick in which they are made", async () => {
  const { hostname, port } = new URL(postgresUrl);
  let socket: Socket | undefined;
  const sql = postgres(postgresUrl, {
    ...driverOptions(new UnansweredStatements()),
    max: 1,
    // @ts-expect-error The types do not know it.
    socket: () =>
      new Promise<Socket>((resolve) => {
        const opened: Socket = connect(Number(port), hostname, () => resolve(opened));
        socket = opened;
      }),
  });
  onTestFinished(() => sql.end({ timeout: 0 }));
  await sql`select 1`;
  const lock = createAdvisoryLock(sql);
  let sent = socket?.bytesWritten ?? 0;
  const isSentBy = async (act: () => unknown): Promise<boolean> => {
    act();
    await sameTick();
    const before = sent;
    sent = socket?.bytesWritten ?? 0;
    return sent > before;
  };
  let taking: Promise<() => void> | undefined;
  expect(
    await isSentBy(() => {
      taking = lock.take();
    }),
  ).toBe(true);
  const release = await taking;
  expect(await isSentBy(() => release?.())).toBe(true);
});

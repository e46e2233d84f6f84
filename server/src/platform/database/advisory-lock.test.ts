// The lock between nodes: its messages leave at once, because while they wait no node has the lock.
import { randomUUID } from "node:crypto";
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
      taking = lock.take([randomUUID()]);
    }),
  ).toBe(true);
  const release = await taking;
  expect(await isSentBy(() => release?.())).toBe(true);
});

it("makes a node wait for nodes that write the same auctions, and not for others", async () => {
  const given = () => {
    const sql = postgres(postgresUrl, { ...driverOptions(new UnansweredStatements()), max: 1 });
    onTestFinished(() => sql.end({ timeout: 0 }));
    return createAdvisoryLock(sql);
  };
  const [one, other, third] = [given(), given(), given()];
  const [a, b, c] = ["0a", "0b", "0c"].map((end) => `00000000-0000-4000-8000-0000000000${end}`) as [
    string,
    string,
    string,
  ];
  const releaseOne = await one.take([b, a]);
  const order: string[] = [];
  const waiting = other.take([c, b]).then((release) => {
    order.push("the same");
    return release;
  });
  const releaseThird = await third.take([randomUUID().replace(/..$/, "ff")]);
  order.push("another");
  releaseThird();
  releaseOne();
  (await waiting)();
  expect(order).toEqual(["another", "the same"]);
});

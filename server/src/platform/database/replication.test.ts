import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { type ReplicationState, WatchedReplication, WritesStopped } from "./replication.ts";

const SYNCHRONOUS: ReplicationState = { isSynchronous: true, timeline: "00000001" };
const ALONE: ReplicationState = { isSynchronous: false, timeline: "00000001" };

/** A database whose state is `state`, and whose commits wait until the test answers them. */
const given = (state: ReplicationState) => {
  const database = { state, isAway: false };
  const waiting: { answer(): void; fail(): void }[] = [];
  const replication = new WatchedReplication({
    state: async () => {
      if (database.isAway) throw new Error("away");
      return database.state;
    },
    commit: () =>
      new Promise((resolve, reject) => {
        waiting.push({ answer: resolve, fail: () => reject(new Error("lost")) });
      }),
  });
  const tick = () => vi.advanceTimersByTimeAsync(0);
  const settled = async <T>(promise: Promise<T>): Promise<T | "waiting"> => {
    await tick();
    return await Promise.race([promise, Promise.resolve("waiting" as const)]);
  };
  const answer = async (): Promise<void> => {
    await tick();
    waiting.shift()?.answer();
    await tick();
  };
  /** After this nothing is in doubt. */
  const trusted = async (): Promise<void> => {
    void replication.confirmed();
    await answer();
  };
  return { replication, database, waiting, tick, settled, answer, trusted };
};

beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] }));
afterEach(() => void vi.useRealTimers());

it("asks once at the start, and then holds no statement back where commits wait for nobody", async () => {
  const { replication, waiting, settled } = given(ALONE);
  const held = replication.before("select 1") ?? Promise.reject(new Error("not held back"));
  expect(await settled(held)).toBeUndefined();
  expect(replication.before("select 1")).toBeNull();
  expect(await replication.confirmed()).toBe(true);
  expect(waiting).toHaveLength(0);
});

it("confirms only by a commit that began after the call, which all callers share", async () => {
  const { replication, waiting, settled, tick, answer, trusted } = given(SYNCHRONOUS);
  await trusted();
  const first = replication.confirmed();
  await tick();
  const [second, third] = [replication.confirmed(), replication.confirmed()];
  await answer();
  expect(await first).toBe(true);
  expect(await settled(second)).toBe("waiting");
  expect(waiting).toHaveLength(1);
  await answer();
  expect(await Promise.all([second, third])).toEqual([true, true]);
  expect(waiting).toHaveLength(0);
});

it.each(["from the start", "later"])(
  "lets reads go on unconfirmed after 3 s without a standby, %s, and refuses writes until there is one",
  async (since) => {
    const { replication, waiting, settled, answer, trusted } = given(SYNCHRONOUS);
    if (since === "later") await trusted();
    const read = replication.confirmed();
    await vi.advanceTimersByTimeAsync(2_900);
    expect(await settled(read)).toBe("waiting");
    await vi.advanceTimersByTimeAsync(200);
    expect(await read).toBe(false);
    expect(await settled(replication.confirmed())).toBe(false);
    await expect(replication.before("with x as (insert into bids values (1)) select 1")).rejects.toThrow(WritesStopped);
    expect(await settled(replication.before("select updated_at from auctions") ?? Promise.resolve())).toBeUndefined();
    // Only one commit waits for the standby all the time.
    expect(waiting).toHaveLength(1);
    await answer();
    expect(await replication.before("insert into bids values (1)")).toBeFalsy();
  },
);

it("holds statements back after the loss of a connection until the database confirms what it shows", async () => {
  const { replication, settled, answer, trusted } = given(SYNCHRONOUS);
  await trusted();
  expect(replication.before("select 1")).toBeNull();
  replication.lost();
  const held = replication.before("select 1") ?? Promise.reject(new Error("not held back"));
  expect(await settled(held)).toBe("waiting");
  await answer();
  expect(await settled(held)).toBeUndefined();
  expect(replication.before("select 1")).toBeNull();
});

it("asks again for the next statement while the database is away, and lets each statement fail by itself", async () => {
  const { replication, database, settled, answer, trusted } = given(SYNCHRONOUS);
  await trusted();
  replication.lost();
  database.isAway = true;
  expect(await settled(replication.before("select 1") ?? Promise.reject(new Error("not held back")))).toBeUndefined();
  database.isAway = false;
  const held = replication.before("update users set role = 'x'") ?? Promise.reject(new Error("not held back"));
  expect(await settled(held)).toBe("waiting");
  await answer();
  expect(await settled(held)).toBeUndefined();
});

it("reports a new primary before any standby follows it, and does not confirm what was read from the former", async () => {
  const { replication, database, tick, answer, trusted } = given(SYNCHRONOUS);
  await trusted();
  let changes = 0;
  replication.onNewPrimary(() => {
    changes += 1;
  });
  database.state = { ...SYNCHRONOUS, timeline: "00000002" };
  const read = replication.confirmed();
  await tick();
  expect(changes).toBe(1);
  await answer();
  expect(await read).toBe(false);
  const again = replication.confirmed();
  await answer();
  expect(await again).toBe(true);
  expect(changes).toBe(1);
});

it("notices a new primary by itself within a second", async () => {
  const { replication, database, answer, trusted } = given(SYNCHRONOUS);
  await trusted();
  // Until the first answer the node takes this for a database without standbys, which it asks rarely.
  await vi.advanceTimersByTimeAsync(10_000);
  await answer();
  let changes = 0;
  replication.onNewPrimary(() => {
    changes += 1;
  });
  database.state = { ...SYNCHRONOUS, timeline: "00000002" };
  await vi.advanceTimersByTimeAsync(1_000);
  expect(changes).toBe(1);
  replication.close();
});

// Tests which server runs a list's statement. The test sets the state of the servers.
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, expect, it } from "vitest";
import type { Database } from "../database.ts";
import { type ReadReplica, readThrough } from "./read-replica.ts";
import type { ReplicaConnection } from "./replica-connection.ts";

const LOOKS_EVERY_MS = 5;

/** A primary and a replica that say what `at` has. `answers` is what the replica does with a statement. */
const given = async ({ looksEveryMs = LOOKS_EVERY_MS, catchesUpWithinMs = 30 } = {}) => {
  const at = {
    questions: 0,
    looks: 0,
    flushed: 100,
    timeline: 1,
    system: "ours",
    isPrimaryThere: true,
    replayed: 100,
    isInRecovery: true,
    replicaTimeline: 1,
    replicaSystem: "ours",
  };
  const asked: string[] = [];
  let generation = 0;
  let answers: () => Promise<unknown> = async () => "replica";
  const primary = {
    query: async (text: string) => {
      if (!at.isPrimaryThere) throw Object.assign(new Error("gone"), { code: "CONNECTION_CLOSED" });
      if (text.includes("pg_current_wal_flush_lsn")) {
        at.questions += 1;
        return [{ flushed: at.flushed, timeline: at.timeline.toString(16).padStart(8, "0") }];
      }
      if (text.includes("pg_control_system")) return [{ system: at.system }];
      asked.push(text);
      return [{ from: "primary" }];
    },
  } as unknown as Database;
  const connection: ReplicaConnection = {
    generation: () => generation,
    state: async () => {
      at.looks += 1;
      return { isInRecovery: at.isInRecovery, replayed: at.replayed };
    },
    identity: async () => ({ system: at.replicaSystem, timeline: at.replicaTimeline }),
    query: async () => [{ from: await answers() }],
    cells: async () => [],
    close: async () => {},
  };
  const said: string[] = [];
  const say = (details: object, message: string) => void said.push([message, ...Object.values(details)].join(": "));
  const replica = readThrough(primary, [connection], {
    log: { info: say, warn: say },
    looksEveryMs,
    catchesUpWithinMs,
  });
  opened.push(replica);
  await expect.poll(() => replica.figures.isUsed()).toBe(true);
  return {
    at,
    asked,
    said,
    replica,
    read: async () => (await replica.lists.query<{ from: string }>("list"))[0]?.from,
    reconnect: () => {
      generation += 1;
    },
    onReplica: (answer: typeof answers) => {
      answers = answer;
    },
  };
};

const opened: ReadReplica[] = [];
afterEach(async () => {
  for (const one of opened.splice(0)) await one.close();
});

const ended = Object.assign(new Error("ended"), { code: "57P01" });

it("reads on the replica that has replayed everything, and asks the primary for no list", async () => {
  const { asked, read, replica } = await given();
  expect([await read(), await read()]).toEqual(["replica", "replica"]);
  expect(asked).toEqual([]);
  expect(replica.figures.statements).toEqual({ replica: 2, primary: 0 });
  expect(replica.figures.lagS()).toBe(0);
});

it("asks the primary once for all statements of a request, and again for the next request", async () => {
  const { at, read, replica } = await given({ looksEveryMs: 1_000_000 });
  const request = () =>
    new Promise<(string | undefined)[]>((resolve) => {
      replica.inRequest(() => void Promise.all([read(), read().then(read)]).then(resolve));
    });
  const before = at.questions;
  expect(await request()).toEqual(["replica", "replica"]);
  expect(at.questions).toBe(before + 1);
  at.flushed = 200;
  expect(await request()).toEqual(["primary", "primary"]);
  expect(at.questions).toBe(before + 2);
});

it("waits for a replica that is a moment behind", async () => {
  const { at, read } = await given({ catchesUpWithinMs: 20_000 });
  at.flushed = 200;
  const before = at.looks;
  let isRead = false;
  const list = read().finally(() => {
    isRead = true;
  });
  while (at.looks < before + 3) await sleep(1);
  expect(isRead).toBe(false);
  at.replayed = 200;
  expect(await list).toBe("replica");
});

it("reads on the primary while the replica is behind, and on the replica when it has caught up", async () => {
  const { at, read, replica, said } = await given();
  at.flushed = 200;
  expect(await read()).toBe("primary");
  await expect.poll(() => replica.figures.lagS()).toBeGreaterThan(0);
  expect(replica.figures.isUsed()).toBe(false);
  await expect.poll(() => said).toEqual(["lists are read on the primary: it is behind"]);
  at.replayed = 200;
  await expect.poll(() => replica.figures.isUsed()).toBe(true);
  expect(await read()).toBe("replica");
  await expect.poll(() => said.at(-1)).toBe("lists are read on the replica");
});

it.each([
  ["was promoted", { isInRecovery: false }, "it is no standby"],
  ["is on another timeline", { replicaTimeline: 2 }, "it is on timeline 2, and the primary on 1"],
  ["is left behind by a new primary", { timeline: 2 }, "it is on timeline 1, and the primary on 2"],
  ["is a copy of another database", { replicaSystem: "theirs" }, "it is no copy of the primary"],
])("does not read on a server that %s, although it has replayed enough", async (_, change, reason) => {
  const { at, read, replica, said } = await given();
  Object.assign(at, change, { replayed: 1_000 });
  await expect.poll(() => replica.figures.isUsed()).toBe(false);
  expect(await read()).toBe("primary");
  await expect.poll(() => said).toEqual([`lists are read on the primary: ${reason}`]);
});

it("answers from the primary when the replica ends a connection, and asks it nothing until it was looked at", async () => {
  const { read, onReplica } = await given({ looksEveryMs: 1_000_000 });
  let tries = 0;
  onReplica(async () => {
    tries += 1;
    throw ended;
  });
  expect([await read(), await read()]).toEqual(["primary", "primary"]);
  expect(tries).toBe(1);
});

it("reads on the replica again after the next look at it", async () => {
  const { read, replica, onReplica } = await given();
  onReplica(async () => {
    throw ended;
  });
  expect(await read()).toBe("primary");
  onReplica(async () => "replica");
  await expect.poll(() => replica.figures.isUsed()).toBe(true);
  expect(await read()).toBe("replica");
});

it("throws an answer away whose connection changed since the server was asked", async () => {
  const { read, reconnect, onReplica } = await given();
  onReplica(async () => {
    reconnect();
    return "another server";
  });
  expect(await read()).toBe("primary");
});

it("asks a new connection who it is, because the address may lead to another server now", async () => {
  const { at, read, reconnect } = await given();
  at.replicaSystem = "theirs";
  reconnect();
  expect(await read()).toBe("primary");
});

it("goes on reading on the replica after a statement that both refuse, with the primary's error", async () => {
  const { at, read, replica, onReplica } = await given();
  onReplica(async () => {
    throw new Error("canceled, conflict with recovery");
  });
  expect(await read()).toBe("primary");
  expect(replica.figures.isUsed()).toBe(true);
  at.isPrimaryThere = false;
  await expect(read()).rejects.toMatchObject({ code: "CONNECTION_CLOSED" });
});

it("reads nothing on the replica while nobody knows what it must show", async () => {
  const { at, read, onReplica } = await given();
  let tries = 0;
  onReplica(async () => {
    tries += 1;
    return "replica";
  });
  at.isPrimaryThere = false;
  await expect(read()).rejects.toThrow("gone");
  expect(tries).toBe(0);
});

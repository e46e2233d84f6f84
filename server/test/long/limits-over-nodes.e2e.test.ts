// Tests that a person who keeps within a limit is never refused, whichever node they use: over three nodes, by socket
// and by REST, with Redis killed and restarted, with reports that come late and twice, and while the nodes restart one
// by one.
import { setTimeout as sleep } from "node:timers/promises";
import { createClient } from "@redis/client";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { bid, connect, type LiveClient, transports } from "../support/e2e-live.ts";
import { makePerson, type Person } from "../support/e2e-people.ts";
import { startTestServer, type TestServer } from "../support/e2e-server.ts";
import { type FreshDatabase, makeDatabase } from "../support/fresh-database.ts";
import { canHaveNodes, startThrowawayRedis, type ThrowawayRedis } from "../support/throwaway-redis.ts";

/** Commands of a user, as docs/api-limits.md says them: 100 at once, then 20 a second. */
const AT_FIRST = 50;
const PER_SECOND = 15;
const FOR_SECONDS = 8;
/** 170 were let through by now, and all but some 10 have leaked away. */
const AT_ONCE_ELSEWHERE = 60;

const nobody = "00000000-0000-4000-8000-000000000000";

describe.skipIf(!canHaveNodes())("a client within the limits", () => {
  let database: FreshDatabase;
  let redis: ThrowawayRedis;
  let servers: TestServer[];
  let people = 0;

  const start = (): Promise<TestServer> =>
    startTestServer({
      at: database,
      config: { redisUrl: redis.url, hasRateLimits: true, drain: { waitMs: 200, spreadMs: 200 } },
    });
  const somebody = (): Promise<Person> => makePerson(servers[0] as TestServer, `steady-${++people}`);

  beforeAll(async () => {
    database = await makeDatabase();
    redis = await startThrowawayRedis();
    servers = [await start(), await start(), await start()];
  }, 120_000);
  afterAll(async () => {
    for (const server of servers ?? []) await server.close();
    await redis?.stop();
    await database?.drop();
  });

  /** Sends bids that are refused for another reason once they pass the limit. Returns the codes they were answered. */
  const senders = {
    socket: async (server: TestServer, person: Person) => {
      const client = await connect(server, transports[people % 2] ?? "/ws", { token: person.token });
      return {
        send: async () => codeOf(await bid(client, nobody, 5)),
        close: () => client.close(),
      };
    },
    REST: async (server: TestServer, { token }: Person) => ({
      send: async () =>
        (await server.api("POST", "/api/bids", { token, body: { auctionId: nobody, amount: 5 } })).body.code,
      close: () => {},
    }),
  } as const;

  const within = async (by: keyof typeof senders): Promise<Record<string, number>> => {
    const person = await somebody();
    const codes: Record<string, number> = {};
    const count = (code: string): void => {
      codes[code] = (codes[code] ?? 0) + 1;
    };
    const [one, two, three] = await Promise.all(servers.map((server) => senders[by](server, person)));
    const atOnce = async (sender: typeof one, tries: number): Promise<void> => {
      for (const code of await Promise.all(Array.from({ length: tries }, () => sender?.send()))) count(code ?? "none");
    };
    await atOnce(one, AT_FIRST);
    for (let n = 0; n < PER_SECOND * FOR_SECONDS; n++) {
      await Promise.all([atOnce(one, 1), sleep(1000 / PER_SECOND)]);
    }
    await atOnce(two, AT_ONCE_ELSEWHERE);
    await sleep(300);
    await atOnce(three, 20);
    for (const sender of [one, two, three]) sender?.close();
    return codes;
  };
  const tried = AT_FIRST + PER_SECOND * FOR_SECONDS + AT_ONCE_ELSEWHERE + 20;

  it.each(["socket", "REST"] as const)("is not refused at another node, by %s", async (by) => {
    expect(await within(by)).toEqual({ NOT_FOUND: tried });
  });

  it.each(["socket", "REST"] as const)(
    "is not refused when Redis is killed and restarted, and reports come late and twice, by %s",
    async (by) => {
      const ear = createClient({ url: redis.url });
      ear.on("error", () => {});
      await ear.connect();
      const speaker = ear.duplicate();
      speaker.on("error", () => {});
      await speaker.connect();
      const repeated = new Set<string>();
      await ear.subscribe("jara:fanout", (message) => {
        if (!message.includes('"spent"') || repeated.has(message)) return;
        repeated.add(message);
        for (const lateMs of [0, 800])
          setTimeout(() => void speaker.publish("jara:fanout", message).catch(() => {}), lateMs);
      });
      const outage = (async () => {
        await sleep(2_000);
        await redis.stop();
        await sleep(1_500);
        await redis.start();
      })();
      try {
        expect(await within(by)).toEqual({ NOT_FOUND: tried });
        expect(repeated.size).toBeGreaterThan(10);
      } finally {
        await outage;
        ear.destroy();
        speaker.destroy();
      }
    },
  );

  it("is not refused while all nodes restart one after the other", { timeout: 120_000 }, async () => {
    const crowd = await Promise.all(Array.from({ length: 6 }, somebody));
    const living = new Set(servers);
    const codes: Record<string, number> = {};
    let moves = 0;
    let isOver = false;
    const goOn = async (person: Person, n: number): Promise<void> => {
      let client: LiveClient | null = null;
      let isClosed = false;
      while (!isOver) {
        const paced = sleep(1000 / PER_SECOND);
        try {
          if (!client || isClosed) {
            const all = [...living];
            client = await connect(all[moves++ % all.length] as TestServer, transports[n % 2] ?? "/ws", {
              token: person.token,
            });
            isClosed = false;
            void client.closed.then(() => {
              isClosed = true;
            });
          }
          const gone = client.closed.then(() => "UNAVAILABLE");
          const code = await Promise.race([bid(client, nobody, 5).then(codeOf), gone]);
          codes[code] = (codes[code] ?? 0) + 1;
          if (code === "UNAVAILABLE") isClosed = true;
        } catch {
          // Its server is on its way out.
          isClosed = true;
        }
        await paced;
      }
      client?.close();
    };
    const all = Promise.all(crowd.map(goOn));
    await sleep(4_000);
    for (const [n, server] of [...servers].entries()) {
      living.delete(server);
      await server.close();
      const next = await start();
      servers[n] = next;
      living.add(next);
      await sleep(3_000);
    }
    // Each user sends more commands than one full allowance, and each client changes servers.
    await vi.waitFor(() => expect(codes.NOT_FOUND).toBeGreaterThan(crowd.length * 120), { timeout: 60_000 });
    isOver = true;
    await all;
    expect(codes.RATE_LIMITED ?? 0).toBe(0);
    expect(moves).toBeGreaterThanOrEqual(crowd.length * 2);
    process.stdout.write(
      `  restarts of three nodes: ${codes.NOT_FOUND} commands of 6 users, ${moves} connections, 0 bad\n`,
    );
  });
});

const codeOf = (answer: { ok: boolean; error?: { code: string } }): string => answer.error?.code ?? "OK";

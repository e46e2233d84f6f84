// Starts several nodes in this process, over one PostgreSQL and one Redis of their own. `e2e-nodes.ts` starts each node
// in a process of its own.
import type { Config } from "../../src/config.ts";
import { startTestServer, type TestServer } from "./e2e-server.ts";
import { makeDatabase } from "./fresh-database.ts";
import { startThrowawayRedis, type ThrowawayRedis } from "./throwaway-redis.ts";

export interface ServersTogether {
  readonly servers: readonly [TestServer, ...TestServer[]];
  readonly redis: ThrowawayRedis;
  close(): Promise<void>;
}

export interface TwoNodes extends ServersTogether {
  readonly here: TestServer;
  readonly there: TestServer;
}

export const startServersTogether = async (count: number, config: Partial<Config> = {}): Promise<ServersTogether> => {
  const database = await makeDatabase();
  const redis = await startThrowawayRedis();
  const start = () => startTestServer({ at: database, config: { redisUrl: redis.url, ...config } });
  const servers: [TestServer, ...TestServer[]] = [await start()];
  while (servers.length < count) servers.push(await start());
  return {
    servers,
    redis,
    async close() {
      for (const server of servers) await server.close();
      await redis.stop();
      await database.drop();
    },
  };
};

export const startTwoNodes = async (): Promise<TwoNodes> => {
  const nodes = await startServersTogether(2);
  const [here, there = here] = nodes.servers;
  return { ...nodes, here, there };
};

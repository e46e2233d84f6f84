// Two servers over one PostgreSQL and one Redis of their own.
import { makeDatabase } from "./e2e-database.ts";
import { startTestServer, type TestServer } from "./e2e-server.ts";
import { hasRedis, startThrowawayRedis, type ThrowawayRedis } from "./throwaway-redis.ts";

export interface TwoNodes {
  readonly here: TestServer;
  readonly there: TestServer;
  readonly redis: ThrowawayRedis;
  close(): Promise<void>;
}

export const canHaveTwoNodes = (): boolean => Boolean(process.env.TEST_DATABASE_URL) && hasRedis();

export const startTwoNodes = async (): Promise<TwoNodes> => {
  const database = await makeDatabase("postgres");
  const redis = await startThrowawayRedis();
  const options = { database: "postgres", at: database, config: { redisUrl: redis.url } } as const;
  const here = await startTestServer(options);
  const there = await startTestServer(options);
  return {
    here,
    there,
    redis,
    async close() {
      await here.close();
      await there.close();
      await redis.stop();
      await database.drop();
    },
  };
};

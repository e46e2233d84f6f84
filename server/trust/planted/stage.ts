// Starts servers of a given build on a database of their own, for one trial.
import { toLotRules, toStoredRules, usualPercents } from "@jara/shared/payment-rules";
import { openDatabase } from "../../src/platform/database/database.ts";
import { startTestServer, type TestServer } from "../../test/support/e2e-server.ts";
import { SITE_SECRET } from "../site/site.ts";
import { MAX_UNPAID_WINS } from "./bidding-parts.ts";
import type { BuildServer } from "./build-planted.ts";
import type { Place } from "./provoke.ts";

export interface Stage extends Place {
  close(): Promise<void>;
}

export const openStage = async (given: {
  readonly build: BuildServer;
  readonly nodes: number;
  /** A database that nobody else uses. */
  readonly databaseUrl: string;
  readonly redisUrl: string;
  readonly migrations: string;
  readonly balanceRule?: "check" | "hold";
}): Promise<Stage> => {
  const { build, databaseUrl, redisUrl } = given;
  const database = await openDatabase({ url: databaseUrl }, given.migrations);
  await database.query(
    `insert into setting_versions (section, version, value, source, changed_at, reason)
     values ('lot-rules', 1, $1::text::jsonb, 'environment', clock_now(), 'A premium whose VAT is rounded')`,
    [JSON.stringify(toStoredRules(toLotRules({ ...usualPercents, premiumPercent: 12.34, vatPercent: 7.5 })))],
  );
  const servers: TestServer[] = [];
  const close = async (): Promise<void> => {
    await Promise.all(servers.map((server) => server.close()));
    await database.close();
  };
  try {
    const at = { databaseUrl, drop: async () => {} };
    const config = {
      redisUrl,
      jwtSecret: SITE_SECRET,
      balanceRule: given.balanceRule ?? "check",
      stepUpMinutes: 0,
      maxUnpaidWins: MAX_UNPAID_WINS,
    } as const;
    while (servers.length < given.nodes) {
      // Use the real server's number of connections, because many faults are between statements of the same time.
      servers.push(await startTestServer({ at, config, build, connections: 10 }));
    }
    return { addresses: servers.map(({ address }) => address), database, close };
  } catch (error) {
    await close();
    throw error;
  }
};

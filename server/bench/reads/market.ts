// Opens a database with a large market, and finds what the measured calls need in it: tokens, and a few lots and users.
import jwt from "@fastify/jwt";
import Fastify from "fastify";
import { createTokens, jwtOptions } from "../../src/features/accounts/sessions/tokens.ts";
import { type Database, openDatabase } from "../../src/platform/database/database.ts";
import type { Sizes } from "../../src/tools/large/expressions.ts";
import { makeLargeMarket } from "../../src/tools/large/make-large-market.ts";
import { migrations, openPostgresOfOwn } from "../databases.ts";
import { jwtSecret } from "../live/processes.ts";

export interface Market {
  readonly auctions: number;
  readonly url: string;
  readonly database: Database;
  readonly adminToken: string;
  readonly bidderToken: string;
  readonly bidderId: string;
  /** Active lots; the one with most bids comes first. */
  readonly lots: readonly string[];
  discard(): Promise<void>;
}

/** A market that `pnpm seed:large` made earlier; it is kept. */
export const marketAt = async (url: string): Promise<Market> => {
  const database = await openDatabase({ url }, migrations);
  return { ...(await known(database)), url, database, discard: () => database.close() };
};

/** Null if there is no PostgreSQL to measure on. */
export const marketOfOwn = async (sizes: Sizes): Promise<Market | null> => {
  const bench = await openPostgresOfOwn();
  if (!bench?.url) return null;
  try {
    await makeLargeMarket(bench.url, sizes, () => {});
    return { ...(await known(bench.database)), url: bench.url, database: bench.database, discard: bench.discard };
  } catch (error) {
    await bench.discard();
    throw error;
  }
};

const known = async (database: Database) => {
  const one = async <R extends Record<string, unknown>>(statement: string): Promise<R> => {
    const [row] = await database.query<R>(statement);
    if (!row) throw new Error("the market is empty");
    return row;
  };
  const { auctions } = await one<{ auctions: number }>("select count(*)::int as auctions from auctions");
  const admin = await one<Person>(
    `select id, token_version as "tokenVersion" from users u where id = (
       select seller_id from auctions group by seller_id order by count(*) desc limit 1)`,
  );
  const bidder = await one<Person>(
    `select id, token_version as "tokenVersion" from users u where id = (
       select bidder_id from bids group by bidder_id order by count(*) desc limit 1)`,
  );
  const lots = await database.query<{ id: string }>(
    "select id from auctions where status = 'active' order by bid_count desc limit 50",
  );
  const app = Fastify();
  await app.register(jwt, jwtOptions(jwtSecret));
  await app.ready();
  const tokens = createTokens(app, database);
  const [adminToken = "", bidderToken = ""] = await tokens.issueMany([admin, bidder], "Benchmark");
  return {
    auctions,
    adminToken,
    bidderToken,
    bidderId: bidder.id,
    lots: lots.map(({ id }) => id),
  };
};

interface Person extends Record<string, unknown> {
  readonly id: string;
  readonly tokenVersion: number;
}

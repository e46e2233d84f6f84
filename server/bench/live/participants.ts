// Makes the data that must exist before the server starts: bidders with tokens, and auctions that outlast the bench.
import jwt from "@fastify/jwt";
import Fastify from "fastify";
import { createTokens, jwtOptions } from "../../src/features/accounts/sessions/tokens.ts";
import type { Database } from "../../src/platform/database/database.ts";
import { type BenchDatabase, openBuiltIn, openPostgresOfOwn } from "../databases.ts";
import { INCREMENT_MINOR, STARTING_PRICE_MINOR } from "../engine/contender.ts";
import { seedAuctions, seedBidders, seedSeller } from "../engine/seed.ts";
import { jwtSecret } from "./processes.ts";

const BIDDERS = 200;
/** Enough auctions for the idle bids to alternate, so that each auction has been idle longer than the merge window. */
const RESTING = 10;
const ORDINARY = 200;
const MANY = 1_000;

/** An auction as the client knows it: the last price it bid. */
export interface Lot {
  readonly id: string;
  priceMinor: number;
}

export interface Participants {
  readonly name: string;
  /** The server's environment for this database. */
  readonly environment: Record<string, string>;
  readonly tokens: readonly string[];
  readonly resting: readonly Lot[];
  readonly brisk: Lot;
  readonly ordinary: readonly Lot[];
  /** More auctions than a batch of the engine has commands. */
  readonly many: readonly Lot[];
  readonly hot: Lot;
  discard(): Promise<void>;
}

/** The amount of the lowest valid bid, in major units, if every bid so far has been accepted. */
export const nextAmount = (lot: Lot): number => {
  lot.priceMinor += INCREMENT_MINOR;
  return lot.priceMinor / 100;
};

export const participantsOnBuiltIn = async (): Promise<Participants> => participantsOn(await openBuiltIn());

/** Null if there is no PostgreSQL to measure on. */
export const participantsOnPostgres = async (): Promise<Participants | null> => {
  const bench = await openPostgresOfOwn();
  return bench && (await participantsOn(bench));
};

/** Makes the participants in a PostgreSQL that is open already. Discarding them discards that database. */
export const participantsOn = async (bench: BenchDatabase): Promise<Participants> => {
  try {
    const seeded = await seed(bench.database);
    return { name: bench.name, environment: { DATABASE_URL: bench.url }, ...seeded, discard: bench.discard };
  } catch (error) {
    await bench.discard();
    throw error;
  }
};

const seed = async (database: Database) => {
  const sellerId = await seedSeller(database);
  await seedBidders(database, BIDDERS);
  const ids = await seedAuctions(database, sellerId, RESTING + ORDINARY + MANY + 2);
  const [brisk, hot, ...others] = ids.map((id): Lot => ({ id, priceMinor: STARTING_PRICE_MINOR }));
  if (!brisk || !hot) throw new Error("no auctions");
  return {
    tokens: await tokensOf(database),
    brisk,
    hot,
    resting: others.slice(0, RESTING),
    ordinary: others.slice(RESTING, RESTING + ORDINARY),
    many: others.slice(RESTING + ORDINARY),
  };
};

const tokensOf = async (database: Database): Promise<string[]> => {
  const app = Fastify();
  await app.register(jwt, jwtOptions(jwtSecret));
  const bidders = await database.query<{ id: string; tokenVersion: number }>(
    `select id, token_version as "tokenVersion" from users where role = 'user'`,
  );
  return await createTokens(app, database).issueMany(bidders, "Benchmark");
};

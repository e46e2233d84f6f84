// `pnpm seed:large`: fills the PostgreSQL in DATABASE_URL with a large market. It refuses production, and it refuses a
// database that has users unless it is told to empty it.
import path from "node:path";
import { parseArgs } from "node:util";
import { getTableName, sql } from "drizzle-orm";
import { ConfigError, projectRoot, readConfig } from "../../config.ts";
import { openDatabase } from "../../platform/database/database.ts";
import { users } from "../../platform/database/schema/accounts.ts";
import { logCursors } from "../../platform/database/schema/log.ts";
import { exchangeRates } from "../../platform/database/schema/money.ts";
import { publicHolidays } from "../../platform/database/schema/settlements.ts";
import type { Sizes } from "./expressions.ts";
import { LARGE_PASSWORD, makeLargeMarket } from "./make-large-market.ts";

const HELP = `DATABASE_URL=postgres://… pnpm seed:large [options]

  --auctions <n>         how many auctions (default 200000)
  --users <n>            how many users (default 100000)
  --bids <n>             how many bids (default 1000000)
  --delete-everything    empty every table first, whatever is in it`;

class Mistake extends Error {}

const say = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

const readArguments = (): Sizes & { deletesEverything: boolean } => {
  const options = {
    auctions: { type: "string", default: "200000" },
    users: { type: "string", default: "100000" },
    bids: { type: "string", default: "1000000" },
    "delete-everything": { type: "boolean", default: false },
  } as const;
  const values = (() => {
    try {
      return parseArgs({ options, strict: true, allowPositionals: false }).values;
    } catch {
      throw new Mistake(HELP);
    }
  })();
  const whole = (name: "auctions" | "users" | "bids", least: number): number => {
    const value = Number(values[name]);
    if (Number.isInteger(value) && value >= least && value <= 10_000_000) return value;
    throw new Mistake(`--${name} must be a whole number from ${least} to 10,000,000.`);
  };
  return {
    auctions: whole("auctions", 10),
    users: whole("users", 50),
    bids: whole("bids", 0),
    deletesEverything: values["delete-everything"],
  };
};

const run = async (): Promise<void> => {
  if (process.env.NODE_ENV === "production") throw new Mistake("The large market is refused in production.");
  const { deletesEverything, ...sizes } = readArguments();
  const { databaseUrl } = readConfig();
  if (!databaseUrl)
    throw new Mistake("DATABASE_URL must name a PostgreSQL: the built-in database is too small for this.");
  const database = await openDatabase({ url: databaseUrl }, path.join(projectRoot, "migrations"));
  try {
    const count = await database.db.$count(users);
    if (count > 0 && !deletesEverything) {
      throw new Mistake(
        `The database has ${count} users already. Use an empty one, or add --delete-everything to delete all its data.`,
      );
    }
    if (deletesEverything) await emptyAll(database);
  } finally {
    await database.close();
  }
  say("Making a large market …");
  const { admin, bidder } = await makeLargeMarket(databaseUrl, sizes, say);
  say(`Done. ${admin.email} sells, ${bidder.email} bids most; the password of both is ${LARGE_PASSWORD}.`);
};

/** Empties all tables except those that migrations fill. SQL, because Drizzle's builder has no `truncate`. */
const emptyAll = async ({ db }: Awaited<ReturnType<typeof openDatabase>>): Promise<void> => {
  const rows = await db.execute<{ name: string }>(
    sql`select tablename as name from pg_tables where schemaname = 'public'`,
  );
  const kept: string[] = [publicHolidays, exchangeRates, logCursors].map(getTableName);
  const names = rows.filter(({ name }) => !kept.includes(name)).map(({ name }) => sql.identifier(name));
  await db.execute(sql`truncate ${sql.join(names, sql`, `)}`);
};

run().catch((error: unknown) => {
  const isExpected = error instanceof Mistake || error instanceof ConfigError;
  process.stderr.write(`${isExpected ? (error as Error).message : error instanceof Error ? error.stack : error}\n`);
  process.exitCode = 1;
});

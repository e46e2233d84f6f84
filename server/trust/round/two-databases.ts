// Opens one PostgreSQL of its own twice, for trials that race two engines.
import { fileURLToPath } from "node:url";
import { startThrowawayPostgres } from "../../bench/throwaway-postgres.ts";
import { type Database, openDatabase } from "../../src/platform/database/database.ts";
import { CannotBeTried } from "../row.ts";

const migrations = fileURLToPath(new URL("../../../migrations", import.meta.url));

/** Throws CannotBeTried if PostgreSQL is not installed. */
export const onTwoDatabases = async (
  work: (databases: readonly [Database, Database]) => Promise<void>,
): Promise<void> => {
  const postgres = await startThrowawayPostgres();
  if (!postgres) throw new CannotBeTried("PostgreSQL's server programs are not installed");
  const open = () => openDatabase({ url: postgres.url }, migrations);
  const databases = [await open(), await open()] as const;
  await work(databases).finally(async () => {
    for (const database of databases) await database.close();
    await postgres.stop();
  });
};

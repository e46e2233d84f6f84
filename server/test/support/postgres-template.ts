// The global setup of all tests on PostgreSQL: makes one migrated database, of which each test gets a copy. It is
// dropped at the end.
import { openDatabase } from "../../src/platform/database/database.ts";
import { copyPostgres, migrationsFolder, nameOf, postgresUrl, TEMPLATE } from "./fresh-database.ts";

export default async (): Promise<(() => Promise<void>) | undefined> => {
  if (!postgresUrl) return undefined;
  const { databaseUrl, drop } = await copyPostgres(null);
  const url = databaseUrl ?? "";
  await (await openDatabase({ url }, migrationsFolder)).close();
  process.env[TEMPLATE] = nameOf(url);
  return drop;
};

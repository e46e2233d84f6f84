// Opens a fresh database for the tests of one `describe`, and drops it afterwards.
import { afterAll, beforeAll, beforeEach } from "vitest";
import { type Database, openDatabase } from "../../src/platform/database/database.ts";
import { type FreshDatabase, makeDatabase, migrationsFolder } from "./fresh-database.ts";

export interface TestDatabase {
  readonly kind: Database["kind"];
  /** Open from `beforeAll` on. */
  readonly database: Database;
  /** PostgreSQL's address of it, for a connection of the test's own; empty for PGlite. */
  readonly url: string;
  /**
   * Opens the database as another node would: with its own pool on PostgreSQL, another one at each call of a test. The next
   * test gets the same pools. PGlite has only one connection.
   */
  openAnother(): Promise<Database>;
}

export const withDatabase = (kind: Database["kind"]): TestDatabase => {
  let fresh: FreshDatabase | undefined;
  let database: Database | undefined;
  const others: Promise<Database>[] = [];
  let taken = 0;
  const opened = (): Database => {
    if (!database) throw new Error("the database opens in beforeAll");
    return database;
  };

  beforeAll(async () => {
    fresh = await makeDatabase(kind);
    const { databaseUrl, dataDir } = fresh;
    database = await openDatabase(databaseUrl ? { url: databaseUrl } : { folder: dataDir }, migrationsFolder);
  });
  beforeEach(() => {
    taken = 0;
  });
  afterAll(async () => {
    await Promise.all([database, ...(await Promise.all(others))].map((one) => one?.close()));
    await fresh?.drop();
  });

  return {
    kind,
    get database() {
      return opened();
    },
    get url() {
      return fresh?.databaseUrl ?? "";
    },
    async openAnother() {
      if (kind === "pglite") return opened();
      const place = taken++;
      others[place] ??= openDatabase({ url: fresh?.databaseUrl ?? "" }, null);
      return await others[place];
    },
  };
};

// Opens a fresh database for the tests of one `describe`, and drops it afterwards.
import { afterAll, beforeAll, beforeEach } from "vitest";
import { type Database, openDatabase } from "../../src/platform/database/database.ts";
import { type FreshDatabase, makeDatabase } from "./fresh-database.ts";

export interface TestDatabase {
  /** Open from `beforeAll` on. */
  readonly database: Database;
  /** Its address, for a connection of the test's own. */
  readonly url: string;
  /**
   * Opens the database as another node would, with a pool of its own: another one at each call of a test. The next test
   * gets the same pools.
   */
  openAnother(): Promise<Database>;
}

export const withDatabase = (): TestDatabase => {
  let fresh: FreshDatabase | undefined;
  let database: Database | undefined;
  const others: Promise<Database>[] = [];
  let taken = 0;

  beforeAll(async () => {
    fresh = await makeDatabase();
    database = await openDatabase({ url: fresh.databaseUrl }, null);
  });
  beforeEach(() => {
    taken = 0;
  });
  afterAll(async () => {
    await Promise.all([database, ...(await Promise.all(others))].map((one) => one?.close()));
    await fresh?.drop();
  });

  return {
    get database() {
      if (!database) throw new Error("the database opens in beforeAll");
      return database;
    },
    get url() {
      return fresh?.databaseUrl ?? "";
    },
    async openAnother() {
      const place = taken++;
      others[place] ??= openDatabase({ url: fresh?.databaseUrl ?? "" }, null);
      return await others[place];
    },
  };
};

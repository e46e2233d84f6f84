// A fresh database for the tests of one `describe`: PGlite in memory, or a database of its own on the PostgreSQL server
// of TEST_DATABASE_URL, dropped afterwards.
import { randomBytes } from "node:crypto";
import path from "node:path";
import postgres from "postgres";
import { afterAll, beforeAll } from "vitest";
import { type Database, openDatabase } from "../../src/platform/database/database.ts";

export const migrationsFolder = path.join(import.meta.dirname, "../../../migrations");

/** Unset: tests on PostgreSQL are skipped. */
export const postgresUrl = process.env.TEST_DATABASE_URL;

export interface TestDatabase {
  readonly kind: Database["kind"];
  /** Open from `beforeAll` on. */
  readonly database: Database;
  /** PostgreSQL's address of it, for a connection of the test's own; empty for PGlite. */
  readonly url: string;
  /** What another node of the same database would use: a pool of its own on PostgreSQL; PGlite has but the one. */
  openAnother(): Promise<Database>;
}

export const withDatabase = (kind: Database["kind"]): TestDatabase => {
  let url = "";
  let database: Database | undefined;
  const others: Database[] = [];
  const opened = (): Database => {
    if (!database) throw new Error("the database opens in beforeAll");
    return database;
  };

  beforeAll(async () => {
    if (kind === "postgres") url = await createPostgresDatabase();
    database = await openDatabase(kind === "postgres" ? { url } : { folder: null }, migrationsFolder);
  });
  afterAll(async () => {
    await Promise.all([database, ...others].map((one) => one?.close()));
    if (url) await asAdmin(`drop database ${new URL(url).pathname.slice(1)} with (force)`);
  });

  return {
    kind,
    get database() {
      return opened();
    },
    get url() {
      return url;
    },
    async openAnother() {
      if (kind === "pglite") return opened();
      const other = await openDatabase({ url }, migrationsFolder);
      others.push(other);
      return other;
    },
  };
};

const createPostgresDatabase = async (): Promise<string> => {
  const name = `jara_test_${randomBytes(6).toString("hex")}`;
  await asAdmin(`create database ${name}`);
  const url = new URL(postgresUrl ?? "");
  url.pathname = `/${name}`;
  return url.href;
};

const asAdmin = async (statement: string): Promise<void> => {
  const sql = postgres(postgresUrl ?? "", { max: 1, onnotice: () => {} });
  try {
    await sql.unsafe(statement);
  } finally {
    await sql.end();
  }
};

// Where an end-to-end test's server keeps its data: PGlite in memory or in a folder, or a PostgreSQL database of its own.
import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import postgres from "postgres";
import { afterEach, describe, expect } from "vitest";
import { violations } from "./e2e-contract.ts";

export type DatabaseKind = "pglite" | "postgres";

export interface TestDatabase {
  readonly databaseUrl: string | null;
  readonly dataDir: string | null;
  drop(): Promise<void>;
}

const adminUrl = process.env.TEST_DATABASE_URL;

/** The same suite on PGlite and, where TEST_DATABASE_URL is set, on PostgreSQL. */
export const onEachDatabase = (name: string, suite: (kind: DatabaseKind) => void): void => {
  const on = (kind: DatabaseKind) => () => {
    afterEach(() => expect(violations.splice(0)).toEqual([]));
    suite(kind);
  };
  describe(`${name}, PGlite`, on("pglite"));
  describe.skipIf(!adminUrl)(`${name}, PostgreSQL`, on("postgres"));
};

export const makeDatabase = async (kind: DatabaseKind): Promise<TestDatabase> =>
  kind === "pglite" ? { databaseUrl: null, dataDir: null, drop: async () => {} } : await makePostgresDatabase();

/** Data that outlives its server: to be opened again. */
export const makeLastingDatabase = async (kind: DatabaseKind): Promise<TestDatabase> => {
  if (kind === "postgres") return await makePostgresDatabase();
  const dataDir = mkdtempSync(path.join(tmpdir(), "jara-e2e-"));
  return { databaseUrl: null, dataDir, drop: async () => rmSync(dataDir, { recursive: true, force: true }) };
};

const makePostgresDatabase = async (): Promise<TestDatabase> => {
  if (!adminUrl) throw new Error("TEST_DATABASE_URL is not set");
  const name = `jara_e2e_${randomBytes(6).toString("hex")}`;
  const databaseUrl = new URL(adminUrl);
  databaseUrl.pathname = `/${name}`;
  await asAdmin(adminUrl, `create database ${name}`);
  return {
    databaseUrl: databaseUrl.href,
    dataDir: null,
    drop: () => asAdmin(adminUrl, `drop database if exists ${name} with (force)`),
  };
};

const asAdmin = async (url: string, statement: string): Promise<void> => {
  const sql = postgres(url, { max: 1, onnotice: () => {} });
  try {
    await sql.unsafe(statement);
  } finally {
    await sql.end();
  }
};

// Where an end-to-end test's server keeps its data: PGlite in a folder or PostgreSQL, each its own.
import { createHash, randomBytes } from "node:crypto";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import postgres from "postgres";
import { afterEach, describe, expect } from "vitest";
import { migrationsFolder } from "../../src/app/open-database.ts";
import { projectRoot } from "../../src/config.ts";
import { openDatabase } from "../../src/platform/database/database.ts";
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

/** Outlives its server: what is closed can be opened again. */
export const makeDatabase = async (kind: DatabaseKind): Promise<TestDatabase> => {
  if (kind === "postgres") return await makePostgresDatabase();
  const dataDir = mkdtempSync(path.join(tmpdir(), "jara-e2e-"));
  cpSync(await migratedFolder(), dataDir, { recursive: true });
  return { databaseUrl: null, dataDir, drop: async () => rmSync(dataDir, { recursive: true, force: true }) };
};

/** An empty PGlite with its tables, to be copied: making one takes seconds, copying it a fraction of one. */
const migratedFolder = async (): Promise<string> => {
  const migrations = readdirSync(migrationsFolder, { recursive: true, withFileTypes: true }).filter((it) =>
    it.isFile(),
  );
  const made = createHash("sha256").update(readFileSync(path.join(projectRoot, "server/package.json")));
  for (const file of migrations) made.update(readFileSync(path.join(file.parentPath, file.name)));
  const cache = path.join(projectRoot, "node_modules/.cache/jara-e2e");
  const folder = path.join(cache, made.digest("hex").slice(0, 16));
  if (existsSync(folder)) return folder;
  mkdirSync(cache, { recursive: true });
  const making = mkdtempSync(path.join(cache, "making-"));
  await (await openDatabase({ folder: making }, migrationsFolder)).close();
  try {
    renameSync(making, folder);
  } catch (error) {
    // Another test's process was quicker.
    rmSync(making, { recursive: true, force: true });
    if (!existsSync(folder)) throw error;
  }
  return folder;
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

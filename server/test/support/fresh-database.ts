// Makes an empty database with its tables for one test: PGlite in a folder, or a database of PostgreSQL. Both are copies of a
// migrated one, because a copy takes a fraction of a second and the migrations take seconds.
import { createHash, randomBytes } from "node:crypto";
import {
  appendFileSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import postgres from "postgres";
import { openDatabase } from "../../src/platform/database/database.ts";

const projectRoot = path.join(import.meta.dirname, "../../..");
export const migrationsFolder = path.join(projectRoot, "migrations");

/** Unset: tests on PostgreSQL are skipped. */
export const postgresUrl = process.env.TEST_DATABASE_URL;
/** Names the migrated database to copy; `postgres-template.ts` sets it. */
export const TEMPLATE = "TEST_DATABASE_TEMPLATE";

export type DatabaseKind = "pglite" | "postgres";

export interface FreshDatabase {
  readonly databaseUrl: string | null;
  readonly dataDir: string | null;
  drop(): Promise<void>;
}

/** Outlives its server: what is closed can be opened again. */
export const makeDatabase = async (kind: DatabaseKind): Promise<FreshDatabase> => {
  if (kind === "postgres") return await copyPostgres(process.env[TEMPLATE] ?? null);
  return copyPglite(await migratedFolder());
};

/** The original must not be open anywhere. */
export const copyDatabase = async ({ databaseUrl, dataDir }: FreshDatabase): Promise<FreshDatabase> =>
  databaseUrl ? await copyPostgres(nameOf(databaseUrl)) : copyPglite(dataDir ?? "");

export const nameOf = (databaseUrl: string): string => new URL(databaseUrl).pathname.slice(1);

const copyPglite = (from: string): FreshDatabase => {
  const dataDir = mkdtempSync(path.join(tmpdir(), "jara-e2e-"));
  copyFolder(from, dataDir);
  return { databaseUrl: null, dataDir, drop: async () => rmSync(dataDir, { recursive: true, force: true }) };
};

/** Half of the time that `cpSync` takes for hundreds of small files. */
const copyFolder = (from: string, to: string): void => {
  mkdirSync(to, { recursive: true });
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, copy] = [path.join(from, entry.name), path.join(to, entry.name)];
    if (entry.isDirectory()) copyFolder(source, copy);
    else copyFileSync(source, copy);
  }
};

/** Without `template`, an empty database without tables. */
export const copyPostgres = async (template: string | null): Promise<FreshDatabase> => {
  const name = `jara_test_${randomBytes(6).toString("hex")}`;
  await asAdmin(`create database ${name} ${template ? `template ${template}` : ""}`);
  const url = new URL(postgresUrl ?? "");
  url.pathname = `/${name}`;
  return {
    databaseUrl: url.href,
    dataDir: null,
    drop: () => asAdmin(`drop database if exists ${name} with (force)`),
  };
};

const asAdmin = async (statement: string): Promise<void> => {
  if (!postgresUrl) throw new Error("TEST_DATABASE_URL is not set");
  admin ??= postgres(postgresUrl, { max: 1, fetch_types: false, idle_timeout: 5, onnotice: () => {} });
  await admin.unsafe(statement);
};
/** One connection for all of a process, because to open and to close one takes 40 ms of processor time. */
let admin: postgres.Sql | undefined;

const SETTINGS = [
  // Preparing 128 MB of buffers takes half of the time in which a copy opens.
  "shared_buffers = 4MB",
  // Whole pages in the log are for a machine that loses its power, and a copied folder would write each of its pages.
  "full_page_writes = off",
];

/** A PGlite with its tables, kept for the next run in a folder named after its version, the migrations and this file. */
export const migratedFolder = async (): Promise<string> => {
  const migrations = readdirSync(migrationsFolder, { recursive: true, withFileTypes: true }).filter((it) =>
    it.isFile(),
  );
  const made = createHash("sha256").update(readFileSync(path.join(projectRoot, "server/package.json")));
  made.update(readFileSync(import.meta.filename));
  for (const file of migrations) made.update(readFileSync(path.join(file.parentPath, file.name)));
  const cache = path.join(projectRoot, "node_modules/.cache/jara-e2e");
  const folder = path.join(cache, made.digest("hex").slice(0, 16));
  if (existsSync(folder)) return folder;
  mkdirSync(cache, { recursive: true });
  const making = mkdtempSync(path.join(cache, "making-"));
  const database = await openDatabase({ folder: making }, migrationsFolder);
  // Half of the files are of databases from which new ones would be made.
  for (const name of ["template0", "template1"]) {
    await database.query("update pg_database set datistemplate = false where datname = $1", [name]);
    await database.query(`drop database ${name}`);
  }
  await database.close();
  appendFileSync(path.join(making, "pglite/postgresql.conf"), `\n${SETTINGS.join("\n")}\n`);
  try {
    renameSync(making, folder);
  } catch (error) {
    // Another test's process was quicker.
    rmSync(making, { recursive: true, force: true });
    if (!existsSync(folder)) throw error;
  }
  return folder;
};

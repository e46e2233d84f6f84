// Opens the databases of the bench: a database of its own in the PostgreSQL of the system, and the built-in PostgreSQL.
import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import postgres from "postgres";
import { type Database, openDatabase } from "../src/platform/database/database.ts";
import { startThrowawayPostgres } from "./throwaway-postgres.ts";

export interface BenchDatabase {
  readonly name: "PostgreSQL" | "built-in PostgreSQL";
  readonly database: Database;
  /** For contenders that open their own connections. */
  readonly url: string;
  /** Deletes everything that opening it created. */
  discard(): Promise<void>;
}

export const migrations = fileURLToPath(new URL("../../migrations", import.meta.url));

/** In a temporary folder, with the settings of a server without DATABASE_URL. */
export const openBuiltIn = async (): Promise<BenchDatabase> => {
  const folder = mkdtempSync(path.join(tmpdir(), "jara-bench-"));
  const remove = (): void => rmSync(folder, { recursive: true, force: true });
  process.once("exit", remove);
  const database = await openDatabase({ folder }, migrations);
  return {
    name: "built-in PostgreSQL",
    database,
    url: database.url,
    discard: async () => {
      await database.close();
      remove();
      process.off("exit", remove);
    },
  };
};

/** Null if there is no PostgreSQL to measure on. */
export const openPostgresOfOwn = async (): Promise<BenchDatabase | null> => {
  const given = process.env.TEST_DATABASE_URL ?? process.env.DATABASE_URL;
  const own = given ? null : await startThrowawayPostgres();
  const server = given ?? own?.url;
  if (!server) return null;
  const name = `jara_bench_${randomBytes(6).toString("hex")}`;
  const dropAndStop = async (): Promise<void> => {
    if (own) await own.stop();
    else await onServer(server, `drop database if exists ${name} with (force)`);
  };
  try {
    await onServer(server, `create database ${name}`);
    const url = new URL(server);
    url.pathname = `/${name}`;
    const database = await openDatabase({ url: url.href }, migrations);
    const discard = async (): Promise<void> => {
      await database.close();
      await dropAndStop();
    };
    return { name: "PostgreSQL", database, url: url.href, discard };
  } catch (error) {
    await dropAndStop();
    throw error;
  }
};

const onServer = async (url: string, statement: string): Promise<void> => {
  const sql = postgres(url, { max: 1, onnotice: () => {} });
  try {
    await sql.unsafe(statement);
  } finally {
    await sql.end({ timeout: 5 });
  }
};

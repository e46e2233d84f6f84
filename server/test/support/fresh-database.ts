// Makes a database with its tables for one test: a copy of a migrated one, because a copy takes a fraction of a second and
// the migrations take seconds.
import { randomBytes } from "node:crypto";
import path from "node:path";
import postgres from "postgres";

const projectRoot = path.join(import.meta.dirname, "../../..");
export const migrationsFolder = path.join(projectRoot, "migrations");

/** The PostgreSQL of the tests; `test-postgres.ts` sets it. */
export const postgresUrl = process.env.TEST_DATABASE_URL ?? "";
/** Names the migrated database to copy; `test-postgres.ts` sets it. */
export const TEMPLATE = "TEST_DATABASE_TEMPLATE";

/** Outlives its server: a closed one can be opened again. */
export interface FreshDatabase {
  readonly databaseUrl: string;
  drop(): Promise<void>;
}

export const makeDatabase = (): Promise<FreshDatabase> => copyOf(process.env[TEMPLATE] ?? null);

/** The original must not be open anywhere. */
export const copyDatabase = ({ databaseUrl }: FreshDatabase): Promise<FreshDatabase> => copyOf(nameOf(databaseUrl));

export const nameOf = (databaseUrl: string): string => new URL(databaseUrl).pathname.slice(1);

/** Without `template`, an empty database without tables. `on`: the address of the PostgreSQL. */
export const copyOf = async (template: string | null, on = postgresUrl): Promise<FreshDatabase> => {
  const name = `jara_test_${randomBytes(6).toString("hex")}`;
  await asAdmin(on, `create database ${name} ${template ? `template ${template}` : ""}`);
  const url = new URL(on);
  url.pathname = `/${name}`;
  return { databaseUrl: url.href, drop: () => asAdmin(on, `drop database if exists ${name} with (force)`) };
};

const asAdmin = async (on: string, statement: string): Promise<void> => {
  const admin = admins.get(on) ?? postgres(on, { max: 1, fetch_types: false, idle_timeout: 5, onnotice: () => {} });
  admins.set(on, admin);
  await admin.unsafe(statement);
};
/** One connection for all of a process, because to open and to close one takes 40 ms of processor time. */
const admins = new Map<string, postgres.Sql>();

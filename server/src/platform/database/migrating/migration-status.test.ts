import postgres from "postgres";
import { expect, it, onTestFinished } from "vitest";
import { copyOf } from "../../../../test/support/fresh-database.ts";
import { migrationsFolder } from "../../../app/open-database.ts";
import { DatabaseUnusable } from "../connection-problem.ts";
import { openDatabase } from "../database.ts";
import { knownMigrations, sqlOf, statusOf } from "./migration-status.ts";

const known = [1, 2, 3].map((at) => ({ tag: `000${at - 1}_step`, at }));
const tags = (migrations: readonly { tag: string }[]) => migrations.map(({ tag }) => tag);

it.each([
  ["an empty database", [], [], ["0000_step", "0001_step", "0002_step"], 0],
  ["a database of the previous version", [1, 2], ["0000_step", "0001_step"], ["0002_step"], 0],
  ["an up-to-date database", [1, 2, 3], ["0000_step", "0001_step", "0002_step"], [], 0],
  ["a database that a newer version migrated", [1, 2, 3, 9], ["0000_step", "0001_step", "0002_step"], [], 1],
])("tells what %s has, what is missing, and what it does not know", (_name, times, applied, pending, unknown) => {
  const status = statusOf(times, known);
  expect([tags(status.applied), tags(status.pending), status.unknown]).toEqual([applied, pending, unknown]);
});

it("knows this program's own migrations in their order, with their statements", () => {
  const own = knownMigrations(migrationsFolder);
  expect(own.map(({ at }) => at)).toEqual(own.map(({ at }) => at).toSorted((one, other) => one - other));
  const [first] = own;
  expect(first && sqlOf(migrationsFolder, first)).toMatch(/^CREATE TABLE/);
  expect(first && sqlOf(migrationsFolder, first)).not.toContain("statement-breakpoint");
});

it("refuses a database of a version before the first migration, and leaves it as it is", async () => {
  const { databaseUrl, drop } = await copyOf(null);
  onTestFinished(drop);
  const sql = postgres(databaseUrl, { max: 1, fetch_types: false });
  onTestFinished(() => sql.end());
  const [first] = knownMigrations(migrationsFolder);
  await sql.unsafe(`create schema drizzle; create table users (id uuid primary key);
    create table drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint);
    insert into drizzle.__drizzle_migrations (hash, created_at) values ('old', ${(first?.at ?? 0) - 1})`);
  const state = () =>
    sql.unsafe(`select (select json_agg(m) from drizzle.__drizzle_migrations m) as migrations,
      (select json_agg(oid::regclass::text order by oid) from pg_class where relnamespace = 'public'::regnamespace) as made`);
  const before = await state();
  await expect(openDatabase({ url: databaseUrl }, migrationsFolder)).rejects.toThrow(DatabaseUnusable);
  expect([...(await state())]).toEqual([...before]);
});

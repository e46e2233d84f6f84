// Tests that migrations only add, so that nodes of the version before go on working: every migration after the
// first is checked, and each way to break the rule is found.
import { readFileSync } from "node:fs";
import path from "node:path";
import postgres from "postgres";
import { afterAll, beforeAll, expect, it } from "vitest";
import { migrationsFolder } from "../src/app/open-database.ts";
import { knownMigrations, sqlOf } from "../src/platform/database/migrating/migration-status.ts";
import { breachesOf, readTables, type Tables, unexplained } from "../trust/upgrade/expand-only.ts";
import { copyOf } from "./support/fresh-database.ts";

const BEFORE = `
  create table people (id int primary key, name text not null, born date, kind text not null default 'bidder');
  create unique index people_name on people (name);
  create table lots (id int primary key, price int not null, owner int constraint known check (owner > 0));
  create function doubled(n int) returns int language sql as 'select 2 * n';`;

const tablesOf = (sql: postgres.Sql): Promise<Tables> =>
  readTables(async <R extends Record<string, unknown>>(text: string) => [...(await sql.unsafe<R[]>(text))]);

/** A connection to an empty database, which is dropped by the second function. */
const openEmpty = async () => {
  const { databaseUrl, drop } = await copyOf(null);
  const sql = postgres(databaseUrl, { max: 1, onnotice: () => {} });
  return { sql, close: () => sql.end().then(drop) };
};

let empty: Awaited<ReturnType<typeof openEmpty>>;
beforeAll(async () => {
  empty = await openEmpty();
});
afterAll(() => empty.close());

/** The transaction is taken back, so that each migration begins with the same tables. */
const found = async (migration: string): Promise<string[]> => {
  const { sql } = empty;
  await sql.unsafe(`begin; ${BEFORE}`);
  try {
    const before = await tablesOf(sql);
    await sql.unsafe(migration);
    return unexplained(breachesOf(before, await tablesOf(sql)), migration);
  } finally {
    await sql.unsafe("rollback");
  }
};

it.each([
  [
    "renames a column",
    "alter table lots rename price to price_minor",
    ["lots.price is gone", "lots.price_minor needs a value"],
  ],
  ["renames a table", "alter table lots rename to items", ["The table lots is gone"]],
  ["drops a column", "alter table people drop born", ["people.born is gone"]],
  ["drops a table", "drop table lots", ["The table lots is gone"]],
  ["drops a function", "drop function doubled(int)", ["The function doubled(integer) is gone"]],
  ["changes a type", "alter table lots alter price type numeric", ["lots.price is numeric instead of integer"]],
  ["requires a value", "alter table people alter born set not null", ["people.born must have a value"]],
  ["drops a default", "alter table people alter kind drop default", ["people.kind lost its default"]],
  [
    "adds a column that needs a value",
    "alter table lots add currency text not null",
    ["The new column lots.currency needs a value"],
  ],
  [
    "adds a check of an old column",
    "alter table lots add constraint high check (price > 100)",
    ["The check high of the table lots is new"],
  ],
  [
    "narrows a check",
    "alter table lots drop constraint known, add constraint known check (owner > 100)",
    ["The check known of the table lots is changed"],
  ],
  [
    "adds a reference from an old column",
    "alter table lots add constraint owned foreign key (owner) references people (id)",
    ["The foreign key owned of the table lots is new"],
  ],
  [
    "adds a unique index",
    "create unique index one_price on lots (price)",
    ["The unique one_price of the table lots is new"],
  ],
  ["drops a unique index", "drop index people_name", ["The unique people_name of the table people is gone"]],
])("finds a migration that %s", async (_how, migration, sentences) => {
  const breaches = await found(migration);
  expect(breaches).toEqual(sentences.map((sentence) => expect.stringContaining(sentence)));
});

it("finds nothing in a migration that only adds", async () => {
  const breaches = await found(`
    alter table lots add currency text not null default 'NGN', add seen_at timestamptz, add serial int generated always as identity;
    alter table lots add constraint lots_seen check (seen_at > '2026-01-01'), alter owner drop not null;
    create unique index lots_serial on lots (serial);
    create index lots_price on lots (price);
    create table bids (lot int not null references lots (id), unique (lot));
    create or replace function doubled(n int) returns int language sql as 'select n + n';`);
  expect(breaches).toEqual([]);
});

it("takes a migration's word for what it takes away on purpose, and for that alone", async () => {
  const word = "-- contract people.born: not read since 0.2.0\n";
  expect(await found(`${word}alter table people drop born`)).toEqual([]);
  expect(await found(`${word}alter table people drop kind`)).toHaveLength(1);
  expect(await found("-- contract people.born:\nalter table people drop born")).toHaveLength(1);
});

it("finds nothing in this program's own migrations, one by one", async () => {
  const own = await openEmpty();
  const known = knownMigrations(migrationsFolder);
  let before: Tables | null = null;
  const breaches: string[] = [];
  for (const migration of known) {
    await own.sql.unsafe(sqlOf(migrationsFolder, migration));
    const after = await tablesOf(own.sql);
    const text = readFileSync(path.join(migrationsFolder, `${migration.tag}.sql`), "utf8");
    if (before)
      breaches.push(...unexplained(breachesOf(before, after), text).map((sentence) => `${migration.tag}: ${sentence}`));
    before = after;
  }
  await own.close();
  expect(before?.tables.has("auctions")).toBe(true);
  expect(breaches).toEqual([]);
});

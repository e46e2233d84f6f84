// The indexes of texts at the start of a server: those that are missing are made, and complete ones are left alone.
import postgres from "postgres";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type FreshDatabase, makeDatabase, migrationsFolder } from "../../../test/support/fresh-database.ts";
import { openDatabase } from "./database.ts";

describe("the indexes of texts", () => {
  let at: FreshDatabase;
  let sql: postgres.Sql;
  beforeEach(async () => {
    at = await makeDatabase();
    sql = postgres(at.databaseUrl, { max: 1, fetch_types: false, onnotice: () => {} });
  });
  afterEach(async () => {
    await sql?.end();
    await at?.drop();
  });

  const start = async (): Promise<void> => (await openDatabase({ url: at.databaseUrl }, migrationsFolder)).close();
  /** `change` is another one after every change of the index's column. */
  const indexes = async () => [
    ...(await sql.unsafe(
      `select c.relname as name, i.indisvalid as "isValid", a.attstattarget as statistics, a.xmin::text as change
       from pg_class c join pg_index i on i.indexrelid = c.oid join pg_attribute a on a.attrelid = c.oid and a.attnum = 1
       where c.relname ~ '^(auction_search_open|auction_search_filed|users_folded)_(text|pairs)$' order by 1`,
    )),
  ];
  const whole = [
    "auction_search_filed_pairs",
    "auction_search_filed_text",
    "auction_search_open_pairs",
    "auction_search_open_text",
    "users_folded_pairs",
    "users_folded_text",
  ].map((name) => expect.objectContaining({ name, isValid: true, ...(name.endsWith("pairs") && { statistics: 0 }) }));

  it("are not touched by a start that finds all of them", async () => {
    const before = await indexes();
    expect(before).toEqual(whole);
    await start();
    expect(await indexes()).toEqual(before);
  });

  it.each([
    ["is missing", "drop index auction_search_open_text"],
    ["is half made", "update pg_index set indisvalid = false where indexrelid = 'users_folded_text'::regclass"],
    ["collects statistics", "alter index users_folded_pairs alter column 1 set statistics 100"],
  ])("are made whole by a start if one %s", async (_how, statement) => {
    await sql.unsafe(statement);
    expect(await indexes()).not.toEqual(whole);
    await start();
    expect(await indexes()).toEqual(whole);
  });
});

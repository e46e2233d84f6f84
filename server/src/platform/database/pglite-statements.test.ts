import { performance } from "node:perf_hooks";
import { PGlite } from "@electric-sql/pglite";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { preparedQueries } from "./pglite-statements.ts";

let pg: PGlite;
let query: ReturnType<typeof preparedQueries>["rows"];

// One for all tests: to make a PGlite takes seconds of processor time.
beforeAll(async () => {
  pg = await PGlite.create();
});
afterAll(() => pg?.close());
beforeEach(async () => {
  await pg.exec("create table things (id int primary key, name text, made timestamptz)");
  query = preparedQueries(pg).rows;
});
afterEach(() => pg.exec("deallocate all; drop table things"));

const prepared = async (): Promise<number> => {
  const { rows } = await pg.query<{ count: number }>(
    "select count(*)::int as count from pg_prepared_statements where name <> ''",
  );
  return rows[0]?.count ?? 0;
};

describe("PGlite with prepared statements", () => {
  it("gives the same results as PGlite's own query: types, nulls, quotes and letters beyond ASCII", async () => {
    const text = `select $1::text as name, $2::text as nothing, $3::text::int as number, $4::text::jsonb as json,
      '2026-01-02 03:04:05Z'::timestamptz as at, array[1, 2] as list, 12345678901::bigint as big`;
    const params = ["Adéọlá ' \" \\ ₦", null, "42", '{"a":[1]}'];
    expect(await query(text, params)).toEqual((await pg.query(text, params)).rows);
  });

  it("plans each text once", async () => {
    const before = await prepared();
    for (const id of ["1", "2", "3"]) {
      await query("insert into things (id, name) values ($1::text::int, $2)", [id, "fan"]);
    }
    expect(await prepared()).toBe(before + 1);
    expect(await query("select count(*)::int as count from things", [])).toEqual([{ count: 3 }]);
  });

  it("plans a text again after a minute, because a plan does not know that a table has grown", async () => {
    const text = "select prepare_time as at from pg_prepared_statements where statement like '%of a minute%'";
    const first = await query(text, []);
    expect(await query(text, [])).toEqual(first);
    vi.spyOn(performance, "now").mockReturnValue(performance.now() + 60_001);
    const second = await query(text, []);
    vi.restoreAllMocks();
    expect(second).toHaveLength(1);
    expect(second).not.toEqual(first);
  });

  it("rejects with the SQLSTATE, writes nothing, and goes on", async () => {
    const insert = "insert into things (id, name) values ($1::text::int, $2), ($3::text::int, $2) returning id";
    await expect(query(insert, ["10", "lamp", "10"])).rejects.toMatchObject({ code: "23505" });
    expect(await query("select id from things where name = $1", ["lamp"])).toEqual([]);
    expect(await query(insert, ["10", "lamp", "11"])).toEqual([{ id: 10 }, { id: 11 }]);
  });

  it("rejects a text that does not parse each time, and continues", async () => {
    for (const _ of [1, 2])
      await expect(query("select nothing from nowhere", [])).rejects.toMatchObject({ code: "42P01" });
    await expect(query("select $1::text::int as n", ["one"])).rejects.toMatchObject({ code: "22P02" });
    expect(await query("select $1::text::int as n", ["1"])).toEqual([{ n: 1 }]);
  });

  it("keeps statements that run at the same time apart", async () => {
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, i) => query<{ n: number }>(`select $1::text::int + ${i % 3} as n`, [String(i)])),
    );
    expect(answers.map((rows) => rows[0]?.n)).toEqual(Array.from({ length: 30 }, (_, i) => i + (i % 3)));
  });

  it("removes old texts beyond 200, also after one that does not parse", async () => {
    for (let i = 0; i < 210; i++) {
      expect(await query(`select ${i} as n`, [])).toEqual([{ n: i }]);
      if (i % 50 === 0) await expect(query(`select nothing from nowhere_${i}`, [])).rejects.toThrow();
    }
    expect(await prepared()).toBe(200);
    for (let i = 0; i < 210; i++) expect(await query(`select ${i} as n`, [])).toEqual([{ n: i }]);
    expect(await prepared()).toBe(200);
  });
});

// Sends rows as array parameters through the database and back: every cell must come back unchanged.
import { describe, expect, it } from "vitest";
import { withDatabase } from "../../../test/support/with-database.ts";
import { arrayLiteral, RowSet } from "./arrays.ts";

const test = withDatabase();

const texts = [
  "plain",
  "",
  " ",
  "two words",
  "a,b",
  "{a}",
  "{}",
  '"',
  'say "hello"',
  "\\",
  "\\\\",
  '\\"',
  'back\\slash, "quote", {brace}',
  "NULL",
  "null",
  null,
  "line\nbreak\ttab\r",
  "it's",
  "$1; drop table bids; --",
  "Ọ̀ṣun ₦1,000 – 漢字",
  "👩🏾‍🔧",
  "\u0001\u007f",
];

const roundTrip = async (cells: readonly (string | null)[]) => {
  const rows = await test.database.query<{ cell: string | null }>(
    "select cell from unnest($1::text::text[]) with ordinality as t(cell, n) order by n",
    [arrayLiteral(cells)],
  );
  return rows.map(({ cell }) => cell);
};

describe("an array literal", () => {
  it("preserves quotes, backslashes, braces, commas, the word NULL, nulls and every script, in order", async () => {
    expect(await roundTrip(texts)).toEqual(texts);
  });

  it.each(texts)("preserves %j as the only cell", async (text) => {
    expect(await roundTrip([text])).toEqual([text]);
  });

  it("is an empty array without cells, not an array of one empty cell", async () => {
    expect(arrayLiteral([])).toBe("{}");
    expect(await roundTrip([])).toEqual([]);
  });

  it("has numbers and truth values that the statement casts", async () => {
    const [row] = await test.database.query<{ numbers: number[]; flags: boolean[] }>(
      "select to_json($1::text::bigint[]) as numbers, to_json($2::text::boolean[]) as flags",
      [arrayLiteral([0, -1, 1_000_000_000_000, null]), arrayLiteral([true, false, null])],
    );
    expect(row).toEqual({ numbers: [0, -1, 1_000_000_000_000, null], flags: [true, false, null] });
  });
});

describe("a row set", () => {
  const rows = new RowSet({ id: "uuid", n: "int", amount: "bigint", name: "text", flag: "boolean", at: "ms" });
  const given = [
    {
      id: "7d444840-9dc0-11d1-b245-5ffdce74fad2",
      n: -3,
      amount: 1_000_000_000_000,
      name: 'A "quoted", {braced} \\name',
      flag: true,
      at: Date.UTC(2026, 10, 18, 9, 0, 0, 1),
    },
    {
      id: "7d444840-9dc0-11d1-b245-5ffdce74fad3",
      n: 0,
      amount: 1,
      name: "",
      flag: false,
      at: Date.UTC(2099, 11, 31, 23, 59, 59, 999),
    },
    { id: "7d444840-9dc0-11d1-b245-5ffdce74fad4", n: null, amount: null, name: null, flag: null, at: null },
  ];
  const select = (first: number) =>
    `select id, n, amount::float8 as amount, name, flag, (extract(epoch from at) * 1000)::float8 as at
     from ${rows.sql(first)} r order by id`;

  it("is read as the rows that it was made of, with times to the millisecond and nulls as nulls", async () => {
    expect(await test.database.query(select(1), rows.params(given))).toEqual(given);
  });

  it("without rows is read as no rows", async () => {
    expect(await test.database.query(select(1), rows.params([]))).toEqual([]);
  });

  it("preserves tokens except for separators in them, and JSON unchanged", async () => {
    const set = new RowSet({ token: "token", json: "json", text: "json text" });
    const json = JSON.stringify({ quoted: '"', separator: "\x1f", nothing: "\0", name: "Ọ̀ṣun" });
    const given = [
      { token: "plain", json, text: json },
      { token: 'a "quoted", {braced} \\token', json: null, text: null },
      { token: null, json, text: json },
    ];
    const read = (rows: typeof given) =>
      test.database.query(`select token, json::text as json, text from ${set.sql(1)} r`, set.params(rows));
    expect(await read(given)).toEqual(given);
    const broken = { token: "in\x1ftwo\0", json, text: json };
    expect(await read([broken, ...given])).toEqual([{ ...broken, token: "in\ufffdtwo\ufffd" }, ...given]);
  });

  it("can follow other parameters", async () => {
    expect(rows.width).toBe(6);
    const answer = await test.database.query(
      select(3).replace("select id", "select $1::text as first, $2::text as second, id"),
      ["one", "two", ...rows.params(given)],
    );
    expect(answer).toEqual(given.map((row) => ({ first: "one", second: "two", ...row })));
  });
});

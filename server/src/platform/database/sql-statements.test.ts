// Statements are written with Drizzle's builder, so that a column that is renamed fails to compile. These files have one
// that the builder cannot say. The engine's commit has rules of its own.
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";

const MOST = 25;

const cannotBeBuilt: Readonly<Record<string, string>> = {
  "features/audit-log/queries.ts": "a recursive part",
  "features/own-data/export-part.ts": "rows with ties",
  "features/reports/queries.ts": "grouping sets, and parts that are collected once",
  "features/sales/action-queries.ts": "window functions over parts that select from each other",
  "features/settlements/pickups/queries.ts": "a lock that no row stands for",
  "tools/large/seed-large.ts": "truncate",
};

const root = path.resolve(import.meta.dirname, "../..");
const runsSql = /\b(?:db|tx)\s*\.execute\b|\.execute(?:<[^(]*>)?\(\s*sql\b/g;

it("no code outside the engine runs SQL that is not listed here with the reason", () => {
  const files = readdirSync(root, { recursive: true, encoding: "utf8" })
    .map((file) => file.split(path.sep).join("/"))
    .filter((file) => file.endsWith(".ts") && !file.endsWith(".test.ts") && !file.startsWith("engine/"));
  const found = files.flatMap((file) => {
    const places = readFileSync(path.join(root, file), "utf8").match(runsSql) ?? [];
    return places.length > 0 ? [{ file, places: places.length }] : [];
  });
  expect(found.map(({ file }) => file).sort()).toEqual(Object.keys(cannotBeBuilt).sort());
  expect(found.reduce((sum, { places }) => sum + places, 0)).toBeLessThanOrEqual(MOST);
});

it.each([
  ["await db.execute(sql`select 1`)", true],
  ["await tx.execute<Row>(text)", true],
  ["await database.db\n  .execute<{ id: string }>(sql`select 1`)", true],
  ["await byIds(database).execute({ ids })", false],
])("finds SQL in %j: %s", (text, isFound) => {
  expect(text.match(runsSql) !== null).toBe(isFound);
});

// The program's SQL reads the time by `clock_now()` alone, so that a test can shift the clock of its own database.
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { withDatabase } from "../../../test/support/with-database.ts";

const root = path.resolve(import.meta.dirname, "../../../..");

/** These compare with times that PostgreSQL itself or its machine has, which no test shifts. */
const realClocks: Readonly<Record<string, string>> = {
  "server/src/features/public-log/leaves/find-changes.ts": "the planner estimates with now() how few rows are new",
  "server/src/tools/operator/checks/archive.ts": "when PostgreSQL archived last",
  "server/src/tools/operator/checks/database.ts": "the clocks of two machines",
  "server/src/tools/operator/copy-own-postgres.ts": "the time up to which files were copied, also of an older version",
  "server/src/tools/operator/dump-postgres.ts": "the time of a backup, also of an older version",
};

const otherClock =
  /clock_timestamp|statement_timestamp|transaction_timestamp|timeofday|\b(?:current_(?:timestamp|date|time)|localtime(?:stamp)?)\b/i;
/** JavaScript has functions of this name too, in files without SQL. */
const now = /(?<![.#\w])now\(\)(?!:)/i;
const hasSql = /drizzle-orm"|\bquery[(<]/;

const readsOtherClock = (text: string): boolean => otherClock.test(text) || (now.test(text) && hasSql.test(text));

it("no SQL of the program but what compares with real clocks reads another clock", () => {
  const found = ["server/src", "load/src"].flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true, encoding: "utf8" })
      .filter((file) => file.endsWith(".ts") && !file.endsWith(".test.ts"))
      .map((file) => path.posix.join(folder, file))
      .filter((file) => readsOtherClock(readFileSync(path.join(root, file), "utf8"))),
  );
  expect(found.sort()).toEqual(Object.keys(realClocks).sort());
});

it.each([
  ["sql`select clock_timestamp()`", true],
  ["sql`select clock_now()`", false],
  ['import { sql } from "drizzle-orm";\nsql`where at < now()`', true],
  ["database.query(`select NOW()`)", true],
  ["sql`CURRENT_TIMESTAMP`", true],
  ["const isDue = (at: number) => at < now();", false],
])("finds another clock in %j: %s", (text, expected) => {
  expect(readsOtherClock(text)).toBe(expected);
});

const database = withDatabase();

it("no default, trigger, check or index of the database reads another clock", async () => {
  const readers = await database.database.query(
    `select proname as name from pg_proc where pronamespace = 'public'::regnamespace and prokind = 'f'
       and not exists (select from pg_depend where objid = pg_proc.oid and deptype = 'e')
       and prosrc ~* '(clock|statement|transaction)_timestamp|\\mnow\\(\\)|current_(timestamp|date|time)|localtime'
     union all select conname from pg_constraint
       where pg_get_constraintdef(oid) ~* 'timestamp\\(\\)|\\mnow\\(\\)|current_(timestamp|date|time)'
     union all select adrelid::regclass::text from pg_attrdef
       where pg_get_expr(adbin, adrelid) ~* 'timestamp\\(\\)|\\mnow\\(\\)|current_(timestamp|date|time)'`,
  );
  expect(readers).toEqual([{ name: "clock_now" }]);
});

import { expect, it } from "vitest";
import { migrationsFolder } from "../../../app/open-database.ts";
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

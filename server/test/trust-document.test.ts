// Tests that docs/trust.md names everything that is tried: every row of `pnpm trust`, every promise of the checker,
// every planted fault, in the words that they have in the source.
import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { checks } from "../../load/src/history/check-history.ts";
import { projectRoot } from "../src/config.ts";
import { faults } from "../trust/planted/faults.ts";
import { rows } from "../trust/rows.ts";

const document = readFileSync(path.join(projectRoot, "docs/trust.md"), "utf8");

it.each(rows)("has the row $name", ({ name, what }) => {
  expect(document).toContain(`| ${what} |`);
  expect(document).toContain(`\`pnpm trust ${name}\``);
});

it.each(checks)("has the promise $promise", ({ promise, says }) => {
  expect(document).toContain(`| \`${promise}\` | ${says} |`);
});

it.each(faults)("has the planted fault $name", ({ what, breaks }) => {
  expect(document).toContain(`| ${what} | ${breaks.map((promise) => `\`${promise}\``).join(", ")} |`);
});

// Writes docs/checker.md, with -u: the checker's promises, and the planted faults with what finds each.
import path from "node:path";
import { expect, it } from "vitest";
import { checks } from "../../load/src/history/check-history.ts";
import { projectRoot } from "../src/config.ts";
import { faults } from "../trust/planted/faults.ts";

const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => "---"), ...rows].map((cells) => `| ${cells.join(" | ")} |`).join("\n");

const testOf = (file: string | null): string =>
  file === null ? "only `npm run test:long`" : `[\`${path.basename(file)}\`](../${file})`;

const page = `# The checker

\`npx vitest run --config vitest.workspace.ts checker-page --update\` writes this page from the checker and the list of faults.
[trust.md](trust.md#the-checker) says what both are for.

## Promises
${table(
  ["Promise", "What it says"],
  checks.map(({ promise, says }) => [`\`${promise}\``, says]),
)}

## Planted faults
\`npm run test:long -- planted\` plants each fault. The checker must find one of the promises broken, and the test of \`npm
test\` must fail.

${table(
  ["Name", "Fault", "Broken promises", "Found by"],
  faults.map(({ name, what, breaks, test }) => [
    ...[name, what, breaks.map((promise) => `\`${promise}\``).join(", "), testOf(test)],
  ]),
)}
`;

it("is the same as docs/checker.md", async () => {
  await expect(page).toMatchFileSnapshot(path.join(projectRoot, "docs/checker.md"));
});

it("has at most one fault of ten that no test of `npm test` finds", () => {
  expect(faults.filter(({ test }) => test === null).length).toBeLessThanOrEqual(faults.length / 10);
});

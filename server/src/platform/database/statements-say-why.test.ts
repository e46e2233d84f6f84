// Statements that are SQL say why the builder is not used (docs/decisions/0026-typed-statements.md).
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";

const sources = path.resolve(import.meta.dirname, "../..");
/** Their docstrings give the reason. */
const explained = /\b(insertSelect|clockPart|actorPart)\b/;
const reason = /\bSQL,\s+(\*\s+|\/\/\s+)?because\b/;

const unexplained = (source: string): string[] => {
  // Declarations at the top level, with the comments before them. The first part is the head of the file.
  const [head = "", ...blocks] = source.split(/\n\n(?=\S)/);
  return blocks
    .filter((block) => /\bdb\s*\.execute(<[^`]*>)?\(\s*sql`/.test(block))
    .filter((block) => ![head, block].some((text) => reason.test(text)) && !explained.test(block))
    .map((block) => block.slice(0, 120));
};

it("each statement that is SQL gives its reason, in its comment, in the head of its file or by a part of it", () => {
  const all = readdirSync(sources, { recursive: true, encoding: "utf8" });
  const files = all.filter((file) => file.endsWith(".ts") && !file.endsWith(".test.ts"));
  const found = files.flatMap((file) =>
    unexplained(readFileSync(path.join(sources, file), "utf8")).map((block) => `${file}: ${block}`),
  );
  expect(found).toEqual([]);
});

it("finds a statement without a reason, and none with one", () => {
  const bare = "// Head.\n\nconst read = async () => {\n  await db.execute<Row>(sql`select 1`);\n};";
  expect(unexplained(bare)).toHaveLength(1);
  expect(unexplained(bare.replace("// Head.", "// It is SQL, because it is."))).toEqual([]);
  expect(unexplained(bare.replace("select 1", "with $" + "{clockPart} select 1"))).toEqual([]);
});

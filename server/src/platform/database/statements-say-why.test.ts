// Statements that are SQL say why the builder is not used (docs/decisions/0026-typed-statements.md).
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";

const sources = path.resolve(import.meta.dirname, "../..");
/** The docstrings of these parts give the reason. */
const explained = /\b(insertSelect|clockPart)\b/;
const reason = /\b(SQL|text),\s+(\*\s+|\/\/\s+)?because\b/;
/**
 * A call that runs SQL: a text in Drizzle's `sql`, a variable that has one, or plain text. A call that runs a prepared
 * statement does not name `db`.
 */
const runsSql =
  /\bdb\s*\.execute(<[^`]*?>)?\(|(?<![\w.]|\bfunction )(database\.|this\.#database\.)?query(<[^`]*?>)?\((?!\{)/;
/** Files that run what others give them, or ask PostgreSQL about itself. They name no table of the program. */
const connections = /^platform\/database\//;

const unexplained = (source: string): string[] => {
  // Declarations at the top level, with the comments before them. The first part is the head of the file.
  const [head = "", ...blocks] = source.split(/\n\n(?=\S)/);
  return blocks
    .filter((block) => runsSql.test(block))
    .filter((block) => ![head, block].some((text) => reason.test(text)) && !explained.test(block))
    .map((block) => block.slice(0, 120));
};

it("each statement that is SQL gives its reason, in its comment, in the head of its file or by a part of it", () => {
  const all = readdirSync(sources, { recursive: true, encoding: "utf8" });
  const files = all.filter((file) => file.endsWith(".ts") && !file.endsWith(".test.ts") && !connections.test(file));
  const found = files.flatMap((file) =>
    unexplained(readFileSync(path.join(sources, file), "utf8")).map((block) => `${file}: ${block}`),
  );
  expect(found).toEqual([]);
});

const inFunction = (statement: string): string => `// Head.\n\nconst read = async () => {\n  await ${statement};\n};`;

it.each([
  ["in Drizzle's sql", "db.execute<Row>(sql`select 1`)"],
  ["in a variable", "database.db.execute(statement)"],
  ["that is made by a function", "db.execute(numbering(db, 5))"],
  ["as text", "query<Row>(`select 1`, [1])"],
  ["as text in a variable", "database.query<{ id: string }>(statement)"],
  ["of a class, as text", 'this.#database.query("select 1")'],
])("finds a statement %s if it has no reason, and not if it has one", (_what, statement) => {
  const bare = inFunction(statement);
  expect(unexplained(bare)).toHaveLength(1);
  expect(unexplained(bare.replace("// Head.", "// It is SQL, because it is."))).toEqual([]);
  expect(unexplained(bare.replace("const read", "/** It is text, because it is. */\nconst read"))).toEqual([]);
});

it("accepts a shared part as the reason only if the docstring of the part gives one", () => {
  const withPart = (part: string): string => inFunction(`db.execute(sql\`with $\{${part}} select 1\`)`);
  expect(unexplained(withPart("clockPart"))).toEqual([]);
  expect(unexplained(withPart('actorPart(id, "lots:edit")'))).toHaveLength(1);
});

it("leaves the builder's statements alone", () => {
  expect(unexplained(inFunction("db.select().from(users)"))).toEqual([]);
  expect(unexplained(inFunction("ofUser(database).execute({ id })"))).toEqual([]);
});

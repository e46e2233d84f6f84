// Checks docs/spec-coverage.md: every row names a test that exists and is run, every named place exists, and every exact
// text (in quotation marks) occurs in the file of a test that its row names. A row names a test by its id (`S012`), which
// stands in a comment above the test, so that titles and files can be renamed. `--write` puts the tests' present files and
// titles into the table, for the reader.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { packages } from "./packages.mjs";

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "..");
const TABLE = "docs/spec-coverage.md";
const LEAST_ROWS = 500;
const HEAD = "| What | Where in the product | Test |";

const files = ["scripts", ...packages].flatMap((folder) =>
  readdirSync(path.join(root, folder), { recursive: true })
    .map((name) => `${folder}/${name.replaceAll(path.sep, "/")}`)
    .filter((name) => !/\/(node_modules|dist|dist-planted)\//.test(name)),
);
/** The only file whose path ends so; null if there is none or more than one. */
const fileNamed = (name) => {
  const found = files.filter((file) => file === name || file.endsWith(`/${name}`));
  return found.length === 1 ? found[0] : null;
};

/** Removes escapes on both sides, because the text counts and not its spelling in the file. */
const plain = (text) => text.replaceAll("\\", "").replaceAll(/\s+/g, " ");

/** The beginning of a test, with its title unless it has a table (`each`). */
const TEST = /^(?:it|test|testWithOwnServer)((?:\.\w+)*)\((?:\s*(["'`])((?:\\.|(?!\2)[^\\])*)\2)?/;
const titleOf = (call) => {
  const [, modifiers, , title] = TEST.exec(call) ?? [];
  if (modifiers === undefined || /\.(skip|todo|fixme)\b/.test(modifiers)) return null;
  if (title !== undefined) return plain(title);
  // After the table of `each`.
  const after = /\)\(\s*(["'`])((?:\\.|(?!\1)[^\\])*)\1/.exec(call);
  return after ? plain(after[2]) : null;
};

const problems = [];
/** Every test that has an id, by it. */
const tests = new Map();
for (const file of files.filter((name) => /\.(test|spec)\.tsx?$/.test(name))) {
  const source = readFileSync(path.join(root, file), "utf8");
  for (const { 0: comment, 1: id, index } of source.matchAll(/^ *\/\/ (S\d{3})\n(?: *\/\/.*\n)* */gm)) {
    const title = titleOf(source.slice(index + comment.length));
    if (title === null) problems.push(`${file}: ${id} stands above no test that is run`);
    if (tests.has(id)) problems.push(`${file}: ${id} is also in ${tests.get(id).file}`);
    tests.set(id, { file, title, source: plain(source) });
  }
}

/** A text's literal parts; the product fills in the parts in braces. */
const literalParts = (text) =>
  text
    .split(/\{[^}]*\}/)
    .map((part) => part.trim())
    .filter((part) => part.length > 1);

const cellsOf = (line) =>
  line
    .split(/(?<!\\)\|/)
    .slice(1, -1)
    .map((cell) => cell.trim().replaceAll("\\|", "|"));
const idsOf = (cell) => [...cell.matchAll(/(?:^|<br>)(S\d{3})\b/g)].map(([, id]) => id);
const wordsOf = (id) => {
  const { file, title } = tests.get(id);
  return `${id} \`${path.basename(file)}\` › ${title}`.replaceAll("|", "\\|");
};

const problemsOf = ([what, where, shown]) => {
  const ids = idsOf(shown);
  if (ids.length === 0 || ids.length !== shown.split("<br>").length) return ["does not name its tests by their ids"];
  const found = ids.filter((id) => !tests.has(id)).map((id) => `names ${id}, which no test has`);
  for (const [, name] of where.matchAll(/`([\w./-]+\.(?:tsx?|mjs|css|html|json))`/g)) {
    if (!fileNamed(name)) found.push(`no file, or more than one, is ${name}`);
  }
  for (const [, name] of where.matchAll(/`([\w./-]+\/)`/g)) {
    if (!files.some((file) => file.startsWith(name) || file.includes(`/${name}`))) found.push(`no folder is ${name}`);
  }
  const sources = ids.map((id) => tests.get(id)?.source ?? "").join("\n");
  for (const [, text] of what.matchAll(/"([^"]+)"/g)) {
    const missing = literalParts(plain(text)).find((part) => !sources.includes(part));
    if (missing) found.push(`no test named here holds the text “${missing}”`);
  }
  return found;
};

const lines = readFileSync(path.join(root, TABLE), "utf8").split("\n");
let rows = 0;
let stale = 0;
const named = new Set();
for (const [index, line] of lines.entries()) {
  if (!line.startsWith("|") || /^\|[\s:|-]+\|$/.test(line) || line === HEAD) continue;
  rows += 1;
  const cells = cellsOf(line);
  const found = cells.length === 3 ? problemsOf(cells) : [`has ${cells.length} cells instead of 3`];
  for (const problem of found) problems.push(`${TABLE}:${index + 1} ${problem}: ${cells[0]}`);
  const ids = idsOf(cells[2] ?? "");
  for (const id of ids) named.add(id);
  if (found.length > 0) continue;
  const [what, where] = line.split(/(?<!\\)\|/).slice(1, 3);
  const written = `|${what}|${where}| ${ids.map(wordsOf).join("<br>")} |`;
  if (written !== line) stale += 1;
  lines[index] = written;
}
for (const id of tests.keys()) if (!named.has(id)) problems.push(`${tests.get(id).file}: no row names ${id}`);
if (rows < LEAST_ROWS) problems.push(`The table has lost rows: it must have at least ${LEAST_ROWS}.`);

for (const problem of problems) console.log(problem);
console.log(`${rows} rows shown by ${named.size} tests.`);
if (process.argv.includes("--write")) writeFileSync(path.join(root, TABLE), lines.join("\n"));
else if (stale > 0) console.log(`${stale} rows have an old title: node scripts/check-coverage.mjs --write`);
process.exit(problems.length === 0 ? 0 : 1);

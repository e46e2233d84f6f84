// Checks docs/spec-coverage.md: every row names a test that exists, every named place exists, and every exact text (in
// quotation marks) occurs in a test that its row names.
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "..");
const TABLE = "docs/spec-coverage.md";
/** A shorter part of a title could match in any file. */
const LEAST_TITLE = 15;

const files = ["client", "scripts", "server", "shared"].flatMap((folder) =>
  readdirSync(path.join(root, folder), { recursive: true })
    .map((name) => `${folder}/${name.replaceAll(path.sep, "/")}`)
    .filter((name) => !/\/(node_modules|dist)\//.test(name)),
);
/** The only file whose path ends so; null if there is none or more than one. */
const fileNamed = (name) => {
  const found = files.filter((file) => file === name || file.endsWith(`/${name}`));
  return found.length === 1 ? found[0] : null;
};

/** Removes escapes on both sides, because the text counts and not its spelling in the file. */
const plain = (text) => text.replaceAll("\\", "").replaceAll(/\s+/g, " ");
const read = new Map();
const sourceOf = (file) => {
  if (!read.has(file)) read.set(file, plain(readFileSync(path.join(root, file), "utf8")));
  return read.get(file);
};

const times = (source, texts) => texts.reduce((sum, text) => sum + source.split(text).length - 1, 0);
const quoted = (text, isWhole) => ['"', "'", "`"].map((quote) => quote + text + (isWhole ? quote : ""));
/** Whether a test with that title exists and is run. The name of a group is not a test, nor is a skipped test. */
const hasTitle = (source, title) => {
  const isShort = title.length < LEAST_TITLE;
  const found = times(source, isShort ? quoted(title, true) : [title]);
  const notRun = ["describe(", ".skip(", ".todo("].flatMap((call) => quoted(title, isShort).map((text) => call + text));
  return found > times(source, notRun);
};

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

const problemsOf = ([what, where, tests]) => {
  if (tests === "—" || !tests) return ["names no test"];
  const problems = [];
  for (const [, name] of where.matchAll(/`([\w./-]+\.(?:tsx?|mjs|css|html|json))`/g)) {
    if (!fileNamed(name)) problems.push(`no file, or more than one, is ${name}`);
  }
  let sources = "";
  for (const test of tests.split("<br>")) {
    const [, name, title] = /^`([^`]+)` › (.+)$/.exec(test.trim()) ?? [];
    if (!name) {
      problems.push(`“${test}” is not “\`file\` › title”`);
      continue;
    }
    const file = /\.(test|spec)\.tsx?$/.test(name) ? fileNamed(name) : null;
    if (!file) problems.push(`no test file, or more than one, is ${name}`);
    else if (!hasTitle(sourceOf(file), plain(title))) problems.push(`${name} has no test “${title}”`);
    if (file) sources += `${sourceOf(file)}\n`;
  }
  for (const [, text] of what.matchAll(/"([^"]+)"/g)) {
    const missing = literalParts(plain(text)).find((part) => !sources.includes(part));
    if (missing) problems.push(`no test named here holds the text “${missing}”`);
  }
  return problems;
};

const rows = [];
for (const [index, line] of readFileSync(path.join(root, TABLE), "utf8").split("\n").entries()) {
  if (!line.startsWith("|") || /^\|[\s:|-]+\|$/.test(line) || line.startsWith("| What ")) continue;
  rows.push({ line: index + 1, cells: cellsOf(line) });
}

const wrong = rows.flatMap(({ line, cells }) => {
  const problems = cells.length === 3 ? problemsOf(cells) : [`has ${cells.length} cells instead of 3`];
  return problems.map((problem) => `${TABLE}:${line} ${problem}: ${cells[0]}`);
});

for (const problem of wrong) console.log(problem);
const shown = new Set(rows.flatMap(({ cells }) => cells[2]?.split("<br>") ?? []));
console.log(`${rows.length} rows shown by ${shown.size} tests.`);
if (rows.length < 500) {
  console.log("The table has lost rows: it must have at least 500.");
  process.exit(1);
}
process.exit(wrong.length === 0 ? 0 : 1);

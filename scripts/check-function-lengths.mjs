// Fails if a function has more than 100 lines, from its first line to its last. Tests and their support are left out.
// Biome's own rule is not enough, because it counts neither lines that begin with a brace nor lines inside a template.
// The argument is the folder to look at, by default the repository.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { parseAst } from "vitest/node";
import { packages } from "./packages.mjs";

const MOST_LINES = 100;
const root = path.resolve(process.argv[2] ?? path.join(path.dirname(fileURLToPath(import.meta.url)), ".."));

const isCode = (file) => /\.(?:[cm]?[jt]s|tsx)$/.test(file) && !/\.d\.[cm]?ts$/.test(file);
const isLeftOut = (file) =>
  /\/(?:node_modules|dist|dist-planted|test|e2e|test-results|playwright-report|\.[^/]*)\//.test(file) ||
  /\.(?:test|spec)\.tsx?$/.test(file);
const filesIn = (folder) =>
  readdirSync(path.join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const file = `${folder}/${entry.name}`;
    if (entry.isDirectory()) return isLeftOut(`${file}/`) ? [] : filesIn(file);
    return isCode(file) && !isLeftOut(file) ? [file] : [];
  });
const files = ["scripts", "tools", ...packages]
  .filter((folder) => existsSync(path.join(root, folder)))
  .flatMap(filesIn);

/** Calls `found` with every function of the syntax tree, and its name if it has one. */
const eachFunction = (node, found, name) => {
  if (Array.isArray(node)) {
    for (const one of node) eachFunction(one, found, name);
    return;
  }
  if (node === null || typeof node !== "object") return;
  const isFunction = /Function/.test(node.type) && node.body;
  const own = node.id?.name ?? node.key?.name;
  if (isFunction) found(node, own ?? name ?? "a function without a name");
  // A function that is the value of a variable, a property or a method takes the name from there.
  const given = isFunction ? undefined : (own ?? name);
  for (const part of Object.values(node)) eachFunction(part, found, given);
};

let count = 0;
const tooLong = [];
for (const file of files) {
  const text = readFileSync(path.join(root, file), "utf8");
  const lineOf = (offset) => text.slice(0, offset).split("\n").length;
  const lang = /x$/.test(file) ? "tsx" : /ts$/.test(file) ? "ts" : "js";
  eachFunction(parseAst(text, { lang }, file), ({ start, end }, name) => {
    count += 1;
    const lines = text.slice(start, end).split("\n").length;
    if (lines > MOST_LINES) tooLong.push(`${file}:${lineOf(start)}: ${name} has ${lines} lines`);
  });
}
for (const line of tooLong) console.error(line);
console.log(`${count} functions in ${files.length} files, ${tooLong.length} with more than ${MOST_LINES} lines.`);
process.exitCode = tooLong.length > 0 || count === 0 ? 1 : 0;

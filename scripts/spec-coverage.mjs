// Prints the tests that show what the product's specification asks, by its sections: each has an id (`// S012`) in a
// comment above it. Fails if an id stands above no test that is run or stands twice, or if there are fewer than before.
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { packages } from "./packages.mjs";

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "..");
/** Raise it with each new id; lower it only if the specification asks for less. */
const LEAST = 490;
/** The first id of each section. */
const sections = {
  1: "What the product promises",
  12: "Navigation, routes and pages",
  222: "Entities and their fields",
  244: "States and transitions",
  288: "Validation rules",
  373: "Roles and permissions",
  387: "Calls",
  419: "Error catalogue",
  448: "Business constants and limits",
  472: "Added later",
};

/** The beginning of a test, with its title unless it has a table (`each`). */
const TEST = /^(?:it|test|testWithOwnServer)((?:\.\w+)*)\((?:\s*(["'`])((?:\\.|(?!\2)[^\\])*)\2)?/;
const titleOf = (call) => {
  const [, modifiers, , title] = TEST.exec(call) ?? [];
  if (modifiers === undefined || /\.(skip|todo|fixme)\b/.test(modifiers)) return null;
  return title ?? /\)\(\s*(["'`])((?:\\.|(?!\1)[^\\])*)\1/.exec(call)?.[2] ?? null;
};

const problems = [];
const tests = new Map();
for (const folder of packages) {
  for (const name of readdirSync(path.join(root, folder), { recursive: true })) {
    if (!/\.(test|spec)\.tsx?$/.test(name) || /node_modules|dist/.test(name)) continue;
    const source = readFileSync(path.join(root, folder, name), "utf8");
    for (const { 0: comment, 1: id, index } of source.matchAll(/^ *\/\/ (S\d{3})\n(?: *\/\/.*\n)* */gm)) {
      const title = titleOf(source.slice(index + comment.length));
      if (title === null) problems.push(`${name}: ${id} stands above no test that is run`);
      if (tests.has(id)) problems.push(`${name}: ${id} stands twice`);
      tests.set(id, `${id} ${folder}/${name} › ${title}`);
    }
  }
}
if (tests.size < LEAST) problems.push(`Only ${tests.size} tests have an id, and ${LEAST} had one.`);

if (!process.argv.includes("--check")) {
  const starts = Object.keys(sections).map(Number);
  let printed = 0;
  for (const id of [...tests.keys()].sort()) {
    const start = starts.findLast((first) => first <= Number(id.slice(1)));
    if (start !== printed) console.log(`\n## ${sections[start]}`);
    printed = start;
    console.log(tests.get(id));
  }
}
for (const problem of problems) console.error(problem);
console.log(`${tests.size} tests show what the specification asks.`);
process.exitCode = problems.length === 0 ? 0 : 1;

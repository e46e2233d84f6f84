// `node scripts/release.mjs`: checks that this commit can be released as the version of package.json, and prints the
// commands that do it. `--set 0.2.0` writes a new version into every file that names it. `--tag` makes the tag, here only.
import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { packages } from "./packages.mjs";

const VERSION = /^\d+\.\d+\.\d+(-[a-z]+\.\d+)?$/;
const manifests = ["package.json", ...packages.map((part) => `${part}/package.json`)];
/** Other files that name the version, and how. */
const others = [
  ["docker-compose.production.yml", (version) => `jara:\${JARA_VERSION:-${version}}`],
  ["deploy/production.env.example", (version) => `JARA_VERSION=${version}\n`],
];

const root = process.cwd();
const read = (file) => readFileSync(path.join(root, file), "utf8");
const versionIn = (file) => JSON.parse(read(file)).version;
const git = (...args) => spawnSync("git", args, { cwd: root, encoding: "utf8" }).stdout.trim();

const set = (next) => {
  if (!VERSION.test(next)) return [`${next} is no version like 0.2.0.`];
  const before = versionIn("package.json");
  for (const file of manifests) {
    writeFileSync(path.join(root, file), read(file).replace(`"version": "${before}"`, `"version": "${next}"`));
  }
  for (const [file, text] of others) {
    writeFileSync(path.join(root, file), read(file).replace(text(before), text(next)));
  }
  console.log(
    `The version is ${next}. Write its section in CHANGELOG.md, and in docs/upgrading.md what an operator must know.`,
  );
  return [];
};

/** The section of a version in the changelog, without its heading. */
const notesOf = (version) => {
  const [, text = ""] = read("CHANGELOG.md").split(
    new RegExp(`^## ${version.replaceAll(".", "\\.")}, \\d{4}-\\d{2}-\\d{2}$`, "m"),
  );
  return text.split(/^## /m)[0].trim();
};

const problemsOf = (version) => {
  const problems = [];
  const must = (isSo, problem) => {
    if (!isSo) problems.push(problem);
  };
  must(VERSION.test(version), `package.json has the version ${version}, which is none like 0.2.0.`);
  for (const file of manifests)
    must(versionIn(file) === version, `${file} has the version ${versionIn(file)}, not ${version}.`);
  for (const [file, text] of others)
    must(read(file).includes(text(version)), `${file} does not name version ${version}.`);
  must(notesOf(version) !== "", `CHANGELOG.md has no section "## ${version}, <date>" with what changed.`);
  must(git("status", "--porcelain") === "", "There are changes that are not committed.");
  must(git("branch", "--show-current") === "main", "Releases are made of the branch main.");
  must(git("tag", "--list", `v${version}`) === "", `The tag v${version} exists already.`);
  const [last] = git("tag", "--list", "v*", "--sort=-v:refname").split("\n");
  const hasMigrations = last && git("diff", "--name-only", last, "HEAD", "--", "migrations/*.sql") !== "";
  must(
    !hasMigrations || new RegExp(`^## .*\\b${version.replaceAll(".", "\\.")}\\b`, "m").test(read("docs/upgrading.md")),
    `There are migrations since ${last}, and docs/upgrading.md has no section about ${version}.`,
  );
  return problems;
};

const main = () => {
  let values;
  try {
    ({ values } = parseArgs({ options: { set: { type: "string" }, tag: { type: "boolean" } }, strict: true }));
  } catch {
    return ["Usage: node scripts/release.mjs [--set 0.2.0 | --tag]"];
  }
  if (values.set) return set(values.set);
  const version = versionIn("package.json");
  const problems = problemsOf(version);
  if (problems.length > 0) return problems;
  const notes = `Jara ${version}\n\n${notesOf(version)}`;
  if (values.tag) {
    const { status } = spawnSync("git", ["tag", "--annotate", `v${version}`, "--cleanup=verbatim", "-m", notes], {
      cwd: root,
    });
    if (status !== 0) return [`git tag failed.`];
    console.log(`The tag v${version} is made. Publish it: git push origin v${version}`);
    return [];
  }
  console.log(`This commit can be released as ${version}, if its tests passed (npm test). Then:`);
  console.log(`  node scripts/release.mjs --tag\n  git push origin v${version}`);
  return [];
};

const problems = main();
for (const problem of problems) console.error(problem);
process.exitCode = problems.length > 0 ? 1 : 0;

// `pnpm check`: all checks except the tests. Runs every check and lists the failed ones at the end.
import { spawnSync } from "node:child_process";
import path from "node:path";
import { fileURLToPath } from "node:url";

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "..");
const bin = (tool) => path.join(root, "node_modules/.bin", tool);

const gates = [
  ["format, lint and import rules", bin("biome"), ["check", "--error-on-warnings", "."]],
  ...["shared", "server", "client", "load"].map((folder) => [
    `types of ${folder}`,
    bin("tsc"),
    ["-p", folder, "--noEmit"],
  ]),
  ["unused code and dependencies", bin("knip"), []],
  ["what comes in from outside", process.execPath, ["scripts/check-dependencies.mjs"]],
  ["what comes in for the API's checks", process.execPath, ["scripts/check-dependencies.mjs", "tools/api-lint"]],
  ["known holes in it", process.execPath, ["scripts/audit.mjs"]],
  ["the production files", process.execPath, ["scripts/check-compose.mjs"]],
  ["migrations match the schema", process.execPath, ["scripts/check-migrations.mjs"]],
  ["the specification's coverage", process.execPath, ["scripts/check-coverage.mjs"]],
  ["links in the documents", process.execPath, ["scripts/check-links.mjs"]],
  ["size of the first load", process.execPath, ["scripts/check-size.mjs"]],
];

const failed = gates.filter(([name, command, args]) => {
  console.log(`\n— ${name}`);
  return spawnSync(command, args, { cwd: root, stdio: "inherit" }).status !== 0;
});

console.log("");
for (const [name] of failed) console.log(`Failed: ${name}`);
console.log(failed.length === 0 ? "All gates passed." : `${failed.length} of ${gates.length} gates failed.`);
process.exit(failed.length === 0 ? 0 : 1);

// `pnpm check`: runs all checks except the tests, as many at a time as the machine has cores. Shows the output of each
// when it is over, and lists the failed ones at the end.
import { spawn } from "node:child_process";
import { availableParallelism } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { packages } from "./packages.mjs";

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "..");
const bin = (tool) => path.join(root, "node_modules/.bin", tool);

const gates = [
  // First, because it waits for the network.
  ["known vulnerabilities of packages", process.execPath, ["scripts/audit.mjs"]],
  ["format, lint and import rules", bin("biome"), ["check", "--error-on-warnings", "."]],
  ...[...packages, "client/service-worker"].map((folder) => [
    `types of ${folder}`,
    bin("tsc"),
    ["-p", folder, "--noEmit"],
  ]),
  ["lengths of functions", process.execPath, ["scripts/check-function-lengths.mjs"]],
  ["unused code and dependencies", bin("knip"), []],
  ["dependencies of the project", process.execPath, ["scripts/check-dependencies.mjs"]],
  ["dependencies of the API's linters", process.execPath, ["scripts/check-dependencies.mjs", "tools/api-lint"]],
  ["the production files", process.execPath, ["scripts/check-compose.mjs"]],
  ["migrations match the schema", process.execPath, ["scripts/check-migrations.mjs"]],
  ["the tests of the specification", process.execPath, ["scripts/spec-coverage.mjs", "--check"]],
  ["links in the documents", process.execPath, ["scripts/check-links.mjs"]],
  ["size of the first load", process.execPath, ["scripts/check-size.mjs"]],
];

const failed = [];

const run = ([name, command, args]) =>
  new Promise((resolve) => {
    let said = "";
    const gate = spawn(command, args, { cwd: root, stdio: ["ignore", "pipe", "pipe"] });
    for (const stream of [gate.stdout, gate.stderr]) {
      stream.setEncoding("utf8").on("data", (text) => {
        said += text;
      });
    }
    const end = (hasPassed) => {
      console.log(`\n— ${name}\n${said.trimEnd()}`);
      if (!hasPassed) failed.push(name);
      resolve();
    };
    gate.once("error", (error) => {
      said += error.message;
      end(false);
    });
    gate.once("close", (status) => end(status === 0));
  });

const waiting = [...gates];
const runInTurn = async () => {
  for (let gate = waiting.shift(); gate; gate = waiting.shift()) await run(gate);
};
await Promise.all(Array.from({ length: availableParallelism() }, runInTurn));

console.log("");
for (const name of failed) console.log(`Failed: ${name}`);
console.log(failed.length === 0 ? "All gates passed." : `${failed.length} of ${gates.length} gates failed.`);
process.exit(failed.length === 0 ? 0 : 1);

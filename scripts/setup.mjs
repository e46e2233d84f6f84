// Installs packages, exactly as a lockfile names them. `node scripts/setup.mjs` installs what building and running need,
// `--all` also what tests and checks need, `tools/<name>` the packages of that tool. It never removes the tests'
// packages, so that `npm start` and `npm test` can take turns, and does nothing if nothing changed.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { packages } from "./packages.mjs";

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "..");
const { packageManager } = JSON.parse(readFileSync(path.join(root, "package.json"), "utf8"));
const [what] = process.argv.slice(2);
const isTool = what?.startsWith("tools/");
const folder = isTool ? path.join(root, what) : root;
const manifests = ["", ...(isTool ? [] : packages)].map((part) => path.join(part, "package.json"));

const read = (file) => readFileSync(path.join(folder, file), "utf8");
const stampFile = path.join(folder, "node_modules/.installed");
const stamp = createHash("sha256");
for (const file of ["pnpm-lock.yaml", "pnpm-workspace.yaml", ...manifests]) stamp.update(read(file));
const wanted = stamp.digest("hex");

/** Whether the last installation had the tests' packages too, as pnpm recorded it; null before the first one. */
const hasAll = existsSync(path.join(folder, "node_modules/.modules.yaml"))
  ? JSON.parse(read("node_modules/.modules.yaml")).included.devDependencies
  : null;
const isDone = hasAll !== null && existsSync(stampFile) && readFileSync(stampFile, "utf8") === wanted;

if (!isDone || (what && !hasAll)) {
  const kinds = what || hasAll ? "--prod=false" : "--prod";
  const args = ["--yes", packageManager, "install", "--frozen-lockfile", "--prefer-offline", kinds];
  const { status, error } = spawnSync("npx", args, {
    cwd: folder,
    stdio: "inherit",
    shell: process.platform === "win32",
  });
  if (error) console.error(`npx cannot be started: ${error.message}`);
  process.exitCode = status ?? 1;
  if (status === 0) writeFileSync(stampFile, wanted);
}

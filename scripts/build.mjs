// Builds the site, the server and the programs of outsiders, unless nothing changed since the last build.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { copyFileSync, existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "..");
const stampFile = path.join(root, ".build-stamp");
const sources = [
  "shared/src",
  "proof/src",
  "load/src",
  "load/build.mjs",
  "server/src",
  "server/build.mjs",
  "client/src",
  "client/public",
  "client/service-worker",
  "client/index.html",
  "client/chunks.ts",
  "client/light-calls.ts",
  "client/light-icons.ts",
  "client/light-shared.ts",
  "client/vite.config.ts",
];
const results = [
  "client/dist/index.html",
  "server/dist/main.js",
  "server/dist/verdict.js",
  "load/dist/verify-log.mjs",
  "load/dist/witness.mjs",
  "client/dist/verify-log.mjs",
];

/** A hash of the names and modification times of the sources and the lockfile from which the last build was made. */
const stamp = () => {
  const hash = createHash("sha256");
  const add = (file) => {
    const stats = statSync(file);
    if (stats.isDirectory()) for (const name of readdirSync(file).sort()) add(path.join(file, name));
    else hash.update(`${file} ${stats.size} ${stats.mtimeMs}\n`);
  };
  for (const source of sources) if (existsSync(path.join(root, source))) add(path.join(root, source));
  hash.update(readFileSync(path.join(root, "pnpm-lock.yaml")));
  hash.update(process.env.BRAND_NAME ?? "");
  return hash.digest("hex");
};

// Always build for production, because the tests' NODE_ENV would put React's development build into the site.
const env = { ...process.env, NODE_ENV: "production" };
const build = (what, folder, command, args) => {
  console.log(`Building ${what} …`);
  const { status } = spawnSync(command, args, { cwd: path.join(root, folder), stdio: "inherit", env });
  if (status !== 0) process.exit(status ?? 1);
};

const isFresh =
  results.every((file) => existsSync(path.join(root, file))) &&
  existsSync(stampFile) &&
  readFileSync(stampFile, "utf8") === stamp();

if (!isFresh) {
  build("the site", "client", process.execPath, ["node_modules/vite/bin/vite.js", "build", "--logLevel", "warn"]);
  build("the server", "server", process.execPath, ["build.mjs"]);
  build("the verifier and the witness", "load", process.execPath, ["build.mjs"]);
  // People download it from the page that checks proofs.
  copyFileSync(path.join(root, "load/dist/verify-log.mjs"), path.join(root, "client/dist/verify-log.mjs"));
  writeFileSync(stampFile, stamp());
}

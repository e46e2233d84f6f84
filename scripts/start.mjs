// `npm start`: builds what changed since the last build, then runs the server in this process's place.
import { spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "..");
const stampFile = path.join(root, ".build-stamp");
const sources = ["shared/src", "server/src", "server/build.mjs", "client/src", "client/public", "client/index.html"];

/** Names, sizes and times of the sources and the lockfile: what the last build was made from. */
const stamp = () => {
  const hash = createHash("sha256");
  const add = (file) => {
    const stats = statSync(file);
    if (stats.isDirectory()) for (const name of readdirSync(file).sort()) add(path.join(file, name));
    else hash.update(`${file} ${stats.size} ${stats.mtimeMs}\n`);
  };
  for (const source of sources) if (existsSync(path.join(root, source))) add(path.join(root, source));
  hash.update(readFileSync(path.join(root, "pnpm-lock.yaml")));
  return hash.digest("hex");
};

const isBuilt =
  existsSync(path.join(root, "client/dist/index.html")) &&
  existsSync(path.join(root, "server/dist/main.js")) &&
  existsSync(stampFile) &&
  readFileSync(stampFile, "utf8") === stamp();

if (!isBuilt) {
  console.log("Building the site and the server …");
  for (const [folder, tool, args] of [
    ["client", "vite", ["build", "--logLevel", "warn"]],
    ["server", null, ["build.mjs"]],
  ]) {
    const cwd = path.join(root, folder);
    const command = tool ? path.join(cwd, "node_modules/.bin", tool) : process.execPath;
    const { status } = spawnSync(command, args, { cwd, stdio: "inherit" });
    if (status !== 0) process.exit(status ?? 1);
  }
  writeFileSync(stampFile, stamp());
}

const server = spawn(process.execPath, ["--enable-source-maps", "server/dist/main.js"], {
  cwd: root,
  stdio: "inherit",
});
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => server.kill(signal));
server.on("exit", (code, signal) => process.exit(signal ? 0 : (code ?? 0)));

// `npm start`: builds the site and the server if something changed, then runs the server and forwards signals to it.
import { spawn, spawnSync } from "node:child_process";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { NODE_FLAGS } from "../server/node-flags.mjs";

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "..");
const { status } = spawnSync(process.execPath, ["scripts/build.mjs"], { cwd: root, stdio: "inherit" });
if (status !== 0) process.exit(status ?? 1);

const server = spawn(process.execPath, [...NODE_FLAGS, "server/dist/main.js"], {
  cwd: root,
  stdio: "inherit",
});
for (const signal of ["SIGINT", "SIGTERM"]) {
  process.on(signal, () => {
    // Ctrl-C in a terminal reaches the server too; a second signal would end it at once, without a graceful shutdown.
    if (signal !== "SIGINT" || !process.stdin.isTTY) server.kill(signal);
  });
}
server.on("exit", (code, signal) => process.exit(signal ? 0 : (code ?? 0)));

// `pnpm load:participants -- --out participants.json`: starts the program that makes the accounts and auctions for load
// tests (server/src/tools/load), from the source, or in production from the build.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "..");
const built = "server/dist/load-participants.js";
const isBuilt = process.env.NODE_ENV === "production" && existsSync(path.join(root, built));
const program = isBuilt
  ? ["--enable-source-maps", built]
  : ["--import", "tsx", "server/src/tools/load/load-participants.ts"];
process.exitCode =
  spawnSync(process.execPath, [...program, ...process.argv.slice(2)], { cwd: root, stdio: "inherit" }).status ?? 1;

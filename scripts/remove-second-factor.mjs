// `npm run remove-second-factor -- --email …`: builds if something changed (a production image is already built), then runs the
// program.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "..");
const run = (...args) => spawnSync(process.execPath, args, { cwd: root, stdio: "inherit" }).status ?? 1;

const program = "server/dist/remove-second-factor.js";
const isBuilt = process.env.NODE_ENV === "production" && existsSync(path.join(root, program));
const built = isBuilt ? 0 : run("scripts/build.mjs");
process.exitCode = built || run("--enable-source-maps", program, ...process.argv.slice(2));

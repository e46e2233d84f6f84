#!/usr/bin/env node
// `jara <command>`: the operator's program. Builds first in a checkout in which something changed; a production
// installation is already built. `--env-file <file>` reads the settings from a file as systemd reads it.
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "..");
const program = path.join(root, "server/dist/jara.js");

/** Lines of `NAME=value`; quotes around a value are taken off. */
const settingsIn = (file) =>
  Object.fromEntries(
    [...readFileSync(file, "utf8").matchAll(/^([A-Z][A-Z0-9_]*)=(.*)$/gm)].map(([, name, value]) => [
      name,
      value.trim().replace(/^(["'])(.*)\1$/, "$2"),
    ]),
  );

const start = () => {
  const args = process.argv.slice(2);
  let env = process.env;
  if (args[0] === "--env-file") {
    const [, file] = args.splice(0, 2);
    if (!file || !existsSync(file)) {
      console.error(`There is no file ${file ?? ""}`);
      return 2;
    }
    // Variables that are set for this one call take precedence.
    env = { ...settingsIn(file), ...process.env };
  }
  const isInstalled = !existsSync(path.join(root, "server/src")) || env.NODE_ENV === "production";
  if (!(isInstalled && existsSync(program))) {
    const { status } = spawnSync(process.execPath, ["scripts/build.mjs"], {
      cwd: root,
      stdio: ["inherit", process.stderr, "inherit"],
    });
    if (status !== 0) return status ?? 1;
  }
  // The program's own folder stays the caller's, because file names on the command line are relative to it.
  const { status, signal } = spawnSync(process.execPath, ["--enable-source-maps", program, ...args], {
    stdio: "inherit",
    env,
  });
  return signal ? 1 : (status ?? 1);
};

process.exitCode = start();

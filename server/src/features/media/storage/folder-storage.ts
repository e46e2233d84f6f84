// Stores media in a folder. It writes a file under a temporary name and renames it, so that nobody ever reads half a
// file.
import { randomBytes } from "node:crypto";
import { createReadStream } from "node:fs";
import { copyFile, mkdir, open, rename, rm, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { type MediaStorage, resolveRange } from "./media-storage.ts";

export const createFolderStorage = (folder: string): MediaStorage => {
  const fileOf = (name: string): string => path.join(folder, name);
  const size = async (name: string): Promise<number | null> => {
    const found = await stat(fileOf(name)).catch(unlessMissing);
    return found?.isFile() ? found.size : null;
  };
  return {
    size,
    async put(name, source) {
      await mkdir(folder, { recursive: true });
      const temporary = fileOf(`.${randomBytes(8).toString("hex")}.part`);
      try {
        await (typeof source === "string" ? copyFile(source, temporary) : writeFile(temporary, source));
        await toDisk(temporary);
        await rename(temporary, fileOf(name));
      } finally {
        await rm(temporary, { force: true });
      }
    },
    async get(name, range) {
      const whole = await size(name);
      if (whole === null) return null;
      const part = range ? resolveRange(range, whole) : { start: 0, end: whole - 1 };
      if (!part) return "unsatisfiable";
      return { stream: createReadStream(fileOf(name), part), size: whole, ...part };
    },
    async remove(name) {
      await rm(fileOf(name), { force: true });
    },
  };
};

const toDisk = async (file: string): Promise<void> => {
  const handle = await open(file, "r+");
  await handle.sync().finally(() => handle.close());
};

const unlessMissing = (error: NodeJS.ErrnoException): null => {
  if (error.code === "ENOENT" || error.code === "ENOTDIR") return null;
  throw error;
};

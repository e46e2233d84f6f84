// Copies uploads into the backup folder and back. Uploads never change under their name, so each file is copied once. A
// file that the site removed stays in a folder of its day until no kept backup is older.
import { constants, copyFileSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync } from "node:fs";
import path from "node:path";
import { isMediaName } from "../../features/media/media-name.ts";

const REMOVED = /^media-removed-(\d{4}-\d{2}-\d{2})$/;

const namesIn = (folder: string): string[] => (existsSync(folder) ? readdirSync(folder).filter(isMediaName) : []);

/** A file appears under its name only when it is whole. */
const copyWhole = (from: string, to: string): void => {
  copyFileSync(from, `${to}.partial`, constants.COPYFILE_FICLONE);
  renameSync(`${to}.partial`, to);
};

const isGone = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === "ENOENT";

/** Returns the number of uploads, and how many of them were new. `today`: epoch ms. */
export const backUpMedia = (media: string, folder: string, today: number): { files: number; copied: number } => {
  const mirror = path.join(folder, "media");
  mkdirSync(mirror, { recursive: true, mode: 0o700 });
  const [now, before] = [new Set(namesIn(media)), new Set(namesIn(mirror))];
  let copied = 0;
  for (const name of now) {
    if (before.has(name)) continue;
    try {
      copyWhole(path.join(media, name), path.join(mirror, name));
      copied++;
    } catch (error) {
      // A running server may remove a file meanwhile.
      if (!isGone(error)) throw error;
    }
  }
  const removed = [...before].filter((name) => !now.has(name));
  const grave = path.join(folder, `media-removed-${new Date(today).toISOString().slice(0, 10)}`);
  if (removed.length > 0) mkdirSync(grave, { recursive: true, mode: 0o700 });
  for (const name of removed) renameSync(path.join(mirror, name), path.join(grave, name));
  return { files: now.size, copied };
};

/** Removes the uploads that no kept backup needs. `oldestAt`: when the oldest kept backup was made, epoch ms. */
export const removeOldMedia = (folder: string, oldestAt: number): void => {
  for (const name of readdirSync(folder)) {
    const day = REMOVED.exec(name)?.[1];
    if (day && Date.parse(`${day}T00:00:00Z`) + 86_400_000 < oldestAt) {
      rmSync(path.join(folder, name), { recursive: true });
    }
  }
};

/** Copies back missing uploads, also those that the site had removed. Returns the number of files. */
export const restoreMedia = (folder: string, media: string): number => {
  mkdirSync(media, { recursive: true });
  const there = new Set(namesIn(media));
  let copied = 0;
  for (const source of ["media", ...readdirSync(folder).filter((name) => REMOVED.test(name))]) {
    for (const name of namesIn(path.join(folder, source))) {
      if (there.has(name)) continue;
      copyWhole(path.join(folder, source, name), path.join(media, name));
      there.add(name);
      copied++;
    }
  }
  return copied;
};

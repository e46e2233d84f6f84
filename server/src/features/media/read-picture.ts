// Reads the picture of a lot or a sale for a file or a preview that the server draws.
import { readFile } from "node:fs/promises";
import path from "node:path";
import { buffer } from "node:stream/consumers";
import { isMediaName } from "./media-name.ts";
import type { MediaStorage } from "./storage/media-storage.ts";

const AT_MOST_BYTES = 8 * 1024 * 1024;

/**
 * Returns the bytes of a picture that this site stores; null for any other, because the lot's author chooses the
 * address and the server fetches nothing from another site. `demoPictures`: their folder.
 */
export const pictureReader =
  (storage: Pick<MediaStorage, "get">, demoPictures: string | null) =>
  async (url: string): Promise<Buffer | null> => {
    const demo = /^\/media\/demo\/([\w-]+\.webp)$/.exec(url)?.[1];
    if (demo) return demoPictures === null ? null : await readFile(path.join(demoPictures, demo));
    const name = url.startsWith("/media/") ? url.slice("/media/".length) : "";
    const found = isMediaName(name) ? await storage.get(name) : null;
    if (!found || found === "unsatisfiable" || found.size > AT_MOST_BYTES) return null;
    return await buffer(found.stream);
  };

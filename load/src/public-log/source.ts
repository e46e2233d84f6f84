// Reads a log's files from a site, or from a folder with the same files (file://). Full tiles and bundles never change, so
// those of a site are kept on disk; whatever is read from there is checked like everything else.
import { randomUUID } from "node:crypto";
import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { Mistake } from "../mistake.ts";

export interface Source {
  /** `where`: below the site's address, without a leading slash. Throws `Unread` if it cannot be had. */
  read(where: string): Promise<Uint8Array>;
}

/** The site did not answer, or sent something else. This proves nothing and accuses nobody. */
export class Unread extends Error {}

const MOST_BYTES = 64 * 1024 * 1024;
const TIMEOUT_MS = 30_000;
const TRIES = 4;

export const openSource = (site: string, cacheFolder: string | null): Source => {
  if (!URL.canParse(site)) throw new Mistake(`${site} is no address; an address looks like https://auction.example.`);
  const url = new URL(site);
  if (url.protocol === "file:") return folderSource(fileURLToPath(url));
  if (url.protocol !== "https:" && url.protocol !== "http:") {
    throw new Mistake(`${site} must begin with https://, http:// or file://.`);
  }
  const remote: Source = { read: (where) => readRemote(new URL(`/${where}`, url)) };
  return cacheFolder === null ? remote : withCache(remote, cacheFolder);
};

/** `log` is a folder there, so what the site answers to `/log` is `log/index.json`. */
const folderSource = (folder: string): Source => ({
  read: async (where) => {
    const file = path.join(folder, where === "log" ? "log/index.json" : where);
    return readFile(file).catch(() => {
      throw new Unread(`${file} cannot be read.`);
    });
  },
});

const readRemote = async (url: URL): Promise<Uint8Array> => {
  let problem = "";
  for (let attempt = 0; attempt < TRIES; attempt++) {
    if (attempt > 0) await new Promise((resolve) => setTimeout(resolve, 500 * 2 ** attempt));
    try {
      const response = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS) });
      if (response.ok) return await bodyOf(response);
      problem = `answered with ${response.status}`;
      await response.body?.cancel();
      // Only an overloaded or restarting server may answer otherwise in a moment.
      if (response.status !== 429 && response.status < 500) break;
    } catch (error) {
      problem = `did not answer (${(error as Error).message})`;
    }
  }
  throw new Unread(`${url} ${problem}.`);
};

/** Stops reading an answer that does not end. */
const bodyOf = async (response: Response): Promise<Uint8Array> => {
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of response.body ?? []) {
    parts.push(part);
    length += part.length;
    if (length > MOST_BYTES) throw new Error("the answer is too long");
  }
  return Buffer.concat(parts);
};

const isForEver = (where: string): boolean => /^log\/\d+\/tile\//.test(where) && !where.includes(".p/");

const withCache = (remote: Source, folder: string): Source => ({
  read: async (where) => {
    if (!isForEver(where)) return remote.read(where);
    const file = path.join(folder, where);
    const kept = await readFile(file).catch(() => null);
    if (kept) return kept;
    const bytes = await remote.read(where);
    await mkdir(path.dirname(file), { recursive: true });
    // Write the file whole or not at all, also if two verifiers share the folder.
    const half = `${file}.${randomUUID()}`;
    await writeFile(half, bytes);
    await rename(half, file);
    return bytes;
  },
});

// Receives an uploaded file into a temporary file with a hard size limit, detects its type, makes it safe and stores
// it. After any failure nothing is left behind.
import { createHash, randomBytes } from "node:crypto";
import { createReadStream } from "node:fs";
import { mkdir, open, rm } from "node:fs/promises";
import path from "node:path";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { mediaSentences, PICTURE_MAX_BYTES, VIDEO_MAX_BYTES } from "@jara/shared/media";
import { atMost } from "../../platform/lib/limit-concurrency.ts";
import { contentTypeOf, newStem } from "./media-name.ts";
import { encodePicture } from "./pictures.ts";
import { refuseFile } from "./refused-file.ts";
import { type MediaKind, SNIFFED_BYTES, sniff } from "./sniff.ts";
import type { MediaStorage } from "./storage/media-storage.ts";
import { cleanVideo } from "./videos.ts";

/** A higher number would take the threads that passwords and files need too. */
const PICTURES_AT_A_TIME = 2;

export interface KeptMedia {
  readonly filename: string;
  readonly type: "image" | "video";
}

/** A file that was read completely and is ready to be stored. */
export interface ReceivedFile {
  /** Stores it; throws RefusedFile. */
  keep(): Promise<KeptMedia>;
  /** Removes the temporary file. */
  discard(): Promise<void>;
}

export interface Uploads {
  /** Reads a file to its end. Throws RefusedFile as early as possible, and any error of the stream. */
  receive(source: Readable): Promise<ReceivedFile>;
}

/** The folder for files that are being received, inside the folder of the uploads. */
export const INCOMING = "incoming";

/**
 * `note` records the main file's name and its SHA-256, in hexadecimal, before anything is stored, so that leftovers can be
 * removed.
 */
export const createUploads = (
  storage: MediaStorage,
  folder: string,
  note: (filename: string, sha256: string) => Promise<void>,
): Uploads => {
  const encoding = atMost(PICTURES_AT_A_TIME);
  const incoming = path.join(folder, INCOMING);

  const putAll = async (files: readonly { name: string; source: Uint8Array | string }[]): Promise<void> => {
    const put: string[] = [];
    try {
      for (const { name, source } of files) {
        put.push(name);
        await storage.put(name, source, contentTypeOf(name));
      }
    } catch (error) {
      for (const name of put) await storage.remove(name).catch(() => {});
      throw error;
    }
  };

  const keep = async (file: string, found: MediaKind): Promise<KeptMedia> => {
    const stem = newStem();
    if (found.type === "video") {
      const filename = `${stem}.${found.kind}`;
      await cleanVideo(file, found.kind);
      await note(filename, await hashOfFile(file));
      await putAll([{ name: filename, source: file }]);
      return { filename, type: "video" };
    }
    const encoded = await encoding(() => encodePicture(file, found.kind));
    const filename = `${stem}.webp`;
    const main = encoded.find(({ suffix }) => `${stem}${suffix}` === filename);
    if (!main) throw new Error("a picture without its main file");
    await note(filename, createHash("sha256").update(main.bytes).digest("hex"));
    await putAll(encoded.map(({ suffix, bytes }) => ({ name: `${stem}${suffix}`, source: bytes })));
    return { filename, type: "image" };
  };

  return {
    async receive(source) {
      await mkdir(incoming, { recursive: true });
      const file = path.join(incoming, randomBytes(16).toString("hex"));
      const discard = () => rm(file, { force: true });
      try {
        const found = await write(source, file);
        return { keep: () => keep(file, found), discard };
      } catch (error) {
        source.destroy();
        await discard();
        throw error;
      }
    },
  };
};

const hashOfFile = async (file: string): Promise<string> => {
  const hash = createHash("sha256");
  await pipeline(createReadStream(file), hash);
  return hash.digest("hex");
};

/** Writes the stream to the file and returns its type. Stops at the first byte over the limit. */
const write = async (source: Readable, file: string): Promise<MediaKind> => {
  const handle = await open(file, "wx", 0o600);
  try {
    let start = Buffer.alloc(0);
    let found: MediaKind | null = null;
    let size = 0;
    for await (const chunk of source as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (!found) {
        start = Buffer.concat([start, chunk]);
        if (start.length >= SNIFFED_BYTES) found = await sniff(start);
      }
      if (found) refuseTooLarge(found, size);
      await handle.writeFile(chunk);
    }
    if (size === 0) return refuseFile("INVALID", "The file is empty.");
    return found ?? (await sniff(start));
  } finally {
    await handle.close();
  }
};

const refuseTooLarge = ({ type }: MediaKind, size: number): void => {
  if (type === "image" && size > PICTURE_MAX_BYTES) refuseFile("PAYLOAD_TOO_LARGE", mediaSentences.pictureTooLarge);
  if (type === "video" && size > VIDEO_MAX_BYTES) refuseFile("PAYLOAD_TOO_LARGE", mediaSentences.videoTooLarge);
};

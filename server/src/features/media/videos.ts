// Checks uploaded videos. A video is kept without being decoded, so its structure must be valid from the first byte to
// the last, it must not be a valid file of another type too, and everything beside the film is blanked.
import { open } from "node:fs/promises";
import { DamagedVideo } from "./damaged-video.ts";
import { FileWindow } from "./file-window.ts";
import { checkMp4 } from "./mp4.ts";
import { refuseFile } from "./refused-file.ts";
import type { VideoKind } from "./sniff.ts";
import { checkWebm } from "./webm.ts";

const START_BYTES = 4096;
/** In lower case, as latin1. */
const foreignStarts = ["<html", "<script", "<!doctype", "<?php", "<svg", "pk\u0003\u0004", "%pdf-"];
const ZIP_END = Buffer.from("PK\u0005\u0006", "latin1");
const ZIP_END_BYTES = 22;
const ZIP_COMMENT_MAX = 65_535;
const READ_AT_ONCE = 16 * 1024;

/** Checks the file and blanks everything in it that is not film. Throws RefusedFile. */
export const cleanVideo = async (path: string, kind: VideoKind): Promise<void> => {
  const handle = await open(path, "r+");
  try {
    const file = new FileWindow(handle, (await handle.stat()).size);
    await (kind === "mp4" ? checkMp4(file) : checkWebm(file));
    // Check after the blanking, because the blanked file is what will be served.
    const start = (await file.read(0, START_BYTES)).toString("latin1").toLowerCase();
    if (foreignStarts.some((marker) => start.includes(marker)) || (await endsAsZip(file))) {
      refuseFile("UNSUPPORTED_MEDIA_TYPE", "This video is also a file of another kind and cannot be uploaded.");
    }
  } catch (error) {
    if (!(error instanceof DamagedVideo)) throw error;
    refuseFile("UNSUPPORTED_MEDIA_TYPE", `This video is damaged or incomplete: it ${error.message}.`);
  } finally {
    await handle.close();
  }
};

/** Whether the end of a ZIP directory is where unpackers look for it, with a comment that reaches to the very end. */
const endsAsZip = async (file: FileWindow): Promise<boolean> => {
  const from = Math.max(0, file.size - ZIP_END_BYTES - ZIP_COMMENT_MAX);
  const parts: Buffer[] = [];
  for (let at = from; at < file.size; at += READ_AT_ONCE) parts.push(Buffer.from(await file.read(at, READ_AT_ONCE)));
  const tail = Buffer.concat(parts);
  for (let at = tail.indexOf(ZIP_END); at >= 0; at = tail.indexOf(ZIP_END, at + 1)) {
    if (at + ZIP_END_BYTES > tail.length) return false;
    if (at + ZIP_END_BYTES + tail.readUInt16LE(at + 20) === tail.length) return true;
  }
  return false;
};

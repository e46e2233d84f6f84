// Checks the structure of an MP4 file (ISO/IEC 14496-12), box by box from the first byte to the last. It blanks in
// place what a player does not need: free space, boxes that may say where a film was taken, and boxes that it does not know,
// which every reader skips. Offsets stay the same.
import { damaged } from "./damaged-video.ts";
import type { FileWindow } from "./file-window.ts";

const MAX_BOXES = 10_000;
const MAX_FTYP_BYTES = 512;

/** The boxes that are kept in each box that is looked into, and at the top. All others are blanked. No circle leads back. */
const keptIn: Readonly<Record<string, ReadonlySet<string>>> = {
  top: new Set(["ftyp", "styp", "moov", "mdat", "moof", "mfra", "sidx", "ssix", "prft", "emsg", "pdin"]),
  moov: new Set(["mvhd", "iods", "trak", "mvex"]),
  trak: new Set(["tkhd", "tref", "trgr", "edts", "mdia", "tapt"]),
  mdia: new Set(["mdhd", "hdlr", "elng", "minf"]),
  minf: new Set(["vmhd", "smhd", "hmhd", "nmhd", "sthd", "gmhd", "hdlr", "dinf", "stbl"]),
  dinf: new Set(["dref"]),
  edts: new Set(["elst"]),
  mvex: new Set(["mehd", "trex", "leva"]),
};

interface Box {
  readonly type: string;
  readonly start: number;
  readonly bodyStart: number;
  readonly end: number;
}

interface Found {
  boxes: number;
  readonly types: Set<string>;
  hasVideoTrack: boolean;
}

/** Throws DamagedVideo. */
export const checkMp4 = async (file: FileWindow): Promise<void> => {
  const found: Found = { boxes: 0, types: new Set(), hasVideoTrack: false };
  const first = await readBox(file, 0, file.size);
  if (first.type !== "ftyp" || first.end - first.start > MAX_FTYP_BYTES) damaged("does not start as an MP4");
  await walk(file, { type: "top", bodyStart: 0, end: file.size }, found);
  if (!found.types.has("moov") || !found.hasVideoTrack) damaged("has no video track");
  if (!found.types.has("mdat")) damaged("has no frames");
};

const walk = async (file: FileWindow, parent: Pick<Box, "type" | "bodyStart" | "end">, found: Found): Promise<void> => {
  for (let at = parent.bodyStart; at < parent.end; ) {
    const box = await readBox(file, at, parent.end);
    found.boxes += 1;
    if (found.boxes > MAX_BOXES) damaged("has too many boxes");
    if (parent.type === "top") found.types.add(box.type);
    if (!keptIn[parent.type]?.has(box.type)) await blank(file, box);
    else if (box.type in keptIn) {
      await walk(file, box, found);
    } else if (box.type === "dref") {
      await checkReferences(file, box);
    } else if (box.type === "hdlr") {
      const body = await file.read(box.bodyStart, 12);
      found.hasVideoTrack ||= body.toString("latin1", 8, 12) === "vide";
    }
    at = box.end;
  }
};

/**
 * Checks where the film's data is. A flag means "in this file"; anything else is an address that a player might
 * request.
 */
const checkReferences = async (file: FileWindow, { bodyStart, end }: Box): Promise<void> => {
  for (let at = bodyStart + 8; at < end; ) {
    const reference = await readBox(file, at, end);
    if (reference.end - reference.bodyStart < 4) damaged("ends within a box");
    const flags = (await file.read(reference.bodyStart, 4)).readUInt32BE(0);
    if ((flags & 1) === 0) damaged("keeps its film elsewhere");
    at = reference.end;
  }
};

/** Reads the size (32 bits; 64 bits if it says 1; to the end if it says 0), the type and the body of a box. */
const readBox = async (file: FileWindow, start: number, limit: number): Promise<Box> => {
  const header = await file.read(start, 16);
  if (header.length < 8) return damaged("ends within a box");
  const type = header.toString("latin1", 4, 8);
  if (!/^[\x20-\x7e©]{4}$/.test(type)) damaged("has a box whose type is no word");
  const short = header.readUInt32BE(0);
  if (short === 1 && header.length < 16) damaged("ends within a box");
  const length = short === 1 ? Number(header.readBigUInt64BE(8)) : short === 0 ? file.size - start : short;
  const headerLength = short === 1 ? 16 : 8;
  // Only the last box of the file may use "to the end".
  if (length < headerLength || start + length > limit) damaged("has a box that reaches beyond its place");
  return { type, start, bodyStart: start + headerLength, end: start + length };
};

const blank = async (file: FileWindow, box: Box): Promise<void> => {
  await file.overwrite(box.start + 4, Buffer.from("free"), box.start + 8);
  await file.overwrite(box.bodyStart, Buffer.alloc(0), box.end);
};

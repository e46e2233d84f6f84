// Checks the structure of a WebM file (EBML, RFC 8794), element by element from the first byte to the last. It blanks
// tags, attachments and empty space in place, because they may say where a film was taken or hold another file. Offsets
// stay the same.
import { damaged } from "./damaged-video.ts";
import type { FileWindow } from "./file-window.ts";

const EBML = 0x1a45dfa3;
const SEGMENT = 0x18538067;
const CLUSTER = 0x1f43b675;
const TRACKS = 0x1654ae6b;
const TRACK_ENTRY = 0xae;
const TRACK_TYPE = 0x83;
const DOC_TYPE = 0x4282;
const TAGS = 0x1254c367;
const ATTACHMENTS = 0x1941a469;
const VOID = 0xec;
const CRC32 = 0xbf;
const MAX_HEADER_BYTES = 256;
const MAX_ELEMENTS = 2_000_000;
const VIDEO_TRACK = 1;

const inHeader = new Set([0x4286, 0x42f7, 0x42f2, 0x42f3, DOC_TYPE, 0x4287, 0x4285, VOID, CRC32]);
/** SeekHead, Info, Tracks, Cluster, Cues, Chapters. */
const inSegment = new Set([0x114d9b74, 0x1549a966, TRACKS, CLUSTER, 0x1c53bb6b, 0x1043a770]);
for (const id of [TAGS, ATTACHMENTS, VOID, CRC32]) inSegment.add(id);
/** Timestamp, Position, PrevSize, SimpleBlock, BlockGroup, SilentTracks, EncryptedBlock. */
const inCluster = new Set([0xe7, 0xa7, 0xab, 0xa3, 0xa0, 0x5854, 0xaf, VOID, CRC32]);
const blanked = new Set([TAGS, ATTACHMENTS, VOID]);

interface Element {
  readonly id: number;
  readonly start: number;
  readonly bodyStart: number;
  /** Null: unknown, as in live recordings. */
  readonly end: number | null;
}

/** Throws DamagedVideo. */
export const checkWebm = async (file: FileWindow): Promise<void> => {
  let elements = 0;
  const next = (at: number, limit: number): Promise<Element> => {
    elements += 1;
    if (elements > MAX_ELEMENTS) damaged("has too many elements");
    return readElement(file, at, limit);
  };
  /** Visits the child elements of an element of known size. */
  const each = async (start: number, end: number, known: Set<number> | null, visit: (it: Element) => Promise<void>) => {
    for (let at = start; at < end; ) {
      const element = await next(at, end);
      if (known && !known.has(element.id)) damaged("has an element in a wrong place");
      if (element.end === null) return damaged("has an element without an end");
      if (blanked.has(element.id)) await blank(file, element.start, element.end);
      else await visit(element);
      at = element.end;
    }
  };

  const header = await next(0, file.size);
  if (header.id !== EBML || header.end === null || header.end > MAX_HEADER_BYTES)
    return damaged("does not start as WebM");
  let isWebm = false;
  await each(header.bodyStart, header.end, inHeader, async ({ id, bodyStart, end }) => {
    if (id === DOC_TYPE && end !== null) isWebm = (await file.read(bodyStart, end - bodyStart)).toString() === "webm";
  });
  if (!isWebm) damaged("is not WebM");

  const segment = await next(header.end, file.size);
  if (segment.id !== SEGMENT || (segment.end !== null && segment.end !== file.size)) damaged("is not one segment");

  let hasVideoTrack = false;
  let hasFrames = false;
  /** Whether a cluster of unknown size is open. Any element of the segment itself ends it. */
  let isInCluster = false;
  for (let at = segment.bodyStart; at < file.size; ) {
    const element = await next(at, file.size);
    const { id, start, bodyStart, end } = element;
    if (!(inSegment.has(id) || (isInCluster && inCluster.has(id)))) damaged("has an element in a wrong place");
    if (id === CLUSTER) {
      hasFrames = true;
      isInCluster = end === null;
      if (end !== null) await each(bodyStart, end, inCluster, async () => {});
    } else if (end === null) return damaged("has an element without an end");
    else if (blanked.has(id)) await blank(file, start, end);
    else if (id === TRACKS) {
      await each(bodyStart, end, null, async (entry) => {
        if (entry.id !== TRACK_ENTRY || entry.end === null) return;
        await each(entry.bodyStart, entry.end, null, async (field) => {
          if (field.id !== TRACK_TYPE) return;
          hasVideoTrack ||= (await file.read(field.bodyStart, 1))[0] === VIDEO_TRACK;
        });
      });
    }
    at = end ?? bodyStart;
  }
  if (!hasVideoTrack) damaged("has no video track");
  if (!hasFrames) damaged("has no frames");
};

const readElement = async (file: FileWindow, start: number, limit: number): Promise<Element> => {
  const bytes = await file.read(start, 12);
  const idLength = lengthOfNumber(bytes[0]);
  if (idLength > 4 || bytes.length < idLength + 1) return damaged("has an element without a name");
  const id = bytes.readUIntBE(0, idLength);
  const sizeLength = lengthOfNumber(bytes[idLength]);
  if (sizeLength > 8 || bytes.length < idLength + sizeLength) return damaged("ends within an element");
  const marked = bytes.subarray(idLength, idLength + sizeLength);
  const value = BigInt(`0x${marked.toString("hex")}`) & ((1n << BigInt(7 * sizeLength)) - 1n);
  const bodyStart = start + idLength + sizeLength;
  if (value === (1n << BigInt(7 * sizeLength)) - 1n) return { id, start, bodyStart, end: null };
  const end = bodyStart + Number(value);
  if (end > limit) return damaged("has an element that reaches beyond its place");
  return { id, start, bodyStart, end };
};

/** An EBML number states its length by its leading zero bits. */
const lengthOfNumber = (first: number | undefined): number => (first ? Math.clz32(first) - 23 : 9);

/** Overwrites the range with a Void element of the same length. */
const blank = async (file: FileWindow, start: number, end: number): Promise<void> => {
  const total = end - start;
  const header = total < 9 ? Buffer.from([VOID, 0x80 | (total - 2)]) : Buffer.alloc(9);
  if (total >= 9) {
    header.writeBigUInt64BE((1n << 56n) | BigInt(total - 9), 1);
    header[0] = VOID;
  }
  await file.overwrite(start, header, end);
};

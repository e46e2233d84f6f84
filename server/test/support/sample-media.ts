// Makes small files of every kind for the tests of uploads: pictures made by sharp, videos built box by box and element
// by element.
import { randomFillSync } from "node:crypto";
import sharp, { type Sharp } from "sharp";

/** Left half red, right half blue: which way round it stands can be seen. */
export const picture = (width = 640, height = 480): Sharp =>
  sharp({ create: { width, height, channels: 3, background: "#d02020" } }).composite([
    {
      input: { create: { width: Math.ceil(width / 2), height, channels: 3, background: "#2020d0" } },
      left: Math.floor(width / 2),
      top: 0,
    },
  ]);

export const noise = (bytes: number): Buffer => randomFillSync(Buffer.alloc(bytes));

/** A valid JPEG of so many bytes: the picture, and comments (which decoders skip) before its frame. */
export const jpegOf = async (bytes: number): Promise<Buffer> => {
  const plain = await picture().jpeg().toBuffer();
  const parts = [plain.subarray(0, 2)];
  for (let left = bytes - plain.length; left > 0; ) {
    // Never so that less than a comment's four bytes remain.
    const length = left > 60_000 ? Math.min(60_000, left - 4) : left;
    const comment = Buffer.alloc(length, 0x20);
    comment.writeUInt16BE(0xfffe, 0);
    comment.writeUInt16BE(length - 2, 2);
    parts.push(comment);
    left -= length;
  }
  return Buffer.concat([...parts, plain.subarray(2)]);
};

/** A PNG of one colour that says it is so large; a few kilobytes a hundred megapixels. */
export const hugePng = (side: number): Promise<Buffer> =>
  sharp({
    create: { width: side, height: side, channels: 3, background: "white" },
    limitInputPixels: false,
  })
    .png({ compressionLevel: 9 })
    .toBuffer();

/** An archive with no files: the end of a directory alone is one. */
export const emptyZip = Buffer.from(`PK\u0005\u0006${"\0".repeat(18)}`, "latin1");
export const storedZip = Buffer.concat([
  Buffer.from(`PK\u0003\u0004\u0014${"\0".repeat(21)}\u0005\0\0\0a.txt`, "latin1"),
  emptyZip,
]);

// --- MP4

export const box = (type: string, ...parts: (Uint8Array | string)[]): Buffer => {
  const body = Buffer.concat(parts.map((part) => Buffer.from(part as Uint8Array)));
  const header = Buffer.alloc(8);
  header.writeUInt32BE(8 + body.length, 0);
  header.write(type, 4, "latin1");
  return Buffer.concat([header, body]);
};
export const ftyp = box("ftyp", "isom", Buffer.alloc(4), "isommp42");
const zeros = (n: number): Buffer => Buffer.alloc(n);
/** Makes the box that says where a film's data are: in the file itself, unless an address is given. */
export const dataReference = (address?: string): Buffer => {
  const flags = Buffer.from([0, 0, 0, address === undefined ? 1 : 0]);
  return box("dinf", box("dref", Buffer.from([0, 0, 0, 0, 0, 0, 0, 1]), box("url ", flags, address ?? "")));
};
const track = (handler: string, reference = dataReference()): Buffer =>
  box(
    "trak",
    box("tkhd", zeros(84)),
    box(
      "mdia",
      box("mdhd", zeros(24)),
      box("hdlr", zeros(8), handler, zeros(13)),
      box("minf", box("vmhd", zeros(12)), reference),
    ),
  );
export const PLACE = "+06.4541+003.3947/";
export const moov = (handler = "vide", ...more: Buffer[]): Buffer =>
  box("moov", box("mvhd", zeros(100)), track(handler), ...more);
/** As a phone writes it: with the place where it was taken. */
export const mp4 = (frames = noise(5000)): Buffer =>
  Buffer.concat([ftyp, moov("vide", box("udta", box("©xyz".replace("©", "c"), PLACE))), box("mdat", frames)]);

// --- WebM

const idBytes = (id: number): Buffer => {
  const hex = id.toString(16);
  return Buffer.from(hex.length % 2 ? `0${hex}` : hex, "hex");
};
/** With a size of eight bytes, as muxers write what they come back to. */
export const element = (id: number, ...parts: (Uint8Array | string)[]): Buffer => {
  const body = Buffer.concat(parts.map((part) => Buffer.from(part as Uint8Array)));
  const size = Buffer.alloc(8);
  size.writeBigUInt64BE((1n << 56n) | BigInt(body.length));
  return Buffer.concat([idBytes(id), size, body]);
};
/** Makes an element of unknown size, as browsers record it. */
const openElement = (id: number, ...parts: Uint8Array[]): Buffer =>
  Buffer.concat([idBytes(id), Buffer.from("01ffffffffffffff", "hex"), ...parts]);

export const ebmlHeader = (docType = "webm"): Buffer => {
  const short = (id: number, value: string | Uint8Array) => {
    const body = Buffer.from(value as Uint8Array);
    return Buffer.concat([idBytes(id), Buffer.from([0x80 | body.length]), body]);
  };
  const body = Buffer.concat([short(0x4286, [1] as never), short(0x4282, docType), short(0x4287, [4] as never)]);
  return Buffer.concat([idBytes(0x1a45dfa3), Buffer.from([0x80 | body.length]), body]);
};
export const tracks = (type = 1): Buffer => element(0x1654ae6b, element(0xae, element(0x83, Buffer.from([type]))));
const frame = (): Buffer => element(0xa3, noise(800));
const timestamp = element(0xe7, Buffer.from([0]));
const info = element(0x1549a966, element(0x4d80, "a muxer"));
const tags = element(0x1254c367, element(0x7373, PLACE));
export const attachment = element(0x1941a469, element(0x61a7, storedZip));

export const webm = (...more: Buffer[]): Buffer =>
  Buffer.concat([
    ebmlHeader(),
    element(0x18538067, info, tracks(), element(0x1f43b675, timestamp, frame(), frame()), tags, ...more),
  ]);
/** As MediaRecorder makes it: neither the segment nor its clusters say how long they are. */
export const recordedWebm = (): Buffer =>
  Buffer.concat([
    ebmlHeader(),
    openElement(
      0x18538067,
      info,
      tracks(),
      openElement(0x1f43b675, timestamp, frame()),
      openElement(0x1f43b675, timestamp, frame()),
    ),
  ]);

// Decodes each picture and encodes it again, turned upright. None of the uploaded bytes are kept, so a stored picture
// has no metadata (such as where it was taken), no second file hidden behind the first, and nothing that can break a
// decoder.
import { mediaSentences, PICTURE_MAX_PIXELS } from "@jara/shared/media";
import { pictureFormats, pictureWidths } from "@jara/shared/picture-sizes";
import type { Sharp } from "sharp";
import { loadSharp } from "../../platform/lib/sharp.ts";
import { refuseFile } from "./refused-file.ts";
import type { PictureKind } from "./sniff.ts";

const MAIN_WIDTH = 1200;
const LONGER_SIDE = 2000;
/** The text of a document must stay readable. */
const READABLE_SIDE = 2000;
const TIMEOUT = { seconds: 30 };

export interface EncodedPicture {
  /** The part of the name after the random part: `.webp`, `-480.avif`, … */
  readonly suffix: string;
  readonly bytes: Buffer;
}

const encoders = {
  webp: (picture: Sharp) => picture.webp({ quality: 78, effort: 4, smartSubsample: true }),
  avif: (picture: Sharp) => picture.avif({ quality: 55, effort: 2 }),
};
type Format = keyof typeof encoders;

const wanted: readonly { suffix: string; format: Format; width: number }[] = [
  ...pictureWidths.flatMap((width) =>
    pictureFormats.map((format) => ({ suffix: `-${width}.${format}`, format, width })),
  ),
  // Last, so that the variants exist whenever the main file exists.
  { suffix: ".webp", format: "webp", width: MAIN_WIDTH },
];

/** Encodes every stored size and format, the main one last. None is larger than the original. Throws RefusedFile. */
export const encodePicture = async (file: string, kind: PictureKind): Promise<EncodedPicture[]> => {
  const sharp = await loadSharp();
  const { data, info } = await decode(file, kind);
  const raw = { width: info.width, height: info.height, channels: info.channels };
  const encoded: EncodedPicture[] = [];
  for (const { suffix, format, width } of wanted) {
    const picture = sharp(data, { raw }).resize({ width, withoutEnlargement: true }).timeout(TIMEOUT);
    encoded.push({ suffix, bytes: await encoders[format](picture).toBuffer() });
  }
  return encoded;
};

/** Encodes a picture of a document once, large enough to read. Throws RefusedFile. */
export const encodeReadable = async (file: Buffer, kind: PictureKind): Promise<Buffer> => {
  const sharp = await loadSharp();
  const { data, info } = await decode(file, kind, READABLE_SIDE);
  const raw = { width: info.width, height: info.height, channels: info.channels };
  return await encoders.webp(sharp(data, { raw }).timeout(TIMEOUT)).toBuffer();
};

const formats: Record<PictureKind, string> = {
  jpeg: "jpeg",
  png: "png",
  webp: "webp",
  gif: "gif",
  avif: "heif",
  heic: "heif",
};

/** Turned upright, in sRGB, and no larger than the largest stored size. */
const decode = async (file: string | Buffer, kind: PictureKind, width = MAIN_WIDTH) => {
  const sharp = await loadSharp();
  const source = () => sharp(file, { limitInputPixels: PICTURE_MAX_PIXELS, failOn: "error", sequentialRead: true });
  try {
    const { format } = await source().metadata();
    if (format !== formats[kind]) throw new Error(`looks like ${kind} and is read as ${format}`);
    return await source()
      .autoOrient()
      .resize({ width, height: LONGER_SIDE, fit: "inside", withoutEnlargement: true })
      .timeout(TIMEOUT)
      .raw()
      .toBuffer({ resolveWithObject: true });
  } catch (error) {
    return refuseFile(...reasonFor(kind, error instanceof Error ? error.message : ""));
  }
};

const reasonFor = (kind: PictureKind, message: string): Parameters<typeof refuseFile> => {
  if (/pixel limit|too large|security limit/i.test(message)) return ["PAYLOAD_TOO_LARGE", mediaSentences.tooManyPixels];
  if (kind === "heic") return ["UNSUPPORTED_MEDIA_TYPE", mediaSentences.heic];
  return ["UNSUPPORTED_MEDIA_TYPE", "This picture is damaged or incomplete and cannot be read."];
};

// The names under which media are kept: 128 random bits and what the client asks for by name (`-480.avif` and so on).
// Nothing that a person sent is ever part of one, and no name that does not fit the pattern reaches a storage.
import { randomBytes } from "node:crypto";

/** Browsers choose among these: `srcset` widths, each as AVIF and WebP. */
export const VARIANT_WIDTHS = [480, 960] as const;
export const VARIANT_FORMATS = ["avif", "webp"] as const;

const contentTypes: Record<string, string> = {
  webp: "image/webp",
  avif: "image/avif",
  mp4: "video/mp4",
  webm: "video/webm",
};
const pattern = /^[0-9a-f]{32}(?:\.(?:webp|mp4|webm)|-(?:480|960)\.(?:avif|webp))$/;
const mainPattern = /^[0-9a-f]{32}\.(webp|mp4|webm)$/;

export const newStem = (): string => randomBytes(16).toString("hex");

/** All files of an upload, by its main file's name, which comes last. */
export const filesOf = (main: string): string[] => {
  if (kindOfMain(main) !== "image") return [main];
  const stem = main.slice(0, main.lastIndexOf("."));
  return [...VARIANT_WIDTHS.flatMap((width) => VARIANT_FORMATS.map((format) => `${stem}-${width}.${format}`)), main];
};

export const isMediaName = (name: string): boolean => pattern.test(name);

/** What an upload's own name (no variant's) holds; null for any other name. */
export const kindOfMain = (name: string): "image" | "video" | null => {
  const extension = mainPattern.exec(name)?.[1];
  if (!extension) return null;
  return extension === "webp" ? "image" : "video";
};

/** By our own extension, never by what the uploader declared. */
export const contentTypeOf = (name: string): string =>
  contentTypes[name.slice(name.lastIndexOf(".") + 1)] ?? "application/octet-stream";

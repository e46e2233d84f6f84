// The names of uploads: 128 random bits plus a suffix that the client requests (`-480.avif` and so on). A name must
// never contain anything that a person sent, and a request's name that does not match the pattern must never reach the
// storage.
import { randomBytes } from "node:crypto";
import { pictureFormats, pictureWidths } from "@jara/shared/picture-sizes";

const contentTypes: Record<string, string> = {
  webp: "image/webp",
  avif: "image/avif",
  mp4: "video/mp4",
  webm: "video/webm",
};
const variant = `-(?:${pictureWidths.join("|")})\\.(?:${pictureFormats.join("|")})`;
const pattern = new RegExp(`^[0-9a-f]{32}(?:\\.(?:webp|mp4|webm)|${variant})$`);
const mainPattern = /^[0-9a-f]{32}\.(webp|mp4|webm)$/;

export const newStem = (): string => randomBytes(16).toString("hex");

/** All files of an upload, given its main file's name. The main file comes last. */
export const filesOf = (main: string): string[] => {
  if (kindOfMain(main) !== "image") return [main];
  const stem = main.slice(0, main.lastIndexOf("."));
  return [...pictureWidths.flatMap((width) => pictureFormats.map((format) => `${stem}-${width}.${format}`)), main];
};

export const isMediaName = (name: string): boolean => pattern.test(name);

/** The kind of an upload's main file. Null for any other name, variants included. */
export const kindOfMain = (name: string): "image" | "video" | null => {
  const extension = mainPattern.exec(name)?.[1];
  if (!extension) return null;
  return extension === "webp" ? "image" : "video";
};

/** Derived from our own extension, never from what the uploader declared. */
export const contentTypeOf = (name: string): string =>
  contentTypes[name.slice(name.lastIndexOf(".") + 1)] ?? "application/octet-stream";

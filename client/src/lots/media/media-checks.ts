// Checks of a chosen file before it is sent: its size, and its type as the browser reports it. The server checks the
// content.
import { ACCEPTED_MEDIA_TYPES, mediaSentences, PICTURE_MAX_BYTES, VIDEO_MAX_BYTES } from "@jara/shared/media";

export type MediaKind = "image" | "video";
type FileFacts = Pick<File, "name" | "type" | "size">;

/** The most media files of an auction, from the contract. */
export const MEDIA_MAX = 30;
/** The numbers that the listing guide recommends. */
export const WISHED = { pictures: 10, videos: 1 } as const;
/** A device that does not know a file type gives the file no type, so the file extension decides. */
const byEnding: Record<string, string> = {
  heic: "image/heic",
  heif: "image/heic",
  avif: "image/avif",
  mov: "video/quicktime",
};
/** The formats that an iPhone sends if it does not convert its files. The sentence says what to do instead. */
const refusedTypes: Record<string, string> = {
  "image/heic": mediaSentences.heic,
  "image/heif": mediaSentences.heic,
  "video/quicktime": mediaSentences.quickTime,
};

export const ACCEPT = ACCEPTED_MEDIA_TYPES.join(",");

const typeOf = ({ name, type }: FileFacts): string =>
  type || byEnding[name.split(".").at(-1)?.toLowerCase() ?? ""] || "";

export const kindOf = (file: FileFacts): MediaKind | null => {
  const known = typeOf(file);
  if (!ACCEPTED_MEDIA_TYPES.some((accepted) => accepted === known)) return null;
  return known.startsWith("video/") ? "video" : "image";
};

/** The reason why the file cannot be uploaded, or null. */
export const fileError = (file: FileFacts): string | null => {
  const kind = kindOf(file);
  if (!kind) return refusedTypes[typeOf(file)] ?? mediaSentences.notAccepted;
  if (file.size === 0) return "This file is empty.";
  if (kind === "image" && file.size > PICTURE_MAX_BYTES) return mediaSentences.pictureTooLarge;
  if (kind === "video" && file.size > VIDEO_MAX_BYTES) return mediaSentences.videoTooLarge;
  return null;
};

export const sizeText = (bytes: number): string =>
  bytes < 1024 * 1024
    ? `${Math.max(1, Math.round(bytes / 1024))} KB`
    : `${(bytes / (1024 * 1024)).toFixed(1).replace(/\.0$/, "")} MB`;

export const countText = (pictures: number, videos: number): string => {
  const some = (count: number, one: string) => `${count || "no"} ${one}${count === 1 ? "" : "s"}`;
  return `${some(pictures, "picture")} and ${some(videos, "video")}`;
};

// What can be said of a chosen file before it is sent: its kind, by what the browser takes it for, and its size. The
// server looks at the content.
import { ACCEPTED_MEDIA_TYPES, mediaSentences, PICTURE_MAX_BYTES, VIDEO_MAX_BYTES } from "@jara/shared/media";

export type MediaKind = "image" | "video";
type FileFacts = Pick<File, "name" | "type" | "size">;

/** An auction's media, as the contract has it. */
export const MEDIA_MAX = 30;
/** Of the listing guide. */
export const WISHED = { pictures: 10, videos: 1 } as const;
/** Files of some kinds come without a type where the device does not know them. */
const byEnding: Record<string, string> = { heic: "image/heic", heif: "image/heic", avif: "image/avif" };

export const ACCEPT = [...ACCEPTED_MEDIA_TYPES, ".heic"].join(",");

export const kindOf = ({ name, type }: FileFacts): MediaKind | null => {
  const known = type || byEnding[name.split(".").at(-1)?.toLowerCase() ?? ""] || "";
  if (!ACCEPTED_MEDIA_TYPES.some((accepted) => accepted === known)) return null;
  return known.startsWith("video/") ? "video" : "image";
};

/** Why it cannot be uploaded; null where nothing speaks against it. */
export const fileError = (file: FileFacts): string | null => {
  const kind = kindOf(file);
  if (!kind) return mediaSentences.notAccepted;
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

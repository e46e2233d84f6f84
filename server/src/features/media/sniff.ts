// Detects a file's type from its first bytes alone. It never uses the file's name or declared type.
import { mediaSentences } from "@jara/shared/media";
import { fileTypeFromBuffer } from "file-type";
import { refuseFile } from "./refused-file.ts";

/** The number of first bytes needed to detect every type. */
export const SNIFFED_BYTES = 4100;

export type PictureKind = "jpeg" | "png" | "webp" | "avif" | "heic" | "gif";
export type VideoKind = "mp4" | "webm";
export type MediaKind =
  | { readonly type: "image"; readonly kind: PictureKind }
  | { readonly type: "video"; readonly kind: VideoKind };

const accepted: Record<string, MediaKind> = {
  "image/jpeg": { type: "image", kind: "jpeg" },
  "image/png": { type: "image", kind: "png" },
  "image/apng": { type: "image", kind: "png" },
  "image/webp": { type: "image", kind: "webp" },
  "image/avif": { type: "image", kind: "avif" },
  "image/heic": { type: "image", kind: "heic" },
  "image/heif": { type: "image", kind: "heic" },
  "image/heic-sequence": { type: "image", kind: "heic" },
  "image/heif-sequence": { type: "image", kind: "heic" },
  "image/gif": { type: "image", kind: "gif" },
  "video/mp4": { type: "video", kind: "mp4" },
  "video/webm": { type: "video", kind: "webm" },
};

/** Throws RefusedFile for every type that is not accepted. */
export const sniff = async (firstBytes: Uint8Array): Promise<MediaKind> => {
  const found = await fileTypeFromBuffer(firstBytes);
  const kind = found && accepted[found.mime];
  if (kind) return kind;
  if (found?.mime === "video/quicktime") return refuseFile("UNSUPPORTED_MEDIA_TYPE", mediaSentences.quickTime);
  return refuseFile("UNSUPPORTED_MEDIA_TYPE", mediaSentences.notAccepted);
};

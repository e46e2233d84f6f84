// The limits for uploads (bytes, pixels, types) and the sentences for refused files. The server enforces them, and the
// client shows them before it sends a file.

const MEBIBYTE = 1024 * 1024;

export const PICTURE_MAX_BYTES = 15 * MEBIBYTE;
export const VIDEO_MAX_BYTES = 100 * MEBIBYTE;
/** Width times height, before the picture is scaled down. 8192 x 6144, which phones call 50 megapixels, fits. */
export const PICTURE_MAX_PIXELS = 52_000_000;
/** Longer names of uploaded files are cut. */
export const ORIGINAL_NAME_MAX = 200;

/**
 * The types for the `accept` attribute. The server checks only the content. HEIC and QuickTime are missing on purpose,
 * because an iPhone then sends its pictures as JPEG.
 */
export const ACCEPTED_MEDIA_TYPES = [
  "image/jpeg",
  "image/png",
  "image/webp",
  "image/avif",
  "image/gif",
  "video/mp4",
  "video/webm",
] as const;

export const mediaSentences = {
  pictureTooLarge: `A picture can have at most ${PICTURE_MAX_BYTES / MEBIBYTE} MB.`,
  videoTooLarge: `A video can have at most ${VIDEO_MAX_BYTES / MEBIBYTE} MB.`,
  tooManyPixels: `A picture can have at most ${PICTURE_MAX_PIXELS / 1_000_000} megapixels.`,
  heic:
    "HEIC pictures cannot be read here. On an iPhone choose Settings → Camera → Formats → Most Compatible before you " +
    "take pictures, or share this one as JPEG and upload that.",
  quickTime:
    "QuickTime videos (.mov) cannot be uploaded. Save this one as MP4 first: on an iPhone send it to yourself in " +
    "WhatsApp and save it from there, on a computer export it as MP4.",
  unplayable:
    "This browser cannot play the video, and many bidders could not either. It may be filmed as HEVC (H.265): choose H.264 " +
    "or “Most Compatible” in the camera’s settings before you film, or send this one to yourself in WhatsApp and save it " +
    "from there.",
  notAccepted: "Only pictures (JPEG, PNG, WebP, AVIF, GIF) and videos (MP4, WebM) can be uploaded.",
} as const;

// Uploads one file in one request.
import type { Uploaded } from "@jara/shared/rest/auctions";
import { upload } from "../../lib/upload.ts";

export const sendFile = (file: File, onProgress: (share: number) => void, signal: AbortSignal): Promise<Uploaded> =>
  upload<Uploaded>("/upload/single", file, { onProgress, signal });

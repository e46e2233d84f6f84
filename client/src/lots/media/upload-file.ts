// The request that uploads one picture or video of a lot.
import type { Uploaded } from "@jara/shared/rest/auctions";
import { upload } from "../../lib/upload.ts";

export const uploadFile = (file: File, onProgress: (share: number) => void, signal: AbortSignal): Promise<Uploaded> =>
  upload<Uploaded>("/upload/single", file, { onProgress, signal });

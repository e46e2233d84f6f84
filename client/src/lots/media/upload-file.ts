// The request that uploads one picture or video of a lot. A video that the browser cannot play is not sent, because the server
// does not decode videos and would keep one that nobody can see.
import * as calls from "@jara/shared/calls/imports";
import { mediaSentences } from "@jara/shared/media";
import type { Uploaded } from "@jara/shared/rest/auctions";
import { ApiError } from "../../lib/api.ts";
import { upload } from "../../lib/upload.ts";
import { canPlay } from "./can-play.ts";

export const uploadFile = async (
  file: File,
  onProgress: (share: number) => void,
  signal: AbortSignal,
): Promise<Uploaded> => {
  if (file.type.startsWith("video/") && !(await canPlay(file))) {
    throw new ApiError(415, { code: "UNSUPPORTED_MEDIA_TYPE", message: mediaSentences.unplayable });
  }
  return await upload(calls.uploadFile, file, { onProgress, signal });
};

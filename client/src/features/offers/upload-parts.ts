// Uploads a large file of an offer in parts. A part that gets lost is sent again after a pause that grows, and an upload
// that broke off goes on where it stopped, also in another page: the server says how much it has.
import * as calls from "@jara/shared/calls/offers";
import { OFFER_PART_BYTES } from "@jara/shared/offer-limits";
import type { Uploaded } from "@jara/shared/rest/auctions";
import { ApiError } from "../../lib/api.ts";
import { idOfFile } from "../../lib/own-files.ts";
import { untilAnswered } from "../../lib/until-answered.ts";
import { uploadForm } from "../../lib/upload.ts";

/** After this many failures of one part the upload fails, and is begun again when the connection is back. */
const TRIES = 8;

/**
 * The same file of an offer has one upload, in every page. A photo's bytes decide, because each page makes its smaller copy
 * anew, perhaps another one. A video is too large to be read for this.
 */
const uploadIdOf = async (offerId: string, file: File): Promise<string> => {
  const what = file.type.startsWith("video/") ? [idOfFile(offerId, file)] : [offerId, file];
  const digest = await crypto.subtle.digest("SHA-256", await new Blob(what).arrayBuffer());
  const hex = [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
};

export const uploadInParts = async (
  offerId: string,
  file: File,
  onProgress: (share: number) => void,
  signal: AbortSignal,
): Promise<Uploaded> => {
  const uploadId = await uploadIdOf(offerId, file);
  let received = 0;
  for (let standing = 0; standing < TRIES; ) {
    const offset = received;
    const part = file.slice(offset, offset + OFFER_PART_BYTES);
    const answer = await untilAnswered(
      () => {
        const form = new FormData();
        form.append("file", part, file.name);
        return uploadForm(calls.uploadPartForOffer, form, {
          params: { id: offerId },
          query: { uploadId, offset: String(offset), size: String(file.size) },
          onProgress: (share) => onProgress((offset + share * part.size) / file.size),
          signal,
        });
      },
      TRIES,
      signal,
    );
    if (answer.file) return { file: { ...answer.file, originalName: answer.file.originalName || file.name } };
    // The server may have more than this page knows of, or less.
    standing = answer.received === offset ? standing + 1 : 0;
    received = answer.received;
  }
  throw new ApiError(0, null);
};

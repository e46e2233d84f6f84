// Uploads a large file of an offer in parts. A part that gets lost is sent again after a pause that grows, and an upload
// that broke off goes on where it stopped, also in another page: the server says how much it has.
import * as calls from "@jara/shared/calls/offers";
import { OFFER_PART_BYTES } from "@jara/shared/offer-limits";
import type { Uploaded } from "@jara/shared/rest/auctions";
import { ApiError } from "../../lib/api.ts";
import { uploadForm } from "../../lib/upload.ts";
import { idOfFile } from "./kept-files.ts";

const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 30_000;
/** After this many failures of one part the upload fails, and is begun again when the connection is back. */
const TRIES = 8;

/** The same file of an offer has one upload, in every page. */
const uploadIdOf = async (offerId: string, file: File): Promise<string> => {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(idOfFile(offerId, file)));
  const hex = [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
};

/** No answer, too many requests, or a server that is away. */
const isPassing = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 0 || error.status === 429 || error.status >= 500);

const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener(
      "abort",
      () => {
        clearTimeout(timer);
        reject(signal.reason);
      },
      { once: true },
    );
  });

const untilAnswered = async <T>(send: () => Promise<T>, signal: AbortSignal): Promise<T> => {
  for (let tries = 1; ; tries += 1) {
    try {
      return await send();
    } catch (error) {
      if (signal.aborted || !isPassing(error) || tries >= TRIES) throw error;
      await pause(Math.min(FIRST_PAUSE_MS * 2 ** (tries - 1), LONGEST_PAUSE_MS), signal);
    }
  }
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
    const answer = await untilAnswered(() => {
      const form = new FormData();
      form.append("file", part, file.name);
      return uploadForm(calls.uploadPartForOffer, form, {
        params: { id: offerId },
        query: { uploadId, offset: String(offset), size: String(file.size) },
        onProgress: (share) => onProgress((offset + share * part.size) / file.size),
        signal,
      });
    }, signal);
    if (answer.file) return { file: { ...answer.file, originalName: answer.file.originalName || file.name } };
    // The server may have more than this page knows of, or less.
    standing = answer.received === offset ? standing + 1 : 0;
    received = answer.received;
  }
  throw new ApiError(0, null);
};

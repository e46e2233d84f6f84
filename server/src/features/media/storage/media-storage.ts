// The interface of the storage for uploads, implemented by a folder and by a bucket. One test suite checks both.
import type { Readable } from "node:stream";

/** From `start` to `end` (inclusive; null: to the end), or the given number of last bytes. */
export type ByteRange = { readonly start: number; readonly end: number | null } | { readonly last: number };

export interface StoredMedia {
  readonly stream: Readable;
  /** Size of the whole file. */
  readonly size: number;
  /** The first and the last byte (inclusive) that the stream holds. This may be more than was requested. */
  readonly start: number;
  readonly end: number;
}

/**
 * Names come from media-name.ts, or are those of the ZIPs of imports. The content of a name never changes. Throws
 * StorageAway when the storage does not answer.
 */
export interface MediaStorage {
  /** Stores the file completely or not at all. `source` is bytes or the path of a file. */
  put(name: string, source: Uint8Array | string, contentType: string): Promise<void>;
  /** Null: there is no such file. "unsatisfiable": the file exists, but the range is outside it. */
  get(name: string, range?: ByteRange): Promise<StoredMedia | "unsatisfiable" | null>;
  /** In bytes. Null: there is no such file. */
  size(name: string): Promise<number | null>;
  /** No error if there is no such file. */
  remove(name: string): Promise<void>;
}

export class StorageAway extends Error {
  override readonly name = "StorageAway";
}

/** The first and last byte of a range in a file of this size. Null if the range is outside the file. */
export const resolveRange = (range: ByteRange, size: number): { start: number; end: number } | null => {
  const start = "last" in range ? Math.max(0, size - range.last) : range.start;
  const end = "last" in range || range.end === null ? size - 1 : Math.min(range.end, size - 1);
  return start <= end && !("last" in range && range.last === 0) ? { start, end } : null;
};

// The port behind which uploads are kept: a folder or a bucket. One suite of tests holds both to it.
import type { Readable } from "node:stream";

/** From `start` to `end` (inclusive; null: to the end), or the last so many bytes. */
export type ByteRange = { readonly start: number; readonly end: number | null } | { readonly last: number };

export interface StoredMedia {
  readonly stream: Readable;
  /** Of the whole file. */
  readonly size: number;
  /** What the stream holds, which may be more than was asked for: the first byte and the last (inclusive). */
  readonly start: number;
  readonly end: number;
}

/** Names are those of media-name.ts; what was put under one never changes. Throws StorageAway when it does not answer. */
export interface MediaStorage {
  /** Whole or not at all. `source` is bytes or the path of a file. */
  put(name: string, source: Uint8Array | string, contentType: string): Promise<void>;
  /** Null: not there. "unsatisfiable": it is there, but not in this range. */
  get(name: string, range?: ByteRange): Promise<StoredMedia | "unsatisfiable" | null>;
  /** In bytes; null: not there. */
  size(name: string): Promise<number | null>;
  /** No error where it is not there. */
  remove(name: string): Promise<void>;
}

export class StorageAway extends Error {
  override readonly name = "StorageAway";
}

/** The first and last byte of a range in a file of this size; null where there is none. */
export const resolveRange = (range: ByteRange, size: number): { start: number; end: number } | null => {
  const start = "last" in range ? Math.max(0, size - range.last) : range.start;
  const end = "last" in range || range.end === null ? size - 1 : Math.min(range.end, size - 1);
  return start <= end && !("last" in range && range.last === 0) ? { start, end } : null;
};

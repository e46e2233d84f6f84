// The interfaces of the upload pipeline and its storage, as an import uses them. The app passes both in, because
// features do not import each other.
import type { Readable } from "node:stream";

export interface PictureUploads {
  receive(source: Readable): Promise<{
    keep(): Promise<{ readonly filename: string; readonly type: "image" | "video" }>;
    discard(): Promise<void>;
  }>;
}

export interface ZipStorage {
  put(name: string, source: Uint8Array | string, contentType: string): Promise<void>;
  get(name: string): Promise<{ readonly stream: Readable } | "unsatisfiable" | null>;
  remove(name: string): Promise<void>;
}

/** The pipeline of uploads does not accept the file; its message says why. */
export const isRefusedFile = (error: unknown): error is Error => error instanceof Error && error.name === "RefusedFile";

export const isStorageAway = (error: unknown): boolean => error instanceof Error && error.name === "StorageAway";

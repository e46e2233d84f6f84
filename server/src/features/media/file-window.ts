// Reads parts of a file through a small buffer, so that checking a video's structure never loads the whole video.
import type { FileHandle } from "node:fs/promises";

const WINDOW_BYTES = 16 * 1024;
const zeros = Buffer.alloc(WINDOW_BYTES);

export class FileWindow {
  readonly size: number;
  readonly #handle: FileHandle;
  #start = 0;
  #bytes = Buffer.alloc(0);

  constructor(handle: FileHandle, size: number) {
    this.#handle = handle;
    this.size = size;
  }

  /** Reads from `position`: `length` bytes (at most 16 KiB), or fewer at the end of the file. */
  async read(position: number, length: number): Promise<Buffer> {
    const end = Math.min(position + length, this.size);
    if (position < this.#start || end > this.#start + this.#bytes.length) {
      const { buffer, bytesRead } = await this.#handle.read({ buffer: Buffer.alloc(WINDOW_BYTES), position });
      this.#start = position;
      this.#bytes = buffer.subarray(0, bytesRead);
    }
    return this.#bytes.subarray(position - this.#start, Math.max(position, end) - this.#start);
  }

  /** Writes `bytes` at `start` and zeros from there up to `end`. */
  async overwrite(start: number, bytes: Uint8Array, end: number): Promise<void> {
    await this.#handle.write(bytes, 0, bytes.length, start);
    for (let at = start + bytes.length; at < end; at += zeros.length) {
      await this.#handle.write(zeros, 0, Math.min(zeros.length, end - at), at);
    }
    this.#bytes = Buffer.alloc(0);
  }
}

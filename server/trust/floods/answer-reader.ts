// Finds the end of one HTTP answer at a time, and reads nothing but its head, because the flooder must cost less than
// the server. Each answer is to the only request in flight.
const NOTHING = Buffer.alloc(0);

interface Head {
  readonly status: number;
  readonly retryAfterSeconds: number;
  /** Bytes that are still to come, of the body or of its present chunk. */
  left: number;
  hasMoreChunks: boolean;
}

export class AnswerReader {
  /** The beginning of a head, or of a chunk's first line. */
  #kept: Buffer = NOTHING;
  #head: Head | null = null;

  /** Returns the answer with its last bytes. */
  read(bytes: Buffer): Pick<Head, "status" | "retryAfterSeconds"> | null {
    let rest = this.#kept.length > 0 ? Buffer.concat([this.#kept, bytes]) : bytes;
    this.#kept = NOTHING;
    if (!this.#head) {
      const end = rest.indexOf("\r\n\r\n");
      if (end < 0) return this.#keep(rest);
      this.#head = headOf(rest.toString("latin1", 0, end));
      rest = rest.subarray(end + 4);
    }
    const head = this.#head;
    for (;;) {
      const passed = Math.min(head.left, rest.length);
      head.left -= passed;
      rest = rest.subarray(passed);
      if (head.left > 0) return null;
      if (!head.hasMoreChunks) break;
      const end = rest.indexOf("\r\n");
      if (end < 0) return this.#keep(rest);
      const size = Number.parseInt(rest.toString("latin1", 0, end), 16);
      rest = rest.subarray(end + 2);
      head.hasMoreChunks = size > 0;
      head.left = size + 2;
    }
    this.#head = null;
    return head;
  }

  #keep(rest: Buffer): null {
    this.#kept = rest;
    return null;
  }
}

const headOf = (text: string): Head => {
  const status = Number(text.slice(9, 12));
  const length = /\r\ncontent-length: (\d+)/i.exec(text)?.[1];
  return {
    status,
    retryAfterSeconds: Number(/\r\nretry-after: (\d+)/i.exec(text)?.[1] ?? 1),
    left: Number(length ?? 0),
    hasMoreChunks: length === undefined && status !== 204 && status !== 304,
  };
};

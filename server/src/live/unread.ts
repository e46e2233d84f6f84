// Counts what was sent to each connection and not read yet, in bytes, wherever it waits: in this process or in the
// kernel's buffers. A reader proves what it has read by echoing a random mark, which was sent behind it. Everything that
// is written to a connection must be counted here, because nothing else bounds the memory that unread data takes.
import { randomBytes } from "node:crypto";

/** Counted for a frame beside its bytes: the objects of a queue, or a small packet's share of the kernel's buffer. */
const FRAME_BYTES = 256;
/** Counted for a command that waits until its connection has read more. */
export const WAITING_COMMAND_BYTES = 1_024;
/** A mark is sent behind this many bytes: at a thousand ordinary events a second about fifty marks. */
export const MARK_EVERY_BYTES = 16 * 1024;

export interface UnreadTransport {
  /** Sends the mark behind everything that was written. The client echoes it. Does nothing on HTTP polling. */
  sendMark(mark: Buffer): void;
  /** Closes the connection at once, and discards what the kernel holds for it. */
  terminate(): void;
}

/** All connections of this process. */
export class AllUnread implements Iterable<Unread> {
  readonly #now: () => number;
  readonly #open = new Set<Unread>();
  #isDue = false;
  bytes = 0;
  /** Above this `onTooMuch` is called, once in an event-loop tick. */
  mostBytes = Number.POSITIVE_INFINITY;
  onTooMuch: () => void = () => {};

  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  open(transport: UnreadTransport): Unread {
    const unread = new Unread(
      transport,
      this.#now,
      (bytes) => this.#changed(bytes),
      () => this.#open.delete(unread),
    );
    this.#open.add(unread);
    return unread;
  }

  [Symbol.iterator](): Iterator<Unread> {
    return this.#open.values();
  }

  #changed(bytes: number): void {
    this.bytes += bytes;
    if (bytes <= 0 || this.bytes <= this.mostBytes || this.#isDue) return;
    this.#isDue = true;
    setImmediate(() => {
      this.#isDue = false;
      if (this.bytes > this.mostBytes) this.onTooMuch();
    });
  }
}

/** For a connection that has closed already. */
export const closedUnread = (): Unread => {
  const unread = new AllUnread().open({ sendMark: () => {}, terminate: () => {} });
  unread.close();
  return unread;
};

/** One connection. */
export class Unread {
  readonly #transport: UnreadTransport;
  readonly #now: () => number;
  readonly #changed: (bytes: number) => void;
  readonly #closed: () => void;
  /** Bytes since the connection opened: counted, handed to the network, and read. */
  #sent = 0;
  #written = 0;
  #read = 0;
  #waiting = 0;
  #mark: { readonly mark: Buffer; readonly position: number; readonly at: number } | null = null;
  #readers: (() => void)[] = [];
  #isClosed = false;

  constructor(transport: UnreadTransport, now: () => number, changed: (bytes: number) => void, closed: () => void) {
    this.#transport = transport;
    this.#now = now;
    this.#changed = changed;
    this.#closed = closed;
  }

  /** The data that the reader has not read. */
  get bytes(): number {
    return this.#sent - this.#read;
  }

  /** The same, with the commands that wait until it has. */
  get bytesHeld(): number {
    return this.bytes + this.#waiting;
  }

  /** The position up to which everything was handed to the network. */
  get written(): number {
    return this.#written;
  }

  /** How long the oldest mark has not been echoed (ms); 0 without one. */
  get markAgeMs(): number {
    return this.#mark ? this.#now() - this.#mark.at : 0;
  }

  /** Counts a frame that is about to be written. */
  sent(bytes: number): void {
    if (this.#isClosed) return;
    this.#sent += bytes + FRAME_BYTES;
    this.#changed(bytes + FRAME_BYTES);
  }

  /** Call when everything that was counted so far is with the network. */
  flushed(): void {
    this.#written = this.#sent;
    if (this.#written - this.#read >= MARK_EVERY_BYTES) this.mark();
  }

  /** Sends a mark, unless one is under way or everything was read. */
  mark(): void {
    if (this.#mark || this.#isClosed || this.bytes === 0) return;
    // Without a request of HTTP polling nothing is written, so its mark stands for all that waits.
    const position = this.#written > this.#read ? this.#written : this.#sent;
    this.#mark = { mark: randomBytes(8), position, at: this.#now() };
    this.#transport.sendMark(this.#mark.mark);
  }

  /** Call with what a client echoes. */
  echoed(mark: Buffer): void {
    if (!this.#mark?.mark.equals(mark)) return;
    this.readTo(this.#mark.position);
    if (this.#written - this.#read >= MARK_EVERY_BYTES) this.mark();
  }

  /** Call when the connection goes on over another transport, which its client does once it has read the first. */
  transportChanged(): void {
    this.readTo(this.#written);
    this.#mark = null;
  }

  /** Call when everything up to the position was read, or no longer waits. */
  readTo(position: number): void {
    if (this.#isClosed || position <= this.#read) return;
    if (this.#mark && position >= this.#mark.position) this.#mark = null;
    const before = this.#read;
    this.#read = position;
    this.#changed(before - position);
    this.#wake();
  }

  /** Resolves when more was read, or the connection has closed. */
  more(): Promise<void> {
    return this.#isClosed ? Promise.resolve() : new Promise((resolve) => this.#readers.push(resolve));
  }

  /** Counts bytes that wait here until more was read; a negative number no longer waits. */
  wait(bytes: number): void {
    if (this.#isClosed) return;
    this.#waiting += bytes;
    this.#changed(bytes);
  }

  get isClosed(): boolean {
    return this.#isClosed;
  }

  terminate(): void {
    if (this.#isClosed) return;
    this.#transport.terminate();
    this.close();
  }

  /** Call when the network connection has closed. */
  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#changed(-this.bytesHeld);
    this.#closed();
    this.#wake();
  }

  #wake(): void {
    for (const wake of this.#readers.splice(0)) wake();
  }
}

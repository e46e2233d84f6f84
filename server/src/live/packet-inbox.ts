// Counts what one connection sends, before any of it is decoded, on every transport. Within its allowance a packet is
// handled as it comes, or in its turn where the connection sends many. Beyond it nothing more is read from the connection
// until the allowance is back; a connection that stays over it, or has too much waiting already, is closed.
import {
  Bucket,
  BYTES_OF_CONNECTION,
  CALM_AFTER_MS,
  OVER_AT_MOST_MS,
  PACKETS_AT_ONCE,
  PACKETS_OF_CONNECTION,
  PACKETS_WAITING,
} from "../platform/limits/packet-bounds.ts";
import type { PacketTurns } from "./packet-turns.ts";
import type { HoldBack } from "./pause-reading.ts";

export interface InboxOptions<Packet> {
  /** Without limits every packet is handled at once and none is counted. */
  readonly isOn: boolean;
  readonly turns: PacketTurns;
  /** Decodes and handles one. It must not throw. */
  handle(packet: Packet): void;
  /** Charges the allowance that the connection shares with others of its user or address; 0, or how long to wait (ms). */
  takeShared(): number;
  /** Whether its user floods on many connections at once, so that this one is closed too. */
  isOneOfMany(): boolean;
  /** Stops and resumes reading from the connection. */
  readonly pausing: HoldBack;
  /** Once each time that the connection exceeds its allowance. */
  exceeded(retryAfterMs: number): void;
  /** The connection is to be closed; nothing is handled any more. */
  cutOff(): void;
  /** It waited and will not be handled. */
  dropped?(packet: Packet): void;
}

/** Fewer timers than one for each packet that is let through. */
const SHORTEST_WAIT_MS = 100;

export class PacketInbox<Packet> {
  readonly #options: InboxOptions<Packet>;
  readonly #packets: Bucket;
  readonly #bytes: Bucket;
  readonly #atOnce: Bucket;
  readonly #now: () => number;
  #queue: Packet[] = [];
  #isEmpty: (() => void) | null = null;
  #timer: NodeJS.Timeout | undefined;
  #overSince = 0;
  #overUntil = Number.NEGATIVE_INFINITY;
  #isClosed = false;

  constructor(options: InboxOptions<Packet>, now: () => number = () => performance.now()) {
    this.#options = options;
    this.#now = now;
    this.#packets = new Bucket(PACKETS_OF_CONNECTION, now);
    this.#bytes = new Bucket(BYTES_OF_CONNECTION, now);
    this.#atOnce = new Bucket(PACKETS_AT_ONCE, now);
  }

  /** One packet arrived and is not decoded yet. */
  receive(packet: Packet): void {
    if (this.#isClosed) return void this.#options.dropped?.(packet);
    if (!this.#options.isOn) return void this.#options.handle(packet);
    const mayBeNow = this.#queue.length === 0 && this.#atOnce.waitMs() === 0;
    const waitMs = mayBeNow ? this.#take() : 0;
    if (mayBeNow && waitMs === 0) {
      this.#atOnce.charge();
      return void this.#options.handle(packet);
    }
    if (this.#isClosed) return void this.#options.dropped?.(packet);
    this.#queue.push(packet);
    if (this.#queue.length > PACKETS_WAITING) return void this.#cutOff();
    if (this.#queue.length > 1) return;
    this.#options.pausing.during(
      new Promise<void>((resolve) => {
        this.#isEmpty = resolve;
      }),
    );
    if (waitMs > 0) this.#waitFor(waitMs);
    else this.#options.turns.add(this.#handleNext);
  }

  /** Closes the connection, because more packets arrived at once than may wait. */
  overflow(): void {
    this.#cutOff();
  }

  /** So many bytes were read from the network. */
  read(bytes: number): void {
    if (this.#isClosed || !this.#options.isOn) return;
    this.#bytes.charge(bytes);
    const waitMs = this.#bytes.waitMs();
    if (waitMs === 0) return;
    this.#exceeded(waitMs);
    if (!this.#isClosed) this.#options.pausing.forMs(waitMs);
  }

  /** The connection is gone. */
  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    clearTimeout(this.#timer);
    const dropped = this.#queue;
    this.#queue = [];
    for (const packet of dropped) this.#options.dropped?.(packet);
    this.#isEmpty?.();
  }

  readonly #handleNext = (): boolean => {
    if (this.#queue.length === 0) return false;
    const waitMs = this.#take();
    if (waitMs > 0) {
      this.#waitFor(waitMs);
      return false;
    }
    const packet = this.#queue.shift() as Packet;
    this.#options.handle(packet);
    if (this.#queue.length > 0) return true;
    this.#isEmpty?.();
    this.#isEmpty = null;
    return false;
  };

  /** Charges one packet where it is within all allowances; else returns how long to wait (ms). */
  #take(): number {
    const ownMs = this.#packets.waitMs();
    if (ownMs > 0) {
      this.#exceeded(ownMs);
      return ownMs;
    }
    const sharedMs = this.#options.takeShared();
    if (sharedMs > 0) {
      // Others of the same address may have used it up: this connection waits, and is closed only with its user's.
      if (this.#options.isOneOfMany()) this.#cutOff();
      return sharedMs;
    }
    this.#packets.charge();
    return 0;
  }

  #waitFor(ms: number): void {
    if (this.#isClosed) return;
    this.#timer = setTimeout(() => this.#options.turns.add(this.#handleNext), Math.max(ms, SHORTEST_WAIT_MS));
    this.#timer.unref();
  }

  #exceeded(waitMs: number): void {
    const now = this.#now();
    const isAnew = this.#isCalm();
    this.#overUntil = Math.max(this.#overUntil, now + waitMs);
    if (isAnew) {
      this.#overSince = now;
      this.#options.exceeded(waitMs);
    } else if (now - this.#overSince > OVER_AT_MOST_MS) this.#cutOff();
  }

  #isCalm(): boolean {
    return this.#now() - this.#overUntil > CALM_AFTER_MS;
  }

  #cutOff(): void {
    if (this.#isClosed) return;
    if (this.#isCalm()) this.#options.exceeded(Math.max(this.#packets.waitMs(), CALM_AFTER_MS));
    this.#options.pausing.forGood();
    this.close();
    this.#options.cutOff();
  }
}

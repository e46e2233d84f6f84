// Counts what one connection sends, before anything is decoded, on every transport. A packet within the allowance is
// handled at once, or queued if the connection sends many. Beyond the allowance the connection is not read until it has
// allowance again. A connection that stays beyond it, or has too many packets waiting, is closed.
import {
  Bucket,
  BYTES_OF_CONNECTION,
  CALM_AFTER_MS,
  OVER_AT_MOST_MS,
  PACKETS_AT_ONCE,
  PACKETS_OF_CONNECTION,
  PACKETS_WAITING,
} from "../../platform/limits/packet-bounds.ts";
import type { PacketScheduler } from "./packet-scheduler.ts";
import type { ReadingPause } from "./pause-reading.ts";

export interface InboxOptions<Packet> {
  /** Without limits every packet is handled at once and none is counted. */
  readonly isOn: boolean;
  readonly scheduler: PacketScheduler;
  /** The address as the limits count it. */
  readonly address: string;
  /** Decodes and handles one packet. It must not throw. */
  handle(packet: Packet): void;
  /**
   * Charges the allowance that the connection shares with others of its user or address. Returns 0, or how long to wait
   * (ms).
   */
  takeShared(): number;
  /** Whether the user floods on many connections at once, so that this one must be closed too. */
  isOneOfMany(): boolean;
  /** Stops and resumes reading from the connection. */
  readonly pausing: ReadingPause;
  /** Called once each time the connection exceeds its allowance. */
  exceeded(retryAfterMs: number): void;
  /** Closes the connection; nothing more is handled. */
  cutOff(): void;
  /** Called for a waiting packet that will not be handled. */
  dropped?(packet: Packet): void;
}

/** The shortest timer, so that there is not a timer for each packet. */
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

  /** Call when one packet arrived, before it is decoded. */
  receive(packet: Packet): void {
    if (this.#isClosed) return void this.#options.dropped?.(packet);
    if (!this.#options.isOn) return void this.#options.handle(packet);
    const { scheduler, address } = this.#options;
    const mayBeNow = this.#queue.length === 0 && this.#atOnce.waitMs() === 0 && scheduler.mayHandleAtOnce(address);
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
    else scheduler.add(address, this.#handleNext);
  }

  /** Closes the connection, because more packets arrived at once than may wait. */
  overflow(): void {
    this.#cutOff();
  }

  /** Charges the bytes that were read from the network. */
  read(bytes: number): void {
    if (this.#isClosed || !this.#options.isOn) return;
    this.#bytes.charge(bytes);
    const waitMs = this.#bytes.waitMs();
    if (waitMs === 0) return;
    this.#exceeded(waitMs);
    if (!this.#isClosed) this.#options.pausing.forMs(waitMs);
  }

  /** Call when the connection has closed. */
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

  /** Charges one packet if it is within all allowances; otherwise returns how long to wait (ms). */
  #take(): number {
    const ownMs = this.#packets.waitMs();
    if (ownMs > 0) {
      this.#exceeded(ownMs);
      return ownMs;
    }
    const sharedMs = this.#options.takeShared();
    if (sharedMs > 0) {
      // Other connections of the same address may have used up the allowance. So this one waits, and is closed only if
      // its own user floods.
      if (this.#options.isOneOfMany()) this.#cutOff();
      return sharedMs;
    }
    this.#packets.charge();
    return 0;
  }

  #waitFor(ms: number): void {
    if (this.#isClosed) return;
    const { scheduler, address } = this.#options;
    this.#timer = setTimeout(() => scheduler.add(address, this.#handleNext), Math.max(ms, SHORTEST_WAIT_MS));
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

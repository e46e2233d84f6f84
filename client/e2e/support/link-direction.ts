// Simulates one direction of one TCP connection through a slow or lossy network (link.ts): packets wait for the
// bandwidth, travel, are lost and sent again, and arrive in order.
import type { Socket } from "node:net";

export interface Quality {
  kbitPerSecond: number;
  /** There and back. */
  roundTripMs: number;
  /** The share of packets that are lost, from 0 to 1. */
  loss: number;
}

/** The state that all connections of a link share. */
export interface Way {
  quality: Quality;
  isCut: boolean;
  /** When the line is free for the next packet, by performance.now. */
  freeAt: { up: number; down: number };
  passed: (way: "up" | "down", bytes: number) => void;
}

/** The payload of a TCP packet on an ordinary network. */
const PACKET_BYTES = 1_400;
/** TCP waits at least this long beyond a round trip before it sends a packet again (Linux). */
const RESEND_MS = 200;
/** TCP doubles the wait after each attempt, up to this. */
const LONGEST_RESEND_MS = 120_000;
/** With so many packets behind a lost one, the receiver's repeated acknowledgements tell the sender after a round trip. */
const FAST_RESEND_PACKETS = 3;

type Packet = Buffer | "end" | "broken";

export class Direction {
  readonly #name: "up" | "down";
  readonly #to: Socket;
  readonly #way: Way;
  /** Under way, in the order in which they arrive; `at` by performance.now. */
  readonly #travelling: { at: number; packet: Packet }[] = [];
  /** Would have arrived while the link was cut. */
  readonly #held: Packet[] = [];
  #heldSince = 0;
  #lastArrival = 0;
  #timer: NodeJS.Timeout | undefined;
  #isDead = false;

  constructor(name: "up" | "down", from: Socket, to: Socket, way: Way) {
    this.#name = name;
    this.#to = to;
    this.#way = way;
    // The first packet waits for TCP's handshake, which can be lost too.
    const { roundTripMs, loss } = way.quality;
    if (name === "up") this.#lastArrival = performance.now() + roundTripMs + (Math.random() < loss ? 1_000 : 0);
    let isOver = false;
    const end = (how: Packet): void => {
      if (!isOver) this.#send(how, 0);
      isOver = true;
    };
    from.on("data", (data: Buffer) => this.#take(data));
    from.once("end", () => end("end"));
    from.on("error", () => from.destroy());
    from.once("close", () => end("broken"));
  }

  /** Nothing of this connection arrives any more. */
  die(): void {
    this.#isDead = true;
    this.#held.length = 0;
  }

  /** Call when the link is mended: sends what was held when TCP would try next. */
  resend(): void {
    if (this.#held.length === 0) return;
    const { roundTripMs } = this.#way.quality;
    const now = performance.now();
    let next = this.#heldSince;
    for (let waitMs = roundTripMs + RESEND_MS; next < now; waitMs = Math.min(waitMs * 2, LONGEST_RESEND_MS)) {
      next += waitMs;
    }
    const held = this.#held.splice(0);
    this.#lastArrival = next + roundTripMs / 2;
    for (const packet of held) this.#arriveAt(this.#lastArrival, packet);
  }

  #take(data: Buffer): void {
    for (let at = 0; at < data.length; at += PACKET_BYTES) {
      const behind = Math.ceil((data.length - at) / PACKET_BYTES) - 1;
      this.#send(data.subarray(at, at + PACKET_BYTES), behind);
    }
  }

  #send(packet: Packet, behind: number): void {
    const { kbitPerSecond, roundTripMs, loss } = this.#way.quality;
    const { freeAt } = this.#way;
    const size = typeof packet === "string" ? 0 : packet.length;
    const sentAt = Math.max(performance.now(), freeAt[this.#name]) + (size * 8) / kbitPerSecond;
    freeAt[this.#name] = sentAt;
    let stallMs = 0;
    let resendMs = behind >= FAST_RESEND_PACKETS ? roundTripMs : roundTripMs + RESEND_MS;
    while (Math.random() < loss) {
      stallMs += resendMs;
      resendMs *= 2;
    }
    this.#lastArrival = Math.max(this.#lastArrival, sentAt + roundTripMs / 2 + stallMs);
    this.#arriveAt(this.#lastArrival, packet);
  }

  #arriveAt(at: number, packet: Packet): void {
    this.#travelling.push({ at, packet });
    this.#timer ??= setTimeout(() => this.#arriveInOrder(), at - performance.now());
  }

  #arriveInOrder(): void {
    this.#timer = undefined;
    for (let [first] = this.#travelling; first; [first] = this.#travelling) {
      const waitMs = first.at - performance.now();
      if (waitMs > 1) {
        this.#timer = setTimeout(() => this.#arriveInOrder(), waitMs);
        return;
      }
      this.#travelling.shift();
      this.#arrive(first.packet);
    }
  }

  #arrive(packet: Packet): void {
    if (this.#isDead) return;
    if (this.#way.isCut || this.#held.length > 0) {
      if (this.#held.length === 0) this.#heldSince = performance.now();
      this.#held.push(packet);
      return;
    }
    if (packet === "broken") this.#to.destroy();
    else if (packet === "end") this.#to.end();
    else if (!this.#to.destroyed) {
      this.#way.passed(this.#name, packet.length);
      this.#to.write(packet);
    }
  }
}

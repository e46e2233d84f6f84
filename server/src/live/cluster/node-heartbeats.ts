// Tracks from which nodes messages arrive through Redis. Each node also receives its own messages, so that it notices
// an open connection that delivers nothing.

/** Longer than a busy machine's usual delays, because needless polling costs a read of everything that is watched. */
const OWN_SILENCE_MS = 750;
/** Longer than OWN_SILENCE_MS, because another node may only be busier than this one. */
const OTHERS_SILENCE_MS = 2_000;
/** A node that is silent for this long is gone, and its last commits have been read meanwhile. */
const GONE_AFTER_MS = 30_000;

export class NodeHeartbeats {
  readonly #self: string;
  readonly #on: { gone(node: string): void; reconnected(): void };
  /** When a message of each node last arrived, including this node, by its name. */
  readonly #receivedAt = new Map<string, number>();
  #isDisconnected = true;

  constructor(self: string, on: { gone(node: string): void; reconnected(): void }) {
    this.#self = self;
    this.#on = on;
  }

  /** True if messages may be lost, because this node's or a known node's messages do not arrive. */
  get isDisconnected(): boolean {
    return this.#isDisconnected;
  }

  received(node: string): void {
    this.#receivedAt.set(node, performance.now());
    if (this.#isDisconnected) this.check();
  }

  left(node: string): void {
    this.#drop(node);
    if (this.#isDisconnected) this.check();
  }

  /** The connection to Redis broke. */
  lost(): void {
    this.#receivedAt.delete(this.#self);
    this.#isDisconnected = true;
  }

  check(): void {
    for (const [node, at] of this.#receivedAt) if (performance.now() - at > GONE_AFTER_MS) this.#drop(node);
    const wasDisconnected = this.#isDisconnected;
    this.#isDisconnected =
      this.#isSilent(this.#self) || [...this.#receivedAt.keys()].some((node) => this.#isSilent(node));
    if (wasDisconnected && !this.#isDisconnected) this.#on.reconnected();
  }

  #drop(node: string): void {
    this.#receivedAt.delete(node);
    if (node !== this.#self) this.#on.gone(node);
  }

  #isSilent(node: string): boolean {
    const limitMs = node === this.#self ? OWN_SILENCE_MS : OTHERS_SILENCE_MS;
    return performance.now() - (this.#receivedAt.get(node) ?? Number.NEGATIVE_INFINITY) > limitMs;
  }
}

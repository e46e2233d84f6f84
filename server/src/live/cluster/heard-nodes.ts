// Which nodes are heard through Redis. Each node hears itself too: a connection that is open and brings nothing is noticed
// by that alone.

/** Late messages are normal on a busy machine; polling for nothing costs a read of what is watched. */
const OWN_SILENCE_MS = 750;
/** Another node may only be busier than this one. */
const OTHERS_SILENCE_MS = 2_000;
/** A node that is silent for so long is gone, and its last commits were read meanwhile. */
const GONE_AFTER_MS = 30_000;

export class HeardNodes {
  readonly #self: string;
  readonly #on: { gone(node: string): void; heardAgain(): void };
  /** When each node was last heard, this one too, by its name. */
  readonly #heardAt = new Map<string, number>();
  #isDisconnected = true;

  constructor(self: string, on: { gone(node: string): void; heardAgain(): void }) {
    this.#self = self;
    this.#on = on;
  }

  /** Whether messages may be lost: this node, or one that was heard lately, is not heard. */
  get isDisconnected(): boolean {
    return this.#isDisconnected;
  }

  heard(node: string): void {
    this.#heardAt.set(node, performance.now());
    if (this.#isDisconnected) this.check();
  }

  left(node: string): void {
    this.#drop(node);
    if (this.#isDisconnected) this.check();
  }

  /** The connection to Redis broke. */
  lost(): void {
    this.#heardAt.delete(this.#self);
    this.#isDisconnected = true;
  }

  check(): void {
    for (const [node, at] of this.#heardAt) if (performance.now() - at > GONE_AFTER_MS) this.#drop(node);
    const wasDisconnected = this.#isDisconnected;
    this.#isDisconnected = this.#isSilent(this.#self) || [...this.#heardAt.keys()].some((node) => this.#isSilent(node));
    if (wasDisconnected && !this.#isDisconnected) this.#on.heardAgain();
  }

  #drop(node: string): void {
    this.#heardAt.delete(node);
    if (node !== this.#self) this.#on.gone(node);
  }

  #isSilent(node: string): boolean {
    const limitMs = node === this.#self ? OWN_SILENCE_MS : OTHERS_SILENCE_MS;
    return performance.now() - (this.#heardAt.get(node) ?? Number.NEGATIVE_INFINITY) > limitMs;
  }
}

// Lets a few of those who wait continue in each event-loop tick, so that a crowd whose read has just come back does not
// make bids wait until all of it is answered.

/** Less than 2 ms of answering. */
const AT_ONCE = 8;

export class InTurn {
  #waiting: (() => void)[] = [];
  #left = AT_ONCE;
  #isDue = false;

  /** Resolves in the order of the calls. */
  async turn(): Promise<void> {
    if (!this.#isDue) {
      this.#isDue = true;
      setImmediate(this.#tick);
    }
    if (this.#left > 0) this.#left -= 1;
    else await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }

  readonly #tick = (): void => {
    const next = this.#waiting.splice(0, AT_ONCE);
    this.#left = AT_ONCE - next.length;
    this.#isDue = this.#waiting.length > 0 || next.length > 0;
    if (this.#isDue) setImmediate(this.#tick);
    for (const resolve of next) resolve();
  };
}

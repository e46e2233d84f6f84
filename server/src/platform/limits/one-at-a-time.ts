// Runs the work of each user one piece after the other, in order of arrival, so that a user who requests much at once
// delays only themselves.

/** Returned if too many pieces of a user's work already wait. */
export const TOO_MANY_WAIT = Symbol("too many wait");

export class OneAtATime {
  readonly #mostWaiting: number;
  /** The waiting work of each user who has something running. */
  readonly #waiting = new Map<string, (() => void)[]>();

  constructor(mostWaiting: number) {
    this.#mostWaiting = mostWaiting;
  }

  /**
   * Resolves when the caller may run, with a function that ends its run. Always call that function once, also after a
   * failure.
   */
  async enter(user: string): Promise<(() => void) | typeof TOO_MANY_WAIT> {
    const waiting = this.#waiting.get(user);
    if (!waiting) this.#waiting.set(user, []);
    else {
      if (waiting.length >= this.#mostWaiting) return TOO_MANY_WAIT;
      await new Promise<void>((resolve) => waiting.push(resolve));
    }
    let isOver = false;
    return () => {
      if (isOver) return;
      isOver = true;
      const next = this.#waiting.get(user)?.shift();
      if (next) next();
      else this.#waiting.delete(user);
    };
  }
}

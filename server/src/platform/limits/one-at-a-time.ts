// Work of one user that is carried out one piece after the other, in order of arrival, so that a user who asks for much
// at once waits for themselves and not others for them.

/** Returned where too many of a user's wait already. */
export const TOO_MANY_WAIT = Symbol("too many wait");

export class OneAtATime {
  readonly #mostWaiting: number;
  /** Those who wait, of each user who has something under way. */
  readonly #waiting = new Map<string, (() => void)[]>();

  constructor(mostWaiting: number) {
    this.#mostWaiting = mostWaiting;
  }

  /** Resolves, when it is the caller's turn, with what ends it; call that once, whatever happened. */
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

// Starts the commands of one connection in the order in which they arrive, and holds them back while the connection
// does not read: nothing is carried out or encoded for a reader that has too much unread. slow-readers.ts closes a
// connection with too many waiting commands.
import { isUrgent } from "./live-costs.ts";
import { type Unread, WAITING_COMMAND_BYTES } from "./unread.ts";

/**
 * Above this, commands and answers wait. With the longest replay (replays.ts) it stays below what counts as a
 * slow reader (slow-readers.ts), so that a client that asks for many answers at once is held back and loses no room. At
 * 0.3 s for a round trip it allows 100 kB a second, and the last answer more.
 */
export const HOLD_BYTES = 32 * 1024;
/** A connection with more unread is a slow reader: about seven seconds of a price every 50 ms. */
export const SLOW_BYTES = 128 * 1024;
/** Commands of one connection that are carried out at the same time. */
const UNDER_WAY = 32;

export class CommandQueue {
  readonly #unread: Unread;
  #waiting: (() => void)[] = [];
  #underWay = 0;
  #isAwaitingReader = false;

  constructor(unread: Unread) {
    this.#unread = unread;
  }

  /**
   * Carries out the command when its turn comes, then answers. Neither function may throw. A bid does not wait for reads,
   * because its answer is short and the reader may only be far away.
   */
  run<T>(name: unknown, carryOut: () => Promise<T>, answer: (result: T) => void): void {
    if (isUrgent(name) && this.#unread.bytes <= SLOW_BYTES) return void carryOut().then(answer);
    const start = (): void => void this.#carryOut(carryOut, answer);
    if (this.#waiting.length === 0 && this.#mayStart()) return void start();
    this.#waiting.push(start);
    this.#unread.wait(WAITING_COMMAND_BYTES);
    if (!this.#isAwaitingReader) void this.#startOnceRead();
  }

  #mayStart(): boolean {
    return this.#underWay < UNDER_WAY && this.#unread.bytes <= HOLD_BYTES;
  }

  async #carryOut<T>(carryOut: () => Promise<T>, answer: (result: T) => void): Promise<void> {
    this.#underWay += 1;
    const result = await carryOut();
    while (this.#unread.bytes > HOLD_BYTES && !this.#unread.isClosed) await this.#unread.more();
    this.#underWay -= 1;
    answer(result);
    this.#startSome();
  }

  #startSome(): void {
    while (this.#waiting.length > 0 && this.#mayStart() && !this.#unread.isClosed) {
      this.#unread.wait(-WAITING_COMMAND_BYTES);
      this.#waiting.shift()?.();
    }
  }

  async #startOnceRead(): Promise<void> {
    this.#isAwaitingReader = true;
    while (this.#waiting.length > 0 && !this.#unread.isClosed) {
      await this.#unread.more();
      this.#startSome();
    }
    this.#isAwaitingReader = false;
    if (this.#unread.isClosed) this.#waiting = [];
  }
}

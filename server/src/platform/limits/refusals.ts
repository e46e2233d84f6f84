// Decides how a flood is refused, because refusing takes time that bids need: at once, then late, and then by closing
// the connection without an answer.
import { widerNetworkOf } from "./client-address.ts";
import type { Limit, Limiter } from "./limiter.ts";

const AT_ONCE: Limit = { name: "refusals of an address", burst: 100, perSecond: 10, isLocal: true };
const LATE_BY_MS = 250;
/** The refusals to one address, or one IPv6 /48, that may wait. */
const WAITING_AT_MOST = 10;

export class Refusals {
  readonly #limiter: Limiter;
  readonly #waiting = new Map<string, number>();

  constructor(limiter: Limiter) {
    this.#limiter = limiter;
  }

  /** Resolves to true when the refusal may be answered, or to false if the connection is to be closed instead. */
  async mayAnswer(address: string): Promise<boolean> {
    if (this.#limiter.take([AT_ONCE, address]) === 0) return true;
    const network = widerNetworkOf(address) ?? address;
    const waiting = this.#waiting.get(network) ?? 0;
    if (waiting >= WAITING_AT_MOST) return false;
    this.#waiting.set(network, waiting + 1);
    await new Promise((resolve) => setTimeout(resolve, LATE_BY_MS));
    const left = (this.#waiting.get(network) ?? 1) - 1;
    if (left > 0) this.#waiting.set(network, left);
    else this.#waiting.delete(network);
    return true;
  }
}

// Shares the event loop among connections that send packets. A few packets of an address are handled as they arrive;
// further ones, and those of connections that send many, wait here. A few are handled in each tick, one address after
// the other, so that bids are read in between, and neither one connection nor thousands of one address can take a tick.
// All addresses of an IPv6 /48 count as one here, because one customer may have all of them.
import { widerNetworkOf } from "../../platform/limits/client-address.ts";

/** Packets per event-loop tick: less than 1 ms of decoding and answering. */
const PACKETS_PER_TICK = 6;
/** Packets of one address that are handled in the tick in which they arrive. */
const AT_ONCE_OF_ADDRESS = 20;

/** Handles one packet. Returns false if no further one may be handled now. */
type HandleNext = () => boolean;

export class PacketScheduler {
  /** One entry for each address or /48 with waiting packets, in the order in which they are served. */
  readonly #waiting = new Map<string, HandleNext[]>();
  /** Packets handled in this tick as they arrived. */
  readonly #atOnce = new Map<string, number>();
  #isDue = false;

  /** Returns whether a packet of the address may be handled as it arrives, and counts it if so. */
  mayHandleAtOnce(address: string): boolean {
    const key = widerNetworkOf(address) ?? address;
    const count = this.#atOnce.get(key) ?? 0;
    if (count >= AT_ONCE_OF_ADDRESS) return false;
    this.#atOnce.set(key, count + 1);
    this.#schedule();
    return true;
  }

  /** `handleNext` is called once a round until it returns false. */
  add(address: string, handleNext: HandleNext): void {
    const key = widerNetworkOf(address) ?? address;
    const queue = this.#waiting.get(key);
    if (queue) queue.push(handleNext);
    else this.#waiting.set(key, [handleNext]);
    this.#schedule();
  }

  #schedule(): void {
    if (this.#isDue) return;
    this.#isDue = true;
    setImmediate(() => this.#tick());
  }

  #tick(): void {
    this.#isDue = false;
    this.#atOnce.clear();
    for (let left = PACKETS_PER_TICK; left > 0; left -= 1) {
      const [next] = this.#waiting;
      if (!next) return;
      const [key, queue] = next;
      const handleNext = queue.shift();
      // It goes to the end, behind those that waited meanwhile.
      this.#waiting.delete(key);
      if (handleNext?.()) queue.push(handleNext);
      if (queue.length > 0) this.#waiting.set(key, queue);
    }
    if (this.#waiting.size > 0) this.#schedule();
  }
}

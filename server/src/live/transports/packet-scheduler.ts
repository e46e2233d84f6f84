// Shares the event loop among connections that send packets. A few packets of an address are handled as they arrive;
// further ones, and those of connections that send many, wait here. A few are handled in each tick, one address after
// the other, so that bids are read in between, and neither one connection nor thousands of one address can take a tick.

/** Packets per event-loop tick: less than 1 ms of decoding and answering. */
const PACKETS_PER_TICK = 6;
/** Packets of one address that are handled in the tick in which they arrive. */
const AT_ONCE_OF_ADDRESS = 20;

/** Handles one packet. Returns false if no further one may be handled now. */
type HandleNext = () => boolean;

export class PacketScheduler {
  /** One entry for each address with waiting packets, in the order in which the addresses are served. */
  readonly #waiting = new Map<string, HandleNext[]>();
  /** Packets handled in this tick as they arrived. */
  readonly #atOnce = new Map<string, number>();
  #isDue = false;

  /** Returns whether a packet of the address may be handled as it arrives, and counts it if so. */
  mayHandleAtOnce(address: string): boolean {
    const count = this.#atOnce.get(address) ?? 0;
    if (count >= AT_ONCE_OF_ADDRESS) return false;
    this.#atOnce.set(address, count + 1);
    this.#schedule();
    return true;
  }

  /** `handleNext` is called once a round until it returns false. */
  add(address: string, handleNext: HandleNext): void {
    const queue = this.#waiting.get(address);
    if (queue) queue.push(handleNext);
    else this.#waiting.set(address, [handleNext]);
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
      const [address, queue] = next;
      const handleNext = queue.shift();
      // The address goes to the end, behind those that waited meanwhile.
      this.#waiting.delete(address);
      if (handleNext?.()) queue.push(handleNext);
      if (queue.length > 0) this.#waiting.set(address, queue);
    }
    if (this.#waiting.size > 0) this.#schedule();
  }
}

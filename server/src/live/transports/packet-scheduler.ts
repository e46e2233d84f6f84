// Shares the event loop among connections that send many packets at once: a few packets are handled in each tick, so
// that the bids of others are read in between. Connections that send little do not use it.

/** Packets per event-loop tick: less than 1 ms of decoding and answering. */
const PACKETS_PER_TICK = 6;

/** Handles one packet. Returns false if no further one may be handled now. */
type HandleNext = () => boolean;

export class PacketScheduler {
  #queue: HandleNext[] = [];
  #isDue = false;

  /** `handleNext` is called once a round until it returns false. */
  add(handleNext: HandleNext): void {
    this.#queue.push(handleNext);
    this.#schedule();
  }

  #schedule(): void {
    if (this.#isDue) return;
    this.#isDue = true;
    setImmediate(() => this.#tick());
  }

  #tick(): void {
    this.#isDue = false;
    const served = this.#queue.slice(0, PACKETS_PER_TICK);
    this.#queue = this.#queue.slice(PACKETS_PER_TICK);
    let left = PACKETS_PER_TICK;
    while (left > 0 && served.length > 0) {
      for (const handleNext of served.splice(0)) {
        left -= 1;
        if (handleNext()) served.push(handleNext);
      }
    }
    this.#queue.push(...served);
    if (this.#queue.length > 0) this.#schedule();
  }
}

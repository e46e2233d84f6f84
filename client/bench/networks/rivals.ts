// Two bidders who outbid each other over the server's own address, so that the price moves all the time while the page's
// network is bad.
import { setTimeout as wait } from "node:timers/promises";
import type { Api, Session } from "../../e2e/support/api.ts";

export interface CommittedPrice {
  /** When its answer came, milliseconds since 1970. */
  at: number;
  price: number;
}

export class Rivals {
  /** In the order of their commits. */
  readonly committed: CommittedPrice[] = [];
  #isOver = false;
  #running: Promise<void> | undefined;

  constructor(
    readonly api: Api,
    readonly auctionId: string,
    readonly bidders: readonly [Session, Session],
    readonly everyMs: number,
  ) {}

  start(firstAmount: number): void {
    this.#running = this.#run(firstAmount);
  }

  async stop(): Promise<void> {
    this.#isOver = true;
    await this.#running;
  }

  /** The newest price that was committed before `at`. */
  priceAt(at: number): number {
    return this.committed.findLast((one) => one.at <= at)?.price ?? 0;
  }

  async #run(firstAmount: number): Promise<void> {
    let amount = firstAmount;
    for (let n = 0; !this.#isOver; n += 1) {
      try {
        const { auction } = await this.api.bid(this.bidders[n % 2] as Session, this.auctionId, amount);
        this.committed.push({ at: Date.now(), price: auction.currentPrice });
        amount = auction.minimumBid;
      } catch (error) {
        // The page's own bid came first.
        const [, minimum] = /"minimumBid":([\d.]+)/.exec(String(error)) ?? [];
        if (!minimum) throw error;
        amount = Number(minimum);
        continue;
      }
      await wait(this.everyMs);
    }
  }
}

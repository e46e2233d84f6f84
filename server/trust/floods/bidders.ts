// Bids for several bidders during a flood, and measures how long each bid waits for its answer.
import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { RawSocket } from "../../bench/scale/raw-socket.ts";
import { makePerson, openAuction } from "../../test/support/e2e-people.ts";
import type { TestServer } from "../../test/support/e2e-server.ts";

/** Within the rate limit of one user. */
const BID_EVERY_MS = 70;

interface Bidder {
  readonly socket: RawSocket;
  readonly auctionId: string;
  placed: number;
  version: number;
}

export interface Bidders {
  /** Bids for this long. Returns the answer times, in ms, in ascending order. Adds errors to `findings`. */
  bidFor(ms: number, findings: string[]): Promise<number[]>;
  close(): void;
}

/** Each bidder bids on a lot of their own. */
export const openBidders = async (
  server: Pick<TestServer, "address" | "query" | "api">,
  name: string,
  count: number,
): Promise<Bidders> => {
  const admin = await makePerson(server, `${name}-seller`, { role: "admin" });
  const bidders = await Promise.all(
    Array.from({ length: count }, async (_, n): Promise<Bidder> => {
      const { _id: auctionId } = await openAuction(server, admin);
      const { token } = await makePerson(server, `${name}-${n}`);
      return { socket: await RawSocket.open(server.address, token), auctionId, placed: 0, version: 0 };
    }),
  );
  return {
    bidFor: async (ms, findings) => {
      const waits = await Promise.all(bidders.map((bidder) => bidAlone(ms, bidder, findings)));
      return waits.flat().sort((a, b) => a - b);
    },
    close: () => {
      for (const { socket } of bidders) socket.terminate();
    },
  };
};

const bidAlone = async (ms: number, bidder: Bidder, findings: string[]): Promise<number[]> => {
  const waits: number[] = [];
  for (const until = performance.now() + ms; performance.now() < until; ) {
    const startedAt = performance.now();
    const amount = 1100 + 100 * bidder.placed;
    const answer = await bidder.socket
      .request("bid:place", { auctionId: bidder.auctionId, amount, commandId: randomUUID() })
      .catch((error: Error) => ({ ok: false as const, error: { code: error.message } }));
    waits.push(performance.now() - startedAt);
    if (!answer.ok) findings.push(`a bid was answered ${answer.error.code}`);
    else {
      bidder.placed += 1;
      if (answer.auction.version <= bidder.version) findings.push("a later bid has an earlier version");
      bidder.version = answer.auction.version;
    }
    await sleep(Math.max(0, BID_EVERY_MS - (performance.now() - startedAt)));
  }
  return waits;
};

export const at = (sorted: readonly number[], part: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0;

// Bids for several bidders during a flood, and measures how long each bid waits for its answer.
import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { RawSocket } from "../../bench/scale/raw-socket.ts";
import { makePerson, openAuction } from "../../test/support/e2e-people.ts";
import type { TestServer } from "../../test/support/e2e-server.ts";

/** Within the rate limit of one user. */
const BID_EVERY_MS = 70;
const AGAIN_AFTER_MS = 50;
const ANSWERED_WITHIN_MS = 10_000;

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
    const answer = await bidOnce(bidder);
    waits.push(performance.now() - startedAt);
    // Also after a refusal, because the bid may have been done all the same.
    bidder.placed += 1;
    if (!answer.ok) findings.push(`a bid was answered ${answer.error.code}`);
    else {
      if (answer.auction.version <= bidder.version) findings.push("a later bid has an earlier version");
      bidder.version = answer.auction.version;
    }
    await sleep(Math.max(0, BID_EVERY_MS - (performance.now() - startedAt)));
  }
  return waits;
};

/** Sends the bid again while the server is unavailable, as clients do; all of it counts as one bid's time. */
const bidOnce = async ({ socket, auctionId, placed }: Bidder) => {
  const bid = { auctionId, amount: 1100 + 100 * placed, commandId: randomUUID() };
  for (const until = performance.now() + ANSWERED_WITHIN_MS; ; await sleep(AGAIN_AFTER_MS)) {
    const answer = await socket
      .request("bid:place", bid)
      .catch((error: Error) => ({ ok: false as const, error: { code: error.message } }));
    if (answer.ok || answer.error.code !== "UNAVAILABLE" || performance.now() > until) return answer;
  }
};

export const at = (sorted: readonly number[], part: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0;

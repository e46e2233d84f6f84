// The seller of a round, who is an administrator: creates auctions, and changes them through the calls of the site's
// own screens. Repeats a call, each time under the same key, until its outcome is known.
import { setTimeout as sleep } from "node:timers/promises";
import type { Auction, AuctionStatus } from "@jara/shared/auction";
import type { ErrorBody } from "@jara/shared/errors";
import type { CreateAuctionBody } from "@jara/shared/rest/auctions";
import { IDEMPOTENCY_HEADER } from "@jara/shared/rest/common";
import type { Recorder } from "../../../load/src/history/recorder.ts";
import type { Asked, Invocation, Outcome } from "../../../load/src/observer.ts";

const ANSWERS_WITHIN_MS = 15_000;
const TRIES = 100;
const PAUSE_MS = 250;

export interface Seller {
  create(key: string, details: Partial<CreateAuctionBody>): Promise<Auction>;
  /** `again` is called when it is sent once more, because its outcome is unknown. */
  setStatus(key: string, auctionId: string, status: AuctionStatus, again: () => void): Promise<Outcome>;
  carryOut(key: string, auctionId: string, change: SellersChange, again: () => void): Promise<Outcome>;
}

export type SellersChange = Extract<Asked, { readonly command: "auction:edit" | "auction:void" }>;

export const sellerAt = (address: string, token: string): Seller => {
  /** Null: the outcome is unknown. */
  const call = async (method: string, path: string, key: string, body: object) => {
    const headers = { authorization: `Bearer ${token}`, "content-type": "application/json", [IDEMPOTENCY_HEADER]: key };
    try {
      const signal = AbortSignal.timeout(ANSWERS_WITHIN_MS);
      const response = await fetch(`${address}${path}`, { method, signal, headers, body: JSON.stringify(body) });
      const answer = (await response.json()) as { auction?: Auction } & Partial<ErrorBody>;
      if (response.ok && answer.auction) return { auction: answer.auction };
      if (!answer.code || answer.code === "UNAVAILABLE" || response.status >= 500) return null;
      return { error: answer as ErrorBody };
    } catch {
      return null;
    }
  };
  const outcomeOf = async (
    method: string,
    path: string,
    key: string,
    body: object,
    again: () => void,
  ): Promise<Outcome> => {
    for (let tries = 0; tries < TRIES; tries += 1) {
      if (tries > 0) again();
      const done = await call(method, path, key, body);
      if (done?.auction) return { kind: "accepted", answer: { ok: true } };
      if (done) return { kind: "refused", error: done.error };
      await sleep(PAUSE_MS);
    }
    return { kind: "unknown" };
  };
  return {
    create: async (key, details) => {
      const lot = { title: "Talking drum", description: "To be bid on.", startingPrice: 1000, bidIncrement: 100 };
      for (let tries = 0; tries < TRIES; tries += 1) {
        const made = await call("POST", "/api/auctions", key, { ...lot, ...details });
        if (made?.auction) return made.auction;
        if (made) throw new Error(`an auction could not be put up: ${made.error.code}`);
        await sleep(PAUSE_MS);
      }
      throw new Error("an auction could not be put up: no answer");
    },
    setStatus: async (key, auctionId, status, again) =>
      await outcomeOf("PATCH", `/api/auctions/admin/${auctionId}/status`, key, { status }, again),
    carryOut: async (key, auctionId, change, again) =>
      change.command === "auction:edit"
        ? await outcomeOf("PUT", `/api/auctions/${auctionId}`, key, change.edit, again)
        : await outcomeOf(
            "POST",
            `/api/auctions/${auctionId}/void-bids`,
            key,
            { userId: change.bidderId, reason: change.reason },
            again,
          ),
  };
};

/** Records the change when it is sent, with its outcome. */
export const carryOutAsSeller = async (
  { seller, sellerId, recorder }: { readonly seller: Seller; readonly sellerId: string; readonly recorder: Recorder },
  auctionId: string,
  change: SellersChange,
): Promise<{ readonly invocation: Invocation; readonly outcome: Outcome }> => {
  const invocation = recorder.call({ ...change, userId: sellerId, auctionId });
  const again = (): void => recorder.resent(invocation, performance.now());
  const outcome = await seller.carryOut(invocation.commandId, auctionId, change, again);
  recorder.settled(invocation, outcome, performance.now());
  return { invocation, outcome };
};

/** Records the change when it is sent, with its outcome. */
export const changeStatus = async (
  { seller, sellerId, recorder }: { readonly seller: Seller; readonly sellerId: string; readonly recorder: Recorder },
  auctionId: string,
  status: AuctionStatus,
): Promise<{ readonly invocation: Invocation; readonly outcome: Outcome }> => {
  const invocation = recorder.call({ command: "auction:status", status, userId: sellerId, auctionId });
  const again = (): void => recorder.resent(invocation, performance.now());
  const outcome = await seller.setStatus(invocation.commandId, auctionId, status, again);
  recorder.settled(invocation, outcome, performance.now());
  return { invocation, outcome };
};

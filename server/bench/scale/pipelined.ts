// Sends as many bids as the server can answer: a number of connections, each with some bids in flight at any moment (a
// closed loop).
import { randomUUID } from "node:crypto";
import type { Lot } from "../live/participants.ts";
import { nextAmount } from "../live/participants.ts";
import type { RawSocket } from "./raw-socket.ts";

export interface Pipelined {
  /** Answered bids per second. */
  readonly perSecond: number;
  readonly accepted: number;
  readonly refused: number;
}

/** A connection and the lots that it bids on in turn. */
export interface Party {
  readonly socket: RawSocket;
  readonly lots: readonly Lot[];
}

/** Sends bids from `parties` on the lots they are given, each with `window` in flight, for the given time. */
export const bidPipelined = async (parties: readonly Party[], window: number, ms: number): Promise<Pipelined> => {
  let accepted = 0;
  let refused = 0;
  const from = performance.now();
  const until = from + ms;
  const bidOn = async ({ socket, lots }: Party): Promise<void> => {
    for (let i = Math.floor(Math.random() * lots.length); performance.now() < until; i += 1) {
      const lot = lots[i % lots.length] as Lot;
      const bid = { auctionId: lot.id, amount: nextAmount(lot), commandId: randomUUID() };
      const answer = await socket.request("bid:place", bid);
      if (answer.ok) accepted += 1;
      // A higher bid overtook it, which is an answer too.
      else if (answer.error.code === "BID_TOO_LOW") refused += 1;
      else throw new Error(`a valid bid was refused: ${answer.error.code} ${answer.error.message}`);
    }
  };
  await Promise.all(parties.flatMap((party) => Array.from({ length: window }, () => bidOn(party))));
  const seconds = (performance.now() - from) / 1000;
  return { perSecond: (accepted + refused) / seconds, accepted, refused };
};

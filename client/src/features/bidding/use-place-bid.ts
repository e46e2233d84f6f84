// Placing a bid, and what became of it. One press is one command: until the server has answered, trying again repeats
// that command under the same id, so that no press can become two bids.
import type { Auction, AuctionOutcome } from "@jara/shared/auction";
import type { ErrorBody } from "@jara/shared/errors";
import { useState } from "react";
import { sendCommand } from "../../connection/connection.ts";
import { noteOutcome } from "../../store/live.ts";

export type BidAnswer =
  | { kind: "accepted"; amount: number; outcome: AuctionOutcome }
  | { kind: "refused"; amount: number; error: ErrorBody }
  | { kind: "unconfirmed"; amount: number; error: ErrorBody };

interface Command {
  auctionId: string;
  amount: number;
  commandId: string;
}

export const usePlaceBid = (auction: Pick<Auction, "_id">, onAnswer: (answer: BidAnswer) => void) => {
  const [sending, setSending] = useState<Command | null>(null);
  const [answer, setAnswer] = useState<BidAnswer | null>(null);
  const [open, setOpen] = useState<Command | null>(null);

  const send = async (command: Command) => {
    setSending(command);
    setAnswer(null);
    const result = await sendCommand("bid:place", command);
    const { amount } = command;
    const became: BidAnswer = result.ok
      ? { kind: "accepted", amount, outcome: result.auction }
      : { kind: result.error.code === "UNAVAILABLE" ? "unconfirmed" : "refused", amount, error: result.error };
    if (result.ok) noteOutcome(result.auction);
    setOpen(became.kind === "unconfirmed" ? command : null);
    setSending(null);
    setAnswer(became);
    onAnswer(became);
  };

  return {
    pending: sending !== null,
    answer,
    clearAnswer: () => setAnswer(null),
    place: (amount: number) => {
      if (sending) return;
      // The same amount after an unconfirmed answer is the same bid.
      const again = open?.auctionId === auction._id && open.amount === amount;
      void send(again ? open : { auctionId: auction._id, amount, commandId: crypto.randomUUID() });
    },
    retry: () => {
      if (open && !sending) void send(open);
    },
  };
};

// What a command's author is told. Built from the decision before the commit, kept in the same statement, sent after.
import { createHash } from "node:crypto";
import type { AuctionOutcome, MaxBid } from "@jara/shared/auction";
import type { ErrorBody } from "@jara/shared/errors";
import { refusal } from "@jara/shared/errors";
import type { BuyItNowAnswer } from "@jara/shared/rest";
import type { Command, UserCommand } from "../auction/commands.ts";
import type { AuctionEvent } from "../auction/events.ts";
import type { AuctionState } from "../auction/state.ts";
import { bidId, toBoughtView, toMaxBidView, toOutcomeView } from "../auction/to-public.ts";

/** Wire-ready but for the time of the commit, which `toAnswer` adds. */
export type Outcome =
  | { readonly ok: false; readonly error: ErrorBody }
  | { readonly ok: true; readonly data: OutcomeData };

export type OutcomeData =
  | { readonly of: "PlaceBid"; readonly bid: { _id: string; amount: number }; readonly auction: AuctionOutcome }
  | { readonly of: "SetMaxBid"; readonly maxBid: MaxBid; readonly auction: AuctionOutcome }
  | { readonly of: "BuyItNow"; readonly auction: BuyItNowAnswer["auction"] }
  | {
      readonly of:
        | "CancelMaxBid"
        | "ChangeStatus"
        | "EditAuction"
        | "RemoveAuction"
        | "CloseAuction"
        | "StartAuction"
        | "ExpirePurchase"
        | "ClosePayment"
        | "ForfeitSettlement";
    }
  | { readonly of: "CreateAuction"; readonly auctionId: string };

export const refusedOutcome = (error: ErrorBody): Outcome => ({ ok: false, error });
export const unavailable: Outcome = refusedOutcome(refusal("UNAVAILABLE"));

export const acceptedOutcome = (command: Command, after: AuctionState, events: readonly AuctionEvent[]): Outcome => {
  switch (command.type) {
    case "PlaceBid": {
      const placed = events.find((event) => event.type === "BidPlaced");
      if (!placed) throw new Error("an accepted bid without a bid");
      const bid = { _id: bidId(after.id, placed.number), amount: placed.amountMinor / 100 };
      return { ok: true, data: { of: "PlaceBid", bid, auction: toOutcomeView(after, command.userId) } };
    }
    case "SetMaxBid": {
      const maxBid = after.maxBids.get(command.userId);
      if (!maxBid) throw new Error("an accepted max bid without a max bid");
      const auction = toOutcomeView(after, command.userId);
      return { ok: true, data: { of: "SetMaxBid", maxBid: toMaxBidView(after, maxBid), auction } };
    }
    case "BuyItNow": {
      if (!after.purchase) throw new Error("an accepted purchase without a purchase");
      return { ok: true, data: { of: "BuyItNow", auction: toBoughtView(after, after.purchase) } };
    }
    default:
      return { ok: true, data: { of: command.type } };
  }
};

/** An answer as it leaves: `data` with the time of the commit where the contract has one. */
export interface Answered {
  readonly outcome: Outcome;
  /** Epoch ms of the commit; null where nothing was committed. */
  readonly at: number | null;
  /** Why nothing is known to be committed, in the words of what failed. Never for people outside. */
  readonly failure?: string;
}

const hashOf = (value: unknown): string => createHash("sha256").update(JSON.stringify(value)).digest("hex");

/**
 * What was asked, for telling a repeated command from a reused id. An accepted bid's is not kept: `command_outcomes` puts
 * it together in the same words (schema.ts).
 */
export const fingerprintOf = (command: UserCommand): string => {
  switch (command.type) {
    case "PlaceBid":
      return `PlaceBid ${command.auctionId} ${command.amountMinor}`;
    case "SetMaxBid":
      return `SetMaxBid ${command.auctionId} ${command.amountMinor} ${command.currency}`;
    case "CancelMaxBid":
      return `CancelMaxBid ${command.maxBidId}`;
    case "BuyItNow":
      return `BuyItNow ${command.auctionId}`;
    case "ChangeStatus":
      return `ChangeStatus ${command.auctionId} ${command.status}`;
    case "RemoveAuction":
      return `RemoveAuction ${command.auctionId}`;
    case "EditAuction":
      return `EditAuction ${command.auctionId} ${hashOf(command.edit)}`;
    case "ClosePayment":
      return `ClosePayment ${command.paymentId} ${command.as} ${hashOf(command.note)}`;
    default:
      return command satisfies never;
  }
};

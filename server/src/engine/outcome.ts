// The outcome of a command, from which answers.ts makes the answer to its author. It is built from the decision before
// the commit, and used only afterwards. The commit's statement stores it, except a refusal and what the log already
// says of an accepted bid. Also the fingerprint by which a repeated command is recognised.
import { createHash } from "node:crypto";
import type { AuctionOutcome, MaxBid } from "@jara/shared/auction";
import type { BidReceipt } from "@jara/shared/bid-receipt";
import type { ErrorBody } from "@jara/shared/errors";
import { refusal } from "@jara/shared/errors";
import { toMajor } from "@jara/shared/money";
import type { BuyItNowAnswer } from "@jara/shared/rest/buy-it-now";
import type { VoidEffect } from "@jara/shared/rest/voids";
import type { Command, UserCommand } from "../auction/commands.ts";
import type { AuctionEvent, BidPlaced } from "../auction/events.ts";
import type { EndsBy } from "../auction/soft-close.ts";
import { type AuctionState, isOver, type Person } from "../auction/state.ts";
import { bidId, type OutcomeState, toBoughtView, toMaxBidView, toOutcomeView } from "../auction/view/to-public.ts";
import { refused } from "../platform/lib/result.ts";

/** Ready to be sent, except for the time of the commit, which `answers.ts` adds. */
export type Outcome =
  | { readonly ok: false; readonly error: ErrorBody; readonly isPreconditionFailed?: true }
  | { readonly ok: true; readonly data: OutcomeData };

export type OutcomeData =
  | ({ readonly of: "PlaceBid"; readonly bid: { _id: string; amount: number } } & WithAuction)
  | ({ readonly of: "SetMaxBid" | "ConfirmMaxBid"; readonly maxBid: MaxBid } & WithAuction)
  | ({ readonly of: "WithdrawBids" } & WithAuction)
  | { readonly of: "VoidBids"; readonly effect: VoidEffect }
  | { readonly of: "BuyItNow"; readonly auction: BuyItNowAnswer["auction"] }
  /** `version`: absent in outcomes that were stored before there were bid receipts. */
  | { readonly of: "CancelMaxBid"; readonly version?: number }
  | {
      readonly of:
        | "ChangeStatus"
        | "EditAuction"
        | "ShiftTimes"
        | "KeepOpen"
        | "SuspendMaxBid"
        | "RemoveAuction"
        | "CloseAuction"
        | "StartAuction"
        | "ExpirePurchase"
        | "ForfeitSettlement"
        | PaymentCommand["type"];
    }
  | { readonly of: "CreateAuction"; readonly auctionId: string };

/** Commands whose answer is the settlement as it is stored afterwards. */
type PaymentCommand =
  | Extract<Command, { readonly settlementId: string } | { readonly offerId: string }>
  | Extract<Command, { readonly type: "SellToHighestBidder" | "ExpireSecondChance" }>;

interface WithAuction {
  readonly auction: AuctionOutcome;
  /** Set if soft close moved the end in the same commit. `answers.ts` computes the end from the commit's time. */
  readonly endsBy?: EndsBy;
}

export const unavailable: Outcome = refused("UNAVAILABLE");
/** The log has an event of a newer version of the program, so this version cannot decide what depends on the log. */
export const newerVersion: ErrorBody = refusal("UNAVAILABLE", {
  message: "A newer version of the site changed this auction. Try again when all servers have been updated.",
});
/**
 * The lot is not as it was when the terms of its sale were looked up. Only `bidder-commands.ts` gets this outcome, and
 * looks again.
 */
export const preconditionFailed: Outcome = { ...unavailable, isPreconditionFailed: true };
export const isPreconditionFailed = (outcome: Outcome): boolean => !outcome.ok && outcome.isPreconditionFailed === true;

/** `endsBy`: set if the batch in which the command is decided moved the auction's end. */
export const acceptedOutcome = (
  command: Command,
  after: AuctionState,
  events: readonly AuctionEvent[],
  before: AuctionState = after,
  endsBy: EndsBy | null = null,
): Outcome => {
  switch (command.type) {
    case "PlaceBid": {
      const placed = events.find((event) => event.type === "BidPlaced");
      if (!placed) throw new Error("an accepted bid without a bid");
      return placedBidOutcome(after, command.userId, placed, endsBy);
    }
    case "WithdrawBids":
      return { ok: true, data: { of: "WithdrawBids", ...withAuction(after, command.userId, endsBy) } };
    case "VoidBids":
      return { ok: true, data: { of: "VoidBids", effect: effectOf(before, after) } };
    case "SetMaxBid":
    case "ConfirmMaxBid": {
      const maxBid = after.maxBids.get(command.userId);
      if (!maxBid) throw new Error("an accepted max bid without a max bid");
      const view = toMaxBidView(after, maxBid);
      return { ok: true, data: { of: command.type, maxBid: view, ...withAuction(after, command.userId, endsBy) } };
    }
    case "CancelMaxBid":
      return { ok: true, data: { of: "CancelMaxBid", version: after.version } };
    case "BuyItNow": {
      if (!after.purchase) throw new Error("an accepted purchase without a purchase");
      return { ok: true, data: { of: "BuyItNow", auction: toBoughtView(after, after.purchase) } };
    }
    default:
      return { ok: true, data: { of: command.type } };
  }
};

/** `after`: the auction after the change of which the bid is a part. */
export const placedBidOutcome = (
  after: OutcomeState,
  userId: string,
  { number, amountMinor }: Pick<BidPlaced, "number" | "amountMinor">,
  endsBy: EndsBy | null = null,
): Outcome => {
  const bid = { _id: bidId(after.id, number), amount: toMajor(amountMinor) };
  return { ok: true, data: { of: "PlaceBid", bid, ...withAuction(after, userId, endsBy) } };
};

const withAuction = (after: OutcomeState, userId: string, endsBy: EndsBy | null): WithAuction => ({
  auction: toOutcomeView(after, userId),
  ...(endsBy && { endsBy }),
});

/** An outcome with the time of its commit, from which `answers.ts` makes the answer. */
export interface Answered {
  readonly outcome: Outcome;
  /** Epoch ms of the commit; null if nothing was committed. */
  readonly at: number | null;
  /** Present if the site gives bid receipts. */
  readonly receipts?: ReceiptSource;
  /** The error text of a commit whose result is unknown. Must never be shown to users. */
  readonly failure?: string;
  /** The failure belongs to the command's auction, and not to the database. */
  readonly isOfRow?: boolean;
}

/** Returns the bid receipt of a command with this answer; null if the command gets none. */
export interface ReceiptSource {
  receiptOf(command: UserCommand, answered: Answered): BidReceipt | null | Promise<BidReceipt | null>;
}

/**
 * The effect of a void, for staff, with full names. The prices are those of the bids, even if the lot was sold
 * by Buy It Now.
 */
export const effectOf = (before: AuctionState, after: AuctionState): VoidEffect => ({
  priceBefore: toMajor(bidPriceOf(before)),
  priceAfter: toMajor(bidPriceOf(after)),
  leaderBefore: nameOf(before.leader),
  leaderAfter: nameOf(after.leader),
  ...(isOver(before) && { winner: { before: nameOf(before.winner), after: nameOf(after.winner) } }),
});

const nameOf = (person: Person | null) => person && { username: person.username };

const bidPriceOf = ({ purchase, priceMinor }: AuctionState): number => purchase?.bidPriceMinor ?? priceMinor;

export const hashOf = (value: unknown): string => createHash("sha256").update(JSON.stringify(value)).digest("hex");

/**
 * The content of a command, to distinguish a repeated command from a reused id. It is not stored for an accepted bid,
 * because the view `stored_outcomes` (platform/database/schema/log.ts) builds the text of `PlaceBid` again in SQL.
 * Change both together; test/contracts/engine-contract/commits.ts compares them. Compare a fingerprint together with
 * `contentVersionOf`.
 */
export const fingerprintOf = (command: UserCommand): string => {
  switch (command.type) {
    case "PlaceBid":
      return `PlaceBid ${command.auctionId} ${command.amountMinor}`;
    case "SetMaxBid":
      return `SetMaxBid ${command.auctionId} ${command.amountMinor} ${command.currency}`;
    case "ConfirmMaxBid":
      return `ConfirmMaxBid ${command.maxBidId} ${command.contentVersion}`;
    case "WithdrawBids":
      return `WithdrawBids ${command.auctionId}`;
    case "VoidBids":
      return [
        `VoidBids ${command.auctionId} ${command.bidderId} ${command.reason} ${hashOf(command.note)}`,
        ...(command.fromBid === undefined ? [] : [`from ${command.fromBid}`]),
      ].join(" ");
    case "CancelMaxBid":
      return `CancelMaxBid ${command.maxBidId}`;
    case "BuyItNow":
      return `BuyItNow ${command.auctionId}${command.priceMinor === undefined ? "" : ` ${command.priceMinor}`}`;
    case "ChangeStatus":
      return [
        `ChangeStatus ${command.auctionId} ${command.status}`,
        ...(command.reason === undefined ? [] : [hashOf(command.reason)]),
        ...(command.publicReason === undefined ? [] : ["public", hashOf(command.publicReason)]),
      ].join(" ");
    case "ShiftTimes":
      return `ShiftTimes ${command.auctionId} ${command.byMs}`;
    case "RemoveAuction":
      return `RemoveAuction ${command.auctionId}`;
    case "EditAuction":
      return `EditAuction ${command.auctionId} ${hashOf(command.edit)}`;
    case "ClosePayment":
      return `ClosePayment ${command.settlementId} ${command.as} ${hashOf(command.note)}`;
    case "PayFromBalance":
      return `PayFromBalance ${command.settlementId}`;
    case "CreditOnlinePayment":
      return `CreditOnlinePayment ${command.settlementId} ${command.reference} ${command.ngnMinor} ${command.worthMinor}`;
    case "BookPayment": {
      const { settlementId, method, amountMinor, ngnMinor, reference, note } = command;
      // The worth of naira may differ when the same request is sent again.
      const amount = ngnMinor === undefined ? amountMinor : `NGN ${ngnMinor}`;
      return `BookPayment ${settlementId} ${method} ${amount} ${hashOf([reference, note])}`;
    }
    case "ExtendDeadline":
      return `ExtendDeadline ${command.settlementId} ${command.dueAt} ${hashOf(command.note)}`;
    case "ReverseSettlement":
      return `ReverseSettlement ${command.settlementId} ${hashOf(command.payments ? [command.note, command.payments] : command.note)}`;
    case "RefundSale": {
      const to = command.transfer ? "transfer" : command.inCash ? "cash" : "balance";
      return `RefundSale ${command.settlementId} ${to} ${hashOf(command.note)}`;
    }
    case "OfferSecondChance":
      return `OfferSecondChance ${command.settlementId}`;
    case "AnswerSecondChance":
      return `AnswerSecondChance ${command.offerId} ${command.answer}`;
    case "SellToHighestBidder":
      return `SellToHighestBidder ${command.auctionId}`;
    default:
      return command satisfies never;
  }
};

/** The content version that a bid or a maximum names, which belongs to its content too; 0 if it names none. */
export const contentVersionOf = (command: UserCommand): number =>
  command.type === "PlaceBid" || command.type === "SetMaxBid" ? (command.contentVersion ?? 0) : 0;

/** True if the command has the content of the one that was executed or refused under its id. */
export const isSameContent = (
  known: { readonly fingerprint: string; readonly contentVersion: number | null },
  command: UserCommand,
): boolean =>
  known.fingerprint === fingerprintOf(command) &&
  (known.contentVersion === null || known.contentVersion === contentVersionOf(command));

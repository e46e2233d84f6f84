// The rules: what a command does to an auction, or why it is refused. Pure: state, facts and the time go in, events or
// a refusal come out. Rule numbers are those of docs/rules/bidding.md.
import { minimumBidMinor, requiredBalanceMinor } from "@jara/shared/bidding-rules";
import { type ErrorBody, refusal } from "@jara/shared/errors";
import { formatMoney, toMajor } from "@jara/shared/money";
import { buyItNow, expirePurchase } from "./buy-it-now.ts";
import { changeStatus } from "./change-status.ts";
import type { CancelMaxBid, Command, Facts, PlaceBid, SetMaxBid, UsersFacts } from "./commands.ts";
import { accepted, type Decision, refused } from "./decision.ts";
import { editAuction, removeAuction } from "./edit-auction.ts";
import type { AuctionEvent } from "./events.ts";
import { evolve } from "./evolve.ts";
import { resolve } from "./proxy-bidding.ts";
import { type Holidays, settlementDueAt } from "./settlement-due.ts";
import { closePayment, forfeitSettlement } from "./settlements.ts";
import { type AuctionState, winnerOf } from "./state.ts";

/** `now`: epoch ms by the database's clock. */
export const decide = (state: AuctionState, command: Command, facts: Facts, now: number): Decision => {
  switch (command.type) {
    case "CloseAuction":
      return close(state, facts.holidays, now);
    case "StartAuction":
      return start(state, now);
    case "ExpirePurchase":
      return expirePurchase(state, facts.rates, now);
    case "ForfeitSettlement":
      return forfeitSettlement(state, command, facts.rates);
  }
  if (!isUsers(facts)) throw new Error(`${command.type} without its user's facts`);
  if (state.isRemoved) return refused(refusal("NOT_FOUND", { message: "Auction not found" }));
  if (facts.user.isBanned) return refused(refusal("FORBIDDEN"));
  switch (command.type) {
    case "PlaceBid":
      return placeBid(state, command, facts, now);
    case "SetMaxBid":
      return setMaxBid(state, command, facts, now);
    case "CancelMaxBid":
      return cancelMaxBid(state, command, facts, now);
    case "BuyItNow":
      return buyItNow(state, command, facts, now);
    case "ClosePayment":
      return closePayment(state, command, facts, now);
    case "ChangeStatus":
      return changeStatus(state, command, facts, now);
    case "RemoveAuction":
      return removeAuction(state, facts);
    case "EditAuction":
      return editAuction(state, command, facts, now);
    default:
      return command satisfies never;
  }
};

const isUsers = (facts: Facts): facts is UsersFacts => facts.user !== null;

const placeBid = (state: AuctionState, command: PlaceBid, facts: UsersFacts, now: number): Decision => {
  const no = whyNotOpen(state, facts, now) ?? whyNotBidder(state, facts);
  if (no) return refused(no);

  const minimumMinor = minimumBidMinor(state.priceMinor, state.incrementMinor);
  if (command.amountMinor < minimumMinor) {
    const minimumBid = toMajor(minimumMinor);
    const message = `Bid must be at least ${formatMoney(minimumBid, state.currency)}`;
    return refused(refusal("BID_TOO_LOW", { message, minimumBid }));
  }
  const poor = whyTooPoor(state, facts, state.priceMinor, "the current price");
  if (poor) return refused(poor);

  const bidder = { id: facts.user.id, username: facts.user.username };
  return accepted(...resolve(state, { bidder, amountMinor: command.amountMinor }));
};

const setMaxBid = (state: AuctionState, command: SetMaxBid, facts: UsersFacts, now: number): Decision => {
  const no = whyNotOpen(state, facts, now) ?? whyNotBidder(state, facts);
  if (no) return refused(no);
  if (command.currency !== state.currency) {
    return refused(refusal("WRONG_CURRENCY", { message: `This auction is in ${state.currency}.` }));
  }
  if (command.amountMinor <= state.priceMinor) {
    const currentPrice = toMajor(state.priceMinor);
    const message = `Max bid must be higher than current price of ${formatMoney(currentPrice, state.currency)}`;
    return refused(refusal("MAX_BID_TOO_LOW", { message, currentPrice }));
  }
  const poor = whyTooPoor(state, facts, command.amountMinor, "your max bid");
  if (poor) return refused(poor);

  const set: AuctionEvent = {
    type: "MaxBidSet",
    maxBidId: command.maxBidId,
    owner: { id: facts.user.id, username: facts.user.username },
    amountMinor: command.amountMinor,
  };
  return accepted(set, ...resolve(evolve(state, set)));
};

const cancelMaxBid = (state: AuctionState, command: CancelMaxBid, facts: UsersFacts, now: number): Decision => {
  const own = state.maxBids.get(facts.user.id);
  if (own?.id !== command.maxBidId) return refused(refusal("NOT_FOUND", { message: "Max bid not found" }));
  const no = whyNotOpen(state, facts, now);
  if (no) return refused(no);
  return accepted({ type: "MaxBidCancelled", maxBidId: own.id, ownerId: facts.user.id });
};

const close = (state: AuctionState, holidays: Holidays, now: number): Decision => {
  if (state.status !== "active" || now < state.endsAt) return accepted();
  const winner = winnerOf(state);
  return accepted({ type: "AuctionEnded", endedAt: now, winner, dueAt: winner && settlementDueAt(now, holidays) });
};

const start = (state: AuctionState, now: number): Decision => {
  const due = state.status === "draft" && state.startsAt !== null && now >= state.startsAt;
  return due ? accepted({ type: "AuctionStarted", startsAt: state.startsAt }) : accepted();
};

/** Rule 11, the auction's side. A draft is NOT_FOUND for everyone but admins. */
const whyNotOpen = (state: AuctionState, { user }: UsersFacts, now: number): ErrorBody | null => {
  switch (state.status) {
    case "active":
      return now < state.endsAt ? null : refusal("AUCTION_ENDED");
    case "paused":
      return refusal("AUCTION_PAUSED");
    case "ended":
    case "sold":
      return refusal("AUCTION_ENDED");
    case "draft":
      if (user.role !== "admin") return refusal("NOT_FOUND", { message: "Auction not found" });
      return refusal("AUCTION_NOT_ACTIVE", { status: state.status });
    case "cancelled":
      return refusal("AUCTION_NOT_ACTIVE", { message: "This auction was cancelled.", status: state.status });
    default:
      return state.status satisfies never;
  }
};

/** Rule 11, the bidder's side. */
const whyNotBidder = (state: AuctionState, { user }: UsersFacts): ErrorBody | null => {
  if (!user.isEmailVerified) return refusal("EMAIL_NOT_VERIFIED");
  if (user.id === state.seller.id) return refusal("OWN_AUCTION");
  return null;
};

/** Rule 10: a check, not a hold. The balance is NGN; a USD amount is converted. */
const whyTooPoor = (state: AuctionState, facts: UsersFacts, amountMinor: number, of: string): ErrorBody | null => {
  const requiredMinor = requiredBalanceMinor(amountMinor, state.currency, facts.rates);
  if (facts.user.balanceMinor >= requiredMinor) return null;
  const required = toMajor(requiredMinor);
  const balance = toMajor(facts.user.balanceMinor);
  const message =
    `Insufficient balance. You need at least ${formatMoney(required, "NGN")} (20% of ${of}). ` +
    `Your current balance: ${formatMoney(balance, "NGN")}`;
  return refusal("INSUFFICIENT_BALANCE", { message, required, balance });
};

// Computes an auction's bids as they would be without some people's commands (rule 15): replays the log, change by
// change, and lets the remaining accepted commands compete again. Pure functions.
//
// Only bids and maxima are replayed. Everything else (edits, pauses, extensions, purchases) is applied as it happened.
// No end time is moved back, and a command that was refused then stays refused.
import type { LoggedChange } from "./commands.ts";
import { letsMaximaBid } from "./edit-auction.ts";
import type { AuctionEvent, BidPlaced, BidsVoided } from "./events.ts";
import { create, evolve } from "./evolve.ts";
import { resolve } from "./proxy-bidding.ts";
import { type AuctionState, isOpen } from "./state.ts";

export interface ReplayedBid extends Omit<BidPlaced, "type" | "number"> {
  /** When its command was executed, epoch ms. */
  readonly at: number;
}

export interface Replayed {
  /** Price, leader, bid count and maxima come from the replay; the rest is as it happened. */
  readonly state: AuctionState;
  readonly bids: readonly ReplayedBid[];
}

/** The commands that a replay leaves out: of each person, those of these revisions. */
export class LeftOut {
  readonly #spans = new Map<string, { readonly from: number; readonly before: number }[]>();

  /** Leaves out the person's commands before this revision, without those before `from`. */
  add(personId: string, before: number, from = 0): this {
    this.#spans.set(personId, [...(this.#spans.get(personId) ?? []), { from, before }]);
    return this;
  }

  has(personId: string, revision: number): boolean {
    return (this.#spans.get(personId) ?? []).some(({ from, before }) => from <= revision && revision < before);
  }
}

/** The commands that the voids of this log leave out. `isWhole`: voids of which no earlier bid stays either. */
export const voidedIn = (
  log: readonly LoggedChange[],
  isWhole: (event: BidsVoided) => boolean = () => false,
): LeftOut => {
  const voided = new LeftOut();
  for (const { revision, events } of log) {
    for (const event of events) {
      if (event.type === "BidsVoided")
        voided.add(event.bidder.id, revision, isWhole(event) ? 0 : startOfVoid(log, event.fromBid));
      if (event.type === "MaxBidCancelled" && event.voided) voided.add(event.ownerId, revision);
    }
  }
  return voided;
};

/** The first revision that a void from this bid on leaves out. Undefined: a void of all bids. */
export const startOfVoid = (log: readonly LoggedChange[], fromBid: number | undefined): number =>
  fromBid === undefined ? 0 : (changeOfBid(log, fromBid)?.revision ?? 0);

/** The change whose command placed the bid. For a bid that a void recorded, it is the change that the replay replayed. */
const changeOfBid = (log: readonly LoggedChange[], number: number): LoggedChange | undefined => {
  for (const change of log) {
    for (const event of change.events) {
      if (event.type === "BidPlaced" && event.number === number) return change;
      const recorded = event.type === "BidsVoided" && event.recorded.find((bid) => bid.number === number);
      if (recorded) return commandOf(log, recorded);
    }
  }
  return undefined;
};

/** Several changes may have the same time, because one statement can write many. */
const commandOf = (
  log: readonly LoggedChange[],
  { at, bidder, amountMinor }: ReplayedBid,
): LoggedChange | undefined => {
  const thatTime = log.filter((change) => change.at === at);
  const isItself = ({ events }: LoggedChange): boolean =>
    events.some(
      (event) =>
        event.type === "BidPlaced" &&
        event.kind === "manual" &&
        event.bidder.id === bidder.id &&
        event.amountMinor === amountMinor,
    );
  return thatTime.find(isItself) ?? thatTime[0];
};

/** `log` must begin with the auction's creation. */
export const replayBids = (log: readonly LoggedChange[], leftOut: LeftOut): Replayed => {
  const [first, ...changes] = log;
  const made = first?.events[0];
  if (made?.type !== "AuctionCreated" || !first) throw new Error("the log does not begin with the creation");
  let state = create(made, first.at);
  let bids: ReplayedBid[] = [];
  for (const { revision, events, actorId, at } of changes) {
    // A maximum's `reachedRevision` is its change's revision in the log, whatever was left out before it.
    state = { ...state, revision: revision - 1 };
    if (events.some(({ type }) => type === "AllBidsVoided")) bids = [];
    const isLeftOut = (personId: string): boolean => leftOut.has(personId, revision);
    const { next, placed } = replayChange(state, events as readonly AuctionEvent[], actorId, isLeftOut);
    state = next;
    bids.push(...placed.map(({ type: _, number: __, ...bid }) => ({ ...bid, at })));
  }
  return { state, bids };
};

/**
 * Payments of purchases and settlements change no bid. Earlier voids are applied through the people left out, not by
 * their events. A reversed purchase is replayed, because the auction is open again and maxima may bid.
 */
const notReplayed = new Set<AuctionEvent["type"]>([
  "BidPlaced",
  "BidsVoided",
  "EarlierBidsKept",
  "MaximaRestated",
  "AuctionExtended",
  "MaxBidSuspended",
  "BuyItNowStarted",
  "PurchasePaid",
  "PurchaseForfeited",
  "PurchaseVoided",
  "PurchaseWaived",
  "PurchaseExtended",
  "PurchasePardoned",
  "PaymentReceived",
  "PaymentCredited",
  "PaymentsReversed",
  "SomePaymentsReversed",
  "DeadlineExtended",
  "SettlementOpened",
  "SettlementReopened",
  "SettlementWaived",
  "SaleRefunded",
  "SettlementForfeited",
  "SecondChanceOffered",
  "SecondChanceClosed",
]);

const replayChange = (
  before: AuctionState,
  events: readonly AuctionEvent[],
  actorId: string | null,
  isLeftOut: (personId: string) => boolean,
): { next: AuctionState; placed: readonly BidPlaced[] } => {
  // A maximum that the contest suspended did not take part in it.
  let next = events.reduce(
    (at, event) => (event.type === "MaxBidSuspended" && isThere(at, event) ? evolve(at, event) : at),
    before,
  );
  let asksMaxima = false;
  for (const event of events) {
    if (event.type === "BidPlaced" && event.kind === "manual") {
      const { bidder, amountMinor } = event;
      // Without the voided bids, a maximum may bid that could not bid before, and raise the price to this bid or above
      // it.
      const isPassed = next.bidCount > 0 && amountMinor <= next.priceMinor;
      if (isLeftOut(bidder.id) || isPassed) return { next, placed: [] };
      const placed = resolve(next, { bidder, amountMinor });
      return { next: placed.reduce(evolve, next), placed };
    }
    if (notReplayed.has(event.type)) continue;
    const ownerId = ownerOf(event);
    // An administrator's edit cancels maxima too; the maxima of people who are left out do not exist here.
    if (ownerId !== null && (isLeftOut(ownerId) || !isThere(next, event))) continue;
    next = evolve(next, event);
    asksMaxima ||= letsBid(event, actorId) && isOpen(next);
  }
  const placed = asksMaxima ? resolve(next) : [];
  return { next: placed.reduce(evolve, next), placed };
};

const ownerOf = (event: AuctionEvent): string | null => {
  if (event.type === "MaxBidSet") return event.owner.id;
  if (event.type === "MaxBidCancelled" || event.type === "MaxBidConfirmed") return event.ownerId;
  return event.type === "MaxBidSuspended" ? event.ownerId : null;
};

const isThere = (state: AuctionState, event: AuctionEvent): boolean =>
  event.type === "MaxBidSet" || state.maxBids.has(ownerOf(event) ?? "");

/** True for events after which the rules let the maxima compete (decide.ts, edit-auction.ts, change-status.ts). */
const letsBid = (event: AuctionEvent, actorId: string | null): boolean => {
  switch (event.type) {
    case "MaxBidSet":
    case "MaxBidConfirmed":
      return true;
    case "AuctionEdited":
      return letsMaximaBid(event);
    case "AuctionStarted":
    case "AuctionResumed":
    case "AuctionReopened":
      return actorId !== null;
    default:
      return false;
  }
};

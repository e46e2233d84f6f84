// The bids of an auction as they would be without some people's commands (rule 15): replays its log, change by change,
// and lets the accepted commands that remain compete again. Pure.
//
// Only bids and maxima are replayed. Everything else (edits, pauses, extensions, purchases) is applied as it happened:
// nobody's clock is turned back, and a command that was refused then stays refused.
import type { LoggedChange } from "./commands.ts";
import { letsMaximaBid } from "./edit-auction.ts";
import type { AuctionEvent, BidPlaced } from "./events.ts";
import { create, evolve } from "./evolve.ts";
import { resolve } from "./proxy-bidding.ts";
import { type AuctionState, isOpen } from "./state.ts";

export interface ReplayedBid extends Omit<BidPlaced, "type" | "number"> {
  /** When its command was carried out, epoch ms. */
  readonly at: number;
}

export interface Replayed {
  /** Price, leader, bid count and maxima are those of the replay; the rest is as it happened. */
  readonly state: AuctionState;
  readonly bids: readonly ReplayedBid[];
}

/** Their commands before this revision are left out, by person's id. */
export type LeftOut = ReadonlyMap<string, number>;

/** Whom earlier voids of this log leave out. */
export const voidedIn = (log: readonly LoggedChange[]): Map<string, number> => {
  const voided = new Map<string, number>();
  for (const { revision, events } of log) {
    for (const event of events) if (event.type === "BidsVoided") voided.set(event.bidder.id, revision);
  }
  return voided;
};

/** `log`: from the auction's creation on. */
export const replayBids = (log: readonly LoggedChange[], leftOut: LeftOut): Replayed => {
  const [first, ...changes] = log;
  const made = first?.events[0];
  if (made?.type !== "AuctionCreated" || !first) throw new Error("a log without its beginning");
  let state = create(made, first.at);
  let bids: ReplayedBid[] = [];
  for (const { revision, events, actorId, at } of changes) {
    // A maximum is reached at its change's revision, whatever was left out before it.
    state = { ...state, revision: revision - 1 };
    if (events.some(({ type }) => type === "AllBidsVoided")) bids = [];
    const isLeftOut = (personId: string): boolean => revision < (leftOut.get(personId) ?? 0);
    const { next, placed } = replayChange(state, events as readonly AuctionEvent[], actorId, isLeftOut);
    state = next;
    bids.push(...placed.map(({ type: _, number: __, ...bid }) => ({ ...bid, at })));
  }
  return { state, bids };
};

/** Money of purchases and settlements changes no bid; the voids themselves are what is left out. */
const notReplayed = new Set<AuctionEvent["type"]>([
  ...(["BidPlaced", "BidsVoided", "MaximaRestated", "AuctionExtended"] as const),
  ...(["BuyItNowStarted", "PurchasePaid", "PurchaseForfeited", "PurchaseVoided", "PurchaseWaived"] as const),
  ...(["SettlementWaived", "SettlementForfeited"] as const),
]);

const replayChange = (
  before: AuctionState,
  events: readonly AuctionEvent[],
  actorId: string | null,
  isLeftOut: (personId: string) => boolean,
): { next: AuctionState; placed: readonly BidPlaced[] } => {
  let next = before;
  let asksMaxima = false;
  for (const event of events) {
    if (event.type === "BidPlaced" && event.kind === "manual") {
      const { bidder, amountMinor } = event;
      // Without the others' bids a maximum may act that could not, and take the price to this bid or past it.
      const isPassed = next.bidCount > 0 && amountMinor <= next.priceMinor;
      if (isLeftOut(bidder.id) || isPassed) return { next: before, placed: [] };
      const placed = resolve(next, { bidder, amountMinor });
      return { next: placed.reduce(evolve, next), placed };
    }
    if (notReplayed.has(event.type)) continue;
    const ownerId = ownerOf(event);
    // An administrator's edit cancels maxima too; those of people who are left out are not there.
    if (ownerId !== null && (isLeftOut(ownerId) || !isThere(next, event))) continue;
    next = evolve(next, event);
    asksMaxima ||= letsBid(event, actorId) && isOpen(next);
  }
  const placed = asksMaxima ? resolve(next) : [];
  return { next: placed.reduce(evolve, next), placed };
};

const ownerOf = (event: AuctionEvent): string | null => {
  if (event.type === "MaxBidSet") return event.owner.id;
  return event.type === "MaxBidCancelled" || event.type === "MaxBidConfirmed" ? event.ownerId : null;
};

const isThere = (state: AuctionState, event: AuctionEvent): boolean =>
  event.type === "MaxBidSet" || state.maxBids.has(ownerOf(event) ?? "");

/** After these the rules let standing maxima compete (decide.ts, edit-auction.ts, change-status.ts). */
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

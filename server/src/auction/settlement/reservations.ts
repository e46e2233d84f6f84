// Reservations (`BALANCE_RULE=hold`): what a person has bound on open auctions, so that bids on several auctions do not
// use the same money. Pure functions, like the rest of this folder. Rule 10 of docs/rules/bidding.md.
import { boundAmountMinor, requiredBalanceMinor } from "@jara/shared/bidding-rules";
import { type ErrorBody, refusal } from "@jara/shared/errors";
import { type Currency, type ExchangeRates, formatMoney, type Minor, toMajor } from "@jara/shared/money";
import type { AuctionEvent } from "../events.ts";
import { type AuctionState, isOpen, NOTHING } from "../state.ts";
import type { StateChange } from "../view/visibility.ts";
import { postingsOf } from "./postings.ts";

export type BalanceRule = "check" | "hold";

/** A person has bound this amount, in the auction's currency, on one auction. The site reserves 20% of it. */
export interface Bound {
  readonly currency: Currency;
  readonly amountMinor: Minor;
}

/** The amounts that a person has bound, by auction. */
export type Bounds = ReadonlyMap<string, Bound>;

/** Shared by everybody who has nothing bound. */
export const noBounds: Bounds = new Map();

/**
 * The amount that binds the person on this auction. It is 0 once the auction is closed. A suspended maximum binds too,
 * because confirming it checks no balance.
 */
export const boundOn = (state: AuctionState, userId: string): Minor => {
  if (!isOpen(state) || state.isRemoved) return NOTHING;
  const led = state.leader?.id === userId ? state.priceMinor : NOTHING;
  const ceiling = state.maxBids.get(userId)?.amountMinor ?? NOTHING;
  return boundAmountMinor(led, ceiling);
};

/** NGN kobo that are reserved by these amounts, except on the given auction, with dollars at these rates. */
export const reservedBy = (bounds: Bounds, exceptAuctionId: string | null, rates: ExchangeRates): Minor => {
  if (bounds === noBounds) return NOTHING;
  // Most people bid on one auction at a time.
  if (bounds.size === 1 && exceptAuctionId !== null && bounds.has(exceptAuctionId)) return NOTHING;
  let reserved = 0;
  for (const [auctionId, { amountMinor, currency }] of bounds) {
    if (auctionId !== exceptAuctionId) reserved += requiredBalanceMinor(amountMinor, currency, rates);
  }
  return reserved as Minor;
};

/**
 * The person whom an event of a contest can bind or free, besides the leader before it; null if there is none, and
 * undefined for an event that can concern everybody.
 */
const contestantOf = (event: AuctionEvent): string | null | undefined => {
  switch (event.type) {
    case "BidPlaced":
      return event.bidder.id;
    case "MaxBidSet":
      return event.owner.id;
    case "MaxBidCancelled":
      return event.ownerId;
    case "MaxBidConfirmed":
    case "AuctionExtended":
      return null;
    default:
      return undefined;
  }
};

/** True if the change consists of bids and maxima, which move no money. */
const isContest = ({ events }: StateChange): boolean => {
  for (const event of events) if (contestantOf(event) === undefined) return false;
  return true;
};

/**
 * The people whose bound amount these changes of one auction may have changed. A person may come more than once. A
 * bidder who led only between two of the changes has as much bound as before.
 */
export const concernedBy = (changes: readonly StateChange[]): readonly string[] => {
  const people: string[] = [];
  for (const leader of [changes[0]?.before.leader, changes.at(-1)?.after.leader]) if (leader) people.push(leader.id);
  for (const { before, after, events } of changes) {
    for (const event of events) {
      if (event.type === "BidPlaced") continue;
      const person = contestantOf(event);
      if (person === undefined) {
        for (const state of [before, after]) {
          if (state.leader) people.push(state.leader.id);
          people.push(...state.maxBids.keys());
        }
      } else if (person !== null) people.push(person);
    }
  }
  return people;
};

/** The people whose bound amount differs after the change. */
export const peopleRebound = (change: StateChange): Set<string> => {
  const people = new Set<string>();
  for (const id of concernedBy([change])) {
    if (boundOn(change.before, id) !== boundOn(change.after, id)) people.add(id);
  }
  return people;
};

/**
 * The people for whom a change binds more or leaves less. An auto-bid never exceeds what its owner's maximum binds
 * already. In a contest, only somebody who bids or sets a maximum binds more.
 */
export const peopleWithLess = (change: StateChange, rates: ExchangeRates): readonly string[] => {
  if (!isContest(change)) return withLess(change, rates);
  const people: string[] = [];
  for (const event of change.events) {
    const userId = contestantOf(event);
    if (!userId || (event.type === "BidPlaced" && event.kind === "auto")) continue;
    if (bindsMore(change, userId)) people.push(userId);
  }
  return people;
};

const withLess = (change: StateChange, rates: ExchangeRates): readonly string[] => {
  const { before, after } = change;
  const gained = new Map<string, number>();
  const gain = (id: string, ngnMinor: number) => gained.set(id, (gained.get(id) ?? 0) + ngnMinor);
  for (const { person, amountMinor } of postingsOf(change)) gain(person.id, amountMinor);
  for (const id of peopleRebound(change)) {
    gain(id, requiredBalanceMinor(boundOn(before, id), before.currency, rates));
    gain(id, -requiredBalanceMinor(boundOn(after, id), after.currency, rates));
  }
  return [...gained].flatMap(([userId, ngnMinor]) => (ngnMinor < 0 || bindsMore(change, userId) ? userId : []));
};

/** True if the person has more bound on the auction after the change. */
export const bindsMore = ({ before, after }: Pick<StateChange, "before" | "after">, userId: string): boolean =>
  boundOn(after, userId) > boundOn(before, userId);

/** A balance and how much of it is bound on other open auctions. */
export interface Funds {
  readonly balanceMinor: number;
  /** NGN kobo; undefined where bids reserve nothing (`BALANCE_RULE=check`). */
  readonly reservedMinor?: Minor | undefined;
}

/** NGN kobo that the person can still use. Below zero after a penalty, or if a dollar became dearer. */
export const availableOf = ({ balanceMinor, reservedMinor = NOTHING }: Funds): number => balanceMinor - reservedMinor;

/**
 * The refusal of somebody who has less than the required balance (NGN kobo), without what is bound on other open auctions
 * if the site reserves money. `of`: what 20% is required of.
 */
export const whyTooLittle = (funds: Funds, requiredMinor: Minor, of: string): ErrorBody | null => {
  const availableMinor = availableOf(funds);
  if (availableMinor >= requiredMinor) return null;
  const required = toMajor(requiredMinor);
  const balance = toMajor(availableMinor);
  const message = `Insufficient balance. You need at least ${formatMoney(required, "NGN")} (20% of ${of}). ${balanceSentence(funds)}`;
  return refusal("INSUFFICIENT_BALANCE", { message, required, balance });
};

/** The sentence of a refusal for lack of money. It tells only about the person's own money. */
export const balanceSentence = (funds: Funds): string => {
  const naira = (amountMinor: number): string => formatMoney(toMajor(amountMinor), "NGN");
  const { balanceMinor, reservedMinor = NOTHING } = funds;
  if (reservedMinor === NOTHING) return `Your current balance: ${naira(balanceMinor)}`;
  return (
    `You have ${naira(availableOf(funds))} available: ${naira(reservedMinor)} of your balance of ${naira(balanceMinor)} ` +
    "is bound by your bids and maximums on other open auctions."
  );
};

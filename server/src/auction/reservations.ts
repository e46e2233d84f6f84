// Reservations (`BALANCE_RULE=hold`): what a person has bound on open auctions, so that bids on several auctions do not
// use the same money. Pure functions, like the rest of this folder. Rule 10 of docs/rules/bidding.md.
import { requiredBalanceMinor } from "@jara/shared/bidding-rules";
import { type Currency, type ExchangeRates, formatMoney, type Minor, toMajor } from "@jara/shared/money";
import type { AuctionEvent } from "./events.ts";
import { movementsOf } from "./movements.ts";
import { type AuctionState, isOpen, NOTHING } from "./state.ts";
import type { StateChange } from "./visibility.ts";

export type BalanceRule = "check" | "hold";

/** A person has bound this amount, in the auction's currency, on one auction. The site reserves 20% of it. */
export interface Bound {
  readonly currency: Currency;
  readonly amountMinor: Minor;
}

/** The amounts that a person has bound, by auction. */
export type Bounds = ReadonlyMap<string, Bound>;

/**
 * The amount that binds the person on this auction: the price while they lead, or their maximum if it is higher. It is 0
 * once the auction is closed. A suspended maximum binds too, because confirming it checks no balance.
 */
export const boundOn = (state: AuctionState, userId: string): Minor => {
  if (!isOpen(state) || state.isRemoved) return NOTHING;
  const led = state.leader?.id === userId ? state.priceMinor : NOTHING;
  const ceiling = state.maxBids.get(userId)?.amountMinor ?? NOTHING;
  return Math.max(led, ceiling) as Minor;
};

/** NGN kobo that are reserved by these amounts, except on the given auction, with dollars at these rates. */
export const reservedBy = (bounds: Bounds, exceptAuctionId: string | null, rates: ExchangeRates): Minor => {
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

/** Only bids and maxima, which move no money. */
const isContest = ({ events }: StateChange): boolean => {
  for (const event of events) if (contestantOf(event) === undefined) return false;
  return true;
};

/** Adds the people whose bound amount the change may have changed. */
export const addConcerned = (people: Set<string>, { before, after, events }: StateChange): void => {
  if (before.leader) people.add(before.leader.id);
  if (after.leader) people.add(after.leader.id);
  for (const event of events) {
    const person = contestantOf(event);
    if (person === undefined) {
      for (const state of [before, after]) for (const ownerId of state.maxBids.keys()) people.add(ownerId);
    } else if (person !== null) people.add(person);
  }
};

/** The people whose bound amount differs after the change. */
export const peopleRebound = (change: StateChange): Set<string> => {
  const people = new Set<string>();
  addConcerned(people, change);
  for (const id of people) if (boundOn(change.before, id) === boundOn(change.after, id)) people.delete(id);
  return people;
};

/** Describes the effect of a change on one person's available money. */
export interface Effect {
  readonly userId: string;
  readonly bindsMore: boolean;
  /** More is bound, or money was taken that was not bound here. The commit raises the revision of the person's hold. */
  readonly hasLess: boolean;
}

/** The people for whom the change binds more or leaves less. */
export const effectsOf = (change: StateChange, rates: ExchangeRates): readonly Effect[] => {
  if (isContest(change)) return contestEffects(change);
  const { before, after } = change;
  const rebound = peopleRebound(change);
  const gained = new Map<string, number>();
  const gain = (id: string, ngnMinor: number) => gained.set(id, (gained.get(id) ?? 0) + ngnMinor);
  for (const { person, amountMinor } of movementsOf(change)) gain(person.id, amountMinor);
  for (const id of rebound) {
    gain(id, requiredBalanceMinor(boundOn(before, id), before.currency, rates));
    gain(id, -requiredBalanceMinor(boundOn(after, id), after.currency, rates));
  }
  const effects = [...gained].map(([userId, ngnMinor]) => {
    return { userId, bindsMore: bindsMore(change, userId), hasLess: ngnMinor < 0 };
  });
  return effects.filter((effect) => effect.bindsMore || effect.hasLess);
};

const bindsMore = ({ before, after }: StateChange, userId: string): boolean =>
  boundOn(after, userId) > boundOn(before, userId);

/** Only somebody who bids or sets a maximum binds more. Nearly every bid takes this way, so it makes few objects. */
const contestEffects = (change: StateChange): readonly Effect[] => {
  const effects: Effect[] = [];
  for (const event of change.events) {
    const userId = contestantOf(event);
    // An auto-bid never exceeds what its owner's maximum binds already.
    if (!userId || (event.type === "BidPlaced" && event.kind === "auto")) continue;
    if (bindsMore(change, userId)) effects.push({ userId, bindsMore: true, hasLess: true });
  }
  return effects;
};

/** A balance and how much of it is bound on other open auctions. */
export interface Funds {
  readonly balanceMinor: number;
  /** NGN kobo; undefined where bids reserve nothing (`BALANCE_RULE=check`). */
  readonly reservedMinor?: Minor | undefined;
}

/** NGN kobo that the person can still use. Below zero after a penalty, or if a dollar became dearer. */
export const availableOf = ({ balanceMinor, reservedMinor = NOTHING }: Funds): number => balanceMinor - reservedMinor;

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

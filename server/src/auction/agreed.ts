// Keeps a seller's lot from being offered on terms that the seller did not accept. Pure functions.
import { type ErrorBody, refusal } from "@jara/shared/errors";
import { formatMoney, type Minor, toMajor } from "@jara/shared/money";
import { type Command, isOfStaff } from "./commands.ts";
import type { AgreedPrices, AuctionState } from "./state.ts";

/** Bidders see the lot, or the clock will open it. */
const isOffered = ({ status, isUpcoming, startsAt, isRemoved }: AuctionState): boolean =>
  !isRemoved && status !== "cancelled" && (status !== "draft" || isUpcoming || startsAt !== null);

const isOnTerms = (state: AuctionState, agreed: AgreedPrices): boolean =>
  state.currency === agreed.currency &&
  state.startingPriceMinor === agreed.startingPriceMinor &&
  state.reserveMinor === agreed.reserveMinor;

/** Returns true if a decision on the command rests on the lot's agreement, which only the store knows. */
export const restsOnAgreement = (state: AuctionState, command: Command): boolean =>
  state.isConsigned && isOfStaff(command);

/**
 * Refuses a change that offers the lot, or changes the prices of one that is offered, unless the seller accepted these
 * prices. `agreed` undefined: the newest agreement is not accepted, or there is none.
 */
export const whyNotAgreed = (
  before: AuctionState,
  after: AuctionState,
  agreed: AgreedPrices | undefined,
): ErrorBody | null => {
  if (!after.isConsigned || !isOffered(after)) return null;
  const isOpened = !isOffered(before) || (before.status === "draft" && after.status !== "draft");
  const isAnnounced = after.isUpcoming && !before.isUpcoming;
  if (!isOpened && !isAnnounced && isOnTerms(after, before)) return null;
  if (agreed && isOnTerms(after, agreed)) return null;
  return refusal("AGREEMENT_MISSING", {
    message: agreed
      ? `The seller accepted ${pricesOf(agreed)}. This lot has ${pricesOf(after)}. Propose these to the seller, or use the accepted ones.`
      : "The seller has not accepted the terms of this lot.",
  });
};

const pricesOf = ({ currency, startingPriceMinor, reserveMinor }: AgreedPrices): string => {
  const money = (minor: Minor): string => formatMoney(toMajor(minor), currency);
  const reserve = reserveMinor === null ? "no reserve" : `a reserve of ${money(reserveMinor)}`;
  return `a starting price of ${money(startingPriceMinor)} and ${reserve}`;
};

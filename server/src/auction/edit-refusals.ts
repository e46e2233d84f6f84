// The reasons for which an edit of a lot is refused: what its bidders rely on, and terms that do not fit each other. The
// rules are in docs/rules/life-of-an-auction.md.
import { ADDENDA_MAX } from "@jara/shared/addenda";
import { strayFields, strayWords } from "@jara/shared/condition-fields";
import { type ErrorBody, refusal } from "@jara/shared/errors";
import { whyNoEstimate } from "@jara/shared/estimates";
import { formatMoney, type Minor, toMajor } from "@jara/shared/money";
import type { EditAuction, LoggedChange } from "./commands.ts";
import { type AuctionState, isOpen } from "./state.ts";
import type { Difference } from "./terms.ts";

/** Otherwise a change could suspend all maxima just before the end. */
export const noNotice = (): ErrorBody =>
  invalid(
    "endTime",
    "The changes of this lot have moved its end by a day already, so this one would leave bidders less than two hours. " +
      "Set a later end first, or in the same change.",
  );

/** A buyer gets the lot as it was when they bought it. */
export const beingBought = (): ErrorBody => {
  const message =
    "Somebody is buying this lot with Buy It Now. Its texts, pictures and terms cannot change until the purchase is paid " +
    "or over.";
  return refusal("AUCTION_HAS_BIDS", { message });
};

export const whyNoAddendum = (state: AuctionState): ErrorBody | null => {
  if (!isOpen(state) && state.status !== "draft") {
    return refusal("AUCTION_ENDED", { message: "This auction is over: nothing can be added to the lot." });
  }
  if ((state.lot.addenda?.length ?? 0) < ADDENDA_MAX) return null;
  return invalid("text", `A lot can have at most ${ADDENDA_MAX} addenda.`);
};

/** Bidders rely on the table or on the one increment, so neither becomes the other once there is a bid (rule 17). */
export const whyNotIncrement = (
  state: AuctionState,
  { incrementTable, incrementMinor }: EditAuction["edit"],
): ErrorBody | null => {
  const hasTable = state.increments !== null;
  if (incrementTable !== undefined && incrementTable !== hasTable && state.bidCount > 0) {
    const message = "This auction has bids: whether its increments rise with the price can no longer change.";
    return refusal("AUCTION_HAS_BIDS", { message, issues: [{ path: "incrementTable", message }] });
  }
  const isOwn = incrementMinor !== undefined && incrementMinor !== state.incrementMinor;
  if (!isOwn || !hasTable || incrementTable === false) return null;
  return invalid(
    "bidIncrement",
    "This auction's increments rise with the price by the house's table. Switch the table off to set one increment.",
  );
};

/** The report's fields must be those of the lot's categories, whichever of the two changes. */
const strayReport = (state: AuctionState, { changes }: Difference): ErrorBody | null => {
  if (changes.conditionReport === undefined && changes.categories === undefined) return null;
  const { conditionReport = state.lot.conditionReport, categories = state.lot.categories } = changes;
  const [stray] = conditionReport ? strayFields(conditionReport, categories) : [];
  const message = conditionReport && strayWords(conditionReport, categories);
  return stray && message ? invalid(`conditionReport.${stray}`, message) : null;
};

/** A lot has both estimates or neither, whichever of the two changes. */
const wrongEstimate = ({ lot }: AuctionState, { changes }: Difference): ErrorBody | null => {
  if (changes.lowEstimateMinor === undefined && changes.highEstimateMinor === undefined) return null;
  const { lowEstimateMinor: low = lot.lowEstimateMinor, highEstimateMinor: high = lot.highEstimateMinor } = changes;
  const no = whyNoEstimate(low, high);
  return no && invalid(no.path, no.message);
};

/**
 * Bids, debts and payments keep the lot's currency, also once they are void or closed. The log knows the purchases that
 * are closed; the state knows everything else.
 */
const hadBidsOrPurchases = (state: AuctionState, log: readonly LoggedChange[]): boolean =>
  state.bidCount + state.voidedBidCount + state.forfeitedPurchases > 0 ||
  state.purchase !== null ||
  state.settlement !== null ||
  log.some(({ events }) => events.some(({ type }) => type === "BuyItNowStarted"));

/** `log`: only if the edit changes the currency. */
export const whyNoEdit = (
  state: AuctionState,
  difference: Difference,
  log: readonly LoggedChange[] = [],
): ErrorBody | null => {
  const { changes } = difference;
  const wrong = strayReport(state, difference) ?? wrongEstimate(state, difference);
  if (wrong) return wrong;
  const { startingPriceMinor = state.startingPriceMinor, currency, startsAt = state.startsAt } = changes;
  const { reserveMinor = state.reserveMinor, buyItNowMinor = state.buyItNowMinor, endsAt = state.endsAt } = changes;
  const isRepriced = changes.startingPriceMinor !== undefined;

  if (currency !== undefined || isRepriced) {
    if (state.bidCount > 0) {
      const message = "This auction has bids: its currency and starting price can no longer change.";
      return refusal("AUCTION_HAS_BIDS", { message });
    }
    if (state.purchase) {
      const message = "Somebody has used Buy It Now: the currency and the starting price cannot change at the moment.";
      return refusal("AUCTION_HAS_BIDS", { message });
    }
  }
  if (currency !== undefined && hadBidsOrPurchases(state, log)) {
    const message = "Somebody has bid on this lot or bought it before: its currency can no longer change.";
    return refusal("AUCTION_HAS_BIDS", { message, issues: [{ path: "currency", message }] });
  }
  if (state.bidCount > 0 && isRaised(changes.reserveMinor, state.reserveMinor)) {
    const message = "This auction has bids: its reserve can be lowered or removed, but no longer raised or added.";
    return refusal("AUCTION_HAS_BIDS", { message, issues: [{ path: "reservePrice", message }] });
  }
  if (state.bidCount > 0 && (changes.incrementMinor ?? 0) > state.incrementMinor) {
    const message = "This auction has bids: its increment can be lowered, but no longer raised.";
    return refusal("AUCTION_HAS_BIDS", { message, issues: [{ path: "bidIncrement", message }] });
  }
  if (state.bidCount > 0 && changes.softClose !== undefined) {
    const message = "This auction has bids: its soft close can no longer change.";
    return refusal("AUCTION_HAS_BIDS", { message, issues: [{ path: "softClose", message }] });
  }
  if (changes.startsAt !== undefined && state.status !== "draft") {
    return invalid("startTime", "Only a draft's start time can be changed");
  }
  if ((changes.startsAt ?? changes.endsAt) !== undefined && !isOpen(state) && startsAt !== null && endsAt <= startsAt) {
    return invalid("endTime", "The end time must be after the start time");
  }
  if (
    (isRepriced || changes.reserveMinor !== undefined) &&
    reserveMinor !== null &&
    reserveMinor < startingPriceMinor
  ) {
    return invalid("reservePrice", "Reserve price cannot be lower than starting price");
  }
  if ((isRepriced || changes.buyItNowMinor !== undefined) && buyItNowMinor !== null) {
    if (buyItNowMinor <= startingPriceMinor) {
      return invalid("buyItNowPrice", "Buy It Now price must be higher than starting price");
    }
    const bidPriceMinor = state.purchase?.bidPriceMinor ?? state.priceMinor;
    if (state.bidCount > 0 && buyItNowMinor <= bidPriceMinor) {
      const price = formatMoney(toMajor(bidPriceMinor), state.currency);
      return invalid("buyItNowPrice", `Buy It Now price must be higher than the current price of ${price}`);
    }
  }
  if (
    (changes.buyItNowMinor !== undefined || changes.reserveMinor !== undefined) &&
    buyItNowMinor !== null &&
    reserveMinor !== null &&
    buyItNowMinor < reserveMinor
  ) {
    return invalid("buyItNowPrice", "Buy It Now price cannot be lower than the reserve price");
  }
  return null;
};

/**
 * A raise would let an administrator discover the leader's hidden maximum, because the price jumps to any reserve that
 * the maximum reaches.
 */
const isRaised = (to: Minor | null | undefined, from: Minor | null): boolean =>
  to != null && (from === null || to > from);

const invalid = (path: string, message: string): ErrorBody =>
  refusal("INVALID", { message, issues: [{ path, message }] });

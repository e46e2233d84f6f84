// Computes the fields of the commit's rows that need some logic: what changed of an auction, of its log and of its
// maxima.
import { toStoredRules } from "@jara/shared/payment-rules";
import type { AuctionEvent } from "../../auction/events.ts";
import { isForSaleAgain } from "../../auction/relisted.ts";
import type { EndsBy } from "../../auction/soft-close.ts";
import type { AuctionState, MaxBid } from "../../auction/state.ts";
import { detailsOrNull } from "../../auction/terms.ts";
import type { Outcome } from "../outcome.ts";
import type { Change } from "../ports.ts";
import { isAcceptedBid } from "./stored-outcome.ts";

/**
 * True if the change and the row before it say everything about an accepted bid: nothing was voided, the end stays, and
 * so does the increment. The last event must be a bid.
 */
export const isKnownFromLog = (outcome: Outcome, { after, events }: Change): boolean =>
  isAcceptedBid(outcome) &&
  after.voidedBidCount === 0 &&
  after.increments === null &&
  events.every(({ type }) => type !== "MaxBidSuspended");

/** A placeholder in the log's text for an end that the statement computes from the commit's time. */
export const MOVED_END = "@moved-end";

/** Uses a replacer only where a change needs one, because it makes `JSON.stringify` several times slower. */
export const eventsText = (events: readonly AuctionEvent[]): string =>
  events.some(({ type }) => type === "AuctionExtended")
    ? JSON.stringify(events, withoutMovedEnd)
    : JSON.stringify(events);

const withoutMovedEnd = (_key: string, value: unknown): unknown =>
  typeof value === "object" && value !== null && (value as AuctionEvent).type === "AuctionExtended"
    ? { ...value, endsAt: MOVED_END }
    : value;

export const changedLife = (after: AuctionState, changes: readonly Change[], endsBy: EndsBy | null): string | null => {
  const before = changes[0]?.before;
  const isAgain = changes.some((change) => isForSaleAgain(change.before, change.after));
  const stays =
    before === undefined ||
    (!isAgain &&
      before.status === after.status &&
      before.isUpcoming === after.isUpcoming &&
      before.rules === after.rules &&
      before.increments === after.increments &&
      before.endsAt === after.endsAt &&
      before.extendedFrom === after.extendedFrom &&
      before.scheduledEndsAt === after.scheduledEndsAt &&
      before.voidedBidCount === after.voidedBidCount &&
      before.barredIds.size === after.barredIds.size &&
      before.forfeitedPurchases === after.forfeitedPurchases &&
      before.startsAt === after.startsAt &&
      before.winner?.id === after.winner?.id &&
      before.pausedAt === after.pausedAt &&
      before.pausedUntil === after.pausedUntil &&
      before.pauseReason === after.pauseReason &&
      before.endedAt === after.endedAt &&
      before.statusReason === after.statusReason &&
      before.isEndSet === after.isEndSet &&
      before.isRemoved === after.isRemoved);
  if (stays) return null;
  const { status, startsAt, endsAt, pausedAt, pausedUntil, pauseReason, statusReason, isEndSet, isRemoved } = after;
  return JSON.stringify({
    status,
    isUpcoming: after.isUpcoming,
    winner: after.winner?.id ?? null,
    startsAt,
    endsAt,
    endsBy,
    extendedFrom: after.extendedFrom,
    scheduledEndsAt: after.scheduledEndsAt,
    voidedBidCount: after.voidedBidCount,
    barred: [...after.barredIds],
    forfeitedPurchases: after.forfeitedPurchases,
    pausedAt,
    pausedUntil,
    pauseReason,
    endedAt: after.endedAt,
    statusReason,
    isEndSet,
    isRemoved,
    isForSaleAgain: isAgain,
    rules: after.rules && toStoredRules(after.rules),
    rulesVersion: before && opens(before, after) ? (after.rules?.version ?? 0) : null,
    increments: after.increments,
    incrementsVersion: before && takesTable(before, after) ? (after.increments?.version ?? null) : null,
  });
};

/** True if the lot takes rules. The part then misses if their version is not the one in force. */
const opens = (before: AuctionState, after: AuctionState): boolean =>
  before.status === "draft" && after.status !== "draft" && !after.isRemoved;

/** True if the lot may have taken the increment table. */
const takesTable = (before: AuctionState, after: AuctionState): boolean =>
  opens(before, after) || before.increments !== after.increments;

/** A lot that changed while it was over gets another `contentChangedAt` when it opens. */
const changesTerms = (event: AuctionEvent): boolean =>
  event.type === "AuctionEdited" || ("contentChangedAt" in event && event.contentChangedAt !== undefined);

/** The start and end times are in `life`. */
export const changedTerms = (after: AuctionState, changes: readonly Change[]): string | null => {
  if (!changes.some(({ events }) => events.some(changesTerms))) return null;
  const { lot, currency, startingPriceMinor, incrementMinor, reserveMinor, buyItNowMinor } = after;
  const { softClose, contentVersion, fullVersion, contentChangedAt } = after;
  const prices = { currency, startingPriceMinor, incrementMinor, reserveMinor, buyItNowMinor };
  const details = detailsOrNull(lot);
  return JSON.stringify({ ...lot, details, ...prices, softClose, contentVersion, fullVersion, contentChangedAt });
};

/** The maxima that the part's changes touched, each once, in their state after all changes. */
export const touchedMaxima = (
  after: AuctionState,
  changes: readonly Change[],
): { readonly maxBid: MaxBid; readonly isCancelled: boolean }[] => {
  const touched = new Map<string, MaxBid | undefined>();
  for (const { before, events } of changes) {
    for (const event of events) {
      if (event.type === "MaxBidSet") touched.set(event.owner.id, after.maxBids.get(event.owner.id));
      else if (event.type === "BidPlaced" && event.kind === "auto") {
        touched.set(event.bidder.id, after.maxBids.get(event.bidder.id) ?? before.maxBids.get(event.bidder.id));
      } else if (event.type === "MaxBidCancelled") touched.set(event.ownerId, before.maxBids.get(event.ownerId));
      else if (event.type === "MaxBidConfirmed" || event.type === "MaxBidSuspended")
        touched.set(event.ownerId, after.maxBids.get(event.ownerId));
      else if (event.type === "MaximaRestated" || event.type === "AllBidsVoided") {
        for (const [ownerId, maxBid] of before.maxBids) touched.set(ownerId, after.maxBids.get(ownerId) ?? maxBid);
        for (const [ownerId, maxBid] of after.maxBids) touched.set(ownerId, maxBid);
      }
    }
  }
  return [...touched].flatMap(([ownerId, maxBid]) => {
    // If the maximum was set and cancelled within one batch, only an intermediate state contains it.
    const last = maxBid ?? changes.findLast((change) => change.after.maxBids.has(ownerId))?.after.maxBids.get(ownerId);
    return last ? { maxBid: last, isCancelled: !after.maxBids.has(ownerId) } : [];
  });
};

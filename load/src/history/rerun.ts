// Computes an auction's bids without some people's commands: the rules of voiding (docs/rules/bidding.md, 15),
// independent of the engine's replay, with this folder's fold and contest.
import { contested } from "./contest.ts";
import { begun, type LogEvent, type LogRow, type Named, type RecordedBid, type State, stepped } from "./log.ts";

export interface Rerun {
  /** Price, leader and maxima come from the rerun. */
  readonly state: State;
  readonly bids: readonly Omit<RecordedBid, "number">[];
}

/**
 * The commands that are left out, by the person's id: those of these revisions, with the first and without the last.
 */
export type LeftOut = Map<string, (readonly [first: number, end: number])[]>;

/** Leaves out the person's commands before the revision `end`, or those of them that are not before `first`. */
export const leaveOut = (leftOut: LeftOut, personId: string, end: number, first = 0): LeftOut =>
  leftOut.set(personId, [...(leftOut.get(personId) ?? []), [first, end]]);

/**
 * The revision of the command that placed the bid; 0 if none is named or found. A void recorded a bid with its command's
 * time, which several commands may have.
 */
export const firstVoided = (rows: readonly LogRow[], number: number | undefined): number => {
  if (number === undefined) return 0;
  const events = rows.flatMap((row) => row.events.map((event) => ({ event, row })));
  const placed = events.find(({ event }) => event.type === "BidPlaced" && event.number === number);
  if (placed) return placed.row.revision;
  const again = events
    .flatMap(({ event }) => (event.type === "BidsVoided" ? event.recorded : []))
    .find((bid) => bid.number === number);
  const then = events.filter(({ row }) => row.at === again?.at);
  const itself = then.find(
    ({ event }) =>
      event.type === "BidPlaced" &&
      event.kind === "manual" &&
      event.bidder.id === again?.bidder.id &&
      event.amountMinor === again.amountMinor,
  );
  return (itself ?? then[0])?.row.revision ?? 0;
};

/** Null: the log lacks its beginning. */
export const rerunWithout = (rows: readonly LogRow[], leftOut: LeftOut): Rerun | null => {
  const [first, ...rest] = rows;
  let state = first ? begun(first) : null;
  if (!state) return null;
  let bids: Omit<RecordedBid, "number">[] = [];
  for (const row of rest) {
    const isOut = (personId: string): boolean =>
      (leftOut.get(personId) ?? []).some(([from, end]) => row.revision >= from && row.revision < end);
    const { terms, isContest, manual } = withoutBids(state, row, isOut);
    if (row.events.some(({ type }) => type === "AllBidsVoided")) bids = [];
    state = terms;
    if (!isContest) continue;
    for (const { bidderId, amountMinor, kind } of contested(state, manual, row.revision)) {
      const bidder = personOf(state, bidderId, manual?.bidder);
      const number: number = state.bidCount + state.voidedBidCount + 1;
      state = stepped(state, { type: "BidPlaced", bidder, number, amountMinor, kind }, row);
      bids.push({ bidder, amountMinor, kind, at: row.at });
    }
  }
  return { state, bids };
};

const personOf = (state: State, id: string, manual: Named | undefined): Named =>
  [manual, state.leader, state.maxima.get(id)?.owner].find((one) => one?.id === id) ?? { id, username: "" };

/**
 * These events are skipped: bids follow from the contest, payments of purchases and settlements change no bid, and an
 * extension concerns only the end. The reversal of a purchase counts, because it opens the auction again.
 */
const leftAside = new Set<LogEvent["type"]>([
  "BidPlaced",
  "BidsVoided",
  "EarlierBidsKept",
  "MaximaRestated",
  "AuctionExtended",
  "MaxBidSuspended",
  "BuyItNowStarted",
  "PurchasePaid",
  "PurchaseVoided",
  "PurchaseForfeited",
  "PurchaseWaived",
  "PurchaseExtended",
  "PurchasePardoned",
  "SettlementOpened",
  "SettlementReopened",
  "SettlementWaived",
  "SettlementForfeited",
  "DeadlineExtended",
  "PaymentReceived",
  "PaymentCredited",
  "PaymentsReversed",
  "SomePaymentsReversed",
  "SecondChanceOffered",
  "SecondChanceClosed",
  "SaleRefunded",
]);

/** A maximum that the row suspends takes no part in the row's contest, wherever the event stands. */
export const withSuspended = (state: State, row: LogRow): State =>
  row.events.reduce((at, event) => (event.type === "MaxBidSuspended" ? stepped(at, event, row) : at), state);

/** The state after everything in the row except bids, and whether a contest follows. */
const withoutBids = (was: State, row: LogRow, isOut: (personId: string) => boolean) => {
  const before = withSuspended(was, row);
  const manual = row.events.find((event) => event.type === "BidPlaced" && event.kind === "manual");
  if (manual?.type === "BidPlaced") {
    // Without the voided bids a maximum may already have raised the price to this bid or above it, also the bidder's own.
    const isPassed = before.bidCount > 0 && manual.amountMinor <= before.priceMinor;
    return { terms: before, manual, isContest: !isOut(manual.bidder.id) && !isPassed };
  }
  let [terms, isContest] = [before, false];
  for (const event of row.events) {
    if (leftAside.has(event.type)) continue;
    if (event.type === "MaxBidSet" && isOut(event.owner.id)) continue;
    const isOfMaximum = event.type === "MaxBidCancelled" || event.type === "MaxBidConfirmed";
    if (isOfMaximum && (isOut(event.ownerId) || !terms.maxima.has(event.ownerId))) continue;
    const asks = asksMaxima(terms, event, row);
    terms = stepped(terms, event, row);
    isContest ||= asks && (terms.status === "active" || terms.status === "paused");
  }
  return { terms, manual: null, isContest };
};

/**
 * True for events after which the maxima compete: a maximum was set or confirmed, an administrator opened the lot, or
 * the minimum bid or the reserve fell.
 */
const asksMaxima = (before: State, event: LogEvent, { actorId }: LogRow): boolean => {
  switch (event.type) {
    case "MaxBidSet":
    case "MaxBidConfirmed":
      return true;
    case "AuctionStarted":
    case "AuctionResumed":
    case "AuctionReopened":
      return actorId !== null;
    case "AuctionEdited":
      return (["startingPriceMinor", "incrementMinor", "reserveMinor"] as const).some((term) => {
        const [to, from] = [event.changes[term], before[term]];
        return to != null && from !== null && to < from;
      });
    default:
      return false;
  }
};

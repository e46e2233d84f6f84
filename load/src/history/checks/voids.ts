// Checks voided bids (rule 15): the auction equals the replay of its log without that person, and only authorised
// people void bids.
import { check, firstOf, same } from "../check.ts";
import type { LogRow, Maximum, State, Voiding } from "../log.ts";
import { recordedBids } from "../recorded-bids.ts";
import { firstVoided, type LeftOut, leaveOut, type Rerun, rerunWithout } from "../rerun.ts";
import type { StoredBid } from "../stored.ts";

const VOIDABLE_MS = 90 * 24 * 60 * 60 * 1000;
const WITHDRAWAL_MS = 24 * 60 * 60 * 1000;

export const voids = check(
  "voids",
  "After a void, the price, leader, bids and maxima are those of a run without that person's commands, but after the " +
    "end the winner stays and owes no more; a void is in time, and by somebody who may do it; a lot that is " +
    "cancelled or put back to draft keeps no bids and maxima",
  ({ auctions }, tally) => {
    for (const auction of auctions.values()) {
      const leftOut: LeftOut = new Map();
      /** The time at which the lot was first over since it was last open. */
      let overAt: number | null = null;
      for (const { row, before, after } of auction.steps) {
        const wasOverAt: number | null = overAt;
        overAt = isOver(after) ? (overAt ?? row.at) : null;
        if (before && isGivenUp(after) && !isGivenUp(before)) {
          const left = `${after.bidCount} bids and ${after.maxima.size} maxima`;
          const wrong = after.bidCount + after.maxima.size > 0 || after.priceMinor !== after.startingPriceMinor;
          tally.tried(
            auction.id,
            wrong ? `revision ${row.revision} leaves a lot that is ${after.status} ${left}` : null,
          );
        }
        for (const event of row.events) {
          if (event.type === "MaxBidCancelled" && event.voided && before) {
            leaveOut(leftOut, event.ownerId, row.revision);
            const rows = auction.steps.slice(0, row.revision - 1).map((step) => step.row);
            const wrong = hiddenDiffers(auction.id, rows, row, event.ownerId, before, rerunWithout(rows, leftOut));
            tally.tried(
              auction.id,
              wrong && `revision ${row.revision} voids the maximum of ${event.ownerId}: ${wrong}`,
            );
          }
          if (event.type !== "BidsVoided" || !before) continue;
          const rows = auction.steps.slice(0, row.revision - 1).map((step) => step.row);
          leaveOut(leftOut, event.bidder.id, row.revision, firstVoided(rows, event.fromBid));
          const rerun = rerunWithout(rows, leftOut);
          const wrong =
            rerun &&
            (differs(auction.id, rows, row, event, before, rerun) ??
              mayNot(rows, row, event, before, wasOverAt ?? before.endsAt));
          tally.tried(auction.id, wrong && `revision ${row.revision} voids the bids of ${event.bidder.id}: ${wrong}`);
        }
      }
    }
  },
);

const isOver = ({ status }: State): boolean => status === "ended" || status === "sold";

const isGivenUp = ({ status }: State): boolean => status === "cancelled" || status === "draft";

const differs = (
  auctionId: string,
  rows: readonly LogRow[],
  row: LogRow,
  event: Voiding,
  before: State,
  rerun: Rerun,
): string | null => {
  const isWinnerVoided = losesWin(before, event, rerun.state);
  const were = recordedBids(auctionId, rows);
  const expected = remaining(before, event, were, rerun);
  const bids = expected.bids.map(wordsOf);
  const leaderId = expected.leaderId ?? "nobody";
  const maxima = expected.maxima.map(wordsOfMaximum);
  const restated = row.events.flatMap((one) => (one.type === "MaximaRestated" ? one.maxBids : [])).map(wordsOfMaximum);
  const counting = recordedBids(auctionId, [...rows, row])
    .filter(isCounting)
    .map(wordsOf);
  const own = new Set(were.filter(({ bidderId }) => bidderId === event.bidder.id).map(({ number }) => number));
  const misnamed = event.voided.find(
    ({ number, reason }) => reason !== (own.has(number) ? event.reason : "recalculated"),
  );
  return firstOf(
    event.priceMinor !== expected.priceMinor &&
      `the price is ${event.priceMinor} where the others' commands give ${expected.priceMinor}`,
    (event.leader?.id ?? "nobody") !== leaderId && `${event.leader?.id ?? "nobody"} leads where ${leaderId} does`,
    event.isWinnerVoided !== isWinnerVoided && `it ${event.isWinnerVoided ? "takes" : "leaves"} the win`,
    !same(sorted(counting), sorted(bids)) &&
      `the bids that count are ${list(counting)} where the others' commands give ${list(bids)}`,
    event.bidCount !== bids.length && `it counts ${event.bidCount} bids of ${bids.length}`,
    event.voidedBidCount !== before.voidedBidCount + event.voided.length &&
      `it counts ${event.voidedBidCount} voided bids, ${before.voidedBidCount} and ${event.voided.length}`,
    event.showedLimit !== undefined &&
      event.showedLimit !== hasShownLimit(were, event, recordedBids(auctionId, [...rows, row])) &&
      `it says ${event.showedLimit ? "falsely " : "nothing "}that the person's bids had shown somebody else's limit`,
    event.fromBid !== undefined &&
      !event.voided.some(({ number }) => number === event.fromBid && own.has(number)) &&
      `it begins at bid ${event.fromBid}, which it does not strike out of theirs`,
    (event.fromBid !== undefined) !== row.events.some(({ type }) => type === "EarlierBidsKept") &&
      "servers that do not know a void from one bid on misread it",
    misnamed && `bid ${misnamed.number} is struck out as ${misnamed.reason}`,
    !same(sorted(restated), sorted(maxima)) &&
      `the maxima are ${list(restated)} where the others' commands give ${list(maxima)}`,
    // `payments` checks whether the lower price is paid already.
    row.events.some(({ type }) => !ofVoid.has(type)) && "something else is done beside it",
  );
};

/** The winner of a lot keeps it if the commands that are left still win it, at no more. */
const losesWin = (before: State, { bidder: { id } }: Voiding, { leader, priceMinor }: State): boolean => {
  if (before.winner?.id !== id || before.purchase !== null) return false;
  const isMet = (price: number): boolean => before.reserveMinor === null || price >= before.reserveMinor;
  const isShort = isMet(before.priceMinor) && !isMet(priceMinor);
  return leader?.id !== id || priceMinor > before.priceMinor || isShort;
};

/** True if an auto-bid of somebody else falls away, and none of that person's bids that still count is as high. */
const hasShownLimit = (were: readonly StoredBid[], { bidder }: Voiding, are: readonly StoredBid[]): boolean => {
  const counting = are.filter(isCounting);
  const stillCounts = new Set(counting.map(({ number }) => number));
  return were.some(
    (bid) =>
      isCounting(bid) &&
      bid.kind === "auto" &&
      bid.bidderId !== bidder.id &&
      !stillCounts.has(bid.number) &&
      !counting.some((other) => other.bidderId === bid.bidderId && other.amountMinor >= bid.amountMinor),
  );
};

/** A maximum that is voided in secret has no bid, and without its owner's commands nothing else differs. */
const hiddenDiffers = (
  auctionId: string,
  rows: readonly LogRow[],
  { actorId }: LogRow,
  ownerId: string,
  before: State,
  rerun: Rerun | null,
): string | null => {
  if (!rerun) return null;
  const counting = recordedBids(auctionId, rows).filter(isCounting);
  const others = [...before.maxima.values()].filter(({ owner }) => owner.id !== ownerId).map(wordsOfMaximum);
  const { state, bids } = rerun;
  const again = bids.map((bid) => wordsOf({ ...bid, bidderId: bid.bidder.id }));
  return firstOf(
    actorId === ownerId && "nobody may void their own",
    before.status !== "active" && before.status !== "paused" && `the auction is ${before.status}`,
    counting.some(({ bidderId }) => bidderId === ownerId) && "its owner has bids",
    state.priceMinor !== before.priceMinor && `the price is ${before.priceMinor} where ${state.priceMinor} is right`,
    state.leader?.id !== before.leader?.id && "somebody else leads without it",
    !same(sorted(again), sorted(counting.map(wordsOf))) && "other bids count without it",
    !same(sorted([...state.maxima.values()].map(wordsOfMaximum)), sorted(others)) && "other maxima differ without it",
  );
};

interface Remaining {
  readonly priceMinor: number;
  readonly leaderId: string | null;
  readonly bids: readonly Worded[];
  readonly maxima: readonly Maximum[];
}

/**
 * The void must leave the result of the rerun. After the end nobody else becomes the winner, and the winner never owes
 * more: if the winner would not lead the rerun at the same price or less, the lot only loses the person's bids and
 * maximum.
 */
const remaining = (before: State, event: Voiding, were: readonly StoredBid[], { state, bids }: Rerun): Remaining => {
  const { winner, purchase, priceMinor } = before;
  const { bidder } = event;
  const isWon = winner !== null && !losesWin(before, event, state) && purchase === null;
  const again = new Set(bids.map((bid) => wordsOf({ ...bid, bidderId: bid.bidder.id })));
  const kept = state.maxima.get(bidder.id);
  if (isWon && (state.leader?.id !== winner.id || state.priceMinor > priceMinor)) {
    return {
      priceMinor,
      leaderId: winner.id,
      bids: were.filter((bid) => isCounting(bid) && (bid.bidderId !== bidder.id || again.has(wordsOf(bid)))),
      maxima: [...[...before.maxima.values()].filter(({ owner }) => owner.id !== bidder.id), ...(kept ? [kept] : [])],
    };
  }
  return {
    priceMinor: state.priceMinor,
    leaderId: state.leader?.id ?? null,
    bids: bids.map((bid) => ({ ...bid, bidderId: bid.bidder.id })),
    maxima: [...state.maxima.values()],
  };
};

const isCounting = ({ voidedAt }: StoredBid): boolean => voidedAt === null;

const ofVoid = new Set(["BidsVoided", "EarlierBidsKept", "MaximaRestated", "AuctionSold"]);

type Worded = Pick<StoredBid, "bidderId" | "kind" | "amountMinor" | "at">;
const wordsOf = (bid: Worded): string => `${bid.kind} ${bid.amountMinor} of ${bid.bidderId} at ${bid.at}`;
const wordsOfMaximum = ({
  owner,
  amountMinor,
  reachedRevision,
  contentVersion,
  autoBidCount,
  lastAutoBidMinor,
}: Maximum): string =>
  `${amountMinor} of ${owner.id} (since ${reachedRevision}, content ${contentVersion}, ${autoBidCount} bids, last ${lastAutoBidMinor})`;
const sorted = (all: readonly string[]): string[] => [...all].sort();
const list = (all: readonly string[]): string => all.join(", ") || "none";

const mayNot = (
  rows: readonly LogRow[],
  { actorId, at }: LogRow,
  { bidder, reason }: Voiding,
  before: State,
  overAt: number,
): string | null => {
  const isOpen = before.status === "active" || before.status === "paused";
  if (reason === "withdrawn") {
    const changedAt = before.contentChangedAt;
    return firstOf(
      actorId !== bidder.id && "only the bidder may withdraw them",
      (!isOpen || (before.status === "active" && at >= before.endsAt)) && "they are withdrawn after the end",
      changedAt === null && "they are withdrawn, and the lot never changed",
      changedAt !== null && at >= changedAt + WITHDRAWAL_MS && "they are withdrawn more than a day after the change",
      hasAgreed(rows, before, bidder.id) && "they are withdrawn by somebody who has agreed to the change since then",
    );
  }
  return firstOf(
    actorId === bidder.id && "nobody may void their own",
    (before.status === "draft" || before.status === "cancelled") && `the auction is ${before.status}`,
    !isOpen && at >= overAt + VOIDABLE_MS && "the auction ended more than 90 days ago",
  );
};

/** Agreed by a bid of their own, or by a maximum set or confirmed since the last change. */
const hasAgreed = (rows: readonly LogRow[], { contentVersion }: State, userId: string): boolean => {
  const changed = rows.findLastIndex(({ events }) =>
    events.some((event) => event.type === "AuctionEdited" && event.contentVersion === contentVersion),
  );
  return rows
    .slice(changed + 1)
    .some(
      ({ actorId, events }) =>
        actorId === userId &&
        events.some(({ type }) => type === "BidPlaced" || type === "MaxBidSet" || type === "MaxBidConfirmed"),
    );
};

// Checks second chances: who is offered the lot, at which price, and that an offer is answered once, while it is open.
import { barring } from "@jara/proof/lot/rules";
import { SECOND_CHANCE_MS } from "@jara/shared/payment-rules";
import type { Of } from "../books.ts";
import { check, clocksApartMs, firstOf, unlike } from "../check.ts";
import type { Auction, Evidence } from "../evidence.ts";
import type { LogEvent, LogRow, State } from "../log.ts";
import { recordedBids } from "../recorded-bids.ts";
import { firstVoided, type LeftOut, leaveOut, rerunWithout } from "../rerun.ts";
import type { Stored } from "../stored.ts";

interface Offer {
  readonly event: Of<"SecondChanceOffered">;
  readonly at: number;
  status: string;
  closedAt: number | null;
}

export const secondChances = check(
  "second-chances",
  "A second chance is offered after a forfeit or a void, to the person who would lead without the defaulters and the " +
    "deleted and suspended accounts that the offer leaves out, at the price of those bids and never above their own; " +
    "it is accepted once, while it is open; a void lowers what its owner owes to the price without the voided people too",
  (evidence: Evidence, tally) => {
    const { auctions, stored } = evidence;
    const apartMs = clocksApartMs(evidence);
    for (const auction of auctions.values()) {
      const offers: Offer[] = [];
      let won: Won | null = null;
      const tried = (row: LogRow, wrong: string | null | false | undefined): void =>
        tally.tried(auction.id, wrong ? `revision ${row.revision} ${wrong}` : null);
      for (const { row, before, after } of auction.steps) {
        const open = offers.find(({ status }) => status === "open");
        if (!after.winner) won = null;
        for (const event of row.events) {
          if (event.type === "BidsVoided" && won) tried(row, owedDiffers(auction, row, event, won));
          won = stillWon(won, row, event, open?.event.leftOut);
          if (event.type === "SecondChanceOffered" && before) {
            tried(
              row,
              firstOf(open && "offers a lot that is being offered", offerDiffers(auction, row, before, event, apartMs)),
            );
            offers.push({ event, at: row.at, status: "open", closedAt: null });
          } else if (event.type === "SecondChanceClosed") {
            tried(row, answerDiffers(row, event, open));
            if (open?.status === "open") Object.assign(open, { status: event.as, closedAt: row.at });
          } else if (event.type === "SettlementOpened" && event.because === "second-chance") {
            const isOf = open?.status === "accepted" && open.event.person.id === event.winner.id;
            const isPriced = open?.event.priceMinor === event.amountMinor;
            tried(
              row,
              !(isOf && isPriced) && `sells for ${event.amountMinor} to ${event.winner.id}, who accepted nothing`,
            );
          }
        }
        if (open?.status === "open" && isWithdrawn(row, before, after)) {
          Object.assign(open, { status: "withdrawn", closedAt: row.at });
        }
      }
      const kept = offersOf(stored, auction.id);
      tally.tried(auction.id, unlike("by the log, what was offered", offers.map(toRow), kept));
    }
  },
);

/**
 * An offer depends on an end and on its bids, so it ends when the end is undone, bids are voided, or the lot is sold.
 */
const isWithdrawn = ({ events }: LogRow, before: State | null, after: State): boolean =>
  after.status !== "ended" || before?.status !== "ended" || events.some(({ type }) => withdrawing.has(type));

const withdrawing = new Set<LogEvent["type"]>(["BidsVoided", "SettlementReopened"]);

/** A win by a second chance, as far as a void may lower it. */
interface Won {
  readonly winnerId: string;
  /** Its settlement was opened by this revision. */
  readonly revision: number;
  readonly amountMinor: number;
  readonly isForfeited: boolean;
  /** The people whom its offer left out. */
  readonly leftOut: readonly string[];
}

/** `leftOut`: the people whom the open offer leaves out. */
const stillWon = (
  won: Won | null,
  { revision }: LogRow,
  event: LogEvent,
  leftOut: readonly string[] = [],
): Won | null => {
  switch (event.type) {
    case "SettlementOpened": {
      const { amountMinor, winner, because } = event;
      if (because !== "second-chance") return null;
      return { winnerId: winner.id, revision, amountMinor, isForfeited: false, leftOut };
    }
    case "AuctionEnded":
      // A sale that is undone keeps its settlement.
      return event.dueAt === null ? won : null;
    case "SettlementWaived":
      return null;
    case "SettlementForfeited":
      return won && { ...won, isForfeited: true };
    case "SettlementReopened":
      return won && { ...won, isForfeited: false, amountMinor: event.amountMinor ?? won.amountMinor };
    case "BidsVoided": {
      const { priceMinor, owedMinor = priceMinor } = event;
      if (!won || won.isForfeited) return won;
      return { ...won, amountMinor: Math.min(won.amountMinor, priceMinor, owedMinor) };
    }
    default:
      return won;
  }
};

/** The owner of a second chance owes at most the price without the voided people, and those who were passed over before. */
const owedDiffers = ({ steps }: Auction, row: LogRow, event: Of<"BidsVoided">, won: Won): string | null => {
  if (event.isWinnerVoided) return null;
  const rows = steps.slice(0, row.revision - 1).map((step) => step.row);
  const { leftOut } = defaultsIn(rows.slice(0, won.revision - 1), row.revision);
  for (const id of won.leftOut) leaveOut(leftOut, id, row.revision);
  for (const one of [...rows, row]) for (const event of one.events) leaveOutVoided(leftOut, rows, one, event);
  const rerun = rerunWithout(rows, leftOut);
  if (!rerun) return null;
  const { leader, priceMinor } = rerun.state;
  const isLower = leader?.id === won.winnerId && priceMinor < Math.min(event.priceMinor, won.amountMinor);
  const expected = isLower ? priceMinor : undefined;
  return expected === event.owedMinor
    ? null
    : `voids bids and lowers a second chance to ${event.owedMinor ?? "nothing"}, where ${expected ?? "nothing"} is right`;
};

/** Leaves out what the event voids. Whoever may not bid on the lot again is offered nothing for earlier bids either. */
const leaveOutVoided = (leftOut: LeftOut, rows: readonly LogRow[], row: LogRow, event: LogEvent): void => {
  if (event.type === "MaxBidCancelled" && event.voided) leaveOut(leftOut, event.ownerId, row.revision);
  if (event.type !== "BidsVoided") return;
  const isBarred = barring.has(event.reason) || event.showedLimit === true;
  leaveOut(leftOut, event.bidder.id, row.revision, isBarred ? 0 : firstVoided(rows, event.fromBid));
};

const offerDiffers = (
  { id, steps }: Auction,
  row: LogRow,
  before: State,
  { person, priceMinor, expiresAt, leftOut: gone = [] }: Of<"SecondChanceOffered">,
  apartMs: number,
): string | null => {
  const rows = steps.slice(0, row.revision - 1).map((step) => step.row);
  const { leftOut, isFree } = defaultsIn(rows, row.revision);
  for (const personId of gone) leaveOut(leftOut, personId, row.revision);
  const stranger = gone.find((personId) => !takesPart(rows, personId));
  const rerun = rerunWithout(rows, leftOut);
  if (!rerun) return null;
  const { leader, priceMinor: price } = rerun.state;
  const own = recordedBids(id, rows).filter(({ bidderId, voidedAt }) => bidderId === person.id && voidedAt === null);
  const highest = Math.max(
    before.maxima.get(person.id)?.amountMinor ?? 0,
    ...own.map(({ amountMinor }) => amountMinor),
  );
  const what = `offers it to ${person.id} for ${priceMinor}`;
  return firstOf(
    before.status !== "ended" && `offers a lot that is ${before.status}`,
    !isFree && "offers a lot that nobody forfeited, and whose winner was not voided",
    stranger !== undefined && `leaves out ${stranger}, who has neither bid nor set a maximum`,
    (person.id !== leader?.id || priceMinor !== price) &&
      `${what}, where without the defaulters ${leader?.id ?? "nobody"} leads at ${price}`,
    priceMinor > highest && `${what}, who bid ${highest} at most`,
    Math.abs(expiresAt - row.at - SECOND_CHANCE_MS) > apartMs && `${what} for ${expiresAt - row.at} ms`,
  );
};

const takesPart = (rows: readonly LogRow[], personId: string): boolean =>
  rows.some(({ events }) =>
    events.some(
      (event) =>
        (event.type === "BidPlaced" && event.bidder.id === personId) ||
        (event.type === "MaxBidSet" && event.owner.id === personId),
    ),
  );

/**
 * Finds the commands that an offer leaves out, of each person. It also
 * finds whether the last end left the lot without a buyer.
 */
const defaultsIn = (rows: readonly LogRow[], revision: number) => {
  const leftOut: LeftOut = new Map();
  const [defaulted, declined] = [new Set<string>(), new Set<string>()];
  let [isFree, isOver] = [false, false];
  for (const row of rows) {
    for (const event of row.events) {
      leaveOutVoided(leftOut, rows, row, event);
      switch (event.type) {
        case "AuctionStarted":
        case "AuctionPaused":
        case "AuctionResumed":
        case "AuctionReopened":
        case "PurchaseReopened":
          [isFree, isOver] = [false, false];
          break;
        case "AuctionSold":
          isOver = true;
          break;
        case "BidsVoided":
          isFree ||= event.isWinnerVoided;
          break;
        case "AuctionEnded":
          declined.clear();
          // An administrator's sold and ended in between is no new end.
          isFree &&= isOver;
          isOver = true;
          break;
        case "SettlementForfeited":
          defaulted.add(event.winner.id);
          isFree = true;
          break;
        case "SettlementOpened":
          isFree = false;
          break;
        case "SettlementReopened":
          defaulted.delete(event.winner.id);
          isFree = false;
          break;
        case "SecondChanceClosed":
          if (event.as !== "accepted") declined.add(event.person.id);
          break;
      }
    }
  }
  for (const id of [...defaulted, ...declined]) leaveOut(leftOut, id, revision);
  return { leftOut, isFree };
};

const answerDiffers = (
  { at, actorId }: LogRow,
  { offerId, person, as }: Of<"SecondChanceClosed">,
  open: Offer | undefined,
): string | null => {
  const isOf = open?.event.offerId === offerId && open.event.person.id === person.id;
  if (!open || !isOf) return `answers offer ${offerId} of ${person.id}, which is not open`;
  const { expiresAt } = open.event;
  return firstOf(
    as === "accepted" && at >= expiresAt && `accepts an offer ${at - expiresAt} ms after its end`,
    as === "expired" && at < expiresAt && `lets an offer expire ${expiresAt - at} ms before its end`,
    actorId !== (as === "expired" ? null : person.id) && `answers (${as}) by ${actorId ?? "the clock"}`,
  );
};

const toRow = ({ event, at, status, closedAt }: Offer) => ({
  id: event.offerId,
  personId: event.person.id,
  priceMinor: event.priceMinor,
  status,
  expiresAt: event.expiresAt,
  at,
  closedAt,
});

const offersOf = (stored: Stored, auctionId: string) =>
  (stored.offers.get(auctionId) ?? []).map(({ auctionId: _, ...offer }) => offer);

// Applies and checks the facts of a lot's life (docs/rules/life-of-an-auction.md): pauses, the end and its winner, the
// sale, and what may follow.
import { reserveCommitment } from "../commitments.ts";
import type { Ended } from "../facts.ts";
import { countWords, durationWords, timeWords } from "../words.ts";
import { checkJumps } from "./bids.ts";
import { isReserveMet, MOMENT_MS } from "./lot-state.ts";
import { type Handler, has, money, type Step } from "./step.ts";

export const paused: Handler<"paused"> = (step, { reason, until }) => {
  const { lot, leaf, fault, notice } = step;
  if (lot.status === "active" && leaf.atMs >= lot.endsAtMs + MOMENT_MS) {
    fault(`The lot was paused ${durationWords(leaf.atMs - lot.endsAtMs)} after its end.`);
  }
  if (reason === "buy-it-now") {
    if (!has(step, "purchase")) fault("The lot was paused for Buy It Now, and nobody bought it.");
    if (until !== null && lot.endsAtMs <= Date.parse(until)) {
      fault("Somebody used Buy It Now when an hour or less was left.");
    }
  } else if (lot.bidCount > 0) notice("The house paused the lot.");
  Object.assign(lot, { status: "paused", pausedAtMs: leaf.atMs, isEndSet: false, winner: null });
};

export const resumed: Handler<"resumed"> = (step, fact) => {
  const { lot, leaf, fault } = step;
  const endsAtMs = Date.parse(fact.endsAt);
  if (lot.status !== "paused" || lot.pausedAtMs === null) fault("The lot was resumed though it was not paused.");
  else {
    const pauseMs = lot.isEndSet ? 0 : leaf.atMs - lot.pausedAtMs;
    const isRight = Math.abs(endsAtMs - (lot.endsAtMs + pauseMs)) <= (lot.isEndSet ? 0 : MOMENT_MS);
    if (!isRight) {
      const due = timeWords(lot.endsAtMs + pauseMs);
      fault(`After the pause the end is ${timeWords(endsAtMs)}; with the pause added it would be ${due}.`);
    }
  }
  if (lot.scheduledEndMs !== null) lot.scheduledEndMs += endsAtMs - lot.endsAtMs;
  if (lot.noticedEndMs !== null) lot.noticedEndMs += endsAtMs - lot.endsAtMs;
  Object.assign(lot, { status: "active", endsAtMs, pausedAtMs: null, isEndSet: false });
};

export const ended: Handler<"ended"> = (step, fact) => {
  const { lot } = step;
  checkEndTime(step, fact, Date.parse(fact.endedAt));
  openReserve(step, fact);
  checkWinner(step, fact.winner);
  const endedBy = fact.by ?? null;
  Object.assign(lot, { status: "ended", winner: fact.winner, endedBy, pausedAtMs: null, isEndSet: false });
};

const checkEndTime = ({ lot, leaf, before, fault, notice }: Step, { by }: Ended, endedAtMs: number): void => {
  if (Math.abs(endedAtMs - leaf.atMs) > MOMENT_MS) {
    fault(`The log wrote the end down at ${timeWords(leaf.atMs)} and says that it was ${timeWords(endedAtMs)}.`);
  }
  if (by === "clock" && lot.status !== "active" && lot.status !== "unknown") {
    fault(
      `The log says that the clock ended the lot while it was ${lot.status}. The clock ends only lots that are open.`,
    );
  } else if (lot.status === "paused") notice("The house ended the lot during a pause.");
  if (lot.status !== "active" || before.status !== "active") return;
  const early = lot.endsAtMs - endedAtMs;
  if (early > 0 && by === "clock") {
    fault(`The log says that the clock ended the lot, ${durationWords(early)} before its end.`);
  } else if (early > 0) notice(`The house ended the lot by hand, ${durationWords(early)} before its end.`);
  if (early < -MOMENT_MS)
    notice(`The lot was closed ${durationWords(-early)} after its end. No bid was taken after it.`);
};

const openReserve = (step: Step, { reserve }: Ended): void => {
  const { lot, fault } = step;
  if (lot.reserve === null) {
    if (reserve) fault("The house opened a reserve at the end, and the lot never had one.");
    return;
  }
  if (reserve === null) {
    if (lot.reserveAmount === null)
      fault("The house did not open the reserve, so nobody can check whether it was met.");
    return;
  }
  if (reserveCommitment(lot.auction, reserve.amount, reserve.salt) !== lot.reserve) {
    fault(`The reserve of ${money(step, reserve.amount)} is not the one that the house had fixed for this lot.`);
    return;
  }
  lot.reserveAmount = reserve.amount;
  checkJumps(step);
};

const checkWinner = (step: Step, winner: string | null): void => {
  const { lot, before, fault, notice } = step;
  // A sale that is undone leaves the winner as before.
  if (before.status === "sold" && winner === before.winner) return;
  if (before.status === "sold" && winner === null) {
    notice("The house cancelled the sale, so nobody has the lot.");
    return;
  }
  const isMet = isReserveMet(lot);
  if (lot.leader === undefined || isMet === null) return;
  const due = isMet ? lot.leader : null;
  if (winner === due) return;
  if (due === null && lot.leader === null) fault("Somebody won, though no bid counts.");
  else if (due === null) fault(`Somebody won at ${money(step, lot.price)}, which is below the reserve.`);
  else if (winner === null) fault(`Nobody won, though the highest bid of ${money(step, lot.price)} should have.`);
  else fault(`Somebody else won than the person with the highest bid of ${money(step, lot.price)}.`);
};

export const sold: Handler<"sold"> = (step, { winner }) => {
  const { lot, leaf, fault } = step;
  const isBought = leaf.facts.some((fact) => fact.type === "purchase" && fact.step === "paid");
  const isMet = isReserveMet(lot);
  if (isBought) {
    if (winner === null) fault("The lot was sold by Buy It Now to nobody.");
  } else if (lot.winner !== null) {
    if (winner !== lot.winner) fault("The lot was sold to somebody else than its winner.");
  } else if (lot.leader !== undefined && winner !== null && (winner !== lot.leader || isMet === false)) {
    fault("The lot was sold to somebody who had not won it.");
  }
  // If the purchase is reversed, bidders get back the time since its pause began, unless the end was set in the
  // meantime.
  const pausedAtMs = isBought && !lot.isEndSet ? lot.pausedAtMs : null;
  Object.assign(lot, { status: "sold", winner, pausedAtMs, isEndSet: false });
};

export const awarded: Handler<"awarded"> = (step, { winner, amount, because }) => {
  const { lot, fault, notice } = step;
  if (amount > lot.price)
    fault(`The lot was given away for ${money(step, amount)}, which is more than anybody had bid.`);
  if (because !== "second-chance" && lot.leader !== undefined && winner !== (lot.winner ?? lot.leader)) {
    fault("The lot was given to somebody who did not have the highest bid.");
  }
  if (because === "below-reserve") notice("The house sold the lot below its reserve, to the highest bidder.");
  if (because === "second-chance") notice("The first winner did not get the lot; another bidder was offered it.");
  const isBidder = [...lot.bids.values()].some(({ bidder }) => bidder === winner);
  if (!isBidder && lot.hasAllBids) notice("The new winner has no bid in the log, only a maximum that never bid.");
  lot.winner = winner;
};

export const purchase: Handler<"purchase"> = (step, { step: what, price, until }) => {
  const { lot, fault } = step;
  const untilMs = until === null ? null : Date.parse(until);
  switch (what) {
    case "started":
      if (lot.buyItNow === null) fault("Somebody used Buy It Now, and the lot had no such price.");
      else if (price !== null && price !== lot.buyItNow) {
        fault(`Somebody bought at ${money(step, price)}; the Buy It Now price was ${money(step, lot.buyItNow)}.`);
      }
      if (lot.buyItNow !== null && lot.price >= lot.buyItNow)
        fault("Buy It Now was used after bids had reached its price.");
      lot.purchase = { price: price ?? lot.buyItNow, untilMs, isPaid: false };
      return;
    case "paid":
      if (!lot.purchase) fault("A purchase was paid that nobody had made.");
      if (lot.purchase) lot.purchase = { ...lot.purchase, isPaid: true };
      return;
    case "extended":
      if (lot.purchase) lot.purchase = { ...lot.purchase, untilMs };
      return;
    case "reopened":
      if (lot.purchase) lot.purchase = { ...lot.purchase, untilMs, isPaid: false };
      lot.pausedAtMs ??= step.leaf.atMs;
      Object.assign(lot, { status: "paused", winner: null, isEndSet: false });
      return;
    default:
      if (!lot.purchase) fault(`A purchase was ${what} that nobody had made.`);
      else if (what === "forfeited" && lot.purchase.untilMs !== null) checkForfeit(step, lot.purchase.untilMs);
      lot.purchase = null;
  }
};

const checkForfeit = ({ leaf, fault }: Step, untilMs: number): void => {
  if (leaf.atMs < untilMs)
    fault(`The buyer lost the purchase ${durationWords(untilMs - leaf.atMs)} before it was due.`);
};

export const cancelled: Handler<"cancelled"> = ({ lot, fault }) => {
  if (lot.bidCount > 0) fault(`The lot was cancelled, and ${countWords(lot.bidCount, "bid")} still count.`);
  // If the lot starts anew, its present end is its scheduled end, whatever had moved it.
  lot.noticedEndMs = null;
  Object.assign(lot, { status: "cancelled", winner: null, scheduledEndMs: null, pausedAtMs: null, isEndSet: false });
};

export const withdrawn: Handler<"withdrawn"> = ({ lot, fault }) => {
  if (lot.bidCount > 0) fault(`The lot was put back to draft, and ${countWords(lot.bidCount, "bid")} still count.`);
  Object.assign(lot, { status: "withdrawn", winner: null, pausedAtMs: null, isEndSet: false });
};

export const reopened: Handler<"reopened"> = ({ lot, leaf, before, fault, notice }) => {
  const isOver = lot.status === "ended" || lot.status === "sold" || lot.status === "cancelled";
  if (!isOver) fault(`The lot was opened again while it was ${lot.status}.`);
  if (lot.endsAtMs <= leaf.atMs - MOMENT_MS) fault("The lot was opened again with an end that had passed.");
  if (before.status !== "cancelled") notice("The house opened the lot again after it had ended.");
  Object.assign(lot, { status: "active", winner: null, endedBy: null, pausedAtMs: null, isEndSet: false });
};

export const settlementReopened: Handler<"settlement-reopened"> = ({ lot, fault }, { winner }) => {
  if (winner !== lot.winner) fault("A payment was taken back from somebody else than the winner.");
  Object.assign(lot, { status: "ended" });
};

export const removed: Handler<"removed"> = ({ lot, fault }) => {
  if (lot.lastNumber !== 0) fault("The lot was removed although somebody had bid on it.");
  Object.assign(lot, { status: "removed", winner: null });
};

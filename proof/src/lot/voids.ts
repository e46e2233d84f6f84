// Voided bids (rule 15). An outsider cannot check what the void makes of hidden maxima. An outsider can check that the
// numbers add up, and that only the named bids disappear.
import { isListed, lengthOf, type Voided } from "../facts.ts";
import { countWords } from "../words.ts";
import { isOpen, type RecordedBid } from "./lot-state.ts";
import { barring } from "./rules.ts";
import { type Handler, has, money, type Step } from "./step.ts";

export const voided: Handler<"voided"> = (step, fact) => {
  const { lot, fault, notice } = step;
  const isWon = !isOpen(lot) && lot.winner !== null && !lot.purchase?.isPaid;
  const isKept = isWon && fact.price === lot.price;
  const counted = new Set([...lot.bids.values()].filter(({ isVoid }) => !isVoid));
  const begins = fact.from === undefined ? undefined : lot.bids.get(fact.from);
  strikeOut(step, fact);
  record(step, fact);
  if (lot.hasAllBids) checkStart(step, fact, begins);
  if (lot.hasAllBids) checkBarred(step, fact, counted);
  if (fact.barred) lot.barred.add(fact.bidder);
  // Without a winner nobody owes the price. The price may be that of a maximum too low to outbid the voided winner.
  if (isWon && !fact.winnerVoided && fact.price > lot.price) {
    fault(`A void after the end raised the price to ${money(step, fact.price)}.`);
  }
  lot.bidCount = fact.bidCount;
  lot.price = fact.price;
  lot.leader = fact.leader;
  if (lot.hasAllBids) checkSums(step, fact, isKept);
  if (fact.winnerVoided) {
    if (lot.winner !== fact.bidder) fault("The void says that the winner's bids were voided; that person did not win.");
    Object.assign(lot, { winner: null, status: "ended" });
  }
  const how = fact.reason === "withdrawn" ? "withdrew their bids because the lot had changed" : "had their bids voided";
  notice(`One person ${how} (${countOf(fact)}; reason: ${fact.reason}).`);
};

const countOf = ({ voided }: Voided): string =>
  isListed(voided)
    ? countWords(
        voided.reduce((sum, [from, to]) => sum + to - from + 1, 0),
        "bid",
      )
    : "many bids, which the log names by a digest only";

/**
 * Rule 14: if somebody else's auto-bid falls away, and none of their remaining bids is as high, the person had made a
 * limit visible and may not bid here again. `counted`: the bids that counted before.
 */
const checkBarred = (
  { lot, fault }: Step,
  { bidder, reason, barred }: Voided,
  counted: ReadonlySet<RecordedBid>,
): void => {
  if (barred === undefined || !isKnown(counted, bidder)) return;
  const remaining = [...lot.bids.values()].filter(({ isVoid }) => !isVoid);
  const hasShown = [...counted].some(
    (bid) =>
      bid.isVoid &&
      bid.kind === "auto" &&
      bid.bidder !== bidder &&
      !remaining.some((other) => other.bidder === bid.bidder && other.amount >= bid.amount),
  );
  if (hasShown && !barred) fault("Somebody's bids had shown another person's limit, and they may bid again.");
  if (!hasShown && barred && !barring.has(reason)) fault("Somebody may not bid again, and no rule says so.");
};

/** A void from one bid on strikes out that bid, and none that the person made before it; it leaves none by hand after it. */
const checkStart = ({ lot, fault }: Step, { from, bidder }: Voided, begins: RecordedBid | undefined): void => {
  if (from === undefined) return;
  if (!begins?.isVoid) {
    fault(`The void begins at bid ${from}, and does not strike it out.`);
    return;
  }
  if (!isKnown(lot.bids.values(), bidder)) return;
  if (begins.bidder !== bidder) fault(`The void begins at bid ${from}, which is another person's.`);
  for (const bid of lot.bids.values()) {
    if (bid.bidder !== bidder || bid.kind !== "manual" || bid.isVoid || bid.atMs <= begins.atMs) continue;
    fault(`Bid ${bid.number} counts, although the person's bids from bid ${from} on were voided.`);
  }
};

const RECALCULATED = "recalculated";

const strikeOut = ({ lot, fault }: Step, fact: Voided): void => {
  if (!isListed(fact.voided)) {
    lot.hasAllBids = false;
    return;
  }
  for (const [from, to, reason] of fact.voided) {
    if (to < from) fault(`The void names the bids ${from} to ${to}, which is no range.`);
    // A range that a forger made very long must not keep the verifier busy.
    const last = Math.min(to, lot.lastNumber ?? to, from + MOST_AT_ONCE);
    if (last < to) fault(`The void names bid ${to}, which was never made.`);
    for (let number = from; number <= last; number++) {
      const bid = lot.bids.get(number);
      if (!bid) {
        if (lot.hasAllBids) fault(`The void names bid ${number}, which is not in the log.`);
        continue;
      }
      if (bid.isVoid) fault(`Bid ${number} was voided twice.`);
      bid.isVoid = true;
      if (reason === RECALCULATED && bid.bidder === fact.bidder) {
        fault(`Bid ${number} was voided as recalculated, though it is the voided person's own.`);
      }
      if (reason !== RECALCULATED && bid.bidder !== fact.bidder && isKnown(lot.bids.values(), fact.bidder)) {
        fault(`Bid ${number} was voided as if it were another person's than it is.`);
      }
    }
  }
};

const MOST_AT_ONCE = 1_000_000;

/** A person who deleted their account has another commitment afterwards, which fits none of the bids. */
const isKnown = (bids: Iterable<{ readonly bidder: string }>, bidder: string): boolean => {
  for (const bid of bids) if (bid.bidder === bidder) return true;
  return false;
};

/** The auto-bids that the lot has instead. */
const record = ({ lot, leaf, fault }: Step, fact: Voided): void => {
  if (!isListed(fact.recorded)) {
    lot.hasAllBids = false;
    if (lot.lastNumber !== null) lot.lastNumber += lengthOf(fact.recorded);
    return;
  }
  for (const { number, amount, kind, bidder, at } of fact.recorded) {
    const due = lot.lastNumber === null ? number : lot.lastNumber + 1;
    if (number !== due) fault(`The void recorded bid ${number} where bid ${due} was next.`);
    if (kind === "manual" && lot.hasAllBids && !hasManual(lot.bids.values(), bidder, amount)) {
      fault(`The void recorded bid ${number} as made by hand, and nobody made it.`);
    }
    if (bidder === fact.bidder && fact.from === undefined)
      fault(`The void recorded bid ${number} for the person whose bids were voided.`);
    const atMs = Date.parse(at);
    if (atMs > leaf.atMs) fault(`The void recorded bid ${number} with a time that had not come yet.`);
    lot.lastNumber = number;
    lot.bids.set(number, { number, amount, kind, bidder, atMs, isVoid: false });
  }
};

const hasManual = (
  bids: Iterable<{ readonly bidder: string; readonly amount: number; readonly kind: string }>,
  bidder: string,
  amount: number,
): boolean => {
  for (const bid of bids) if (bid.kind === "manual" && bid.bidder === bidder && bid.amount === amount) return true;
  return false;
};

/**
 * `isKept`: after the end the winner keeps the lot at the old price if the void would raise the price or change the
 * winner.
 */
const checkSums = (step: Step, fact: Voided, isKept: boolean): void => {
  const { lot, fault } = step;
  const counting = [...lot.bids.values()].filter(({ isVoid }) => !isVoid);
  if (counting.length !== fact.bidCount) {
    fault(
      `After the void the log has ${countWords(counting.length, "bid that counts", "bids that count")}; it says ${fact.bidCount}.`,
    );
  }
  if (isKept && fact.leader === lot.winner) return;
  const highest = counting.reduce<number | null>((most, { amount }) => Math.max(most ?? 0, amount), null);
  const price = highest ?? lot.startingPrice;
  if (fact.price !== price) {
    const why = highest === null ? "no bid is left, so it is the starting price of" : "the highest bid that counts is";
    fault(`After the void the price is given as ${money(step, fact.price)}; ${why} ${money(step, price)}.`);
  }
  const isLeading = counting.some(({ bidder, amount }) => bidder === fact.leader && amount === price);
  if (highest === null ? fact.leader !== null : !isLeading) {
    fault("After the void somebody leads who does not have the highest bid that counts.");
  }
};

export const allVoided: Handler<"all-voided"> = (step, { reason }) => {
  const { lot, fault, notice } = step;
  if (!has(step, "cancelled", "withdrawn", "reopened", "opened")) {
    fault("All bids were voided, though the lot was neither cancelled nor put back to draft.");
  }
  if (lot.bidCount > 0) {
    const what = reason === "cancelled" ? "was cancelled" : "was put back to draft";
    notice(`The lot ${what}, and ${countWords(lot.bidCount, "bid")} no longer count.`);
  }
  for (const bid of lot.bids.values()) bid.isVoid = true;
  Object.assign(lot, { bidCount: 0, price: lot.startingPrice, leader: null });
};

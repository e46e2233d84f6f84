// Applies and checks the facts that open a lot and change its terms (docs/rules/life-of-an-auction.md, "Editing"; rules
// 14 and 16 of bidding).
import type { Changed } from "../facts.ts";
import { durationWords, timeWords } from "../words.ts";
import { isOpen, MOMENT_MS } from "./lot-state.ts";
import { MOST_NOTICE_MS, NOTICE_MS } from "./rules.ts";
import { type Handler, has, money, type Step } from "./step.ts";

export const opened: Handler<"opened"> = (step, fact) => {
  const { lot, leaf, fault } = step;
  const isFirst = lot.status === "unknown";
  if (!isFirst && lot.status !== "withdrawn") fault(`The lot was opened while it was ${lot.status}.`);
  if (!isFirst && fact.bidCount !== 0)
    fault(`The lot was opened again with ${fact.bidCount} bids; it must start anew.`);
  if (lot.seller !== null && fact.seller !== lot.seller) fault("The lot was opened again for another seller.");
  if (fact.reserve !== null) lot.reserves.add(fact.reserve);
  if (fact.bidCount === 0 && fact.price !== fact.startingPrice) {
    fault(
      `The lot opened at ${money(step, fact.price)} instead of its starting price of ${money(step, fact.startingPrice)}.`,
    );
  }
  if (fact.startsAt !== null && Date.parse(fact.startsAt) > leaf.atMs + MOMENT_MS) {
    fault(`The lot opened before its start on ${timeWords(Date.parse(fact.startsAt))}.`);
  }
  // A log that begins in the middle of a lot does not contain its leader, nor the number of voided bids.
  const isMidway = isFirst && fact.bidCount > 0;
  Object.assign(lot, {
    status: "active",
    currency: fact.currency,
    startingPrice: fact.startingPrice,
    increment: fact.increment,
    increments: fact.increments ?? null,
    buyItNow: fact.buyItNow,
    softClose: fact.softClose,
    contentVersion: fact.contentVersion,
    lotHash: fact.lotHash,
    endsAtMs: Date.parse(fact.endsAt),
    noticedEndMs: null,
    media: JSON.stringify(fact.media),
    scheduledEndMs: null,
    seller: fact.seller ?? lot.seller,
    reserve: fact.reserve,
    reserveAmount: null,
    reserveJumps: [],
    pausedAtMs: null,
    isEndSet: false,
    price: fact.price,
    leader: isMidway ? undefined : null,
    winner: null,
    endedBy: null,
    bidCount: fact.bidCount,
    purchase: null,
    lastNumber: isMidway ? null : lot.lastNumber,
    hasAllBids: lot.hasAllBids && !isMidway,
  });
};

export const changed: Handler<"changed"> = (step, fact) => {
  const { lot } = step;
  const isNewText = fact.contentVersion > lot.contentVersion && lot.bidCount > 0;
  checkTerms(step, fact);
  checkVersion(step, fact);
  if (fact.correction) checkCorrection(step, fact);
  if (fact.endsAt !== undefined) moveEnd(step, fact, Date.parse(fact.endsAt));
  const { startingPrice, increment, increments, buyItNow, softClose, currency, reserve } = fact;
  lot.startingPrice = startingPrice ?? lot.startingPrice;
  if (startingPrice !== undefined && lot.bidCount === 0) lot.price = startingPrice;
  lot.increment = increment ?? lot.increment;
  if (increments !== undefined) lot.increments = increments;
  if (buyItNow !== undefined) lot.buyItNow = buyItNow;
  if (softClose !== undefined) lot.softClose = softClose;
  lot.currency = currency ?? lot.currency;
  if (reserve) lot.reserves.add(reserve);
  if (reserve !== undefined && reserve !== lot.reserve) Object.assign(lot, { reserve, reserveAmount: null });
  lot.contentVersion = fact.contentVersion;
  lot.lotHash = fact.lotHash;
  lot.media = JSON.stringify(fact.media);
  if (isNewText && !fact.correction && isOpen(lot) && !has(step, "cancelled", "withdrawn")) checkNotice(step);
};

/** With bids, the terms that bidders relied on stay the same or change in their favour. */
const checkTerms = (step: Step, fact: Changed): void => {
  const { lot, fault } = step;
  if (lot.bidCount === 0) return;
  const locked = [
    ["currency", fact.currency],
    ["starting price", fact.startingPrice],
    ["soft close", fact.softClose],
    ["table of increments", fact.increments],
  ] as const;
  for (const [term, value] of locked) {
    if (value !== undefined) fault(`The ${term} was changed although the lot has bids.`);
  }
  if (fact.increment !== undefined && fact.increment > lot.increment) {
    fault(`The increment was raised to ${money(step, fact.increment)} although the lot has bids.`);
  }
  if (fact.reserve && lot.reserve === null) fault("A reserve was added although the lot has bids.");
  if (typeof fact.buyItNow === "number" && fact.buyItNow <= lot.price) {
    fault(`The Buy It Now price was set to ${money(step, fact.buyItNow)}, which the bids have reached.`);
  }
};

const checkVersion = (step: Step, fact: Changed): void => {
  const { lot, fault } = step;
  const by = fact.contentVersion - lot.contentVersion;
  if (by !== 0 && by !== 1) {
    fault(`The text of the lot went from version ${lot.contentVersion} to ${fact.contentVersion}.`);
  }
  const isGivenUp = has(step, "cancelled", "withdrawn");
  if (by === 0 && lot.bidCount > 0 && fact.lotHash !== lot.lotHash && isOpen(lot) && !isGivenUp) {
    fault("What the lot says was changed under its bidders, without a new version of it.");
  }
  if (by === 1 && lot.bidCount > 0) step.notice(`What the lot says was changed after ${lot.bidCount} bids.`);
};

/** A correction changes nothing but words (rule 14). */
const checkCorrection = ({ lot, fault }: Step, fact: Changed): void => {
  const { startingPrice, increment, increments, buyItNow, softClose, currency, reserve, startsAt, endsAt } = fact;
  if ([startsAt, endsAt].some((time) => time !== undefined))
    fault("A correction moved the start or the end of the lot.");
  if (
    [startingPrice, increment, increments, buyItNow, softClose, currency, reserve].some((term) => term !== undefined)
  ) {
    fault("A correction changed a price or a rule of the lot.");
  }
  if (lot.media !== "" && JSON.stringify(fact.media) !== lot.media) fault("A correction changed the pictures.");
  if (fact.contentVersion !== lot.contentVersion + 1) fault("A correction made no new version of what the lot says.");
};

/** All changes together move the end by a day at most. An end that the house sets is a new schedule. */
const checkBound = ({ fault }: Step, fact: Changed, endsAtMs: number): void => {
  if (fact.scheduledEndsAt === undefined || fact.why === "sale-order") return;
  const scheduledMs = Date.parse(fact.scheduledEndsAt);
  if (endsAtMs > scheduledMs + MOST_NOTICE_MS) {
    fault(`A change moved the end more than a day past its schedule of ${timeWords(scheduledMs)}.`);
  }
};

const moveEnd = (step: Step, fact: Changed, endsAtMs: number): void => {
  const { lot, leaf, fault, notice } = step;
  const isOver = lot.status === "active" && leaf.atMs >= lot.endsAtMs;
  if (isOver && fact.why !== "sale-order") {
    const late = durationWords(leaf.atMs - lot.endsAtMs);
    fault(`The end was moved ${late} after the lot had ended at ${timeWords(lot.endsAtMs)}.`);
  }
  if (fact.why === "sale-order" && endsAtMs < lot.endsAtMs) {
    fault("The end was moved to an earlier time, with the order of the sale as the reason.");
  }
  if (lot.bidCount > 0 && fact.why !== "sale-order" && endsAtMs !== lot.endsAtMs) {
    const how = endsAtMs < lot.endsAtMs ? "earlier" : "later";
    notice(`The house moved the end ${how}, from ${timeWords(lot.endsAtMs)} to ${timeWords(endsAtMs)}.`);
  }
  checkBound(step, fact, endsAtMs);
  lot.endsAtMs = endsAtMs;
  lot.scheduledEndMs = null;
  lot.noticedEndMs = fact.scheduledEndsAt === undefined ? null : Date.parse(fact.scheduledEndsAt);
  if (fact.why === "notice") return;
  if (lot.status === "paused") lot.isEndSet = true;
  if (lot.status === "sold") lot.pausedAtMs = null;
};

/**
 * Rule 14: a new text with bids leaves at least two hours, unless changes have moved the end by a whole day. During a
 * pause, the time that was left when it began counts.
 */
const checkNotice = ({ lot, leaf, fault }: Step): void => {
  const from = lot.status === "paused" && !lot.isEndSet ? (lot.pausedAtMs ?? leaf.atMs) : leaf.atMs;
  const left = lot.endsAtMs - from;
  const isBound = lot.noticedEndMs !== null && lot.endsAtMs >= lot.noticedEndMs + MOST_NOTICE_MS;
  if (left >= NOTICE_MS - MOMENT_MS || isBound) return;
  fault(`What the lot says was changed ${durationWords(Math.max(0, left))} before the end; the rules leave two hours.`);
};

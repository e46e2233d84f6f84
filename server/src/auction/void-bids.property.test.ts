// Tests voiding against a naive re-run, over thousands of random histories; PROPERTY_SEED=<seed> repeats a run.
// After every void, price, leader, bids, maxima and the reserve must equal those of a run without the voided person's
// accepted commands, or those of them from the void's first bid on. The re-run is the naive model, which uses none of the auction's own code. The history checker's
// own re-run judges the same histories, also after a winner stayed.
import { isDeepStrictEqual } from "node:util";
import type { SoftClose } from "@jara/shared/auction";
import type { ErrorBody } from "@jara/shared/errors";
import { fallbackRates } from "@jara/shared/money";
import fc from "fast-check";
import { expect, it } from "vitest";
import { voids } from "../../../load/src/history/checks/voids.ts";
import type { Evidence } from "../../../load/src/history/evidence.ts";
import { followed, type LogRow } from "../../../load/src/history/log.ts";
import {
  anAuction,
  buyItNow,
  cancelMaxBid,
  changeStatus,
  closeAuction,
  confirmMaxBid,
  edit,
  expirePurchase,
  minor,
  NOON,
  placeBid,
  setMaxBid,
  voidBids,
  withdrawBids,
} from "../../test/support/given-auction.ts";
import { reverse } from "../../test/support/given-money.ts";
import { tables } from "../../test/support/increment-tables.ts";
import { NaiveAuction, type NaiveEdit } from "../../test/support/naive-auction.ts";
import { PlayedAuction } from "../../test/support/play-auction.ts";
import { seedOfRun, timesOf } from "../../test/support/random-histories.ts";
import { unpaidPurchase } from "./buy-it-now.ts";
import type { Command } from "./commands.ts";
import type { AuctionCreated, AuctionEvent, BidsVoided } from "./events.ts";
import { create, evolveChange } from "./evolve.ts";
import { replayBids, voidedIn } from "./replay-bids.ts";
import { type AuctionState, isOpen, isReserveMet } from "./state.ts";
import { previewOfVoid } from "./void-bids.ts";

const HISTORIES = timesOf(500);
/** Voids everybody in two orders only in every third history, because it takes as long as all the rest. */
const EVERY = 3;
const SECOND = 1000;
const MINUTE = 60 * SECOND;
const people = ["ada", "bola", "chidi", "dayo"];

const verbs = {
  bid: 30,
  max: 32,
  confirm: 9,
  cancelMax: 5,
  void: 9,
  "void from a bid": 8,
  withdraw: 4,
  "lower the increment": 3,
  "raise the increment": 1,
  "change the title": 4,
  "lower the reserve": 3,
  "no reserve": 1,
  "move the starting price": 2,
  pause: 3,
  open: 6,
  end: 1,
  close: 2,
  sell: 1,
  cancel: 1,
  withdrawLot: 1,
  buy: 2,
  expire: 1,
  waive: 1,
  pay: 1,
  reverse: 1,
};
type Verb = keyof typeof verbs;

interface Step {
  verb: Verb;
  who: string;
  near: string;
  plus: number;
  /** Seconds since the previous step. */
  seconds: number;
  reason: "mistaken-amount" | "fraud";
}

const stepsOf = (verb: fc.Arbitrary<Verb>) =>
  fc.record<Step>({
    verb,
    who: fc.constantFrom(...people),
    near: fc.constantFrom("price", "minimum", "minimum", "minimum", "reserve", ...people),
    plus: fc.oneof(
      { weight: 5, arbitrary: fc.integer({ min: -2, max: 2 }) },
      { weight: 3, arbitrary: fc.integer({ min: 0, max: 40 }) },
    ),
    seconds: fc.constantFrom(1, 1, 1, 30, 5 * 60, 20 * 60),
    reason: fc.constantFrom("mistaken-amount", "fraud"),
  });

const anyStep = stepsOf(
  fc.oneof(...(Object.keys(verbs) as Verb[]).map((verb) => ({ weight: verbs[verb], arbitrary: fc.constant(verb) }))),
);
/** A purchase whose payment is taken back before an edit. Random steps hardly ever make one. */
const reversals = fc.tuple(
  ...(["buy", "pay", "reverse"] as const).map((verb) => stepsOf(fc.constant(verb))),
  stepsOf(fc.constantFrom("lower the reserve", "lower the increment")),
);
const histories = fc
  .array(fc.oneof({ weight: 60, arbitrary: anyStep.map((step) => [step]) }, { weight: 1, arbitrary: reversals }), {
    minLength: 4,
    maxLength: 20,
    size: "max",
  })
  .map((chunks) => chunks.flat());

const lots = fc.record({
  start: fc.integer({ min: 1, max: 40 }),
  increment: fc.integer({ min: 1, max: 20 }),
  table: fc.option(tables, { nil: null }),
  aboveStart: fc.option(fc.integer({ min: 0, max: 120 })),
  softClose: fc.option(fc.constant<SoftClose>({ windowSeconds: 100 * 60, capMinutes: 200 }), { nil: null }),
});

/** The command that a void of all lots sends for one lot. It also voids a maximum without bids. */
const voidEverywhere = (who: string, reason?: Step["reason"]): Command => ({
  ...voidBids(who, reason),
  includesHidden: true,
});

const amountOf = ({ near, plus }: Step, state: AuctionState): number => {
  const base =
    near === "minimum"
      ? state.priceMinor + state.incrementMinor
      : near === "reserve"
        ? (state.reserveMinor ?? state.priceMinor)
        : (state.maxBids.get(near)?.amountMinor ?? state.priceMinor);
  return Math.max(1, base + plus);
};

/** One of the person's bids that count, chosen by the step; a number that nobody has if there is none. */
const aBidOf = ({ who, plus }: Step, log: PlayedAuction["log"]): number => {
  const own = [...countingBids(log)].flatMap(([number, [bidder]]) => (bidder === who ? [number] : []));
  return own[Math.abs(plus) % Math.max(1, own.length)] ?? 1;
};

const toCommand = (step: Step, { state, log }: PlayedAuction): Command => {
  const { who, plus } = step;
  switch (step.verb) {
    case "bid":
      return placeBid(who, amountOf(step, state));
    case "max":
      return setMaxBid(who, amountOf(step, state));
    case "confirm":
      return confirmMaxBid(who, state.contentVersion);
    case "cancelMax":
      return cancelMaxBid(who);
    case "void":
      return voidEverywhere(who, step.reason);
    case "void from a bid":
      return { ...voidBids(who, step.reason), fromBid: aBidOf(step, log) };
    case "withdraw":
      return withdrawBids(who);
    case "lower the increment":
      return edit("admin", { incrementMinor: minor(Math.max(1, state.incrementMinor - Math.abs(plus))) });
    case "raise the increment":
      return edit("admin", { incrementMinor: minor(state.incrementMinor + Math.abs(plus)) });
    case "change the title":
      return edit("admin", { title: `Lot, text ${state.revision}` });
    case "lower the reserve":
      return edit("admin", { reserveMinor: minor(Math.max(1, (state.reserveMinor ?? 1) - Math.abs(plus))) });
    case "no reserve":
      return edit("admin", { reserveMinor: null });
    case "move the starting price":
      return edit("admin", { startingPriceMinor: minor(Math.max(1, state.startingPriceMinor + plus)) });
    case "buy":
      return buyItNow(who);
    case "close":
      return closeAuction;
    case "expire":
      return expirePurchase;
    case "reverse":
      return reverse(state.purchase?.id ?? state.settlement?.id ?? "none");
    case "waive":
    case "pay": {
      const settlementId = unpaidPurchase(state)?.id ?? state.settlement?.id ?? "none";
      const as = step.verb === "pay" ? "paid" : "waived";
      return {
        type: "ClosePayment",
        auctionId: "lot",
        userId: "admin",
        commandId: "any",
        settlementId,
        as,
        note: null,
      };
    }
    default:
      return changeStatus("admin", statuses[step.verb]);
  }
};

const statuses = {
  pause: "paused",
  open: "active",
  end: "ended",
  sell: "sold",
  cancel: "cancelled",
  withdrawLot: "draft",
} as const;

/** An accepted command that made a change. */
interface Accepted {
  readonly command: Command;
  readonly revision: number;
  readonly after: AuctionState;
}

/** A person's commands from the first revision on and before the second are left out. */
interface Gap {
  readonly who: string;
  readonly from: number;
  readonly before: number;
}

/**
 * Finds the command that placed a bid, which may have been recorded again by a void: by hand, the one with its amount;
 * automatic, the first of its time. The steps have different times.
 */
const placedIn = (log: PlayedAuction["log"], number: number): number => {
  for (const { revision, events } of log) {
    for (const event of events) {
      if (event.type === "BidPlaced" && event.number === number) return revision;
      const again = event.type === "BidsVoided" ? event.recorded.find((bid) => bid.number === number) : undefined;
      if (again) return log.find(({ at }) => at === again.at)?.revision ?? 0;
    }
  }
  return 0;
};

/** Executes the history again, without checking whether the commands are allowed and without those in the gaps. */
const rerun = (created: AuctionCreated, history: readonly Accepted[], gaps: readonly Gap[]) => {
  const model = new NaiveAuction({
    start: created.startingPriceMinor,
    increment: created.incrementMinor,
    table: created.increments?.steps ?? null,
    reserve: created.reserveMinor,
    buyItNow: created.buyItNowMinor,
    seller: created.seller.id,
    balances: {},
    isReplay: true,
  });
  for (const { command, revision, after } of history) {
    const isOut =
      "userId" in command &&
      gaps.some(({ who, from, before }) => who === command.userId && from <= revision && revision < before);
    if (isOut && ["PlaceBid", "SetMaxBid", "CancelMaxBid", "ConfirmMaxBid"].includes(command.type)) continue;
    carryOut(model, command, after);
  }
  return model;
};

const carryOut = (model: NaiveAuction, command: Command, after: AuctionState): void => {
  switch (command.type) {
    case "PlaceBid":
      model.placeBid(command.userId, command.amountMinor);
      break;
    case "SetMaxBid":
      model.setMaxBid(command.userId, command.amountMinor);
      break;
    case "CancelMaxBid":
      model.cancelMaxBid(command.userId);
      break;
    case "ConfirmMaxBid":
      model.confirm(command.userId, model.version);
      break;
    case "BuyItNow":
      model.buyItNow(command.userId);
      break;
    case "ExpirePurchase":
      model.expire();
      break;
    case "ClosePayment":
      if (command.as === "paid") model.setStatus("sold");
      else if (after.status === "active") model.goOn();
      break;
    case "ReverseSettlement":
      if (after.status === "paused") model.reopenPurchase();
      else if (after.status === "ended") model.setStatus("ended");
      break;
    case "CloseAuction":
      model.setStatus("ended");
      break;
    case "ChangeStatus":
      // A lot below its reserve that is set to sold ends, and its highest bidder owes the price.
      model.setStatus(after.status === "draft" ? "cancelled" : after.status);
      break;
    case "EditAuction": {
      const { startingPriceMinor: start, incrementMinor: increment, reserveMinor: reserve } = command.edit;
      const wanted: NaiveEdit = {
        ...(start !== undefined && { start }),
        ...(increment !== undefined && { increment }),
        ...(reserve !== undefined && { reserve }),
      };
      model.carryOut(wanted, after.contentVersion);
      break;
    }
  }
};

const must = (holds: boolean, rule: string): void => {
  if (!holds) throw new Error(rule);
};

type Bid = [who: string, amount: number, kind: string];
const inOrder = (bids: readonly Bid[]): string[] => bids.map((bid) => bid.join(" ")).sort();

/** The recorded bids that count, by number. */
const countingBids = (log: PlayedAuction["log"]): Map<number, Bid> => {
  let bids = new Map<number, Bid>();
  for (const event of log.flatMap(({ events }) => events)) {
    if (event.type === "BidPlaced") bids.set(event.number, [event.bidder.id, event.amountMinor, event.kind]);
    else if (event.type === "AllBidsVoided") bids = new Map();
    else if (event.type === "BidsVoided") {
      for (const { number } of event.voided) must(bids.delete(number), "a bid is voided that does not count");
      for (const { number, bidder, amountMinor, kind } of event.recorded) {
        must(!bids.has(number), "a bid is recorded under a number that is taken");
        bids.set(number, [bidder.id, amountMinor, kind]);
      }
    }
  }
  return bids;
};

const maximaOf = ({ maxBids }: AuctionState): unknown[] =>
  [...maxBids.values()]
    .map((one) => [one.owner.id, one.amountMinor, one.contentVersion, one.autoBidCount, one.lastAutoBidMinor].join(" "))
    .sort();

const bidPriceOf = ({ purchase, priceMinor }: AuctionState): number => purchase?.bidPriceMinor ?? priceMinor;

const checkAlike = ({ state, log }: PlayedAuction, model: NaiveAuction): void => {
  const [price, leader] = [bidPriceOf(state), state.leader?.id ?? null];
  must(price === model.bidPrice, `price: the run without them has ${model.bidPrice}, the auction ${price}`);
  must(leader === model.leader, `leader: the run without them has ${model.leader}, the auction ${leader}`);
  const bids = model.bids.slice(model.voided).map(({ who, amount, kind }): Bid => [who, amount, kind]);
  const counting = [...countingBids(log).values()];
  must(isDeepStrictEqual(inOrder(counting), inOrder(bids)), "the bids that count are those of the run without them");
  must(state.bidCount === bids.length, "as many bids count as in the run without them");
  const maxima = model.maxima
    .map((one) => [one.who, one.amount, one.version, one.autos, one.lastAuto].join(" "))
    .sort();
  must(isDeepStrictEqual(maximaOf(state), maxima), "the maxima are those of the run without them");
  const bidState = { reserveMinor: state.reserveMinor, priceMinor: minor(price) };
  must(isReserveMet(bidState) === model.isReserveMet, "the reserve is met as in the run without them");
};

/** The invariants of every void, whatever the model says. */
const checkVoid = (before: AuctionState, event: BidsVoided, auction: PlayedAuction): void => {
  const { state, log } = auction;
  const { fromBid, bidder, voided } = event;
  const bidders = [...countingBids(log).values()].map(([who]) => who);
  if (fromBid === undefined) {
    must(!bidders.includes(bidder.id), "no bid of the voided person counts");
    must(!state.maxBids.has(bidder.id), "the voided person has no maximum");
  } else {
    must(
      voided.some(({ number }) => number === fromBid),
      "the bid at which the void begins is void",
    );
  }
  must(state.revision === before.revision + 1 && state.version === before.version + 1, "it is one public change");
  must(state.endsAt === before.endsAt && state.contentVersion === before.contentVersion, "nothing else moves");
  must(state.bidCount + state.voidedBidCount >= before.bidCount + before.voidedBidCount, "no number is used again");
  if (before.winner === null) return;
  must(state.winner === null || state.winner.id === before.winner.id, "nobody becomes the winner who was not");
  must(state.priceMinor <= before.priceMinor || state.winner === null, "nobody owes more than before");
};

const previewed = ({ state, log, now }: PlayedAuction, bidderId: string, fromBid?: number): AuctionState | ErrorBody =>
  previewOfVoid(state, { log, rates: fallbackRates }, { bidderId, fromBid }, now);

/** The preview is the state that the void leaves. It does not know the reason, which decides who may bid again. */
const checkPreview = (preview: AuctionState | ErrorBody, after: AuctionState): void => {
  seen.previews += 1;
  const same = { barredIds: after.barredIds, updatedAt: after.updatedAt };
  must(isDeepStrictEqual({ ...preview, ...same }, { ...after }), "the preview shows what the void makes");
};

/**
 * True if the auction ended and keeps its winner, although the run without the voided person would not have that winner
 * at this price.
 */
const keepsWinner = ({ state }: PlayedAuction, model: NaiveAuction): boolean => {
  if (state.winner === null || state.purchase !== null) return false;
  return model.leader !== state.winner.id || model.bidPrice > state.priceMinor;
};

/** The checker of load and trust runs must find nothing wrong. It reads the log alone. */
const checkByChecker = ({ log }: PlayedAuction): void => {
  const rows = log.map((change) => ({ ...change, version: null })) as unknown as readonly LogRow[];
  const auctions = new Map([["lot", { id: "lot", steps: followed(rows) }]]);
  const { tried, violations } = voids.run({ auctions } as unknown as Evidence);
  must(violations.length === 0, `the checker: ${violations[0]?.what}`);
  seen.checked += tried;
};

/** True if the auction is open because the payment of a purchase was taken back. */
const isReversed = ({ state, log }: PlayedAuction): boolean =>
  isOpen(state) && log.some(({ events }) => events.some(({ type }) => type === "PurchaseReopened"));

const copyOf = (auction: PlayedAuction, created: AuctionCreated): PlayedAuction => {
  const copy = new PlayedAuction(created).at(auction.now);
  copy.state = auction.state;
  copy.log.splice(0, copy.log.length, ...auction.log);
  return copy;
};

/** The part of the state that everybody sees. The void of a maximum without bids does not change it. */
const publicPartOf = ({ version, updatedAt, priceMinor, leader, bidCount, voidedBidCount, endsAt }: AuctionState) => ({
  version,
  updatedAt,
  priceMinor,
  leader,
  bidCount,
  voidedBidCount,
  endsAt,
});

const seen = {
  voids: 0,
  inPart: 0,
  hidden: 0,
  withdrawals: 0,
  several: 0,
  kept: 0,
  extended: 0,
  afterTheEnd: 0,
  replayedBids: 0,
  afterReversal: 0,
  checked: 0,
  previews: 0,
};

const playHistory = (created: AuctionCreated, sequence: readonly Step[], number: number): void => {
  const auction = new PlayedAuction(created).at(NOON);
  const history: Accepted[] = [];
  const gaps: Gap[] = [];
  /** True once a winner stayed: from then on the auction differs from the run without the voided people. */
  let isApart = false;
  for (const step of sequence) {
    auction.now += step.seconds * SECOND;
    const before = auction.state;
    const command = toCommand(step, auction);
    const preview = command.type === "VoidBids" ? previewed(auction, command.bidderId, command.fromBid) : null;
    const events = auction.tried(command);
    if (events.length === 0) continue;
    if (events.some(({ type }) => type === "AuctionExtended")) seen.extended += 1;
    history.push({ command, revision: auction.state.revision, after: auction.state });
    const [event] = events;
    if (event?.type === "MaxBidCancelled" && event.voided) {
      seen.hidden += 1;
      gaps.push({ who: event.ownerId, from: 0, before: auction.state.revision });
      must(
        isDeepStrictEqual(publicPartOf(auction.state), publicPartOf(before)),
        "a hidden void changes nothing public",
      );
      must(!auction.state.maxBids.has(event.ownerId), "the voided person has no maximum");
      if (!isApart) checkAlike(auction, rerun(created, history, gaps));
    }
    if (event?.type !== "BidsVoided") continue;

    if (preview) checkPreview(preview, auction.state);
    seen.voids += 1;
    if (command.type === "WithdrawBids") seen.withdrawals += 1;
    if (event.recorded.length > 0) seen.replayedBids += 1;
    if (isReversed(auction)) seen.afterReversal += 1;
    if (before.winner !== null) seen.afterTheEnd += 1;
    const { fromBid } = event;
    if (fromBid !== undefined) seen.inPart += 1;
    const from = fromBid === undefined ? 0 : placedIn(auction.log, fromBid);
    gaps.push({ who: event.bidder.id, from, before: auction.state.revision });
    checkVoid(before, event, auction);
    const model = rerun(created, history, gaps);
    if (keepsWinner(auction, model)) {
      seen.kept += 1;
      must(bidPriceOf(auction.state) === bidPriceOf(before), "the winner who stays owes what was owed");
      must(event.recorded.length === 0, "nothing is recorded for a winner who stays");
      isApart = true;
    }
    if (!isApart) checkAlike(auction, model);
  }
  checkByChecker(auction);
  if (number % EVERY === 1) checkAfterTheEnd(copyOf(auction, created));
  if (isApart) return;

  checkAlike(auction, rerun(created, history, gaps));
  checkNobody(auction);
  checkLog(auction, created);
  const hasWinner = auction.state.winner !== null && auction.state.purchase === null;
  if (!hasWinner && number % EVERY === 0) checkSeveral(auction, created);
};

/** Ends the auction and voids one person after the other: only then does a winner stay who would not win the re-run. */
const checkAfterTheEnd = (auction: PlayedAuction): void => {
  auction.tried(changeStatus("admin", "ended"));
  for (const who of people) {
    const { winner, priceMinor, leader } = auction.state;
    const preview = previewed(auction, who);
    const [event] = auction.tried(voidBids(who));
    if (event?.type === "BidsVoided") checkPreview(preview, auction.state);
    else must("code" in preview, "a void that is refused has no preview");
    if (event?.type !== "BidsVoided" || winner === null || who === winner.id) continue;
    seen.afterTheEnd += 1;
    must(auction.state.winner?.id === winner.id, "the winner stays");
    const { state } = replayBids(auction.log.slice(0, -1), voidedIn(auction.log));
    if (state.leader?.id !== leader?.id || state.priceMinor > priceMinor) seen.kept += 1;
  }
  checkByChecker(auction);
};

/**
 * Voiding a person who takes no part must be refused. A replay that leaves nobody else out must give the auction as it
 * is.
 */
const checkNobody = (auction: PlayedAuction): void => {
  must(auction.decide(voidBids("nobody")).kind === "refused", "somebody without bids cannot be voided");
  const { state, bids } = replayBids(auction.log, voidedIn(auction.log).add("nobody", auction.state.revision + 1));
  must(bidPriceOf(auction.state) === state.priceMinor, "leaving nobody out changes no price");
  must(isDeepStrictEqual(state.leader, auction.state.leader), "leaving nobody out changes no leader");
  must(isDeepStrictEqual(maximaOf(state), maximaOf(auction.state)), "leaving nobody out changes no maximum");
  must(bids.length === auction.state.bidCount, "leaving nobody out changes no bid");
};

const checkLog = ({ state, log }: PlayedAuction, created: AuctionCreated): void => {
  const written = JSON.parse(JSON.stringify(log.slice(1).map(({ events }) => events))) as AuctionEvent[][];
  const replayed = written.reduce((at, events) => evolveChange(at, events), create(created, log[0]?.at ?? 0));
  must(isDeepStrictEqual(replayed, state), "replaying the log gives the same state exactly");
};

const checkSeveral = (auction: PlayedAuction, created: AuctionCreated): void => {
  const voidable = people.filter((who) => auction.decide(voidEverywhere(who)).kind === "accepted");
  if (voidable.length < 2) return;
  seen.several += 1;
  const results = [voidable, [...voidable].reverse()].map((order) => {
    const copy = copyOf(auction, created);
    // Repeat until nobody has bids left, because a void can bring back bids of others that another void had passed
    // over.
    while (order.some((who) => copy.tried(voidEverywhere(who)).length > 0));
    const { state, log } = copy;
    const { leader, bidCount, status, winner } = state;
    const bids = inOrder([...countingBids(log).values()]);
    return { price: bidPriceOf(state), leader, bidCount, status, winner, maxima: maximaOf(state), bids };
  });
  must(isDeepStrictEqual(results[0], results[1]), "several voids come to the same in either order");
};

it(`a void leaves the same as a run without the voided people, over ${HISTORIES} random histories`, () => {
  const seed = seedOfRun();
  let number = 0;
  const property = fc.property(lots, histories, ({ start, increment, table, aboveStart, softClose }, sequence) => {
    const created = anAuction({
      ...(table && { increments: { version: 1, steps: table } }),
      startingPriceMinor: minor(start),
      incrementMinor: minor(increment),
      reserveMinor: aboveStart === null ? null : minor(start + aboveStart),
      buyItNowMinor: minor(start + 200),
      softClose,
      endsAt: NOON + 150 * MINUTE,
    });
    playHistory(created, sequence, ++number);
  });
  fc.assert(property, { seed, numRuns: HISTORIES });
  // Checks that the histories contain the cases that the property is about. A winner who stays is rare;
  // void-bids.test.ts tests that case.
  const { kept: _, ...common } = seen;
  for (const count of Object.values(common)) expect(count).toBeGreaterThan(HISTORIES / 1000);
});

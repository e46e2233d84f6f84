// Tests the money of one auction with random sequences of every command about it; PROPERTY_SEED=<seed> repeats a run.
// After each command: what was taken from a person or came from outside is held or was a penalty, nobody owes or pays one
// debt twice, only a forfeit drives a balance below zero, the log replays to the state, every receipt adds up, and the facts
// of the public log replay to what everybody sees.
import { isDeepStrictEqual } from "node:util";
import { depositOf, usualPercents, usualRules } from "@jara/shared/payment-rules";
import fc from "fast-check";
import { expect, it } from "vitest";
import { wrongByChecker } from "../../../test/support/check-by-checker.ts";
import { type Step as Change, settlementsIn } from "../../../test/support/check-settlements.ts";
import { expectFactsSuffice } from "../../../test/support/fold-facts.ts";
import {
  anAuction,
  buyItNow,
  changeStatus,
  closeAuction,
  edit,
  expirePurchase,
  minor,
  placeBid,
  setMaxBid,
  voidBids,
} from "../../../test/support/given-auction.ts";
import {
  answer,
  book,
  closePayment,
  creditOnline,
  expireOffer,
  extend,
  forfeit,
  offer,
  payFromBalance,
  refund,
  reverse,
  reverseSome,
  sellToHighestBidder,
} from "../../../test/support/given-money.ts";
import { accountsIn, heldOf } from "../../../test/support/money-accounts.ts";
import { PlayedAuction } from "../../../test/support/play-auction.ts";
import { seedOfRun, timesOf } from "../../../test/support/random-histories.ts";
import type { Command } from "../commands.ts";
import type { AuctionCreated, AuctionEvent } from "../events.ts";
import { create, evolveChange } from "../evolve.ts";
import { openSettlement, remainingMinor, totalMinor } from "../state.ts";
import { postingsOf } from "./postings.ts";
import { type Receipt, receiptsOf } from "./receipts.ts";

const HISTORIES = timesOf(1_000);
const HOUR = 60 * 60 * 1000;
const DAY = 24 * HOUR;
const people = ["ada", "bola", "chidi"];
const BALANCES = [0, 1_000, 5_000, 100_000, 20_000_000, 20_000_000];

const verbs = {
  bid: 12,
  max: 6,
  buy: 7,
  close: 6,
  expirePurchase: 6,
  forfeit: 6,
  expireOffer: 2,
  pay: 6,
  credit: 4,
  book: 6,
  confirm: 3,
  waive: 1,
  extend: 2,
  reverse: 8,
  reverseSome: 10,
  refund: 3,
  offer: 9,
  accept: 7,
  decline: 2,
  sellBelow: 2,
  void: 3,
  reopen: 3,
  active: 1,
  ended: 3,
  sold: 2,
  cancelled: 0.2,
  paused: 0.2,
  draft: 0.2,
};
type Verb = keyof typeof verbs;

interface Step {
  verb: Verb;
  who: string;
  share: number;
  /** Hours since the previous step. */
  hours: number;
  rate: number;
  /** This person is suspended before the step, or restored. */
  toggled: string | null;
}

const steps = fc.record<Step>({
  verb: fc.oneof(
    ...(Object.keys(verbs) as Verb[]).map((verb) => ({ weight: verbs[verb] * 5, arbitrary: fc.constant(verb) })),
  ),
  who: fc.constantFrom(...people),
  share: fc.constantFrom(0.01, 0.1, 0.5, 0.9, 1, 1, 1.3),
  hours: fc.constantFrom(0, 0, 0, 0, 0, 2, 30),
  rate: fc.constantFrom(833.33, 833.33, 411.07, 1599.9),
  toggled: fc.oneof({ weight: 11, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: fc.constantFrom(...people) }),
});

const lots = fc.record({
  currency: fc.constantFrom("NGN" as const, "USD" as const),
  reserveMinor: fc.option(fc.constantFrom(1500, 9000)),
  balances: fc.tuple(...people.map(() => fc.constantFrom(...BALANCES))),
  premium: fc.option(fc.constantFrom([10, 7.5], [30, 30], [0.01, 0.01], [12.34, 0], [0, 7.5])),
});

/** The newest debt that the command may be about: of the win or of the purchase, open or closed. */
const debtIn = ({ state, log }: PlayedAuction): string => {
  if (state.purchase) return state.purchase.id;
  if (state.settlement) return state.settlement.id;
  const last = log.flatMap(({ events }) => events).findLast((event) => event.type === "PurchaseForfeited");
  return last?.purchaseId ?? "none";
};

const toCommand = ({ verb, who, share, rate }: Step, auction: PlayedAuction): Command => {
  const { state, now } = auction;
  const id = debtIn(auction);
  const owed = state.purchase ?? state.settlement;
  const amount = Math.max(1, Math.floor((owed ? remainingMinor(owed) || 1000 : 1000) * share));
  switch (verb) {
    case "bid":
      return placeBid(who, state.priceMinor + state.incrementMinor + Math.floor(share * 500));
    case "max":
      return setMaxBid(who, state.priceMinor + Math.floor(share * 5000), state.currency);
    case "buy":
      // Each purchase has an id of its own.
      return { ...buyItNow(who), purchaseId: `purchase-${state.revision}` } as Command;
    case "close":
      return closeAuction;
    case "expirePurchase":
      return expirePurchase;
    case "forfeit":
      return forfeit(id);
    case "expireOffer":
      return expireOffer;
    case "pay":
      return payFromBalance(owed && "winner" in owed ? owed.winner.id : (owed?.buyer.id ?? who), id);
    case "credit": {
      const payer = owed && "winner" in owed ? owed.winner.id : (owed?.buyer.id ?? who);
      const ngnMinor = state.currency === "NGN" ? amount : Math.ceil(amount * rate);
      return creditOnline(payer, id, ngnMinor, amount, `online-${state.revision}-${now}`);
    }
    case "book":
      return book(id, amount, share < 0.5 ? "cash" : "transfer");
    case "confirm":
      return closePayment(id, "paid");
    case "waive":
      return closePayment(id, "waived");
    case "extend":
      return extend(id, now + 40 * DAY * share);
    case "reverse":
      return reverse(id);
    case "reverseSome": {
      const received = auction.log.flatMap(({ events }) =>
        events.filter((event) => event.type === "PaymentReceived" && event.settlementId === id),
      );
      // Sometimes it names a payment that does not count any more, or two at once.
      const first = Math.max(0, received.length - (share < 0.5 ? 2 : 1));
      if (received.length === 0) return reverse(id);
      return reverseSome(id, auction.log, first, ...(share === 0.9 && first > 0 ? [first - 1] : []));
    }
    case "refund":
      return refund(id, share < 0.5 ? { withdrawalId: `withdrawal-${state.revision}` } : "balance");
    case "offer":
      return offer(id, `offer-${state.revision}`);
    case "accept":
    case "decline":
      return answer(state.secondChance?.person.id ?? who, verb, state.secondChance?.id ?? "none");
    case "sellBelow":
      return sellToHighestBidder();
    case "void":
      return voidBids(who, share < 0.5 ? "mistaken-amount" : "fraud");
    case "reopen":
      return edit("admin", { endsAt: now + 3 * DAY, status: "active" });
    default:
      return changeStatus("admin", verb);
  }
};

/** Moves on to the moment at which the clock gives this command. */
const waitFor = (verb: Verb, auction: PlayedAuction): void => {
  const { endsAt, settlement, purchase, secondChance } = auction.state;
  const at = {
    close: endsAt,
    forfeit: settlement?.dueAt,
    expirePurchase: purchase?.deadlineAt,
    expireOffer: secondChance?.expiresAt,
  }[verb as string];
  auction.now = Math.max(auction.now, at ?? 0);
};

/** A balance below zero comes from a penalty alone, and a deposit is what the rules take from the balance. */
const expectBalancesHold = (auction: PlayedAuction, before: ReadonlyMap<string, number>, change: Change): void => {
  const isForfeit = change.events.some(({ type }) => type === "SettlementForfeited" || type === "PurchaseForfeited");
  for (const person of people) {
    const [old, now] = [before.get(person) ?? 0, auction.balanceOf(person)];
    if (now < 0 && !isForfeit) expect(now, `${person} after ${typesOf(change)}`).toBeGreaterThanOrEqual(old);
  }
  const ended = change.events.find((event) => event.type === "AuctionEnded" || event.type === "SettlementOpened");
  if (ended?.winner && ended.deposit && change.after.settlement && ended.type === "AuctionEnded") {
    const returned = postingsOf(change)
      .filter(({ person, amountMinor }) => person.id === ended.winner?.id && amountMinor > 0)
      .reduce((sum, { amountMinor }) => sum + amountMinor, 0);
    const balance = before.get(ended.winner.id) ?? 0;
    const { amountMinor } = change.after.settlement;
    const least = depositOf(amountMinor, change.after.currency, balance, auction.rates, usualRules);
    const most = depositOf(amountMinor, change.after.currency, balance + returned, auction.rates, usualRules);
    expect(ended.deposit.takenMinor).toBeGreaterThanOrEqual(least.takenMinor);
    expect(ended.deposit.takenMinor).toBeLessThanOrEqual(most.takenMinor);
  }
};

const typesOf = ({ events }: Change): string => events.map(({ type }) => type).join();

/** Each payment, refund and penalty has one receipt over the same naira, and a payment's receipt adds up. */
const expectReceiptsHold = (auction: PlayedAuction, change: Change): void => {
  const receipts = receiptsOf(change, auction.rates);
  const take = (kind: Receipt["facts"]["kind"], personId: string, ngnMinor: number): void => {
    const at = receipts.findIndex(
      ({ person, facts }) => facts.kind === kind && person.id === personId && facts.ngnMinor === ngnMinor,
    );
    expect(at, `${kind} of ${ngnMinor} after ${typesOf(change)}`).not.toBe(-1);
    receipts.splice(at, 1);
  };
  for (const { facts } of receipts) {
    const { kind, method, priceMinor, feeMinor, premiumMinor = 0, vatMinor = 0, depositWorthMinor } = facts;
    if (kind !== "payment") continue;
    const owed = change.after.settlement ?? change.after.purchase;
    const paid = owed?.paidMinor ?? Number.NaN;
    const sum = depositWorthMinor + paid + facts.remainingMinor;
    // A void may leave less to be paid than the deposit was worth; that is a refund, not a payment.
    expect(sum, `${method} after ${typesOf(change)}`).toBe(priceMinor + feeMinor + premiumMinor + vatMinor);
  }
  for (const event of change.events) {
    if (event.type === "PaymentReceived") take("payment", event.payer.id, event.ngnMinor);
    else if (event.type === "SettlementForfeited") take("penalty", event.winner.id, event.penaltyMinor);
    else if (event.type === "PurchaseForfeited") take("penalty", event.buyer.id, event.penaltyMinor);
    else if (event.type === "PurchasePardoned") take("credit-note", event.buyer.id, event.penaltyMinor);
    else if (event.type === "PaymentsReversed") take("credit-note", event.payer.id, 0);
    else if (event.type === "SomePaymentsReversed") {
      for (const { ngnMinor, surplusMinor } of event.payments) {
        take("credit-note", event.payer.id, ngnMinor);
        if (surplusMinor > 0) take("credit-note", event.payer.id, surplusMinor);
      }
    } else if (event.type === "SaleRefunded") {
      const { settlement, purchase } = change.before;
      const depositMinor = settlement?.depositMinor ?? purchase?.depositMinor ?? 0;
      take("credit-note", event.payer.id, depositMinor + event.paidNgnMinor);
    } else if (event.type === "PurchaseReopened" && event.reversed.amountMinor > 0) {
      take("credit-note", event.buyer.id, event.reversed.ngnMinor);
    } else if (event.type === "SettlementReopened") {
      const penalty = change.before.settlement?.penaltyMinor ?? 0;
      if (event.from === "forfeited") take("credit-note", event.winner.id, penalty);
      else if ((event.reversed?.amountMinor ?? 0) > 0) {
        take("credit-note", event.winner.id, event.reversed?.ngnMinor ?? 0);
      }
    }
    if (event.type !== "SettlementReopened" && event.type !== "PurchaseReopened") continue;
    const takenMinor = event.reversed?.takenMinor ?? 0;
    const { id } = event.type === "PurchaseReopened" ? event.buyer : event.winner;
    if (takenMinor > 0) take("credit-note", id, takenMinor);
  }
  const isReversal = change.events.some(
    ({ type }) => /Reopened$|Pardoned$|Reversed$|SaleRefunded$/.test(type) && type !== "AuctionReopened",
  );
  for (const { person, amountMinor, cause } of postingsOf(change)) {
    if (cause === "win-deposit" || cause === "purchase-deposit") take("payment", person.id, -amountMinor);
    else if (amountMinor > 0 && !isReversal) take("refund", person.id, amountMinor);
  }
  expect(receipts, `nothing else after ${typesOf(change)}`).toEqual([]);
};

/** No debt is charged twice: the money that was received for a debt never exceeds the debt. */
const expectDebtsHold = (auction: PlayedAuction): void => {
  const { state, steps: changes } = auction;
  for (const owed of [state.settlement, state.purchase]) {
    if (!owed) continue;
    expect(owed.depositWorthMinor + owed.paidMinor).toBeLessThanOrEqual(totalMinor(owed));
    for (const amount of [owed.depositMinor, owed.depositWorthMinor, owed.paidMinor, owed.paidNgnMinor]) {
      expect(amount).toBeGreaterThanOrEqual(0);
    }
  }
  const open = settlementsIn(changes).filter(({ status }) => status === "open");
  expect(open.length).toBeLessThanOrEqual(1);
  const settlement = openSettlement(state);
  expect(open[0]?.id).toBe(settlement?.id);
  if (settlement) expect(state).toMatchObject({ status: "ended", secondChance: null, purchase: null });
  // A sold lot has nothing left to pay, unless an administrator waived the payment or sold the lot without a winner.
  if (state.status === "sold" && state.settlement?.status === "paid") expect(remainingMinor(state.settlement)).toBe(0);
  if (state.status !== "ended" && state.status !== "sold") {
    expect(state).toMatchObject({ settlement: null, secondChance: null });
  }
};

const replayed = ({ log }: PlayedAuction) => {
  const [first, ...changes] = log;
  let state = create(first?.events[0] as AuctionCreated, first?.at ?? 0);
  for (const { events } of changes) state = evolveChange(state, events as AuctionEvent[]);
  return state;
};

it("balances, debts and postings add up after every command, over many random histories", () => {
  const seen = new Map<string, number>();
  const property = fc.property(lots, fc.array(steps, { minLength: 5, maxLength: 30, size: "max" }), (lot, history) => {
    const { currency, reserveMinor, premium } = lot;
    const [premiumPercent = 0, vatPercent = 0] = premium ?? [];
    const rules = premium && { ...usualPercents, premiumPercent, vatPercent, version: 1 };
    const reserve = reserveMinor === null ? null : minor(reserveMinor);
    const auction = new PlayedAuction(
      anAuction({ currency, reserveMinor: reserve, buyItNowMinor: minor(9001), ...(rules && { rules }) }),
    );
    for (const [i, person] of people.entries()) auction.balances.set(person, lot.balances[i] ?? 0);
    for (const [i, person] of people.entries()) auction.tried(placeBid(person, 1500 * (i + 1)));
    for (const step of history) {
      auction.now += step.hours * HOUR;
      waitFor(step.verb, auction);
      if (step.toggled && !auction.gone.delete(step.toggled)) auction.gone.add(step.toggled);
      auction.rates = { ...auction.rates, USD_TO_NGN: step.rate };
      const before = new Map(auction.balances);
      const count = auction.steps.length;
      auction.tried(toCommand(step, auction));
      const change = auction.steps[count];
      if (!change) continue;
      for (const { type } of change.events) seen.set(type, (seen.get(type) ?? 0) + 1);
      expect(change.after.revision).toBe(change.before.revision + 1);
      expectBalancesHold(auction, before, change);
      expectReceiptsHold(auction, change);
      expectDebtsHold(auction);
    }
    const accounts = accountsIn(auction.steps);
    // A cancelled auction holds nobody's money.
    const cancelled = new PlayedAuction();
    Object.assign(cancelled, { state: auction.state, log: [...auction.log], now: auction.now });
    cancelled.tried(changeStatus("admin", "cancelled"));
    for (const person of accounts.keys()) expect(heldOf(cancelled.state, person)).toBe(0);
    expect(isDeepStrictEqual(replayed(auction), auction.state)).toBe(true);
    expectFactsSuffice(auction);
    expect(wrongByChecker(auction)).toEqual([]);
  });
  const seed = seedOfRun();
  fc.assert(property, { numRuns: HISTORIES, seed });
  for (const type of [
    "PaymentReceived",
    "PaymentCredited",
    "SettlementForfeited",
    "SettlementReopened",
    "SettlementWaived",
    "SettlementOpened",
    "SecondChanceOffered",
    "SecondChanceClosed",
    "PurchaseForfeited",
    "PurchasePaid",
    "PurchaseReopened",
    "PurchasePardoned",
    "PurchaseVoided",
    "BidsVoided",
    "DeadlineExtended",
    "PaymentsReversed",
    "SomePaymentsReversed",
    "SaleRefunded",
  ]) {
    expect(seen.get(type) ?? 0, type).toBeGreaterThan(HISTORIES / 1000);
  }
});

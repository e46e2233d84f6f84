// Tests proxy bidding and Buy It Now against a naive model, with at least 100,000 random commands a run. The seed is
// printed; a failure prints the shortest failing sequence found. PROPERTY_SEED=<seed> repeats a run.
import { isDeepStrictEqual } from "node:util";
import { type MinorStep, toMajorSteps } from "@jara/shared/increment-steps";
import fc from "fast-check";
import { expect, it } from "vitest";
import {
  anAuction,
  buyItNow,
  cancelMaxBid,
  changeStatus,
  clockFacts,
  confirmMaxBid,
  decided,
  edit,
  expirePurchase,
  factsOf,
  minor,
  NOON,
  placeBid,
  STARTED_AT,
  setMaxBid,
} from "../../test/support/given-auction.ts";
import { tables } from "../../test/support/increment-tables.ts";
import { type NaiveAnswer, NaiveAuction } from "../../test/support/naive-auction.ts";
import { seedOfRun, timesOf } from "../../test/support/random-histories.ts";
import { unpaidPurchase } from "./buy-it-now.ts";
import type { Command } from "./commands.ts";
import type { AuctionCreated, AuctionEvent, BidPlaced } from "./events.ts";
import { create, evolve, evolveChange } from "./evolve.ts";
import type { AuctionState } from "./state.ts";

const COMMANDS = timesOf(10_000);
/** The deadline of every purchase; everything else happens at noon. */
const DEADLINE = NOON + 60 * 60 * 1000;
const people = ["ada", "bola", "chidi", "dayo", "poor", "seller"];
/** 20% of 100. */
const balances = { poor: 20 };

type Edited =
  | "start"
  | "increment"
  | "reserve"
  | "buyItNow price"
  | "no reserve"
  | "no buyItNow price"
  | "table"
  | "no table";

/**
 * Amounts are relative to a nearby value, so that ties and edge cases are common and a shortened sequence keeps its
 * meaning.
 */
interface Step {
  verb:
    | "placeBid"
    | "setMaxBid"
    | "cancelMaxBid"
    | "confirm"
    | "buyItNow"
    | "expire"
    | "paused"
    | "active"
    | "ended"
    | "sold"
    | "cancelled"
    | Edited;
  who: string;
  near: "price" | "minimum" | "reserve" | string;
  plus: number;
}

const steps = fc.record<Step>({
  verb: fc.oneof(
    { weight: 40, arbitrary: fc.constant("placeBid") },
    { weight: 45, arbitrary: fc.constant("setMaxBid") },
    { weight: 8, arbitrary: fc.constant("cancelMaxBid") },
    { weight: 12, arbitrary: fc.constant("confirm") },
    { weight: 2, arbitrary: fc.constant("buyItNow") },
    { weight: 6, arbitrary: fc.constantFrom("active", "active", "expire") },
    { weight: 3, arbitrary: fc.constantFrom("paused", "paused", "ended", "ended", "sold", "sold", "cancelled") },
    {
      weight: 8,
      arbitrary: fc.constantFrom("increment", "increment", "reserve", "reserve", "start", "buyItNow price"),
    },
    { weight: 1, arbitrary: fc.constantFrom("no reserve", "no buyItNow price") },
    { weight: 3, arbitrary: fc.constantFrom("table", "no table") },
  ) as fc.Arbitrary<Step["verb"]>,
  who: fc.constantFrom(...people),
  near: fc.constantFrom("price", "minimum", "minimum", "reserve", "ada", "bola", "chidi", "dayo"),
  plus: fc.oneof(
    { weight: 5, arbitrary: fc.integer({ min: -2, max: 2 }) },
    { weight: 2, arbitrary: fc.integer({ min: 0, max: 40 }) },
  ),
});

const lots = fc
  .record({
    start: fc.integer({ min: 1, max: 60 }),
    increment: fc.integer({ min: 1, max: 20 }),
    aboveStart: fc.option(fc.integer({ min: 0, max: 150 })),
    buyAbove: fc.option(fc.integer({ min: 1, max: 150 })),
    house: tables,
    hasTable: fc.boolean(),
  })
  .map(({ start, increment, aboveStart, buyAbove, house, hasTable }) => ({
    start,
    increment,
    house,
    hasTable,
    reserve: aboveStart === null ? null : start + aboveStart,
    buyItNow: buyAbove === null ? null : start + buyAbove,
  }));

const amountOf = ({ near, plus }: Step, state: AuctionState): number => {
  const base =
    near === "minimum"
      ? state.priceMinor + state.incrementMinor
      : near === "reserve"
        ? (state.reserveMinor ?? state.priceMinor)
        : (state.maxBids.get(near)?.amountMinor ?? state.priceMinor);
  return Math.max(1, base + plus);
};

const toCommand = (step: Step, state: AuctionState): Command => {
  switch (step.verb) {
    case "placeBid":
      return placeBid(step.who, amountOf(step, state));
    case "setMaxBid":
      return setMaxBid(step.who, amountOf(step, state));
    case "cancelMaxBid":
      return cancelMaxBid(step.who);
    case "confirm":
      // Sometimes the previous version, which is refused.
      return confirmMaxBid(step.who, Math.max(1, state.contentVersion - (step.plus === -2 ? 1 : 0)));
    case "buyItNow":
      return buyItNow(step.who);
    case "expire":
      return expirePurchase;
    case "increment":
      return edit("admin", { incrementMinor: minor(Math.max(1, Math.abs(step.plus))) });
    case "start":
      return edit("admin", { startingPriceMinor: minor(Math.max(1, state.startingPriceMinor + step.plus)) });
    case "reserve":
      return edit("admin", { reserveMinor: minor(amountOf(step, state)) });
    case "buyItNow price":
      return edit("admin", { buyItNowMinor: minor(amountOf(step, state)) });
    case "no reserve":
      return edit("admin", { reserveMinor: null });
    case "no buyItNow price":
      return edit("admin", { buyItNowMinor: null });
    case "table":
      return edit("admin", { incrementTable: true });
    case "no table":
      return edit("admin", { incrementTable: false, ...(step.plus > 0 && { incrementMinor: minor(step.plus) }) });
    case "sold":
      // The model does not know who has won. reversals.test.ts has the sale of a lot that ended without a winner.
      return changeStatus("admin", state.status === "ended" && !state.winner ? "ended" : "sold");
    default:
      return changeStatus("admin", step.verb);
  }
};

const askNaively = (model: NaiveAuction, command: Command): NaiveAnswer => {
  switch (command.type) {
    case "PlaceBid":
      return model.placeBid(command.userId, command.amountMinor);
    case "SetMaxBid":
      return model.setMaxBid(command.userId, command.amountMinor);
    case "CancelMaxBid":
      return model.cancelMaxBid(command.userId);
    case "ConfirmMaxBid":
      return model.confirm(command.userId, command.contentVersion);
    case "BuyItNow":
      return model.buyItNow(command.userId);
    case "ExpirePurchase":
      model.expire();
      return "ok";
    case "ChangeStatus":
      model.setStatus(command.status as NaiveAuction["status"]);
      return "ok";
    case "EditAuction": {
      const { startingPriceMinor: start, incrementMinor: increment, reserveMinor, buyItNowMinor } = command.edit;
      const { incrementTable: hasTable } = command.edit;
      return model.edit({
        ...(hasTable !== undefined && { hasTable }),
        ...(start !== undefined && { start }),
        ...(increment !== undefined && { increment }),
        ...(reserveMinor !== undefined && { reserve: reserveMinor }),
        ...(buyItNowMinor !== undefined && { buyItNow: buyItNowMinor }),
      });
    }
    default:
      throw new Error("the clock takes no part");
  }
};

const must = (holds: boolean, rule: string): void => {
  if (!holds) throw new Error(rule);
};

const isBid = (event: AuctionEvent): event is BidPlaced => event.type === "BidPlaced";
const isHidden = ({ type }: AuctionEvent): boolean =>
  type === "MaxBidSet" || type === "MaxBidCancelled" || type === "MaxBidConfirmed";
const isCancellation = (events: readonly AuctionEvent[]): boolean =>
  events.some(({ type }) => type === "AllBidsVoided");

/** True if a purchase was paid, or was voided. */
const isSale = (events: readonly AuctionEvent[]): boolean =>
  events.some(({ type }) => type === "PurchasePaid" || type === "PurchaseVoided");
const isSold = ({ status, purchase }: AuctionState): boolean => status === "sold" && purchase?.bidPriceMinor != null;

const stepOf = (table: readonly MinorStep[], price: number): number | undefined =>
  table.findLast((_, n) => (table[n - 1]?.[0] ?? 0) <= price)?.[1];

/** The invariants of every accepted command, whatever the model says. */
const checkChange = (
  before: AuctionState,
  command: Command,
  events: readonly AuctionEvent[],
  after: AuctionState,
): void => {
  const bids = events.filter(isBid);
  const { leader, priceMinor } = after;
  const floor = events
    .filter(({ type }) => type === "AuctionEdited" || type === "AllBidsVoided")
    .reduce(evolve, before).priceMinor;
  const bidPriceMinor = after.purchase?.bidPriceMinor ?? priceMinor;
  must(bids.length === 0 || priceMinor >= floor || isSale(events), "the price never falls by bids");
  must(
    bids.length > 0 || priceMinor === floor || isSale(events),
    "without a bid, a sale or a new starting price the price stays",
  );
  must(
    (after.purchase !== null) === (after.pauseReason === "buy-it-now" || isSold(after)),
    "a purchase pauses or sells",
  );
  must(after.revision === before.revision + 1, "the revision moves by 1 with every change");
  const isPublic = events.some((event) => !isHidden(event));
  must(after.version === before.version + (isPublic ? 1 : 0), "the version moves by 1 iff something public happened");

  must(
    after.increments === null || after.incrementMinor === stepOf(after.increments.steps, priceMinor),
    "the increment of a table is the one at the price",
  );
  must(bids.length <= 3, "a command leaves at most three recorded bids");
  must(
    bids.every((bid, i) => bid.number === before.bidCount + before.voidedBidCount + 1 + i),
    "bids are numbered without a gap",
  );
  must(
    bids.every((bid, i) => bid.amountMinor >= (bids[i - 1]?.amountMinor ?? (isSale(events) ? 0 : floor))),
    "recorded bids rise in the order of recording",
  );
  const last = bids.at(-1);
  must(
    !last || (last.amountMinor === priceMinor && last.bidder.id === leader?.id),
    "the last recorded bid names price and leader",
  );
  must(
    last !== undefined || leader?.id === before.leader?.id || isCancellation(events),
    "without a recorded bid the leader stays, unless all bids are void",
  );

  let at = before;
  for (const event of events) {
    at = evolve(at, event);
    if (!isBid(event)) continue;
    if (event.kind === "manual") {
      must(
        event.amountMinor >= before.priceMinor + before.incrementMinor,
        "an accepted manual bid clears the increment",
      );
    } else {
      const own = at.maxBids.get(event.bidder.id);
      must(own !== undefined && event.amountMinor <= own.amountMinor, "no auto-bid exceeds its owner's maximum");
      must(own?.contentVersion === at.contentVersion, "no suspended maximum bids");
    }
  }
  for (const maxBid of after.maxBids.values()) {
    must(
      after.status !== "active" ||
        maxBid.owner.id === leader?.id ||
        maxBid.contentVersion < after.contentVersion ||
        maxBid.amountMinor < bidPriceMinor + after.incrementMinor,
      "the leader has the highest ceiling of all who could still bid",
    );
  }
  if (command.type === "SetMaxBid" && before.leader?.id === command.userId) {
    must(
      bids.length === 0 || (bids.length === 1 && priceMinor === before.reserveMinor),
      "a leader's own maximum moves no price but to the reserve",
    );
  }
};

const runSequence = (created: AuctionCreated, house: readonly MinorStep[], sequence: readonly Step[]): void => {
  const model = new NaiveAuction({
    start: created.startingPriceMinor,
    increment: created.incrementMinor,
    reserve: created.reserveMinor,
    buyItNow: created.buyItNowMinor,
    seller: created.seller.id,
    balances,
    table: created.increments?.steps ?? null,
    houseTable: house,
  });
  let state = create(created, STARTED_AT);
  const log: AuctionEvent[][] = [];
  const recorded: BidPlaced[] = [];
  const forfeits: Record<string, number> = {};
  for (const step of sequence) {
    const command = toCommand(step, state);
    const user = step.who === "poor" ? { balanceMinor: balances.poor } : {};
    const facts = {
      ...("userId" in command ? factsOf(command.userId, user) : clockFacts),
      increments: { version: 1, table: { NGN: toMajorSteps(house), USD: [] } },
    };
    const decision = decided(state, command, facts, step.verb === "expire" ? DEADLINE : NOON);
    const expected = askNaively(model, command);
    const answer = decision.kind === "accepted" ? "ok" : decision.error.code;
    must(answer === expected, `the model answers ${expected}, the rules ${answer}`);
    if (decision.kind === "accepted" && decision.events.length > 0) {
      const before = state;
      state = evolveChange(before, decision.events);
      checkChange(before, command, decision.events, state);
      log.push([...decision.events]);
      recorded.push(...decision.events.filter(isBid));
      for (const event of decision.events) {
        if (event.type !== "PurchaseForfeited") continue;
        forfeits[event.buyer.id] = (forfeits[event.buyer.id] ?? 0) + event.penaltyMinor;
      }
    }
    must(state.priceMinor === model.price, `price: the model has ${model.price}, the rules ${state.priceMinor}`);
    const leader = state.leader?.id ?? null;
    must(leader === model.leader, `leader: the model has ${model.leader}, the rules ${leader}`);
    must((unpaidPurchase(state)?.buyer.id ?? null) === model.buyer, "the payment is awaited from the model's buyer");
    if (model.owner !== null) must(state.winner?.id === model.owner, "who bought and paid has won");
    must(recorded.length === model.bids.length, "as many bids are recorded as in the model");
    must(state.voidedBidCount === model.voided, "as many bids are void as in the model");
    must(state.bidCount === model.bids.length - model.voided, "as many bids count as in the model");
    must(state.contentVersion === model.version, "what the lot says has the model's version");
  }
  const bids = recorded.map(({ bidder, amountMinor, kind }) => ({ who: bidder.id, amount: amountMinor, kind }));
  must(isDeepStrictEqual(bids, model.bids), "the recorded bids are the model's");
  const maxima = [...state.maxBids.values()]
    .map((one) => [one.owner.id, one.amountMinor, one.contentVersion, one.autoBidCount, one.lastAutoBidMinor])
    .sort();
  const modelled = model.maxima.map((one) => [one.who, one.amount, one.version, one.autos, one.lastAuto]).sort();
  must(isDeepStrictEqual(maxima, modelled), "the standing maxima are the model's");

  must(isDeepStrictEqual(forfeits, model.forfeits), "the forfeits are the model's");

  const written = JSON.parse(JSON.stringify(log)) as AuctionEvent[][];
  const replayed = written.reduce((at, events) => evolveChange(at, events), create(created, STARTED_AT));
  must(isDeepStrictEqual(replayed, state), "replaying the log gives the same state exactly");
};

it(`agrees with a naive model, kobo by kobo, over ${COMMANDS} random commands`, () => {
  const seed = seedOfRun();
  let commands = 0;
  const property = fc.property(lots, fc.array(steps, { maxLength: 80, size: "max" }), (lot, sequence) => {
    commands += sequence.length;
    const created = anAuction({
      ...(lot.hasTable && { increments: { version: 1, steps: lot.house } }),
      startingPriceMinor: minor(lot.start),
      incrementMinor: minor(lot.increment),
      reserveMinor: lot.reserve === null ? null : minor(lot.reserve),
      buyItNowMinor: lot.buyItNow === null ? null : minor(lot.buyItNow),
    });
    runSequence(created, lot.house, sequence);
  });
  for (let round = 0; commands < COMMANDS; round++) fc.assert(property, { seed: seed + round, numRuns: 500 });
  expect(commands).toBeGreaterThanOrEqual(COMMANDS);
});

// Compares the public explanation of each step of the price (shared/src/why-this-price.ts) with what the engine really
// did: each reason that it gives must be true of the hidden maxima, which it never sees.

import type { Bid } from "@jara/shared/auction";
import type { MinorStep } from "@jara/shared/increment-steps";
import { toMajor } from "@jara/shared/money";
import { explainBids, type PriceReason } from "@jara/shared/why-this-price";
import fc from "fast-check";
import { expect, it } from "vitest";
import {
  anAuction,
  cancelMaxBid,
  confirmMaxBid,
  decided,
  edit,
  factsOf,
  minor,
  placeBid,
  STARTED_AT,
  setMaxBid,
} from "../../test/support/given-auction.ts";
import { tables } from "../../test/support/increment-tables.ts";
import { seedOfRun, timesOf } from "../../test/support/random-histories.ts";
import type { Command } from "./commands.ts";
import type { AuctionEvent, BidPlaced } from "./events.ts";
import { create, evolve, evolveChange } from "./evolve.ts";
import { type AuctionState, incrementAbove } from "./state.ts";
import { toBidView, toView } from "./view/to-public.ts";
import { everyone } from "./view/viewer.ts";

/** "bola" and "bela" have one masked name. */
const people = ["ada", "bola", "bela", "chidi"];

interface Step {
  verb: "bid" | "max" | "cancel" | "confirm" | "increment" | "reserve" | "no reserve";
  who: string;
  near: string;
  plus: number;
}
const steps = fc.record<Step>({
  verb: fc.oneof(
    { weight: 40, arbitrary: fc.constant("bid") },
    { weight: 45, arbitrary: fc.constant("max") },
    { weight: 4, arbitrary: fc.constant("cancel") },
    { weight: 12, arbitrary: fc.constant("confirm") },
    { weight: 4, arbitrary: fc.constant("increment") },
    { weight: 3, arbitrary: fc.constant("reserve") },
    { weight: 1, arbitrary: fc.constant("no reserve") },
  ) as fc.Arbitrary<Step["verb"]>,
  who: fc.constantFrom(...people),
  near: fc.constantFrom("minimum", "minimum", "reserve", ...people),
  plus: fc.integer({ min: -2, max: 30 }),
});

const amountOf = ({ near, plus }: Step, state: AuctionState): number => {
  const minimum = state.priceMinor + state.incrementMinor;
  const base = near === "reserve" ? (state.reserveMinor ?? minimum) : (state.maxBids.get(near)?.amountMinor ?? minimum);
  return Math.max(1, base + plus);
};

const toCommand = (step: Step, state: AuctionState): Command => {
  switch (step.verb) {
    case "bid":
      return placeBid(step.who, amountOf(step, state));
    case "max":
      return setMaxBid(step.who, amountOf(step, state));
    case "cancel":
      return cancelMaxBid(step.who);
    case "confirm":
      return confirmMaxBid(step.who, state.contentVersion);
    case "increment":
      return edit("admin", { incrementMinor: minor(Math.max(1, state.incrementMinor - Math.abs(step.plus))) });
    case "reserve":
      return edit("admin", { reserveMinor: minor(amountOf(step, state)) });
    case "no reserve":
      return edit("admin", { reserveMinor: null });
  }
};

/** One recorded bid with everything that is hidden from the public. */
interface Recorded {
  view: Bid;
  event: BidPlaced;
  before: AuctionState;
  after: AuctionState;
  contest: readonly BidPlaced[];
}

const isBid = (event: AuctionEvent): event is BidPlaced => event.type === "BidPlaced";

const run = (reserve: number | null, table: readonly MinorStep[] | null, commands: readonly Step[]) => {
  const created = anAuction({
    ...(table && { increments: { version: 1, steps: table } }),
    startingPriceMinor: minor(50),
    incrementMinor: minor(10),
    reserveMinor: reserve === null ? null : minor(reserve),
  });
  let state = create(created, STARTED_AT);
  const recorded: Recorded[] = [];
  const changes: { at: string; before: number }[] = [];
  for (const [index, step] of commands.entries()) {
    const now = STARTED_AT + index + 1;
    const command = toCommand(step, state);
    const decision = decided(state, command, factsOf("userId" in command ? command.userId : "admin"), now);
    if (decision.kind !== "accepted" || decision.events.length === 0) continue;
    const contest = decision.events.filter(isBid);
    const at = new Date(now).toISOString();
    const before = decision.events.filter((event) => !isBid(event)).reduce(evolve, state);
    const after = evolveChange(state, decision.events);
    if (after.incrementMinor !== state.incrementMinor && after.contentVersion > state.contentVersion) {
      changes.push({ at, before: toMajor(state.incrementMinor) });
    }
    for (const event of contest) {
      recorded.push({ view: toBidView("lot", event, now, everyone), event, before, after, contest });
    }
    state = after;
  }
  return { state, recorded, changes };
};

/** The limit up to which the bidder could go in this contest. */
const literal = ({ before, event }: Recorded, of = event): number => {
  const maximum = before.maxBids.get(of.bidder.id);
  const acts = maximum && maximum.contentVersion >= before.contentVersion ? maximum.amountMinor : 0;
  return Math.max(acts, of.kind === "manual" ? of.amountMinor : 0);
};

/** Checks whether the reason is true. */
const isTrue = (reason: PriceReason, one: Recorded): boolean => {
  const { event, before, contest } = one;
  const index = contest.indexOf(event);
  const [met, winner] = [contest[index - 1], contest[index + 1]];
  const amount = event.amountMinor;
  const lower = met?.amountMinor ?? before.priceMinor;
  const step = amount - lower;
  const increment = incrementAbove(before, lower);
  const answersHand = met?.kind === "manual" && met.bidder.id !== event.bidder.id;
  switch (reason) {
    case "first-by-hand":
      return event.kind === "manual" && before.bidCount === 0;
    case "by-hand":
      return event.kind === "manual" && before.bidCount > 0;
    case "lowest-allowed":
      return event.kind === "auto" && contest.length === 1 && step === increment;
    case "answer":
      return answersHand && step === increment;
    case "close-answer":
      return answersHand && step > 0 && step < increment && literal(one) === amount;
    case "earlier-than-hand":
      return answersHand && step === 0 && literal(one) === amount;
    case "lower-limit":
      return winner !== undefined && literal(one) === amount && literal(one, winner) >= amount;
    case "limits-met":
      return met?.kind === "auto" && step === increment && literal(one) >= amount;
    case "limits-close":
      return met?.kind === "auto" && step > 0 && step < increment && literal(one) === amount;
    case "limits-equal":
      return met !== undefined && literal(one, met) === literal(one) && reachedOf(one) < reachedOf(one, met);
    case "reserve":
      return amount === before.reserveMinor && step > increment && literal(one) >= amount;
    case "auto":
      return event.kind === "auto";
  }
};

/** The revision at which the bidder reached that limit. */
const reachedOf = ({ before, event }: Recorded, of = event): number =>
  before.maxBids.get(of.bidder.id)?.reachedRevision ?? Number.NaN;

it("gives only reasons that are true of what the engine did, and finds one for nearly every bid", () => {
  const seen = new Map<PriceReason, number>();
  const property = fc.property(
    fc.option(fc.integer({ min: 60, max: 300 })),
    fc.option(tables, { nil: null }),
    fc.array(steps, { minLength: 5, maxLength: 25 }),
    (reserve, table, commands) => {
      const { state, recorded, changes } = run(reserve, table, commands);
      const { hasReserve, reserveMet, bidIncrement, incrementSteps, startingPrice } = toView(
        state,
        everyone,
        STARTED_AT + 1000,
      );
      const reasons = explainBids(
        recorded.map(({ view }) => view),
        {
          hasReserve,
          reserveMet,
          bidIncrement,
          incrementSteps,
          startingPrice,
          incrementChanges: changes,
          isComplete: true,
        },
      );
      for (const one of recorded) {
        const found = reasons.get(one.view._id);
        if (!found) throw new Error("a bid without a reason");
        if (found.beforeMinor === null) throw new Error("the price before is not known");
        const { event, before } = one;
        const step = event.amountMinor - before.priceMinor;
        const isHigher = event.kind === "manual" && step > incrementAbove(before, before.priceMinor);
        if (found.isChosenHigher !== isHigher) throw new Error(`who chose bid ${event.number} is not true`);
        if (!isTrue(found.reason, one)) throw new Error(`${found.reason} is not true of bid ${one.event.number}`);
        seen.set(found.reason, (seen.get(found.reason) ?? 0) + 1);
      }
    },
  );
  fc.assert(property, { numRuns: timesOf(400), seed: seedOfRun() });
  const total = [...seen.values()].reduce((sum, count) => sum + count, 0);
  expect([...seen.keys()].toSorted(), "every reason occurs").toEqual(
    [
      "answer",
      "auto",
      "by-hand",
      "close-answer",
      "earlier-than-hand",
      "first-by-hand",
      "limits-close",
      "limits-equal",
      "limits-met",
      "lower-limit",
      "lowest-allowed",
      "reserve",
    ].toSorted(),
  );
  expect((seen.get("auto") ?? 0) / total).toBeLessThan(0.1);
});

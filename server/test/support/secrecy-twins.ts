// Generates random stories of one auction, each in two versions: the leader's hidden maxima are low in one and high in
// the other, and a reserve may differ too. Nobody else's view may tell the versions apart.
import type { Random } from "../../trust/round/random.ts";

export type Actor = "leader" | "rival" | "third" | "seller";

export type Step =
  | { readonly who: Actor; readonly what: "bid"; readonly amount: number }
  /** The leader's are hidden: one for each telling. */
  | { readonly who: Actor; readonly what: "max"; readonly amounts: readonly [low: number, high: number] }
  /** Changes that the second telling's leader alone makes: how often is hidden, too. */
  | { readonly who: "leader"; readonly what: "again"; readonly amounts: readonly number[] }
  | { readonly who: Actor; readonly what: "cancel" | "buy" | "look" }
  /** `confirm` and `withdraw` concern the lot as it reads at that step. */
  | { readonly who: Actor; readonly what: "confirm" | "withdraw" }
  /** `void`: the third's bids. */
  | { readonly who: "seller"; readonly what: "pause" | "resume" | "end" | "edit" | "void" };

export interface Story {
  /** One for each telling. Where they differ, both are met by the first bid, or neither ever is. */
  readonly reserve: readonly [low: number, high: number] | null;
  /** Every bid that changes the price moves the end. */
  readonly isSoft: boolean;
  readonly steps: readonly Step[];
}

export const STARTING_PRICE = 1_000;
export const INCREMENT = 100;
/** Far above all that anybody shows, and like no other number in an answer. */
const HIGH = 7_000_000;
/** Above every maximum, so that it is never met. */
const OUT_OF_REACH = 8_100_000;
/** The first bid of a story whose reserves are both below it. */
const OPENING_BID = 2_500;

/** Everybody else stays so far below the lower maximum that both are the same to them. */
export const aStory = (random: Random): Story => {
  const low = random.between(20_000, 60_000) + random.pick([0, 0.5, 0.01]);
  const below = (): number => random.between(STARTING_PRICE, Math.floor(low) - INCREMENT - 1);
  const hidden = (): [number, number] => [
    cents(low + random.whole(5_000)),
    cents(HIGH + random.whole(1_000_000) + 0.37),
  ];
  const steps: Step[] = [];
  const reserve = reservesOf(random, below);
  if (reserve && reserve[0] < reserve[1] && reserve[1] < OPENING_BID) {
    steps.push({ who: "rival", what: "bid", amount: OPENING_BID });
  }
  const others = (count: number): void => {
    for (let n = 0; n < count; n++) {
      const who = random.pick(["rival", "rival", "third"] as const);
      if (random.oneIn(4)) steps.push({ who, what: "max", amounts: same(below()) });
      else if (random.oneIn(8)) steps.push({ who, what: random.pick(["cancel", "buy", "look"] as const) });
      else steps.push({ who, what: "bid", amount: below() });
    }
  };
  others(random.whole(3));
  steps.push({ who: "leader", what: "max", amounts: hidden() });
  others(random.between(1, 4));
  // Up or down.
  if (random.oneIn(2)) steps.push({ who: "leader", what: "max", amounts: hidden() });
  if (random.oneIn(2)) {
    const amounts = Array.from({ length: random.between(1, 3) }, () => random.pick(hidden()));
    steps.push({ who: "leader", what: "again", amounts });
  }
  if (random.oneIn(4)) steps.push({ who: "leader", what: "bid", amount: below() });
  if (random.oneIn(4)) steps.push({ who: "seller", what: "pause" }, { who: "rival", what: "bid", amount: below() });
  if (random.oneIn(4)) steps.push({ who: "seller", what: "edit" });
  steps.push({ who: "seller", what: "resume" });
  others(random.between(1, 3));
  if (random.oneIn(2)) {
    // The leader's maximum is suspended: what the others bid meanwhile leads, until it is confirmed.
    steps.push({ who: "seller", what: "edit" });
    others(random.whole(3));
    if (random.oneIn(3)) steps.push({ who: "third", what: "withdraw" });
    steps.push({ who: "leader", what: "confirm" });
    if (random.oneIn(3)) steps.push({ who: "rival", what: "confirm" });
    others(random.whole(2));
  }
  if (random.oneIn(2)) {
    steps.push({ who: "third", what: "bid", amount: below() }, { who: "seller", what: "void" });
    others(random.whole(3));
  }
  if (random.oneIn(5)) steps.push({ who: "leader", what: "cancel" });
  if (random.oneIn(4)) steps.push({ who: "seller", what: "end" });
  if (random.oneIn(8)) steps.push({ who: "seller", what: "void" });
  return { reserve, isSoft: random.oneIn(2), steps };
};

/** No other amount of a story ends in these cents. */
const reservesOf = (random: Random, below: () => number): Story["reserve"] => {
  switch (random.pick(["none", "one", "met at once", "never met"] as const)) {
    case "none":
      return null;
    case "one":
      return same(below());
    case "met at once":
      return [cents(random.between(STARTING_PRICE, 1_700) + 0.13), cents(random.between(1_800, 2_400) + 0.29)];
    case "never met":
      return [
        cents(OUT_OF_REACH + random.whole(300_000) + 0.13),
        cents(OUT_OF_REACH + 400_000 + random.whole(300_000) + 0.29),
      ];
  }
};

const same = (amount: number): [number, number] => [amount, amount];
const cents = (amount: number): number => Math.round(amount * 100) / 100;

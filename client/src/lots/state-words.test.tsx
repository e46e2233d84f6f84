// @vitest-environment happy-dom
import { type LotState, type LotStateName, lotStateNames, type Me, nobody } from "@jara/shared/lot-state";
import { cleanup, render } from "@testing-library/react";
import { afterEach, describe, expect, it } from "vitest";
import { badgesOf, textOf } from "./state-badges.ts";
import { StateBox } from "./state-box.tsx";
import { actionOf, stateWords } from "./state-words.ts";

afterEach(cleanup);

const auction = { currency: "NGN", currentPrice: 1000, minimumBid: 1100 } as const;
const maximum: Partial<Me> = { maximum: { maxAmount: 1050, isSuspended: false } };
const state = (name: LotStateName, change: Partial<LotState> = {}): LotState => ({
  name,
  position: "none",
  got: null,
  isSuspended: false,
  usedUpMaximum: null,
  isTied: false,
  isBelowReserve: false,
  isExtended: false,
  ...change,
});

/** Each state with the colour of its box and the label of its action. */
const table: Record<LotStateName, ["brand" | "amber" | "line", string | null]> = {
  free: ["line", "Bid"],
  leading: ["brand", "Your bid"],
  "leading-in-full": ["brand", "Raise maximum to ₦1,100.00"],
  "leading-below-reserve": ["amber", "Set a maximum"],
  outbid: ["amber", "Bid ₦1,100.00"],
  tied: ["amber", "Bid ₦1,100.00"],
  "maximum-used-up": ["amber", "Bid ₦1,100.00"],
  "maximum-too-low": ["amber", "Bid ₦1,100.00"],
  "maximum-suspended": ["amber", "Review the change"],
  closing: ["line", null],
  "being-bought": ["line", null],
  "being-bought-by-me": ["amber", "Pay"],
  paused: ["line", null],
  offered: ["amber", "Answer the offer"],
  won: ["brand", null],
  "won-to-pay": ["amber", "Pay"],
  paid: ["brand", "Pickup details"],
  ready: ["amber", "Pickup details"],
  collected: ["line", null],
  "not-paid": ["line", null],
  lost: ["line", null],
  sold: ["line", null],
  unsold: ["line", null],
  relisted: ["line", "See the new auction"],
  cancelled: ["line", null],
  withdrawn: ["line", null],
  upcoming: ["line", null],
};

describe("a state of a lot", () => {
  it.each(lotStateNames)("has one sentence in a box of its colour, and one action: %s", (name) => {
    const [colour, label] = table[name];
    const { container } = render(<StateBox state={state(name)} auction={auction} />);
    expect(container.querySelectorAll("p")).toHaveLength(1);
    expect(container.textContent?.length).toBeGreaterThan(10);
    expect(container.firstElementChild?.className).toMatch(new RegExp(`(^| )border-${colour}(-mark)?( |$)`));
    expect(actionOf(state(name), auction, nobody)?.label ?? null).toBe(label);
  });

  it("asks to act where the action changes how the person stands, and only there", () => {
    const acting = lotStateNames.filter((name) => stateWords[name].tone === "act");
    const quiet = lotStateNames.filter(
      (name) => !["free", "leading", "leading-in-full", "paid", "relisted"].includes(name) && !acting.includes(name),
    );
    for (const name of acting) expect(actionOf(state(name), auction, nobody), name).not.toBeNull();
    for (const name of quiet) expect(actionOf(state(name), auction, nobody), name).toBeNull();
  });

  it.each([
    ["outbid", "Bid ₦1,100.00", 1100],
    ["tied", "Bid ₦1,100.00", 1100],
    ["leading-below-reserve", "Raise your maximum", undefined],
  ] as const)("leads the owner of a maximum to it: %s", (name, label, amount) => {
    expect(actionOf(state(name), auction, { ...nobody, ...maximum })).toEqual({ kind: "raise", label, amount });
  });

  it("names what is left to pay if that is known", () => {
    expect(actionOf(state("won-to-pay"), auction, nobody, 40)?.label).toBe("Pay ₦40.00");
  });

  it.each([
    [state("paused", { position: "leading" }), ["Leading"]],
    [state("tied", { position: "outbid" }), ["Outbid"]],
    [state("leading-below-reserve", { position: "leading", isBelowReserve: true }), ["Leading, reserve not met"]],
    [state("paused", { position: "leading", isBelowReserve: true }), ["Leading, reserve not met"]],
    [state("leading-in-full", { position: "leading" }), ["Leading", "At your maximum"]],
    [state("maximum-used-up", { position: "outbid", usedUpMaximum: 900 }), ["Outbid", "Maximum used up"]],
    [state("tied", { position: "outbid", usedUpMaximum: 1000 }), ["Outbid", "Maximum used up"]],
    [state("maximum-suspended", { position: "outbid", isSuspended: true }), ["Maximum suspended"]],
    [state("won-to-pay", { got: "win" }), ["Won!", "To pay"]],
    [state("being-bought-by-me", { got: "buy-it-now", usedUpMaximum: 900 }), ["Bought", "To pay"]],
    [state("not-paid", { got: "win" }), ["Not paid in time"]],
    [state("unsold", { isBelowReserve: true }), ["Reserve not met"]],
    [state("free"), []],
  ])("has the badges %#", (given, words) => {
    expect(badgesOf(given).map(textOf)).toEqual(words);
  });

  it("does not show a leader below the reserve in the colour of a leader", () => {
    const tones = [false, true].map((isBelowReserve) =>
      badgesOf(state("leading", { position: "leading", isBelowReserve })).map(({ tone }) => tone),
    );
    expect(tones).toEqual([["success"], ["amber"]]);
  });
});

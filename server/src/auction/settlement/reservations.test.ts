// Tests what a person has bound on open auctions, whom a change binds or frees, and what a refusal says about it
// (`BALANCE_RULE=hold`, rule 10).
import { fallbackRates } from "@jara/shared/money";
import { describe, expect, it } from "vitest";
import {
  anAuction,
  bidPlaced,
  buyItNow,
  changeStatus,
  decided,
  factsOf,
  maxBidSet,
  minor,
  NOON,
  placeBid,
  setMaxBid,
  stateAfter,
} from "../../../test/support/given-auction.ts";
import type { Command, UserFacts } from "../commands.ts";
import type { AuctionEvent } from "../events.ts";
import { evolveChange } from "../evolve.ts";
import type { AuctionState } from "../state.ts";
import type { StateChange } from "../view/visibility.ts";
import { type Bound, boundOn, peopleRebound, peopleWithLess, reservedBy } from "./reservations.ts";

/** Decides a command of a person who has bound this amount on other auctions. */
const decidedWith = (state: AuctionState, command: Command, reservedMinor: number, user: Partial<UserFacts> = {}) => {
  const who = "userId" in command ? command.userId : "nobody";
  return decided(state, command, { ...factsOf(who, user), reservedMinor: minor(reservedMinor) }, NOON);
};

const changed = (before: AuctionState, command: Command) => {
  const decision = decidedWith(before, command, 0);
  if (decision.kind === "refused") expect.fail(decision.error.message);
  return { before, after: evolveChange(before, decision.events), events: decision.events };
};

describe("the amount that a person binds on an auction", () => {
  const bound = (...past: AuctionEvent[]) => boundOn(stateAfter(anAuction(), ...past), "ada");

  it.each([
    ["nothing before the first bid", [], 0],
    ["the price while they lead", [bidPlaced("ada", 1, 1100)], 1100],
    ["nothing once they are outbid", [bidPlaced("ada", 1, 1100), bidPlaced("bola", 2, 1200)], 0],
    ["the maximum while they lead", [maxBidSet("ada", 5000), bidPlaced("ada", 1, 1100, "auto")], 5000],
    ["the maximum while they do not lead", [maxBidSet("ada", 1050), bidPlaced("bola", 1, 1200)], 1050],
    ["the price, if they lead above their maximum", [maxBidSet("ada", 1050), bidPlaced("ada", 1, 1200)], 1200],
    [
      "what they lead with, once the maximum is cancelled",
      [
        maxBidSet("ada", 5000),
        bidPlaced("ada", 1, 1100, "auto"),
        { type: "MaxBidCancelled", maxBidId: "max-of-ada", ownerId: "ada" },
      ],
      1100,
    ],
  ] satisfies [string, AuctionEvent[], number][])("is %s", (_what, past, amountMinor) => {
    expect(bound(...past)).toBe(amountMinor);
  });

  it("stays the same while the auction is paused, and is nothing once it has ended or is cancelled", () => {
    const led = stateAfter(anAuction(), maxBidSet("ada", 5000), bidPlaced("ada", 1, 1100, "auto"));
    const after = (status: "paused" | "ended" | "cancelled") => changed(led, changeStatus("admin", status)).after;
    expect([
      boundOn(after("paused"), "ada"),
      boundOn(after("ended"), "ada"),
      boundOn(after("cancelled"), "ada"),
    ]).toEqual([5000, 0, 0]);
  });
});

describe("the sum of reservations", () => {
  const bounds = new Map<string, Bound>([
    ["one", { currency: "NGN", amountMinor: minor(1001) }],
    ["two", { currency: "NGN", amountMinor: minor(1001) }],
    ["dollars", { currency: "USD", amountMinor: minor(7) }],
  ]);

  it("rounds each auction's 20% up to a kobo, and converts dollars at the given rate", () => {
    expect(reservedBy(bounds, null, fallbackRates)).toBe(201 + 201 + Math.ceil((7 * 833.33) / 5));
    expect(reservedBy(bounds, null, { NGN_TO_USD: 0.001, USD_TO_NGN: 1000 })).toBe(201 + 201 + 1400);
  });

  it("leaves out the auction of the bid itself", () => {
    expect(reservedBy(bounds, "dollars", fallbackRates)).toBe(402);
  });
});

describe("the effect of a change on reservations", () => {
  const withLess = (change: StateChange): readonly string[] => peopleWithLess(change, fallbackRates);

  it("binds the new leader and frees the former one, and binds no more for a maximum that answers", () => {
    const led = stateAfter(anAuction(), bidPlaced("ada", 1, 1100));
    expect(peopleRebound(changed(led, placeBid("bola", 1200)))).toEqual(new Set(["ada", "bola"]));
    const guarded = stateAfter(anAuction(), maxBidSet("ada", 5000), bidPlaced("ada", 1, 1100, "auto"));
    expect(peopleRebound(changed(guarded, placeBid("bola", 1200)))).toEqual(new Set());
  });

  it("frees everybody with a maximum when the auction ends, and the deposit takes no more than was bound", () => {
    const past = [maxBidSet("bola", 1050), maxBidSet("ada", 5000), bidPlaced("ada", 1, 1100, "auto")];
    const ended = changed(stateAfter(anAuction(), ...past), changeStatus("admin", "ended"));
    expect(peopleRebound(ended)).toEqual(new Set(["ada", "bola"]));
    expect(withLess(ended)).toEqual([]);
  });

  it("lists as people with less available those who bind more, and those who pay from unbound money", () => {
    const led = stateAfter(anAuction({ buyItNowMinor: minor(9000) }), bidPlaced("ada", 1, 1100));
    expect(withLess(changed(led, placeBid("bola", 1200)))).toEqual(["bola"]);
    expect(withLess(changed(led, buyItNow("bola")))).toEqual(["bola"]);
  });
});

describe("the balance that a bid, a maximum and a purchase need", () => {
  const auction = stateAfter(anAuction({ buyItNowMinor: minor(5000) }));
  const commands: [string, Command][] = [
    ["a bid", placeBid("ada", 5000)],
    ["a maximum", setMaxBid("ada", 5000)],
    ["Buy It Now", buyItNow("ada")],
  ];

  it.each(commands)("is 20% in addition to the amounts bound elsewhere for %s", (_what, command) => {
    expect(decidedWith(auction, command, 500, { balanceMinor: 1500 }).kind).toBe("accepted");
    expect(decidedWith(auction, command, 501, { balanceMinor: 1500 })).toMatchObject({
      error: {
        code: "INSUFFICIENT_BALANCE",
        required: 10,
        balance: 9.99,
        message: expect.stringContaining(
          "You have ₦9.99 available: ₦5.01 of your balance of ₦15.00 is bound by your bids and maximums on other open auctions.",
        ),
      },
    });
  });

  it.each(commands)("is named for %s in the usual words if nothing is bound", (_what, command) => {
    expect(decidedWith(auction, command, 0, { balanceMinor: 999 })).toMatchObject({
      error: { balance: 9.99, message: expect.stringMatching(/Your current balance: ₦9\.99$/) },
    });
  });
});

// Tests the limits of the bodies that register an account and create an auction, each at its boundary: the last value
// that is accepted and the first that is not.
import { expect, it } from "vitest";
import { registerBody } from "./rest/accounts.ts";
import { createAuctionBody } from "./rest/auctions.ts";

const takesPerson = (change: object): boolean =>
  registerBody.safeParse({ username: "adaeze", email: "a@b.ng", password: "secret", ...change }).success;
const takesLot = (change: object): boolean =>
  createAuctionBody.safeParse({ title: "Drum", description: "Loud", startingPrice: 5, ...change }).success;
const letters = (count: number): string => "x".repeat(count);

// S288
it("takes a username of 3 to 30 characters", () => {
  expect([2, 3, 30, 31].map((count) => takesPerson({ username: letters(count) }))).toEqual([false, true, true, false]);
});

// S291
it("takes a password of at least 6 characters", () => {
  expect([5, 6].map((count) => takesPerson({ password: letters(count) }))).toEqual([false, true]);
});

// S290
it("takes an e-mail address, and refuses any other text", () => {
  const addresses = ["ada@example.ng", "", "ada", "ada@", "@example.ng", "a da@example.ng"];
  expect(addresses.map((email) => takesPerson({ email }))).toEqual([true, false, false, false, false, false]);
});

// S343
it("requires title, description and a starting price above 0", () => {
  const missing = {
    title: [undefined, "", "  "],
    description: [undefined, "", "  "],
    startingPrice: [undefined, 0, -1],
  };
  for (const [field, values] of Object.entries(missing)) {
    for (const value of values) expect([field, value, takesLot({ [field]: value })]).toEqual([field, value, false]);
  }
  expect([takesLot({}), takesLot({ startingPrice: 0.01 })]).toEqual([true, true]);
});

// S469
it("takes a title of 100, a description of 1000 and a location of 100 characters, and no more", () => {
  const limits = { title: 100, description: 1000, location: 100 };
  for (const [field, most] of Object.entries(limits)) {
    expect([most, most + 1].map((count) => [field, takesLot({ [field]: letters(count) })])).toEqual([
      [field, true],
      [field, false],
    ]);
  }
});

// S468
it("takes an increment from 0.01 and a duration from 1 hour", () => {
  expect([0, 0.009, 0.01].map((bidIncrement) => takesLot({ bidIncrement }))).toEqual([false, false, true]);
  expect([0, 0.99, 1].map((duration) => takesLot({ duration }))).toEqual([false, false, true]);
});

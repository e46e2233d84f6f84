import type { Auction } from "@jara/shared/auction";
import { describe, expect, it } from "vitest";
import { type LotForm, newLotForm, toForm } from "./lot-form.ts";
import { rulesFor } from "./rules.ts";

const filled: LotForm = { ...newLotForm, title: "Drum", description: "Carved", startingPrice: "5000" };
const rules = rulesFor();
const problem = (name: keyof typeof rules, change: Partial<LotForm>) => {
  const form = { ...filled, ...change };
  return rules[name](form[name], form);
};

describe("the rules for prices", () => {
  // S359
  it.each(["0", "-1", "0.00"])("refuse a starting price of %s", (startingPrice) => {
    expect(problem("startingPrice", { startingPrice })).toBe("Starting price must be greater than 0");
  });
  // S361
  it("refuse Buy It Now at or below the starting price", () => {
    const words = "Buy It Now price must be higher than starting price";
    for (const buyItNowPrice of ["5000", "4999.99", "0", "-3"])
      expect(problem("buyItNowPrice", { buyItNowPrice })).toBe(words);
    for (const buyItNowPrice of ["5000.01", "", "9000"]) expect(problem("buyItNowPrice", { buyItNowPrice })).toBe(true);
  });
  // S318
  it("refuse Buy It Now below the reserve", () => {
    const words = "Buy It Now price cannot be lower than the reserve price";
    expect(problem("buyItNowPrice", { buyItNowPrice: "8999.99", reservePrice: "9000" })).toBe(words);
    expect(problem("buyItNowPrice", { buyItNowPrice: "9000", reservePrice: "9000" })).toBe(true);
  });
  // S362
  it("refuse a reserve below the starting price", () => {
    const words = "Reserve price cannot be lower than starting price";
    for (const reservePrice of ["4999.99", "0", "-3"]) expect(problem("reservePrice", { reservePrice })).toBe(words);
    for (const reservePrice of ["5000", "", "9000"]) expect(problem("reservePrice", { reservePrice })).toBe(true);
  });
  // S363
  it("refuse an increment below 0.01", () => {
    for (const bidIncrement of ["0", "-1", ""])
      expect(problem("bidIncrement", { bidIncrement })).toBe("Bid increment must be greater than 0");
    expect(problem("bidIncrement", { bidIncrement: "0.01" })).toBe(true);
    expect(problem("bidIncrement", { bidIncrement: "0.001" })).toBe("Amounts can have at most 2 decimals");
  });
  it("refuse an amount that the contract does not accept", () => {
    expect(problem("startingPrice", { startingPrice: "1.0055" })).toBe("Amounts can have at most 2 decimals");
    expect(problem("startingPrice", { startingPrice: "1.005" })).toMatch(
      /^Please enter a valid amount. “1.005” can mean/,
    );
    expect(problem("startingPrice", { startingPrice: "10000000001" })).toBe(
      "Amounts can be at most ₦10,000,000,000.00",
    );
    expect(problem("startingPrice", { startingPrice: "10000000000" })).toBe(true);
  });
});

// S364
it("limits title to 100, description to 1000 and location to 100 characters, without the spaces around them", () => {
  for (const [name, max] of [
    ["title", 100],
    ["description", 1000],
    ["location", 100],
  ] as const) {
    expect(problem(name, { [name]: ` ${"x".repeat(max)} ` })).toBe(true);
    expect(problem(name, { [name]: "x".repeat(max + 1) })).toMatch(new RegExp(`at most ${max} characters long$`));
  }
});

// S365
it("requires a duration of at least an hour if there is no end time", () => {
  for (const duration of ["0", "0.5", "", "-3"])
    expect(problem("duration", { duration })).toBe("Duration must be at least 1 hour");
  expect(problem("duration", { duration: "1" })).toBe(true);
  expect(problem("duration", { duration: "9000" })).toMatch(/at most 8760 hours/);
  expect(problem("duration", { duration: "", endTime: "2026-11-22T15:00" })).toBe(true);
});

describe("the rules for a lot with a bid", () => {
  const auction = {
    title: "Drum",
    description: "Loud.",
    location: "Kano",
    categories: ["toys"],
    currency: "NGN",
    startingPrice: 1000,
    currentPrice: 1500,
    bidIncrement: 100,
    buyItNowPrice: 9000,
    reservePrice: 5000,
    bidCount: 1,
    startTime: null,
    endTime: "2026-11-22T12:00:30.000Z",
  } as Auction;
  const form = toForm(auction);

  it("refuses a higher reserve, or a Buy It Now price not above the current price, once there are bids", () => {
    const rules = rulesFor(auction);
    expect(rules.reservePrice("4999.99", form)).toBe(true);
    expect(rules.reservePrice("5000.01", form)).toMatch(/^With bids the reserve can be lowered/);
    expect(rules.buyItNowPrice("1500", form)).toMatch(/higher than the current price of ₦1,500\.00$/);
    expect(rulesFor({ ...auction, bidCount: 0 }).reservePrice("6000", form)).toBe(true);
  });

  it("refuses a Buy It Now price below the reserve, also when only the reserve is changed", () => {
    const rules = rulesFor({ ...auction, bidCount: 0 });
    const words = "Buy It Now price cannot be lower than the reserve price";
    expect(rules.buyItNowPrice("4999.99", form)).toBe(words);
    expect(rules.buyItNowPrice("9000.00", { ...form, reservePrice: "9000.01" })).toBe(words);
    expect(rules.buyItNowPrice("9000.00", form)).toBe(true);
  });

  it("refuses a higher increment once there are bids", () => {
    expect(rulesFor(auction).bidIncrement("100.01", form)).toMatch(/can only be lowered/);
    expect(rulesFor(auction).bidIncrement("99", form)).toBe(true);
    expect(rulesFor({ ...auction, bidCount: 0 }).bidIncrement("200", form)).toBe(true);
  });
});

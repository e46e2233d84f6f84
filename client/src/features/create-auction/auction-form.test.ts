import { createAuctionBody } from "@jara/shared/rest/auctions";
import { describe, expect, it } from "vitest";
import { type AuctionForm, endTimeError, newAuctionForm, rules, toBody } from "./auction-form.ts";

const filled: AuctionForm = { ...newAuctionForm, title: "Drum", description: "Carved", startingPrice: "5000" };
const problem = (name: keyof typeof rules, change: Partial<AuctionForm>) => {
  const form = { ...filled, ...change };
  return rules[name](form[name], form);
};

// S287
it("starts with an increment of 1.00, naira, 24 hours and the condition Good", () => {
  expect(newAuctionForm).toMatchObject({ bidIncrement: "1.00", currency: "NGN", duration: "24", condition: "good" });
  expect(toBody(filled, [])).toMatchObject({ bidIncrement: 1, currency: "NGN", duration: 24, condition: "good" });
});

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

// S368
it("requires an end time in the future and after the start, in Lagos time", () => {
  const now = Date.parse("2026-11-22T14:00:00Z");
  const words = "The end time must be in the future and after the start time";
  const error = (change: Partial<AuctionForm>) => endTimeError({ ...filled, ...change }, now);
  expect(error({})).toBe(true);
  expect(error({ endTime: "2026-11-22T15:00" })).toBe(words);
  expect(error({ endTime: "2026-11-22T15:01" })).toBe(true);
  expect(error({ startTime: "2026-11-23T10:00", endTime: "2026-11-23T10:00" })).toBe(words);
  expect(error({ startTime: "2026-11-23T10:00", endTime: "2026-11-23T10:01" })).toBe(true);
});

describe("the body that is sent", () => {
  // S367
  it("has the end time and no duration, or only a duration if no end time is given, with times in UTC", () => {
    const timed = toBody({ ...filled, startTime: "2026-11-23T00:30", endTime: "2026-11-24T18:00" }, []);
    expect(timed).toMatchObject({ startTime: "2026-11-22T23:30:00.000Z", endTime: "2026-11-24T17:00:00.000Z" });
    expect(timed).not.toHaveProperty("duration");
    const plain = toBody(filled, []);
    expect(plain.duration).toBe(24);
    for (const name of ["startTime", "endTime"]) expect(plain).not.toHaveProperty(name);
  });

  // S372
  it("has the trimmed location, and omits an empty location and prices that are not given", () => {
    expect(toBody({ ...filled, location: "  Jos  " }, []).location).toBe("Jos");
    const plain = toBody({ ...filled, location: "   " }, []);
    for (const name of ["location", "buyItNowPrice", "reservePrice"]) expect(plain).not.toHaveProperty(name);
  });

  it("has a soft close of 2 minutes and at most 30, unless it is switched off", () => {
    expect(toBody(filled, []).softClose).toEqual({ windowSeconds: 120, capMinutes: 30 });
    expect(toBody({ ...filled, softCloseWindow: "300", softCloseCap: "60" }, []).softClose).toEqual({
      windowSeconds: 300,
      capMinutes: 60,
    });
    expect(toBody({ ...filled, softCloseWindow: "off", softCloseCap: "" }, []).softClose).toBeNull();
  });

  it("is valid by the contract", () => {
    const media = [{ url: "/media/a.webp", filename: "a.webp", originalName: "a.jpg", type: "image" as const }];
    const all: AuctionForm = {
      ...filled,
      title: "  Drum ",
      categories: ["toys", "general"],
      location: "Jos",
      reservePrice: "6000.50",
      buyItNowPrice: "9000",
      endTime: "2026-11-24T18:00",
    };
    for (const form of [filled, all]) expect(createAuctionBody.safeParse(toBody(form, media)).error).toBeUndefined();
    expect(toBody(all, media)).toMatchObject({ title: "Drum", reservePrice: 6000.5, buyItNowPrice: 9000, media });
  });
});

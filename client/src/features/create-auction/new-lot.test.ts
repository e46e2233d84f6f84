import { createAuctionBody } from "@jara/shared/rest/auctions";
import { describe, expect, it } from "vitest";
import { type LotForm, newLotForm } from "../../lots/lot-form/lot-form.ts";
import { endTimeError, toBody } from "./new-lot.ts";

const filled: LotForm = { ...newLotForm, title: "Drum", description: "Carved", startingPrice: "5000" };

// S287
it("starts with an increment of 1.00, naira, 24 hours and the condition Good", () => {
  expect(newLotForm).toMatchObject({ bidIncrement: "1.00", currency: "NGN", duration: "24", condition: "good" });
  expect(toBody(filled, [])).toMatchObject({ bidIncrement: 1, currency: "NGN", duration: 24, condition: "good" });
});

// S368
it("requires an end time in the future and after the start, in Lagos time", () => {
  const now = Date.parse("2026-11-22T14:00:00Z");
  const words = "The end time must be in the future and after the start time";
  const error = (change: Partial<LotForm>) => endTimeError({ ...filled, ...change }, now);
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
    const all: LotForm = {
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

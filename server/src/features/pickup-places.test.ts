import { usualSettings } from "@jara/shared/site-settings";
import { expect, it } from "vitest";
import { placesOf } from "./pickup-places.ts";

const NOW = Date.parse("2026-11-30T09:00:00.000Z");
const time = (place: string, until = NOW + 3_600_000) => ({
  from: until - 3_600_000,
  until,
  place,
  slotMinutes: 30,
  buyers: 1,
});
const houseAt = (place: string) => ({ hours: { ...usualSettings.hours, place } });

it("names where the lot is ready, else the places of its sale, else the house's, else none", () => {
  const ofSale = [time("Hall A"), time("Hall B"), time("Hall A")];
  const house = houseAt("12 Marina");
  expect(placesOf({ ready: "Gate 3", ofSale, house }, NOW)).toEqual(["Gate 3"]);
  expect(placesOf({ ready: null, ofSale, house }, NOW)).toEqual(["Hall A", "Hall B"]);
  expect(placesOf({ ofSale: [], house }, NOW)).toEqual(["12 Marina"]);
  expect(placesOf({ ofSale: [], house: houseAt("") }, NOW)).toEqual([]);
});

it("leaves out the times of the sale that are over, unless all are", () => {
  const over = time("Hall A", NOW);
  const house = houseAt("12 Marina");
  expect(placesOf({ ofSale: [over, time("Hall B")], house }, NOW)).toEqual(["Hall B"]);
  expect(placesOf({ ofSale: [over], house }, NOW)).toEqual(["Hall A"]);
});

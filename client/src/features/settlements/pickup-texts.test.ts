import { PICKUP_TEXT_MAX } from "@jara/shared/rest/settlements";
import { expect, it } from "vitest";
import { textsOfSale } from "./pickup-texts.ts";

const time = (day: number, place = "12 Broad Street") => ({
  from: `2026-12-0${day}T09:00:00.000Z`,
  until: `2026-12-0${day}T11:00:00.000Z`,
  place,
  slotMinutes: 30,
  buyers: 2,
});
const now = Date.parse("2026-12-02T10:00:00.000Z");

it("names the times that are not over, the earliest first", () => {
  expect(textsOfSale([time(4), time(1), time(2)], now)).toEqual({
    place: "12 Broad Street",
    hours: "Wed, 2 Dec, 10:00 to 12:00; Fri, 4 Dec, 10:00 to 12:00",
  });
  expect(textsOfSale([time(1)], now)).toBeNull();
});

it("names the place of each time where there are several", () => {
  expect(textsOfSale([time(3), time(4, "Yaba")], now)).toEqual({
    place: "12 Broad Street or Yaba",
    hours: "Thu, 3 Dec, 10:00 to 12:00, 12 Broad Street; Fri, 4 Dec, 10:00 to 12:00, Yaba",
  });
});

it("leaves out times that do not fit", () => {
  const many = Array.from({ length: 9 }, () => time(5));
  const hours = textsOfSale(many, now)?.hours ?? "";
  expect(hours.length).toBeLessThanOrEqual(PICKUP_TEXT_MAX);
  expect(hours).toMatch(/to 12:00$/);
});

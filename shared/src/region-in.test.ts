import { expect, it } from "vitest";
import { regionIn } from "./region-in.ts";

it.each([
  ["Warehouse, 14 Broad Street, Lagos Island", "lagos"],
  ["Ogun Street, Lagos", "lagos"],
  ["12 Aba Road\nPort Harcourt, RIVERS", "rivers"],
  ["Calabar, Cross River", "cross river"],
  ["Minna, Niger State", "niger"],
  ["Nigeria", null],
  ["Edoland", null],
  ["Oyó", null],
  ["", null],
])("finds the region that %j names last", (text, region) => {
  expect(regionIn(text)).toBe(region);
});

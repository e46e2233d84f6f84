import { expect, it } from "vitest";
import { regionOfPlace } from "./region-of-place.ts";

it.each([
  ["12 Ring Road, Ibadan", "oyo"],
  ["12 Aba Road, Port Harcourt", "rivers"],
  ["Ibadan Street, Lagos", "lagos"],
  ["Ado-Ekiti", "ekiti"],
  ["7 Allen Avenue, Ikeja", "lagos"],
  ["Plot 4, Wuse 2", "abuja"],
  ["Yaba Road, Ilesa", "osun"],
  ["Our warehouse", null],
  ["Josephine's yard", null],
])("finds the region of %j", (place, region) => {
  expect(regionOfPlace(place)).toBe(region);
});

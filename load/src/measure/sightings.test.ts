import { beforeEach, expect, it } from "vitest";
import { Latencies } from "./latencies.ts";
import { Sightings } from "./sightings.ts";

let latencies: Latencies;
let sightings: Sightings;
beforeEach(() => {
  latencies = new Latencies();
  sightings = new Sightings(latencies);
});

it("measures when every watcher sees every bid, whether the answer or the event comes first", () => {
  sightings.seen("a", 2, 3, 1050);
  sightings.made("a", 2, 1000);
  sightings.made("a", 3, 1010);
  sightings.seen("a", 2, 3, 1060);
  sightings.settle(1100, true);
  // 50 and 60 ms from the first, 40 and 50 from the second.
  expect(latencies.count).toBe(4);
  expect(latencies.percentile(1)).toBeCloseTo(40, 0);
  expect(latencies.percentile(50)).toBeCloseTo(50, 0);
  expect(latencies.percentile(100)).toBeCloseTo(60, 0);
});

it("does not measure bids that this run did not send, and keeps auctions apart", () => {
  sightings.made("a", 2, 1000);
  sightings.seen("b", 2, 2, 1010);
  sightings.seen("a", 3, 3, 1010);
  sightings.settle(1100, true);
  expect(latencies.count).toBe(0);
});

it("takes the first bid that names a version as the one that made it", () => {
  sightings.made("a", 2, 1000);
  sightings.made("a", 2, 1008);
  sightings.seen("a", 2, 2, 1010);
  sightings.settle(1100, true);
  expect(latencies.percentile(100)).toBeCloseTo(10, 0);
});

it("waits for a late answer, and counts events that come after it was settled", () => {
  sightings.seen("a", 2, 2, 1010);
  sightings.settle(9000);
  sightings.made("a", 2, 1000);
  sightings.settle(9100);
  expect(latencies.count).toBe(1);
  sightings.seen("a", 2, 2, 9500);
  sightings.settle(9900);
  expect(latencies.count).toBe(2);
  expect(latencies.percentile(100)).toBeCloseTo(8500, -2);
});

it("measures what is known of merged bids when somebody else made one of them", () => {
  sightings.made("a", 2, 1000);
  sightings.seen("a", 2, 3, 1010);
  sightings.settle(14_000);
  expect(latencies.count).toBe(0);
  sightings.settle(17_000);
  expect(latencies.count).toBe(1);
});

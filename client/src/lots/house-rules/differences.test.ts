import type { Auction } from "@jara/shared/auction";
import { describe, expect, it } from "vitest";
import { differencesFrom, differencesOfLots } from "./differences.ts";

const softClose = { windowSeconds: 120, capMinutes: 30 };
const house = { incrementTable: true, softClose };
type Lot = Parameters<typeof differencesFrom>[1];
const lot = (change: Partial<Auction>): Lot =>
  ({ bidIncrement: 1, currency: "NGN", softClose, incrementSteps: [[null, 50]], ...change }) as Lot;
const imported = lot({ incrementSteps: undefined as never, softClose: null });

describe("how a lot differs from the house's rules", () => {
  it("names the increment and the soft close of a lot without them", () => {
    expect(differencesFrom(house, lot({}))).toEqual([]);
    expect(differencesFrom(house, imported)).toEqual([
      "an increment of ₦1.00 instead of the house's table",
      "no soft close",
    ]);
  });

  it("does not name an increment if the house has set no table", () => {
    expect(differencesFrom({ incrementTable: false, softClose }, lot({ incrementSteps: undefined as never }))).toEqual(
      [],
    );
  });

  it("names another soft close, and one that the house does not have", () => {
    const long = lot({ softClose: { windowSeconds: 300, capMinutes: 60 } });
    expect(differencesFrom(house, long)).toEqual([
      "a soft close of 5 minutes, at most 1 hour, instead of the house's soft close of 2 minutes, at most 30 minutes",
    ]);
    expect(differencesFrom({ ...house, softClose: null }, long)).toEqual([
      "a soft close of 5 minutes, at most 1 hour, although the house has none",
    ]);
  });

  it("counts the differences of many lots, the most frequent first", () => {
    const lots = [lot({ softClose: null }), imported, lot({})];
    expect(differencesOfLots(house, lots)).toEqual({
      differences: [
        { words: "no soft close", lots: 2 },
        { words: "an increment of ₦1.00 instead of the house's table", lots: 1 },
      ],
      differing: lots.slice(0, 2),
    });
  });
});

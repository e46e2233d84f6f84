// Prices of two currencies compared at a rate, and the steps that a page by price reads.
import type { Currency } from "@jara/shared/money";
import { asMinor } from "@jara/shared/money";
import { sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { withDatabase } from "../../../../test/support/with-database.ts";
import { priceStepOf, tenfoldBoundsOf } from "../../../platform/database/price-step.ts";
import { type Step, stepsAround } from "./by-price.ts";
import { nearestWord, vocabularyIn } from "./nearest-words.ts";
import { factorOf, limitsOf, type Ratio, ratioOf } from "./worth.ts";

describe("the worth of prices", () => {
  it.each([
    [833.33, 83_333n, 100n],
    [1500, 1500n, 1n],
    [1523.4705, 15_234_705n, 10_000n],
    [0.1, 1n, 10n],
  ])("reads the rate %d as a ratio of whole numbers", (USD_TO_NGN, naira, per) => {
    expect(ratioOf({ USD_TO_NGN })).toEqual({ naira, per });
  });

  it("lets a price through exactly if its worth lies between those of the limits", () => {
    for (const rate of [833.33, 1500, 0.7, 1523.4705]) {
      const ratio = ratioOf({ USD_TO_NGN: rate });
      for (const asked of ["NGN", "USD"] as const) {
        for (const [min, max] of [
          [1, 100],
          [99_999, 100_001],
          [83_333, 83_333],
          [12, 7],
        ] as const) {
          const limits = limitsOf({ minMinor: asMinor(min), maxMinor: asMinor(max), currency: asked }, ratio);
          for (const currency of ["NGN", "USD"] as const) {
            const { least, most } = limits[currency];
            for (const price of [least - 1, least, least + 1, most - 1, most, most + 1].filter((one) => one > 0)) {
              const worth = BigInt(price) * factorOf(currency, ratio);
              const isWithin =
                worth >= BigInt(min) * factorOf(asked, ratio) && worth <= BigInt(max) * factorOf(asked, ratio);
              expect(price >= least && price <= most, `${price} ${currency}`).toBe(isWithin);
            }
          }
        }
      }
    }
  });

  it("has no limits without amounts", () => {
    const limits = limitsOf({ minMinor: null, maxMinor: null, currency: "USD" }, { naira: 3n, per: 2n });
    expect(limits.NGN).toEqual({ least: 0, most: Number.MAX_SAFE_INTEGER });
  });
});

describe("the steps of a page by price", () => {
  const stepOf = (price: number): number => {
    for (let step = 11; step < 200; step += 1) {
      const { from, to } = tenfoldBoundsOf(step);
      if (from <= BigInt(price) * 10n && BigInt(price) * 10n < to) return step;
    }
    throw new Error("every price is on a step");
  };

  it("always hold the rows of the page, and the number of rows before it", () => {
    let seed = 7;
    const random = (below: number): number => {
      seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
      return seed % below;
    };
    const ratio: Ratio = { naira: 83_333n, per: 100n };
    const rows = Array.from({ length: 300 }, () => {
      const currency: Currency = random(3) === 0 ? "USD" : "NGN";
      const price = 1 + random(currency === "USD" ? 900 : 400_000);
      return { currency, price, step: stepOf(price), worth: BigInt(price) * factorOf(currency, ratio) };
    }).toSorted((a, b) => Number(a.worth - b.worth));
    const steps: Step[] = [];
    for (const { currency, step } of rows) {
      const known = steps.findIndex((one) => one.currency === currency && one.step === step);
      if (known < 0) steps.push({ currency, step, count: 1 });
      else steps[known] = { currency, step, count: (steps[known]?.count ?? 0) + 1 };
    }
    for (let from = 0; from < 290; from += 7) {
      const reach = stepsAround(steps, ratio, from, from + 10);
      const read = rows.filter((row) =>
        reach.steps.some(({ currency, step }) => currency === row.currency && step === row.step),
      );
      expect(read.slice(reach.before, reach.before + 10)).toEqual(rows.slice(from, from + 10));
      expect(read.length).toBeLessThan(rows.length);
    }
  });

  const held = withDatabase();
  it("begin and end at the same prices in the program and in the database", async () => {
    const prices = [1, 2, 9, 10, 11, 12, 15, 16, 63, 79, 80, 99, 100, 119, 120, 12_345, 79_999, 80_000, 999_999_999];
    for (const price of prices) {
      const [row] = await held.database.db.execute<{ step: number }>(
        sql`select ${priceStepOf(sql.raw(`${price}`))} as step`,
      );
      expect(row?.step, `${price}`).toBe(stepOf(price));
    }
  });
});

describe("the most similar word", () => {
  const words = new Map([
    ["generator", 4],
    ["general", 9],
    ["toyota", 3],
    ["drum", 2],
    ["sofa", 5],
    ["soda", 1],
  ]);

  it.each([
    ["genrator", "generator"],
    ["generatro", "generator"],
    ["toyotaa", "toyota"],
    ["durm", "drum"],
    ["sofas", "sofa"],
    // The word is as far from "sofa" as from "soda", but fewer lots have "soda".
    ["soba", "sofa"],
    ["tyt", null],
    ["zeppelin", null],
    ["sxxa", null],
  ])("to %s is %s", (typed, word) => {
    expect(nearestWord(typed, words)).toBe(word);
  });

  it("is the singular if that is nearer than the plural that the lots have", () => {
    expect(nearestWord("chiar", vocabularyIn(["50 plastic chairs", "office chairs"]))).toBe("chair");
  });
});

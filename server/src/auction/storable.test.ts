// Tests which values the log takes.
import { describe, expect, it } from "vitest";
import { canonical } from "../../../proof/src/canonical-json.ts";
import { canonicalJson, type Json } from "../platform/signing/canonical-json.ts";
import { assertStorable } from "./storable.ts";

describe("a value of an event", () => {
  it.each([
    0,
    -1,
    Number.MAX_SAFE_INTEGER,
    "",
    "Ada's “drum” 🥁\n",
    true,
    null,
    [1, [2, { a: "b" }]],
    { a: undefined },
  ])("can be %j, which the public log and its readers write in the same way", (value) => {
    assertStorable(value);
    const text = canonicalJson(value as Json);
    expect(canonical(JSON.parse(text))).toBe(text);
  });

  it.each([
    ["a fraction", { amountMinor: 7.5 }],
    ["NaN", { amountMinor: Number.NaN }],
    ["an infinity", { endsAt: Number.POSITIVE_INFINITY }],
    ["a number that is not exact", { amountMinor: 2 ** 53 }],
    ["undefined in a list", { voided: [undefined] }],
    ["a date", { endsAt: new Date(0) }],
    ["a map", { maxBids: new Map() }],
    ["a bigint", { amountMinor: 5n }],
    ["a function", { lot: () => 1 }],
    ["half a character", { title: "\ud83e" }],
    ["a character that PostgreSQL cannot store", { title: "a\0b" }],
    ["an infinite percentage", { feePercent: Number.POSITIVE_INFINITY }],
  ])("cannot be %s, at any depth", (_what, value) => {
    const [field] = Object.keys(value);
    expect(() => assertStorable([{ type: "AuctionEdited", changes: value }])).toThrow(`${field} has a value`);
  });

  it("can be a percentage with decimals, because the log has its basis points beside it", () => {
    expect(() => assertStorable({ rules: { feePercent: 7.5, feeBasisPoints: 750 } })).not.toThrow();
    expect(() => assertStorable({ rules: { feePercent: 7.5, feeBasisPoints: 750.5 } })).toThrow();
  });
});

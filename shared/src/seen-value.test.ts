import { expect, it } from "vitest";
import { whyChangedSince } from "./seen-value.ts";

it("names each field that has another value than its author saw, with both values", () => {
  const stored = { title: "Drum", price: 5, condition: "good" };
  expect(whyChangedSince({ title: "Gong", price: 5 }, stored, { title: "Bell", price: 6 })).toMatchObject({
    code: "VALUE_CHANGED",
    changes: [{ field: "title", before: "Gong", after: "Drum" }],
  });
});

it("compares only the fields that the author names", () => {
  expect(whyChangedSince(undefined, { title: "Drum" }, { title: "Bell" })).toBeNull();
  expect(whyChangedSince({}, { title: "Drum" }, { title: "Bell" })).toBeNull();
});

it("lets a write pass whose value is stored already", () => {
  expect(whyChangedSince({ title: "Gong" }, { title: "Bell" }, { title: "Bell" })).toBeNull();
});

it("compares parts of a value whatever the order of their fields, and takes an absent field for null", () => {
  const stored = { media: [{ url: "/a", type: "image" }], place: null };
  const seen = { media: [{ type: "image", url: "/a", filename: null }], place: undefined };
  expect(whyChangedSince(seen, stored, {})).toBeNull();
  expect(whyChangedSince({ media: [{ type: "image", url: "/b" }] }, stored, {})).toMatchObject({
    changes: [{ field: "media" }],
  });
});

// Tests that the list of offers says whose turn it is.
import type { StaffOffer } from "@jara/shared/rest/offers";
import { expect, it } from "vitest";
import { turnOf } from "./offer-words.ts";

const by = (...authors: ("staff" | "seller")[]) => authors.map((author) => ({ by: author }));
const turn = (offer: object) => turnOf({ messages: [], agreement: null, lot: null, ...offer } as unknown as StaffOffer);

it.each([
  ["nobody has written", { status: "offered" }, null],
  ["the seller wrote last", { status: "in-review", messages: by("staff", "seller") }, "The seller answered"],
  ["the staff wrote last", { status: "in-review", messages: by("seller", "staff") }, "Waits for the seller's answer"],
  [
    "terms were proposed",
    { status: "accepted", agreement: { status: "proposed" }, messages: by("seller") },
    "Waits for the seller's signature",
  ],
  ["the terms were accepted", { status: "accepted", agreement: { status: "accepted" } }, "Make the draft lot"],
  [
    "the lot is a draft",
    { status: "accepted", agreement: { status: "accepted" }, lot: { status: "draft" } },
    "Ready to publish",
  ],
  ["the lot is public", { status: "accepted", agreement: { status: "accepted" }, lot: { status: "active" } }, null],
  ["it was declined", { status: "declined", messages: by("seller") }, null],
])("when %s", (_, offer, words) => {
  expect(turn(offer)?.words ?? null).toBe(words);
});

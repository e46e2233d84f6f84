// Tests that the list of offers says whose turn it is, and what a seller reads as the state of an offer.
import type { Offer, StaffOffer } from "@jara/shared/rest/offers";
import { expect, it } from "vitest";
import { ownState, turnOf } from "./offer-words.ts";

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

const offer = (status: Offer["status"], agreement: "proposed" | "accepted" | null, lot: Partial<Offer["lot"]> | null) =>
  ({ status, agreement: agreement && { status: agreement }, lot }) as Offer;
const lot = (status: NonNullable<Offer["lot"]>["status"], sale: NonNullable<Offer["lot"]>["sale"] = null) => ({
  status,
  sale,
});

it.each([
  ["Sent", offer("offered", null, null)],
  ["Terms to accept", offer("accepted", "proposed", null)],
  ["Accepted", offer("accepted", "accepted", null)],
  ["Announced", offer("accepted", "accepted", lot("draft"))],
  ["Live", offer("accepted", "accepted", lot("active"))],
  ["Terms to accept", offer("accepted", "proposed", lot("active"))],
  ["Sold, not paid yet", offer("accepted", "accepted", lot("ended", "unpaid"))],
  ["Sold, paid by the buyer", offer("accepted", "accepted", lot("sold", "due"))],
  ["Paid", offer("accepted", "accepted", lot("sold", "credited"))],
  ["Not sold", offer("accepted", "accepted", lot("ended"))],
])("says %s", (label, one) => {
  expect(ownState(one).label).toBe(label);
});

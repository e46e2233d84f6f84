// Tests the contract of the list of a lot's fields: which rules each falls under, and that calls, drafts, answers and
// tables of lots have every optional text, with its bound.
import { expect, it } from "vitest";
import { auctionSchema } from "./auction.ts";
import { importColumns } from "./import-columns.ts";
import { auctionShape } from "./live-shapes.ts";
import {
  detailNames,
  detailsIn,
  fieldsThat,
  labelOfField,
  lotDetails,
  lotFieldNames,
  nameInHistory,
  nameInMail,
  wireNameOf,
} from "./lot-fields.ts";
import { createAuctionBody, updateAuctionBody } from "./rest/auctions.ts";
import { lotDraftContent } from "./rest/lot-drafts.ts";

it("names the fields that make up the content, that a correction may change, and that are prices", () => {
  expect(fieldsThat("isContent").filter((name) => !(name in lotDetails))).toEqual([
    "title",
    "description",
    "categories",
    "condition",
    "location",
    "media",
    "addenda",
    "conditionReport",
    "lowEstimateMinor",
    "highEstimateMinor",
    "incrementMinor",
    "increments",
    "buyItNowMinor",
    "softClose",
  ]);
  expect(fieldsThat("isCorrectable")).toEqual(["title", "description", "location"]);
  expect(fieldsThat("isPrice")).toEqual(["currency", "startingPriceMinor", "reserveMinor", "buyItNowMinor"]);
});

it("names each field as the API has it", () => {
  for (const name of lotFieldNames) expect(Object.keys(auctionSchema.shape)).toContain(wireNameOf(name));
});

it("names fields in sentences, and leaves a field of a newer version its name", () => {
  expect(["media", "incrementMinor", "addenda"].map(nameInHistory)).toEqual([
    "the media",
    "the bid increment",
    "the addenda",
  ]);
  expect(["media", "bidIncrement", "addenda", "hasReserve"].map(nameInMail)).toEqual([
    "the pictures",
    "the bid increment",
    "an addendum",
    "whether there is a reserve",
  ]);
  expect(["media", "incrementSteps", "startingPrice"].map(labelOfField)).toEqual([
    "pictures and videos",
    "increments",
    "starting price",
  ]);
  for (const nameOf of [nameInHistory, nameInMail, labelOfField]) expect(nameOf("newer")).toBe("newer");
});

it.each(detailNames)("has %s in every call, draft, answer and table, with its bound", (name) => {
  const { max, title } = lotDetails[name];
  const [longest, longer] = ["x".repeat(max), "x".repeat(max + 1)];
  const lot = { title: "Drum", description: "Carved", startingPrice: 100 };
  for (const value of [longest, "", null]) {
    expect(createAuctionBody.parse({ ...lot, [name]: value })[name]).toBe(value);
    expect(updateAuctionBody.parse({ [name]: value })[name]).toBe(value);
  }
  expect(createAuctionBody.safeParse({ ...lot, [name]: longer }).success).toBe(false);
  expect(updateAuctionBody.safeParse({ [name]: longer }).success).toBe(false);
  // Texts of older versions may be of a form that no call takes any more.
  expect(updateAuctionBody.safeParse({ seen: { [name]: longer } }).success).toBe(true);
  expect(lotDraftContent.shape[name].parse(longer), "a draft keeps what is too long").toBe(longer);
  expect(auctionSchema.shape[name].parse(longest)).toBe(longest);
  expect(Object.keys(auctionShape.shape)).toContain(name);
  expect(importColumns[name].name).toBe(title);
});

it("takes an empty text for none", () => {
  const [name] = detailNames;
  expect([{}, { [name as string]: null }, { [name as string]: "  " }].map(detailsIn)).toEqual([{}, {}, {}]);
  expect(detailsIn({ [name as string]: " Bring a van. " })).toEqual({ [name as string]: "Bring a van." });
});

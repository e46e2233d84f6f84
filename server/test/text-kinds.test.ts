// Every text that a person or a program sends is of a kind, which cleans it: live commands, settings, drafts and imports.
// open-api.e2e.test.ts looks at the REST calls.
import { idSchema } from "@jara/shared/auction";
import { liveCommands } from "@jara/shared/calls/live-list";
import { authenticateSchema, plainRequestSchema } from "@jara/shared/live-commands";
import { updateProfileBody } from "@jara/shared/rest/accounts";
import { createAuctionBody } from "@jara/shared/rest/auctions";
import { lotDraftContent } from "@jara/shared/rest/lot-drafts";
import { secondStepBody } from "@jara/shared/rest/second-factor";
import { handoverBody } from "@jara/shared/rest/settlements";
import { changeSettingBody } from "@jara/shared/rest/site-settings";
import { resolveBankAccountBody } from "@jara/shared/rest/withdrawals";
import { line, opaque } from "@jara/shared/text/kinds";
import { readAmount } from "@jara/shared/typed-amount";
import { expect, it } from "vitest";
import * as z from "zod/mini";
import { textsWithoutKind } from "./support/text-kinds.ts";

const commands = Object.entries(liveCommands).map(([name, { data }]) => [name, data] as const);
it.each([...commands, ["any frame", plainRequestSchema] as const, ["authenticate", authenticateSchema] as const])(
  "the live command %s has no text without a kind",
  (_, schema) => {
    expect(textsWithoutKind(schema, "data")).toEqual([]);
  },
);

it.each(Object.entries({ createAuctionBody, lotDraftContent, changeSettingBody }))(
  "%s has no text without a kind",
  (_, schema) => {
    expect(textsWithoutKind(schema, "body")).toEqual([]);
  },
);

const cleaned = (schema: z.core.$ZodType, value: unknown): unknown => z.parse(schema, value);

it("takes what people paste: amounts, phones, account numbers and codes", () => {
  for (const phone of ["\u202a+234 803 123 4567\u202c", "+234\u00a0803\u00a0123\u00a04567"]) {
    expect(cleaned(updateProfileBody, { phone })).toEqual({ phone: "+234 803 123 4567" });
  }
  expect(cleaned(updateProfileBody, { phone: "+234\u2011803\u2011123\u20114567" })).toEqual({
    phone: "+234-803-123-4567",
  });
  for (const accountNumber of [" 0123456780", "0123 456 780", "012-345-6780", "012\u2011345\u00a06780"]) {
    expect(cleaned(resolveBankAccountBody, { bankCode: "058", accountNumber })).toEqual({
      bankCode: "058",
      accountNumber: "0123456780",
    });
  }
  expect(cleaned(handoverBody, { code: "\u200e123\u00a0456" })).toEqual({ code: "123456" });
  expect(cleaned(secondStepBody, { challenge: "x".repeat(43), code: "123 456" })).toMatchObject({ code: "123456" });
  for (const amount of ["N 25,000", "25,000 NGN", "\u200e\u20a625,000", "\u20a6  25,000", "NGN25000", "２５，０００"]) {
    expect([amount, readAmount(amount)]).toEqual([amount, 25_000]);
  }
});

it("takes an id of this site in capitals, and leaves other texts as they are", () => {
  const id = "6f1f3c1e-8a52-4c56-b7b1-0f0f5c0e9d21";
  expect(cleaned(idSchema, id.toUpperCase())).toBe(id);
  expect(
    cleaned(liveCommands["bid:place"].data, { auctionId: id.toUpperCase(), amount: 5, commandId: id }),
  ).toMatchObject({
    auctionId: id,
  });
  for (const other of ["Sale-A", `${id}-12`, "ABC"]) expect(cleaned(idSchema, other)).toBe(other);
});

it("writes one line of a title, a category and the house's bank account, in every setting", () => {
  const title = "Drum\r\nBEGIN:VEVENT\r\nUID:x\r\nDTSTART:20261224T090000Z\r\nSUMMARY:Pay here\r\nEND:VEVENT";
  expect(cleaned(createAuctionBody, { title, description: "Long\r\ntext", startingPrice: 20_000 })).toMatchObject({
    title: title.replaceAll("\r\n", " "),
    description: "Long\ntext",
  });
  const label = "Drums\r\nSUMMARY:x";
  expect(
    cleaned(changeSettingBody, {
      section: "categories",
      version: 0,
      reason: "New\nones",
      value: [{ code: "drums", label, isRetired: false }],
    }),
  ).toMatchObject({ reason: "New ones", value: [{ label: "Drums SUMMARY:x" }] });
  const value = { bank: "Zenith\u200b Bank", number: "012 345-6780", name: "Jara\u0007\nLtd" };
  expect(cleaned(changeSettingBody, { section: "bank-account", version: 0, reason: "Moved", value })).toMatchObject({
    value: { bank: "Zenith Bank", number: "0123456780", name: "Jara Ltd" },
  });
});

it("finds a text without a kind wherever it is", () => {
  const text = z.string();
  const schema = z.strictObject({
    a: text,
    b: z.optional(z.nullable(z.array(text))),
    c: z.union([z.number(), text.check(z.maxLength(3))]),
    d: z.record(line(1, 3), text),
    e: z.pipe(text, z.transform(Number)),
    f: text.check(z.regex(/^.{3}$/)),
    g: text.check(z.regex(/^[^a]$/)),
    h: text.check(z.regex(/[a-z]/)),
    i: text.check(z.trim()),
    j: z.email(),
    k: z._default(text, ""),
  });
  const places = ["a", "b[]", "c(1)", "d[]", "e", "f", "g", "h", "i", "j", "k"].map((place) => `body.${place}`);
  expect(textsWithoutKind(schema, "body")).toEqual(places);
  const kinds = { a: line(1, 3), b: opaque(3), c: z.guid(), d: z.iso.date(), e: text.check(z.regex(/^[\x21-\x7e]+$/)) };
  expect(textsWithoutKind(z.object({ ...kinds, f: z.enum(["a"]), g: z.literal("b") }), "body")).toEqual([]);
});

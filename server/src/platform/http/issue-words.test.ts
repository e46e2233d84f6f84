import { liveCommands } from "@jara/shared/calls/live-list";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import * as z from "zod/mini";
import { issuesOf } from "../../live/dispatch.ts";
import { issueWords, labelOf, refusalWords, speakPlainly } from "./issue-words.ts";

const wrong = (schema: z.ZodMiniType, value: unknown) => {
  const { error } = schema.safeParse(value);
  if (!error) throw new Error("the value fits");
  return error;
};

describe("the words of a refused value", () => {
  beforeAll(speakPlainly);
  afterAll(() => void z.config({ localeError: undefined }));

  it.each<[z.ZodMiniType, unknown, string]>([
    [z.number(), "x", "must be a number"],
    [z.number(), undefined, "is missing"],
    [z.int(), 1.5, "must be a whole number"],
    [z.string(), 5, "must be a text"],
    [z.boolean(), "yes", "must be true or false"],
    [z.array(z.string()), {}, "must be a list"],
    [z.strictObject({}), 5, "must be an object"],
    [z.strictObject({}), { x: 1, y: 2 }, "has a field that this call does not know: x, y"],
    [z.enum(["NGN", "USD"]), "EUR", "must be NGN or USD"],
    [z.literal(true), false, "must be true"],
    [z.string().check(z.minLength(1)), "", "is missing"],
    [z.string().check(z.minLength(3)), "x", "must have at least 3 characters"],
    [z.string().check(z.maxLength(1_000)), "x".repeat(1_001), "has more than 1,000 characters"],
    [z.array(z.string()).check(z.maxLength(1)), ["x", "x"], "has more than 1 entry"],
    [z.number().check(z.positive()), 0, "must be greater than 0"],
    [z.number().check(z.minimum(2)), 1, "must be at least 2"],
    [z.number().check(z.maximum(2_000)), 3_000, "must be at most 2,000"],
    [z.email(), "x", "must be an email address"],
    [z.guid(), "x", "must be a UUID"],
    [z.iso.datetime(), "x", "must be a date and time, such as 2026-11-24T16:00:00.000Z"],
    [z.string().check(z.regex(/^a$/)), "b", "is not valid"],
    [z.union([z.string(), z.number()]), true, "is not valid"],
  ])("are plain (%#)", (schema, value, words) => {
    expect(wrong(schema, value).issues.map(({ message }) => message)).toEqual([words]);
  });

  it("are plain for every live command", () => {
    for (const [name, { data: schema }] of Object.entries(liveCommands)) {
      for (const value of [
        undefined,
        null,
        5,
        "x",
        [],
        ...[0, "", "x", null, {}].map((one) => ofFields(schema, one)),
      ]) {
        const { error } = schema.safeParse(value);
        const said = error ? issuesOf(error).map(({ message }) => message) : [];
        expect([name, said.filter((message) => /expected|received|Invalid|Too |Unrecognized/.test(message))]).toEqual([
          name,
          [],
        ]);
      }
    }
  });
});

const ofFields = (schema: z.ZodMiniType, value: unknown): object =>
  Object.fromEntries(Object.keys((schema as z.ZodMiniObject).shape).map((name) => [name, value]));

it("gives the library's words a subject where nobody told it to speak plainly", () => {
  const [issue] = wrong(z.number(), "x").issues;
  expect(issue && issueWords(issue, "Starting price")).toBe("Starting price must be a number.");
});

it.each([
  ["startingPrice", "Starting price"],
  ["buyItNowPrice", "Buy It Now price"],
  ["address.zipCode", "Zip code"],
  ["media.0.url", "Url (entry 1)"],
  ["categories.2", "Categories (entry 3)"],
  ["", "The request"],
])("names the field %j %j", (path, label) => expect(labelOf(path)).toBe(label));

it("makes a sentence of the first issue, and keeps one that is a sentence", () => {
  expect(refusalWords([{ path: "title", message: "is missing" }])).toBe("Title is missing");
  expect(refusalWords([{ path: "amount", message: "Please enter a valid bid amount" }])).toBe(
    "Please enter a valid bid amount",
  );
  expect(refusalWords([])).toBeUndefined();
});

import { expect, it } from "vitest";
import { EncodedJson, encodeAnswer } from "./encoded-json.ts";

const events = [{ type: "auction:price", data: { bidder: 'ọ"n\\', amount: 1 } }];

it.each([
  { ok: true, auction: { title: "₦", isLeading: true }, serverTime: "now" },
  { id: 7, ok: true },
])("encodes an answer with encoded events as if they were not encoded: %j", (answer) => {
  const encoded = { ...answer, events: new EncodedJson(JSON.stringify(events)) };
  expect(JSON.parse(encodeAnswer(encoded))).toEqual({ ...answer, events });
  expect(JSON.parse(JSON.stringify(encoded))).toEqual({ ...answer, events });
});

it("encodes any other answer as JSON", () => {
  for (const answer of [
    { ok: false, error: { code: "INVALID" } },
    { ok: true, events },
  ])
    expect(encodeAnswer(answer)).toBe(JSON.stringify(answer));
});

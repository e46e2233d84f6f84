// Tests canonical JSON: each value has one spelling, and no other spelling is read.
import fc from "fast-check";
import { expect, it } from "vitest";
import { canonical, parseCanonical } from "./canonical-json.ts";

it("sorts keys by their code units, and writes no spaces", () => {
  expect(canonical({ b: [1, null, true], a: { "\u20ac": 1, "\r": 2, "1": 3, "\ud83d\ude00": 4, "\ufb33": 5 } })).toBe(
    '{"a":{"\\r":2,"1":3,"\u20ac":1,"\ud83d\ude00":4,"\ufb33":5},"b":[1,null,true]}',
  );
});

it("refuses a second spelling of the same value", () => {
  const others = [
    '{"b":1,"a":2}',
    '{"a": 1}',
    '{"a":1,"a":1}',
    '{"a":1.0}',
    '{"a":1e2}',
    '{"a":-0}',
    '{"a":"\\u0041"}',
  ];
  for (const text of [...others, '{"a":1}\n', '{"a":1.5}', "[9007199254740993]", "", "{"]) {
    expect(parseCanonical(text)).toBeUndefined();
  }
  expect(parseCanonical('{"a":1}')).toEqual({ a: 1 });
});

it("reads back whatever it writes", () => {
  const { value } = fc.letrec((tie) => ({
    value: fc.oneof(
      { maxDepth: 3 },
      fc.constant(null),
      fc.boolean(),
      fc.maxSafeInteger().map((n) => n + 0 || 0),
      fc.string({ maxLength: 9 }),
      fc.array(tie("value"), { maxLength: 4 }),
      fc.dictionary(
        fc.string().filter((key) => key !== "__proto__"),
        tie("value"),
        { maxKeys: 4, noNullPrototype: true },
      ),
    ),
  }));
  fc.assert(
    fc.property(value, (one) => {
      expect(parseCanonical(canonical(one))).toEqual(one);
    }),
  );
});

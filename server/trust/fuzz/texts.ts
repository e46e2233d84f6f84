// Makes JSON texts and words as an attacker would write them. They are texts and not values, because a duplicate key,
// an invalid number or invalid JSON cannot be expressed as a value.
import type { Random } from "../round/random.ts";

const NUMBERS = [
  "-0",
  "0",
  "-1",
  "1.001",
  "1e308",
  "1e400",
  "-1e400",
  "1e-320",
  "9007199254740993",
  "0.1e1",
  "1E2",
  "1099.999999",
  "10000000000.01",
  "123456789012345678901234567890",
  "4.9406564584124654e-324",
  "2147483648",
  "-9223372036854775808",
];
const NOT_JSON = [
  "NaN",
  "Infinity",
  "-Infinity",
  "0x10",
  "01",
  "1_000",
  ".5",
  "+1",
  "undefined",
  "'x'",
  "1n",
  "/**/1",
  "[1,]",
];
const WORDS = [
  "",
  " ",
  "\u0000",
  "a\u0000b",
  "\ud800",
  "\udc00\ud800",
  "\u202e\u2066evil\u2069",
  "e\u0301\u0301\u0301",
  "\ufeff",
  "\u2028\u2029",
  "ＡＤＭＩＮ",
  "ada\u200d",
  "a\u0338".repeat(50),
  "🏴\u200d☠️".repeat(20),
  "\u0130ı",
  "\u212a",
  "ﷺ".repeat(30),
  "__proto__",
  "constructor",
  "prototype",
  "toString",
  "hasOwnProperty",
  "then",
  "valueOf",
  "$ne",
  "$where",
  "' or ''='",
  "'; drop table bids; --",
  "\\",
  '"',
  "%00",
  "%s%n",
  "{{7*7}}",
  "<script>alert(1)</script>",
  "../../etc/passwd",
  "..\\..\\x",
  "file:///etc/passwd",
  "javascript:alert(1)",
  "\r\nSet-Cookie: a=b",
  "null",
  "true",
  "NaN",
  "x".repeat(1_000),
  "00000000-0000-4000-8000-000000000000",
  "00000000-0000-4000-8000-00000000000G",
  "[object Object]",
];
const KEYS = [
  "__proto__",
  "constructor",
  "prototype",
  "toString",
  "then",
  "toJSON",
  "length",
  "0",
  "",
  "role",
  "isAdmin",
  "userId",
];

/** A JSON string, with each character escaped in one way or another. */
const quoted = (random: Random, word: string): string =>
  random.oneIn(4)
    ? `"${[...word].flatMap((one) => [...Array(one.length).keys()].map((n) => `\\u${one.charCodeAt(n).toString(16).padStart(4, "0")}`)).join("")}"`
    : JSON.stringify(word);

export const badWord = (random: Random): string => random.pick(WORDS);

const deep = (random: Random): string => {
  const levels = random.pick([10, 100, 1_000, 3_000]);
  return random.oneIn(2)
    ? `${"[".repeat(levels)}${"]".repeat(levels)}`
    : `${'{"a":'.repeat(levels)}1${"}".repeat(levels)}`;
};

/** Usually a JSON text; `depth` limits its nesting. */
export const badJson = (random: Random, depth = 2): string => {
  const kind = random.whole(depth > 0 ? 100 : 70);
  if (kind < 20) return random.pick(NUMBERS);
  if (kind < 26) return random.pick(NOT_JSON);
  if (kind < 36) return random.pick(["null", "true", "false", "[]", "{}", '""', "[[]]", "[null]", "{}{}"]);
  if (kind < 70) return quoted(random, random.pick(WORDS));
  if (kind < 74) return deep(random);
  const inner = () => badJson(random, depth - 1);
  if (kind < 85) return `[${Array.from({ length: random.between(0, 4) }, inner).join(",")}]`;
  const fields = Array.from(
    { length: random.between(1, 4) },
    () => `${quoted(random, random.pick([...KEYS, ...WORDS]))}:${inner()}`,
  );
  return `{${[...fields, ...(random.oneIn(4) ? fields : [])].join(",")}}`;
};

/** A value of a type that no field has: not a text, not a number, and not something that may be omitted. */
export const wrongType = (random: Random): string =>
  random.pick([
    "[[]]",
    '{"a":1}',
    "[{}]",
    '{"$ne":null}',
    '[["x"]]',
    '{"toString":"x"}',
    '{"__proto__":null}',
    deep(random),
  ]);

/** The fields as the text of a JSON object that no validator may accept. */
export const spoiled = (random: Random, fields: Readonly<Record<string, string>>): string => {
  const names = Object.keys(fields);
  const written = (changed: Readonly<Record<string, string>>): string =>
    `{${Object.entries(changed)
      .map(([name, value]) => `${JSON.stringify(name)}:${value}`)
      .join(",")}}`;
  const whole = written(fields);
  const unknown = `${quoted(random, random.pick(KEYS.filter((key) => !names.includes(key))))}:${badJson(random, 1)}`;
  const kind = random.whole(10);
  if (kind < 4 && names.length > 0) return written({ ...fields, [random.pick(names)]: wrongType(random) });
  if (kind < 6)
    return random.oneIn(2)
      ? `{${unknown},${whole.slice(1)}`.replace(",}", "}")
      : `${whole.slice(0, -1)}${names.length > 0 ? "," : ""}${unknown}}`;
  if (kind < 7) return whole.slice(0, random.between(0, Math.max(0, whole.length - 1)));
  if (kind < 8)
    return random.pick([
      `[${whole}]`,
      `${whole}${whole}`,
      `"${whole.replaceAll('"', '\\"')}"`,
      "null",
      "5",
      "[]",
      "",
      " ",
    ]);
  if (kind < 9)
    return `${whole.slice(0, -1)}${names.length > 0 ? "," : ""}"pad":"${"x".repeat(random.pick([20_000, 70_000, 300_000]))}"}`;
  // A duplicate key: the last one counts, and its value is wrong.
  return names.length > 0 ? `${whole.slice(0, -1)},${JSON.stringify(random.pick(names))}:${wrongType(random)}}` : "[]";
};

/** The text with a few bytes changed, removed or inserted. */
export const scrambled = (random: Random, text: string): Buffer => {
  const bytes = [...Buffer.from(text, "utf8")];
  for (let changes = random.between(1, 4); changes > 0 && bytes.length > 0; changes -= 1) {
    const at = random.whole(bytes.length);
    bytes.splice(at, random.whole(3), ...Array.from({ length: random.whole(3) }, () => random.whole(256)));
  }
  return Buffer.from(bytes);
};

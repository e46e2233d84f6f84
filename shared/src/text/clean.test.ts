// Cleans text by kind: what is removed, and what stays. What holds for every text is in server/test/clean-text.test.ts.
import { describe, expect, it } from "vitest";
import * as clean from "./clean.ts";

const { cleanAmount, cleanCode, cleanEmail, cleanLine, cleanLines, cleanPassword, cleanPhone, cleanWholePhone } = clean;

describe("a line", () => {
  it.each([
    ["Drum\r\nBEGIN:VEVENT\r\nUID:x", "Drum BEGIN:VEVENT UID:x"],
    ["Talking drum\nwith beater", "Talking drum with beater"],
    ["a\u2028b\u2029c\u0085d\ve\ff\tg", "a b c d e f g"],
    ["\u00a0 a\u2003\u3000b\u202f\u205fc\u1680d \u2800", "a b c d"],
    ["a\u0000b\u0007c\u001bd\u007fe\u009ff", "abcdef"],
    ["photo\u202egpj.exe \u2066x\u2069 \u200e\u200f\u061c", "photogpj.exe x"],
    ["\ufeffad\u200ba\u2060\u00ad\u3164\u115f", "ada"],
    ["ad\u200da ad\u200ca", "ada ada"],
    ["half \ud800 of \udfff a pair", "half of a pair"],
    ["no \ufffe\uffff character", "no character"],
    ["E\u0323\u0300gba\u0301", "\u1eb8\u0300gb\u00e1"],
    ["e\u200b\u0301", "\u00e9"],
  ])("of %j is %j", (typed, line) => {
    expect(cleanLine(typed)).toBe(line);
  });

  it.each([
    ["a family", "👨‍👩‍👧‍👦"],
    ["a skin colour and a joiner", "👩🏽‍⚕️"],
    ["a rainbow flag", "🏳️‍🌈"],
    ["a heart on fire", "❤️‍🔥"],
    ["a key", "1️⃣ #️⃣"],
    ["a flag of tags", "🏴󠁧󠁢󠁥󠁮󠁧󠁿"],
    ["the flag of Nigeria", "🇳🇬"],
    ["text presentation", "☎︎"],
    ["Persian with a joiner", "می\u200cخواهم"],
    ["Sinhala with a joiner", "ශ්\u200dරී ලංකා"],
    ["Arabic", "محمد بن سلمان"],
    ["Hebrew with points", "שָׁלוֹם"],
    ["Yoruba", "Ọ̀ṣun Ẹgbá"],
    ["Hausa", "ƙasa ɓera ɗaki"],
  ])("keeps %s", (_, text) => {
    expect(cleanLine(` ${text} `)).toBe(text.normalize("NFC"));
  });
});

it("ends each of several lines in a line feed, and keeps tabs and empty lines", () => {
  expect(cleanLines(" \r\nfirst\r\nsecond\rthird\u2028\u2029fifth\u00a0a\u202eb\u0000\tc\n")).toBe(
    "first\nsecond\nthird\n\nfifth ab\tc",
  );
});

it.each([
  ["N 25,000", "25,000"],
  ["25,000 NGN", "25,000"],
  ["\u200e\u20a625,000", "25,000"],
  ["\u20a6  25,000", "25,000"],
  ["NGN25000", "25000"],
  ["ngn\u00a025\u202f000", "25 000"],
  ["２５，０００", "25,000"],
  ["＄25.50", "25.50"],
  ["٢٥٬٠٠٠٫٥٠", "25,000.50"],
  ["25,000 naira", "25,000"],
  ["25,000N", "25,000"],
  ["=N=25,000", "25,000"],
  ["\u221225", "-25"],
  ["1.5 million", "1.5 million"],
  ["25²", "25²"],
])("reads the amount %j as %j", (typed, amount) => {
  expect(cleanAmount(typed)).toBe(amount);
});

it.each([
  ["\u202a+234 803 123 4567\u202c", "+234 803 123 4567"],
  ["+234\u00a0803\u00a0123\u00a04567", "+234 803 123 4567"],
  ["+234\u2011803\u2011123\u20114567", "+234-803-123-4567"],
  ["０８０３１２３４５６７", "08031234567"],
  ["tel:+234-803-123-4567", "+234-803-123-4567"],
  ["0803.123.4567", "0803 123 4567"],
])("cleans the phone number %j to %j", (typed, phone) => {
  expect(cleanPhone(typed)).toBe(phone);
  expect(cleanWholePhone(typed)).toBe(phone.replace(/[ -]/g, ""));
});

it.each([" 0123456780", "0123 456 780", "012-345-6780", "012\u2011345\u00a06780\u202c", "٠١٢٣٤٥٦٧٨٠"])(
  "cleans the account number %j",
  (typed) => {
    expect(cleanCode(typed)).toBe("0123456780");
  },
);

it("makes an address of e-mail from a pasted link", () => {
  expect(cleanEmail("\u200emailto:Ada@Example.NG\u00a0")).toBe("ada@example.ng");
});

it("writes a password in one form, and keeps its spaces", () => {
  expect(cleanPassword(" O\u0323la\u0301-n\u0301la\u0301-2026-oko\u0300 ")).toBe(
    " \u1eccl\u00e1-\u0144l\u00e1-2026-ok\u00f2 ",
  );
});

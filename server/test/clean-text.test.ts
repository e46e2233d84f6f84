// Tests what holds for every text that is cleaned, of whatever kind (shared/src/text/clean.ts).
import * as clean from "@jara/shared/text/clean";
import fc from "fast-check";
import { expect, it } from "vitest";

const { cleanLine, cleanLines } = clean;

/** Texts with many of the characters that cleaning touches. */
const hostile = fc.oneof(
  fc.string({ unit: "binary" }),
  fc.string({ unit: "grapheme" }),
  fc
    .array(
      fc.oneof(
        fc.constantFrom(
          " ",
          "\r",
          "\n",
          "\t",
          "\u0000",
          "\u0085",
          "\u00a0",
          "\u00ad",
          "\u2028",
          "\u2029",
          "\u3000",
          "\ufeff",
          "\u200b",
          "\u200c",
          "\u200d",
          "\u200e",
          "\u202e",
          "\u2066",
          "\u2069",
          "\u2060",
          "\u034f",
          "\u3164",
          "\ud83d",
          "\ufe0e",
          "\ufe0f",
          "\u20e3",
          "\u{1f3fd}",
          "\u{e0067}",
          "\u{e007f}",
          "\u{1f3f4}",
          "👩",
          "❤",
          "🏳",
          "🌈",
          "1",
          "#",
          "e",
          "a",
          "\u0301",
          "\u0323",
          "\u0300",
          "\u1eb9",
          "م",
          "ی",
          "\u0653",
          "ශ",
          "\u0dca",
          "ර",
          "\u1100",
          "\u1161",
          "-",
          "\u2011",
          "\u2212",
          "٣",
          "５",
          "₦",
          "N",
          "NGN",
          "$",
          "naira",
          "=",
          "#",
          ".",
          "/",
          "(",
          "tel:",
          "mailto:",
        ),
        fc.string({ unit: "binary", maxLength: 2 }),
      ),
    )
    .map((parts) => parts.join("")),
);

const unseen = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu;
const joiners = /\u200c|\u200d|\ufe0e|\ufe0f|[\u{e0030}-\u{e007f}]/u;

it("leaves no character that nobody sees in a line, but for joiners, and no two spaces", () => {
  fc.assert(
    fc.property(hostile, (text) => {
      const line = cleanLine(text);
      expect((line.match(unseen) ?? []).filter((character) => !joiners.test(character))).toEqual([]);
      expect(line).not.toMatch(/^\s|\s$|\s\s|[^\S ]/u);
      const whole = cleanLines(text);
      expect((whole.match(unseen) ?? []).filter((one) => !joiners.test(one) && one !== "\n" && one !== "\t")).toEqual(
        [],
      );
    }),
  );
});

it.each(Object.entries(clean))("gives the same when %s cleans twice, and NFC where it cleans", (name, cleaned) => {
  fc.assert(
    fc.property(hostile, (text) => {
      const once = cleaned(text);
      expect(cleaned(once)).toBe(once);
      if (name !== "asGiven" && name !== "cleanId") expect(once).toBe(once.normalize("NFC"));
    }),
  );
});

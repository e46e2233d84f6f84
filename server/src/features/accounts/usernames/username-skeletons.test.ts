// Checks the rule for usernames: which names are allowed, and which names look alike.
import { usernameSchema } from "@jara/shared/rest/accounts";
import { describe, expect, it } from "vitest";
import { isReserved, skeletonsOf } from "./username-skeletons.ts";

const isAccepted = (username: string): boolean => usernameSchema.safeParse(username).success;
const lookAlike = (one: string, other: string): boolean =>
  skeletonsOf(one).some((skeleton) => skeletonsOf(other).includes(skeleton));

describe("the characters of a username", () => {
  it.each([
    "ada",
    "test_user.1",
    "José",
    "Ngozi-Okafor",
    "12345",
    "ẹ̀kọ́",
    "Ṣọlá",
    "ɓaɗo",
    "ƙwai",
    "Ụzọ",
    "Ịfẹ",
    "Ǹdá",
    "Nguyễn",
    "Ольга",
    "Αθηνά",
    "नीला",
    "சங்கர்",
    "中村子",
    "たろー",
    "김민수",
    "عائشة",
    "𞤀𞤣𞤢",
  ])("accepts %s", (username) => {
    expect(isAccepted(username)).toBe(true);
  });

  it.each([
    ["a Cyrillic letter among Latin ones", "аda"],
    ["a Greek letter among Latin ones", "adα"],
    ["two scripts side by side", "ada-ольга"],
    ["two kinds of digits", "नीला१2"],
    ["digits of another script", "ada१"],
    ["a space", "Ada Obi"],
    ["a no-break space", "Ada\u00a0Obi"],
    ["a zero-width space", "ad\u200ba"],
    ["a zero-width joiner", "ad\u200da"],
    ["a soft hyphen", "ad\u00ada"],
    ["a combining grapheme joiner", "ad\u034fa"],
    ["a variation selector", "ada\ufe0f"],
    ["a Hangul filler", "\u3164\u3164\u3164"],
    ["a blank braille cell", "\u2800\u2800\u2800"],
    ["a right-to-left override", "ad\u202ea"],
    ["a right-to-left mark", "ad\u200fa"],
    ["a direction isolate", "\u2067ada\u2069"],
    ["an Arabic letter mark", "ad\u061ca"],
    ["a tag character", "ada\u{e0061}"],
    ["a dot above an i", "ni\u0307na"],
    ["three marks on a letter", "a\u0323\u0301\u0302\u0303da"],
    ["a mark without a letter", "\u0301ada"],
    ["a mark of no alphabet", "ad\u20dda"],
    ["a modifier apostrophe", "adaʼobi"],
    ["a symbol", "ada★"],
    ["a dash first", "-ada"],
    ["a line break", "ad\na"],
    ["a slash", "a/b/c"],
  ])("refuses %s", (_, username) => {
    expect(isAccepted(username)).toBe(false);
  });

  it("keeps letters whose parts can be written apart as one", () => {
    expect(usernameSchema.parse("Jose\u0301")).toBe("José");
    expect(usernameSchema.parse("ｔａｋｅｎ")).toBe("taken");
  });
});

describe("usernames that look alike", () => {
  it.each([
    ["ada", "ADA"],
    ["ada", "аԁа"],
    ["papaya", "рарауа"],
    ["TOM", "ТОМ"],
    ["tom", "ТОМ"],
    ["bola1", "bolal"],
    ["bola1", "BolaI"],
    ["ada0", "adaO"],
    ["ada0", "AdaO"],
    ["modern", "modem"],
    ["José", "JOSÉ"],
    ["josé", "jose\u0301"],
    ["ẹkọ", "ẸKỌ"],
  ])("%s and %s", (one, other) => {
    expect(lookAlike(one, other)).toBe(true);
  });

  it.each([
    ["ada", "adaeze"],
    ["ada", "áda"],
    ["eko", "ẹkọ"],
    ["ṣola", "sola"],
    ["ɓaba", "baba"],
    ["ɗan", "dan"],
    ["ali", "all"],
    ["user10", "user11"],
    ["vina", "nina"],
  ])("not %s and %s", (one, other) => {
    expect(lookAlike(one, other)).toBe(false);
  });
});

describe("the words of the site", () => {
  it.each(["You", "you", "YOU", "Yоu", "Y0u", "уоu", "ΥΟU", "admin", "ADMIN", "Adm1n", "ADMlN", "adrnin", "аdmin"])(
    "%s is no user's name",
    (username) => {
      expect(isReserved(username, "user")).toBe(true);
    },
  );

  it("lets an administrator be called admin, and nobody You", () => {
    expect(isReserved("admin", "admin")).toBe(false);
    expect(isReserved("You", "admin")).toBe(true);
    for (const username of ["young", "youssef", "administer", "adamin", "yo"]) {
      expect([username, isReserved(username, "user")]).toEqual([username, false]);
    }
  });
});

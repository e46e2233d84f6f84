// Makes text that people wrote safe to draw: one line, nothing invisible, only glyphs that the font has.
import { fontOf } from "./fonts.ts";

/** No text of ours has room for more. */
const CONSIDERED = 1_000;
/** More marks on one letter would cover the lines above and below. */
const MARKS = /(\p{M}{2})\p{M}+/gu;
const SPACES = /[\s\p{Cc}\p{Zl}\p{Zp}]+/gu;
/** Directions, joiners, private characters, lone surrogates and the signs that choose a variant. */
const INVISIBLE = /[\p{Cf}\p{Co}\p{Cs}\p{Cn}]|[\ufe00-\ufe0f]|[\u{e0100}-\u{e01ef}]/gu;
const PICTURES = /[\p{Extended_Pictographic}\p{Regional_Indicator}\p{Emoji_Modifier}]|\u20e3/gu;
/** Stands for characters that the font does not have. */
const UNKNOWN = "□";

/** Returns the printable part of the text, or `otherwise` if nothing is left. */
export const printable = (text: string, otherwise = "–"): string => {
  const plain = text
    .slice(0, CONSIDERED)
    .normalize("NFC")
    .replace(SPACES, " ")
    .replace(INVISIBLE, "")
    .replace(PICTURES, (picture) => (/[©®™]/.test(picture) ? picture : ""))
    .replace(MARKS, "$1")
    .replace(/ +/g, " ")
    .trim();
  const font = fontOf("regular");
  let drawn = "";
  for (const character of plain) {
    const isKnown = font.hasGlyphForCodePoint(character.codePointAt(0) ?? 0);
    if (isKnown) drawn += character;
    // One sign stands for a run of unknown characters.
    else if (!drawn.endsWith(UNKNOWN)) drawn += UNKNOWN;
  }
  return drawn === "" ? otherwise : drawn;
};

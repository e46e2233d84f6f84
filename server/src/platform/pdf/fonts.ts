// The fonts of PDF files. Inter has the naira sign and the letters of Nigeria's languages. A file embeds only the
// glyphs that it uses.
import { createRequire } from "node:module";
import { type Font, openSync } from "fontkit";

export type Weight = "regular" | "semibold";

const files: Record<Weight, string> = {
  regular: "@expo-google-fonts/inter/400Regular/Inter_400Regular.ttf",
  semibold: "@expo-google-fonts/inter/600SemiBold/Inter_600SemiBold.ttf",
};

const { resolve } = createRequire(import.meta.url);
const read = new Map<Weight, Font>();

/** Read once, because reading a font takes longer than drawing a page. */
export const fontOf = (weight: Weight): Font => {
  const known = read.get(weight);
  if (known) return known;
  const font = openSync(resolve(files[weight])) as Font;
  nameGlyphs(font);
  read.set(weight, font);
  return font;
};

/**
 * Asks for each glyph by its character first, because fontkit remembers a glyph's character only from the first time
 * that the glyph is asked for. If that is as a part of another glyph (the S of Ṣ), fontkit remembers none. Then no
 * later file says which letter it is, and the letter cannot be copied or found. If a glyph has several characters, the
 * lowest counts. Private characters are other names of variants, such as the tabular digits, which get the digit's name
 * when they are first used.
 */
const nameGlyphs = (font: Font): void => {
  for (const character of font.characterSet.toSorted((a, b) => a - b)) {
    if (!/\p{C}/u.test(String.fromCodePoint(character))) font.glyphForCodePoint(character);
  }
};

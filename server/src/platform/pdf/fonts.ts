// The fonts of PDF files. Inter has the naira sign and the letters of Nigeria's languages. A file embeds only the glyphs
// that it uses.
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
  read.set(weight, font);
  return font;
};

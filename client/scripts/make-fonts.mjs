// Makes the display face: `pnpm --filter @jara/client fonts` cuts the letters that the site's headings and figures need
// out of Bricolage Grotesque, and writes them to src/ui/fonts with the licences.
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import subsetFont from "subset-font";

const BRICOLAGE = import.meta.resolve("@fontsource-variable/bricolage-grotesque/package.json");
const MONTSERRAT = import.meta.resolve("@fontsource-variable/montserrat/package.json");
const LIMIT_BYTES = 30_000;
const client = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "..");
const folder = path.join(client, "src/ui/fonts");

const figures = "0123456789";
const english = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const signs = " !\"#$%&'()+,-./:?\u00a0£·×–—‘’“”…≈";
const tones = "ÀÁÈÉÌÍÒÓÙÚàáèéìíòóùú";
/** A letter with a dot below or above is a base letter and this mark, which the browser puts together. */
const marks = "\u0300\u0301\u0304\u0307\u0323";

/**
 * Optical size and weight. The face has the most character at a large size; 24 keeps small prices readable.
 * Naira is in another file of the package than the other letters.
 */
const FACES = [
  {
    file: "jara-display.woff2",
    from: "bricolage-grotesque-latin-opsz-normal",
    text: figures + english + signs + tones + marks,
  },
  { file: "jara-naira.woff2", from: "bricolage-grotesque-latin-ext-opsz-normal", text: "₦Ńń" },
  // Bricolage Grotesque has no hooked letters (Hausa), so these few come from another grotesque.
  { file: "jara-hooks.woff2", from: "montserrat-latin-ext-wght-normal", text: "ƁɓƊɗƘƙ" },
];

mkdirSync(folder, { recursive: true });
let total = 0;
for (const { file, from, text } of FACES) {
  const isHooks = from.startsWith("montserrat");
  const family = isHooks ? "montserrat" : "bricolage-grotesque";
  const source = path.dirname(fileURLToPath(isHooks ? MONTSERRAT : BRICOLAGE));
  const cut = await subsetFont(readFileSync(path.join(source, `files/${from}.woff2`)), text, {
    targetFormat: "woff2",
    variationAxes: isHooks ? { wght: 700 } : { wght: { min: 500, max: 800 }, opsz: 24 },
  });
  writeFileSync(path.join(folder, file), cut);
  copyFileSync(path.join(source, "LICENSE"), path.join(folder, `OFL-${family}.txt`));
  total += cut.length;
  console.log(`${(cut.length / 1000).toFixed(1).padStart(6)} kB  ${file}`);
}
console.log(`${(total / 1000).toFixed(1).padStart(6)} kB  of at most ${LIMIT_BYTES / 1000} kB`);
if (total > LIMIT_BYTES) process.exit(1);

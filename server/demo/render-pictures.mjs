// Renders the demo lots' pictures: every SVG in pictures-src/ becomes pictures/<name>.webp (1200 x 900) and the variants
// that pages choose from, <name>-480 and <name>-960, each as .avif and .webp. Uploads get the same variants. Run it after
// changing a drawing and keep what it writes:
//   node server/demo/render-pictures.mjs
import { mkdir, readdir, rm, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import sharp from "sharp";

const sources = new URL("./pictures-src/", import.meta.url);
const pictures = new URL("./pictures/", import.meta.url);
const sizes = [
  { width: 1200, height: 900, suffix: "", kinds: ["webp"] },
  { width: 960, height: 720, suffix: "-960", kinds: ["avif", "webp"] },
  { width: 480, height: 360, suffix: "-480", kinds: ["avif", "webp"] },
];
const encode = {
  webp: (drawing) => drawing.webp({ quality: 74, effort: 6, smartSubsample: true }),
  avif: (drawing) => drawing.avif({ quality: 55, effort: 5 }),
};

/** Parts of drawings, on a scale of 480 x 360. Each has the shape of a whole picture. */
const closeUps = {
  "clay-pots-2": { of: "clay-pots-1", left: 190, top: 105, width: 240 },
  "clay-pots-3": { of: "clay-pots-1", left: 66, top: 176, width: 180 },
  "cooking-pots-2": { of: "cooking-pots-1", left: 228, top: 160, width: 240 },
  "drill-toolbox-2": { of: "drill-toolbox-1", left: 232, top: 176, width: 240 },
  "dumbbells-2": { of: "dumbbells-1", left: 176, top: 195, width: 216 },
  "plastic-chairs-2": { of: "plastic-chairs-1", left: 232, top: 88, width: 240 },
  "standing-fan-2": { of: "standing-fan-1", left: 130, top: 12, width: 220 },
};
/** The drawings are rendered at this many times the scale of the close-ups before a part is cut out. */
const CLOSE_UP_SCALE = 10;

await mkdir(pictures, { recursive: true });
const drawings = (await readdir(sources)).filter((file) => file.endsWith(".svg")).map((file) => file.slice(0, -4));
const names = [...drawings, ...Object.keys(closeUps)];
const chosen = process.argv.length > 2 ? process.argv.slice(2) : names;

/** A whole drawing at twice the size of its picture, because scaling down keeps thin lines even; or a part of one. */
const drawn = async (name) => {
  const closeUp = closeUps[name];
  const file = fileURLToPath(new URL(`${closeUp?.of ?? name}.svg`, sources));
  if (!closeUp) return sharp(file, { density: 144 });
  const [left, top, width] = [closeUp.left, closeUp.top, closeUp.width].map((length) => length * CLOSE_UP_SCALE);
  const whole = await sharp(file, { density: 288 })
    .resize(480 * CLOSE_UP_SCALE, 360 * CLOSE_UP_SCALE)
    .png()
    .toBuffer();
  return sharp(
    await sharp(whole)
      .extract({ left, top, width, height: (width * 3) / 4 })
      .png()
      .toBuffer(),
  );
};
const files = (name) =>
  sizes.flatMap(({ kinds, ...size }) =>
    kinds.map((kind) => ({ ...size, kind, file: `${name}${size.suffix}.${kind}` })),
  );
const wanted = new Set(names.flatMap((name) => files(name).map(({ file }) => file)));
for (const file of await readdir(pictures)) if (!wanted.has(file)) await rm(new URL(file, pictures));

for (const name of chosen.sort()) {
  const written = [];
  const drawing = await drawn(name);
  for (const { width, height, kind, file } of files(name)) {
    const sized = await drawing.clone().resize(width, height).flatten({ background: "#f5f4ef" }).png().toBuffer();
    const picture = await encode[kind](sharp(sized)).toBuffer();
    await writeFile(new URL(file, pictures), picture);
    written.push(`${file.slice(name.length)} ${(picture.length / 1000).toFixed(1)} kB`);
  }
  console.log(`${name}: ${written.join(", ")}`);
}

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

await mkdir(pictures, { recursive: true });
const names = (await readdir(sources)).filter((file) => file.endsWith(".svg")).map((file) => file.slice(0, -4));
const files = (name) =>
  sizes.flatMap(({ kinds, ...size }) =>
    kinds.map((kind) => ({ ...size, kind, file: `${name}${size.suffix}.${kind}` })),
  );
const wanted = new Set(names.flatMap((name) => files(name).map(({ file }) => file)));
for (const file of await readdir(pictures)) if (!wanted.has(file)) await rm(new URL(file, pictures));

for (const name of names.sort()) {
  const written = [];
  for (const { width, height, kind, file } of files(name)) {
    // Drawn at twice the size first: scaling down keeps thin lines even.
    const drawn = await sharp(fileURLToPath(new URL(`${name}.svg`, sources)), { density: 144 })
      .resize(width, height)
      .flatten({ background: "#f5f4ef" })
      .png()
      .toBuffer();
    const picture = await encode[kind](sharp(drawn)).toBuffer();
    await writeFile(new URL(file, pictures), picture);
    written.push(`${file.slice(name.length)} ${(picture.length / 1000).toFixed(1)} kB`);
  }
  console.log(`${name}: ${written.join(", ")}`);
}

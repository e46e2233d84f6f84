// Renders the demo lots' pictures: every SVG in pictures-src/ becomes pictures/<name>.webp (800 x 600) and
// pictures/<name>-400.webp (400 x 300). Run it after changing a drawing and keep what it writes:
//   node server/demo/render-pictures.mjs
import { mkdir, readdir, rm, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import sharp from "sharp";

const sources = new URL("./pictures-src/", import.meta.url);
const pictures = new URL("./pictures/", import.meta.url);
const sizes = [
  { width: 800, height: 600, suffix: "", aimBytes: 25_000 },
  { width: 400, height: 300, suffix: "-400", aimBytes: 12_000 },
];
// The first that meets the aim, else the last: only the wax prints go below 80.
const qualities = [80, 74, 68, 62];

await mkdir(pictures, { recursive: true });
const names = (await readdir(sources)).filter((file) => file.endsWith(".svg")).map((file) => file.slice(0, -4));
const wanted = new Set(names.flatMap((name) => sizes.map(({ suffix }) => `${name}${suffix}.webp`)));
for (const file of await readdir(pictures)) if (!wanted.has(file)) await rm(new URL(file, pictures));

for (const name of names.sort()) {
  const written = [];
  for (const { width, height, suffix, aimBytes } of sizes) {
    // Drawn at twice the size first: scaling down keeps thin lines even.
    const drawn = await sharp(fileURLToPath(new URL(`${name}.svg`, sources)), { density: 144 })
      .resize(width, height)
      .flatten({ background: "#f5f4ef" })
      .png()
      .toBuffer();
    let picture;
    for (const quality of qualities) {
      picture = await sharp(drawn).webp({ quality, effort: 6, smartSubsample: true }).toBuffer();
      if (picture.length <= aimBytes) break;
    }
    await writeFile(new URL(`${name}${suffix}.webp`, pictures), picture);
    written.push(`${(picture.length / 1000).toFixed(1)} kB`);
  }
  console.log(`${name}: ${written.join(", ")}`);
}

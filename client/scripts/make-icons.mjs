// Draws the icons of the installed app: `pnpm --filter @jara/client icons` writes them to public/icons. The mark is the
// one of favicon.svg: a heaped measure, the "jara" that a trader adds.
import { mkdirSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { fileURLToPath } from "node:url";

const client = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "..");
// The server's package for pictures; the client needs none while it runs.
const sharp = createRequire(path.join(client, "../server/package.json"))("sharp");
const folder = path.join(client, "public/icons");

const GREEN = "#0b5a3a";
const mark = (bowl, ball) =>
  `<path d="M5 16h22a11 11 0 0 1-22 0Z" fill="${bowl}"/><circle cx="16" cy="9.5" r="3.5" fill="${ball}"/>`;
const drawing = (content) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="512" height="512" viewBox="0 0 32 32">${content}</svg>`;
/** The mark, smaller or larger, around the middle of the icon. */
const scaled = (scale, content) =>
  `<g transform="translate(16 16) scale(${scale}) translate(-16 -16.5)">${content}</g>`;
const coloured = mark("#fdfcf8", "#f2b450");

const rounded = drawing(`<rect width="32" height="32" rx="6" fill="${GREEN}"/>${scaled(1, coloured)}`);
/** Phones cut a maskable icon to their own shape: the mark stays within the circle of 80% that none cuts. */
const filled = (scale) => drawing(`<rect width="32" height="32" fill="${GREEN}"/>${scaled(scale, coloured)}`);
/** Android shows only the shape of a badge, in one colour, in the bar at the top of the screen. */
const badge = drawing(scaled(1.3, mark("#fff", "#fff")));

const files = [
  { name: "icon-192", size: 192, svg: rounded },
  { name: "icon-512", size: 512, svg: rounded },
  { name: "maskable-192", size: 192, svg: filled(0.82) },
  { name: "maskable-512", size: 512, svg: filled(0.82) },
  { name: "apple-touch-icon", size: 180, svg: filled(0.95) },
  { name: "badge-96", size: 96, svg: badge },
];

mkdirSync(folder, { recursive: true });
for (const { name, size, svg } of files) {
  const picture = sharp(Buffer.from(svg), { density: 300 }).resize(size, size);
  const { size: bytes } = await picture
    .png({ palette: true, compressionLevel: 9 })
    .toFile(path.join(folder, `${name}.png`));
  console.log(`${name}.png: ${bytes} bytes`);
}

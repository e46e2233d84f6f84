// Checks the first load of Home: all JavaScript that the page needs before it can show lots, gzipped. Users pay for
// their data.
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";

const LIMIT_KB = 115;
const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "..");
if (spawnSync(process.execPath, ["scripts/build.mjs"], { cwd: root, stdio: "inherit" }).status !== 0) process.exit(1);

const manifest = JSON.parse(readFileSync(path.join(root, "client/dist/.vite/manifest.json"), "utf8"));
const files = new Set();
const add = (key) => {
  const chunk = manifest[key];
  if (!chunk || files.has(chunk.file)) return;
  files.add(chunk.file);
  for (const imported of chunk.imports ?? []) add(imported);
};
add("index.html");
add("src/screens/home.tsx");

let total = 0;
for (const file of files) {
  const bytes = gzipSync(readFileSync(path.join(root, "client/dist", file))).length;
  total += bytes;
  console.log(`${(bytes / 1000).toFixed(1).padStart(7)} kB  ${file}`);
}
console.log(`${(total / 1000).toFixed(1).padStart(7)} kB  of at most ${LIMIT_KB} kB`);
if (!files.has(manifest["src/screens/home.tsx"]?.file) || total > LIMIT_KB * 1000) process.exit(1);

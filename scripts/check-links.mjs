// Fails if a document of the project links to a file, a folder or a heading that does not exist.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "..");
const pages = [
  ...readdirSync(root),
  ...readdirSync(path.join(root, "docs"), { recursive: true }).map((f) => `docs/${f}`),
]
  .filter((file) => file.endsWith(".md"))
  .map((file) => path.join(root, file));

/** Without blocks of code, which may hold what looks like a link or a heading. */
const proseOf = (page) => readFileSync(page, "utf8").replaceAll(/^ *(?:\d+\. )?```[\s\S]*?^ *```$/gm, "");
/** The anchors of a page's headings, as GitHub makes them. */
const anchorsOf = (page) =>
  new Set(
    [...proseOf(page).matchAll(/^#+ (.+)$/gm)].map(([, heading]) =>
      heading
        .replaceAll(/\[(.*?)\]\(.*?\)/g, "$1")
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N}\s_-]/gu, "")
        .replaceAll(" ", "-"),
    ),
  );

let count = 0;
const broken = [];
for (const page of pages) {
  for (const [, link] of proseOf(page).matchAll(/\]\(([^)\s]+)\)/g)) {
    if (/^(https?:|mailto:|\/)/.test(link)) continue;
    count += 1;
    const [file, anchor] = link.split("#");
    const to = file ? path.resolve(path.dirname(page), file) : page;
    const isThere = existsSync(to) && (!anchor || !to.endsWith(".md") || anchorsOf(to).has(anchor));
    if (!isThere) broken.push(`${path.relative(root, page)}: ${link}`);
  }
}
for (const line of broken) console.error(line);
console.log(`${count} links in ${pages.length} documents, ${broken.length} broken.`);
process.exitCode = broken.length > 0 || count < 300 ? 1 : 0;

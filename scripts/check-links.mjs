// Fails if a document of the project links to a file, a folder or a heading that does not exist, or if the index of its
// folder (docs/README.md, docs/decisions/README.md) does not list a page.
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
/** The pages that each page links to. */
const linked = new Map(pages.map((page) => [page, new Set()]));
for (const page of pages) {
  for (const [, link] of proseOf(page).matchAll(/(?:\]\(|<img src=")([^)"\s]+)[)"]/g)) {
    if (/^(https?:|mailto:|\/)/.test(link)) continue;
    count += 1;
    const [file, anchor] = link.split("#");
    const to = file ? path.resolve(path.dirname(page), file) : page;
    linked.get(page).add(to);
    const isThere = existsSync(to) && (!anchor || !to.endsWith(".md") || anchorsOf(to).has(anchor));
    if (!isThere) broken.push(`${path.relative(root, page)}: ${link}`);
  }
}
// The decisions have an index of their own.
const docs = path.join(root, "docs");
for (const page of pages.filter((one) => one.startsWith(docs) && path.basename(one) !== "README.md")) {
  const index = path.join(page.startsWith(path.join(docs, "decisions")) ? path.dirname(page) : docs, "README.md");
  if (!linked.get(index).has(page))
    broken.push(`${path.relative(root, index)} does not list ${path.relative(root, page)}`);
}
for (const line of broken) console.error(line);
console.log(`${count} links in ${pages.length} documents, ${broken.length} broken.`);
process.exitCode = broken.length > 0 || count < 300 ? 1 : 0;

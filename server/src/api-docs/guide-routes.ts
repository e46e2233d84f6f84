// Serves the guide to both APIs from docs/, for engineers who have a running server and not the project: its pages as
// HTML, its sample clients as text. The page has no script; its policy allows only its own style.
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import type { FastifyInstance } from "fastify";
import { marked } from "marked";
import { type Config, projectRoot } from "../config.ts";
import { pagePolicy } from "../platform/http/browser-policy.ts";
import { refuse } from "../platform/http/refused.ts";
import { escapeHtml } from "../platform/lib/escape-html.ts";

const docs = path.join(projectRoot, "docs");
const pages = ["socket-api.md", "rest-api.md", "api-errors.md", "api-limits.md", "api-versions.md"];
const rules = readdirSync(path.join(docs, "rules")).map((file) => `rules/${file}`);
const samples = readdirSync(path.join(docs, "clients")).map((file) => `clients/${file}`);

export const serveGuide = (app: FastifyInstance, { brandName }: Pick<Config, "brandName">): void => {
  const texts = new Map(
    [...pages, ...rules, ...samples].map((file) => [file, readFileSync(path.join(docs, file), "utf8")]),
  );

  app.get("/docs/socket", { schema: { hide: true } }, (_request, reply) => reply.redirect("/docs/guide/socket-api.md"));
  app.get<{ Params: { "*": string } }>("/docs/guide/*", { schema: { hide: true } }, (request, reply) => {
    const file = request.params["*"];
    const text = texts.get(file) ?? refuse("NOT_FOUND");
    if (!file.endsWith(".md")) return reply.type("text/plain; charset=utf-8").send(text);
    return reply
      .header("content-security-policy", PAGE_POLICY)
      .type("text/html; charset=utf-8")
      .send(toPage(brandName, text, (href) => texts.has(path.posix.join(path.dirname(file), href.replace(/#.*/, "")))));
  });
};

/**
 * `isServed`: whether the guide has the page of a relative link. Links to the rest of the project become plain text.
 */
const toPage = (brandName: string, markdown: string, isServed: (href: string) => boolean): string => {
  const title = /^# (.+)$/m.exec(markdown)?.[1] ?? "";
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(title)} | ${escapeHtml(brandName)}</title>
<style>${css}</style>
</head>
<body>
<main>
${withAnchors(marked.parse(markdown, { async: false })).replace(
  /<a href="([^"]*)">(.*?)<\/a>/gs,
  (link, href: string, words: string) => (/^(https?:|#|\/)/.test(href) || isServed(href) ? link : words),
)}
</main>
</body>
</html>
`;
};

/** The headings' ids, as GitHub makes them, so that links to a section work here too. */
const withAnchors = (html: string): string =>
  html.replace(/<h([23])>(.*?)<\/h\1>/g, (_, level: string, heading: string) => {
    const words = heading.replace(/<[^>]*>|&[^;]*;/g, "").toLowerCase();
    const id = words.replace(/[^\p{L}\p{N} -]/gu, "").replaceAll(" ", "-");
    return `<h${level} id="${id}">${heading}</h${level}>`;
  });

const css = `
:root{color-scheme:light dark;--paper:#f5f4ef;--sunken:#ebe9e1;--ink:#1b1c18;--line:#d9d7cc;--brand:#0b5a3a}
@media (prefers-color-scheme:dark){:root{--paper:#121411;--sunken:#0c0e0b;--ink:#eceae2;--line:#30342e;--brand:#6ccb9b}}
body{margin:0;background:var(--paper);color:var(--ink);font:16px/24px system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans",sans-serif;overflow-wrap:break-word}
main{max-width:60rem;margin:0 auto;padding:24px 16px}
a{color:var(--brand)}
code,pre{background:var(--sunken);border-radius:4px;font-size:14px}
pre{padding:12px;overflow-x:auto}
table{display:block;overflow-x:auto;border-collapse:collapse}
td,th{border:1px solid var(--line);padding:4px 8px;text-align:left;vertical-align:top}
`;

const PAGE_POLICY = pagePolicy(css);

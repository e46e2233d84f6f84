// Fills the built client's page with what crawlers, link previews and browsers without JavaScript read: the head's
// facts, structured data, the first view and the first data of the screen, and the contents of <noscript>. Every text
// is escaped here.
import { readFileSync } from "node:fs";
import path from "node:path";
import { escapeHtml } from "../../platform/lib/escape-html.ts";

export interface PageFacts {
  /** Without the brand's name. Null: the brand's name alone. */
  readonly title: string | null;
  readonly description: string;
  /** The path and query that stand for this page. Null for a page that no search engine should list. */
  readonly canonical: string | null;
  /** The Atom feed of what the page lists. */
  readonly feed?: { readonly path: string; readonly title: string };
  readonly image?: { readonly path: string; readonly alt: string };
  readonly isLot?: boolean;
  /** schema.org objects. */
  readonly structured?: readonly object[];
  /** The screen whose code the browser should load at once, as the client's manifest names it. */
  readonly screen?: string;
  /** The pictures that the screen shows first. */
  readonly preload?: readonly { readonly type: string; readonly srcSet: string; readonly sizes: string }[];
  /** HTML: what the screen shows first, until the client has rendered it. Each text in it is escaped already. */
  readonly firstView?: string;
  /** The first view is only a heading, so the code loads beside it. */
  readonly isFrame?: true;
  /** Answers of the API that the screen asks for first, by their address. */
  readonly firstData?: Readonly<Record<string, unknown>>;
  /** HTML. Each text in it is escaped already. */
  readonly noscript?: string;
}

export interface PageTemplate {
  fill(facts: PageFacts): string;
}

interface Chunk {
  readonly file: string;
  readonly imports?: readonly string[];
}

/** Reads the page and the manifest once, because they change only with a build. */
export const openPageTemplate = (folder: string, site: { brandName: string; publicUrl: string }): PageTemplate => {
  const page = readFileSync(path.join(folder, "index.html"), "utf8");
  const manifest = JSON.parse(readFileSync(path.join(folder, ".vite/manifest.json"), "utf8")) as Record<string, Chunk>;
  const [before = "", after = ""] = page
    .replace(/<title>.*?<\/title>\s*/s, "")
    .replace(/<meta name="description"[^>]*>\s*/, "")
    .replace(/<noscript>.*?<\/noscript>\s*/s, "")
    .split("</head>");
  const chunksOf = (screen: string | undefined): string[] => {
    const files = new Set<string>();
    const add = (key: string): void => {
      const chunk = manifest[key];
      if (!chunk || files.has(chunk.file)) return;
      files.add(chunk.file);
      for (const imported of chunk.imports ?? []) add(imported);
    };
    if (screen) add(screen);
    return [...files].filter((file) => !before.includes(file));
  };
  return {
    fill: (facts) => {
      const head = [
        ...headOf(facts, site),
        ...chunksOf(facts.screen).map(
          (file) => `<link rel="modulepreload" fetchpriority="low" crossorigin href="/${file}">`,
        ),
      ];
      const data = facts.firstData
        ? `<script type="application/json" id="first-data">${inScript(facts.firstData)}</script>\n`
        : "";
      const noscript = facts.noscript ?? `<p>Please switch on JavaScript: bids and prices here are live.</p>`;
      const view = facts.firstView ? firstView(site.brandName, facts.firstView) : "";
      const filled = after.replace('<div id="root"></div>', () => `<div id="root">${view}</div>`);
      const body = filled.replace("</body>", () => `${data}<noscript>${noscript}</noscript>\n</body>`);
      const filledHead = `${before}${head.map((line) => `  ${line}\n  `).join("")}</head>`;
      return (facts.firstView && !facts.isFrame ? loadedAfterPaint(filledHead) : loadedAtOnce(filledHead)) + body;
    },
  };
};

/** `begin.js` loads the code once the browser has painted the first view. */
const loadedAfterPaint = (head: string): string => head.replaceAll('rel="modulepreload"', 'rel="code"');

/** Without a first view there is nothing to show before the code. */
const loadedAtOnce = (head: string): string =>
  head.replaceAll('rel="modulepreload" fetchpriority="low"', 'rel="modulepreload"');

/** The frame of every screen as the client renders it, with the same classes: header and main. */
const firstView = (brandName: string, content: string): string =>
  `<div class="flex min-h-dvh flex-col"><header class="[@media(min-height:27rem)]:sticky top-0 z-40 border-line border-b bg-paper">` +
  `<div class="page flex min-h-14 flex-wrap items-center gap-x-2"><span class="inline-flex min-h-11 items-center gap-2 rounded-box font-bold font-display text-ink text-lg tracking-tight">` +
  `<svg viewBox="0 0 24 24" aria-hidden="true" class="size-7 text-brand"><path d="M2 11.5h20a10 10 0 0 1-20 0Z" fill="currentColor"/><circle cx="12" cy="5.5" r="3.25" fill="var(--amber-mark)"/></svg>` +
  `${attribute(brandName)}</span></div></header><main class="page flex-1 py-4 md:py-6">${content}</main></div>`;

const headOf = (facts: PageFacts, { brandName, publicUrl }: { brandName: string; publicUrl: string }): string[] => {
  const title = facts.title === null ? brandName : `${facts.title} · ${brandName}`;
  const absolute = (at: string): string => (at.startsWith("http") ? at : `${publicUrl}${at}`);
  const named = (name: string, content: string) => `<meta name="${name}" content="${attribute(content)}">`;
  const property = (name: string, content: string) => `<meta property="${name}" content="${attribute(content)}">`;
  const { canonical, feed, image, preload } = facts;
  return [
    `<title>${attribute(title)}</title>`,
    named("description", facts.description),
    canonical === null ? named("robots", "noindex") : `<link rel="canonical" href="${attribute(absolute(canonical))}">`,
    ...(feed
      ? [
          `<link rel="alternate" type="application/atom+xml" title="${attribute(feed.title)}" href="${attribute(absolute(feed.path))}">`,
        ]
      : []),
    ...(canonical === null
      ? []
      : [
          property("og:site_name", brandName),
          property("og:type", facts.isLot ? "product" : "website"),
          property("og:title", facts.title ?? brandName),
          property("og:description", facts.description),
          property("og:url", absolute(canonical)),
          property("og:locale", "en_NG"),
          named("twitter:card", image ? "summary_large_image" : "summary"),
        ]),
    ...(image
      ? [
          property("og:image", absolute(image.path)),
          property("og:image:type", "image/jpeg"),
          property("og:image:width", "1200"),
          property("og:image:height", "630"),
          property("og:image:alt", image.alt),
        ]
      : []),
    ...(preload ?? []).map(
      ({ type, srcSet, sizes }) =>
        `<link rel="preload" as="image" type="${attribute(type)}" fetchpriority="high" ` +
        `imagesrcset="${attribute(srcSet)}" imagesizes="${attribute(sizes)}">`,
    ),
    ...(facts.structured ?? []).map((data) => `<script type="application/ld+json">${inScript(data)}</script>`),
  ];
};

/** Marks that turn the direction of the text after them, and control characters. They could disguise a title. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is removed
const DISGUISES = /[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]+/g;

/** A text of one line, without marks that could disguise it. */
export const oneLine = (text: string): string => text.replace(DISGUISES, " ").replace(/ {2,}/g, " ").trim();

export const attribute = (text: string): string => escapeHtml(oneLine(text));

/** JSON within a script element. Without `<` no text can end the element or begin a comment. */
const inScript = (data: unknown): string =>
  JSON.stringify(data).replace(/[<>&\u2028\u2029]/g, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, "0")}`);

// Renders a page of a few sentences and at most one button, for links that people open outside the client. It has no
// script, and its policy allows none.
import { escapeHtml } from "../lib/escape-html.ts";
import { pagePolicy } from "./browser-policy.ts";

/** A button without an address of its own posts to `postTo`, a path of this site. */
export const smallPage = (
  brandName: string,
  heading: string,
  sentences: readonly string[],
  button?: { readonly label: string; readonly postTo: string },
): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>${escapeHtml(heading)} | ${escapeHtml(brandName)}</title>
<style>${css}</style>
</head>
<body>
<main>
<p><a href="/">${escapeHtml(brandName)}</a></p>
<h1>${escapeHtml(heading)}</h1>
${sentences.map((sentence) => `<p>${escapeHtml(sentence)}</p>`).join("\n")}
${button ? `<form method="post" action="${escapeHtml(button.postTo)}"><button>${escapeHtml(button.label)}</button></form>` : ""}
</main>
</body>
</html>
`;

const css = `
:root{color-scheme:light dark;--paper:#f5f4ef;--ink:#1b1c18;--brand:#0b5a3a;--on-brand:#fdfcf8}
@media (prefers-color-scheme:dark){:root{--paper:#121411;--ink:#eceae2;--brand:#6ccb9b;--on-brand:#05251a}}
body{margin:0;background:var(--paper);color:var(--ink);font:16px/24px system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans",sans-serif}
main{max-width:34rem;margin:0 auto;padding:24px 16px}
h1{font-size:28px;line-height:36px;margin:16px 0}
a{color:var(--brand);font-weight:700}
button{min-height:48px;padding:12px 20px;border:0;border-radius:8px;background:var(--brand);color:var(--on-brand);font:inherit;font-weight:600;cursor:pointer}
button:focus-visible,a:focus-visible{outline:3px solid var(--brand);outline-offset:2px}
`;

export const SMALL_PAGE_POLICY = pagePolicy(css, ["'self'"]);

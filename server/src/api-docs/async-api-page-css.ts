// The styles of the live API's page: the site's colours, light and dark, for phones and wider screens. No script, and
// no font or picture from another address.
export const css = `
:root{color-scheme:light dark;--paper:#f5f4ef;--surface:#fefdfb;--sunken:#ebe9e1;--ink:#1b1c18;--soft:#57574d;--line:#d9d7cc;--brand:#0b5a3a;--brand-soft:#e1eee5;--on-brand:#fdfcf8;--amber:#8a4a00;--amber-soft:#fbeed3}
@media (prefers-color-scheme:dark){:root{--paper:#121411;--surface:#1a1d19;--sunken:#0c0e0b;--ink:#eceae2;--soft:#abaa9e;--line:#30342e;--brand:#6ccb9b;--brand-soft:#16301f;--on-brand:#05251a;--amber:#f2b450;--amber-soft:#33270f}}
*{box-sizing:border-box}
html{scroll-padding-top:16px}
body{margin:0;background:var(--paper);color:var(--ink);font:16px/24px system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans",sans-serif;overflow-wrap:break-word}
a{color:var(--brand)}
a:focus-visible,summary:focus-visible,pre:focus-visible{outline:3px solid var(--brand);outline-offset:2px;border-radius:4px}
.skip{position:absolute;left:-999px}
.skip:focus{left:16px;top:16px;background:var(--surface);padding:8px 16px;z-index:1}
.page{max-width:80rem;margin:0 auto;padding:16px}
.top{display:flex;gap:8px 24px;flex-wrap:wrap;align-items:baseline;justify-content:space-between}
.top a{font-weight:700;display:inline-block;padding:8px 0}
.top nav a{font-weight:400;margin-right:16px}
h1{font-size:28px;line-height:36px;margin:16px 0 8px;text-wrap:balance}
h2{font-size:24px;line-height:32px;margin:56px 0 8px;padding-top:16px;border-top:2px solid var(--ink)}
h3{font-size:20px;line-height:28px;margin:32px 0 8px}
h4{font-size:16px;line-height:24px;margin:24px 0 8px}
p{margin:8px 0;max-width:68ch}
code,pre{font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,"DejaVu Sans Mono",monospace;font-size:.875em}
article{background:var(--surface);border:1px solid var(--line);border-radius:8px;padding:16px;margin:16px 0}
article>h4{margin:0;font-size:18px;display:flex;flex-wrap:wrap;gap:4px 12px;align-items:center}
article>h4 a{color:inherit;text-decoration:none}
article>h4 a:hover{text-decoration:underline}
.does{font-weight:600}
.badge{font:600 13px/20px system-ui,sans-serif;background:var(--brand-soft);color:var(--brand);border-radius:4px;padding:0 8px}
.badge.needs{background:var(--amber-soft);color:var(--amber)}
.note,.caption,caption,figcaption{color:var(--soft);font-size:14px}
.note{white-space:nowrap}
table{border-collapse:collapse;width:100%;margin:16px 0 8px;font-size:15px;line-height:22px}
caption{text-align:left;padding-bottom:4px;font-weight:600}
th,td{text-align:left;vertical-align:top;padding:6px 16px 6px 0;border-top:1px solid var(--line);font-weight:400}
td:last-child{padding-right:0}
thead th{border-top:0;color:var(--soft);font-size:13px;padding-bottom:2px}
tbody th{width:28%;font-weight:600}
tbody td:nth-of-type(1){width:24%}
.codes{list-style:none;margin:8px 0;padding:0;display:flex;flex-wrap:wrap;gap:4px 8px}
.codes a{display:inline-block;background:var(--sunken);color:var(--ink);border-radius:4px;padding:2px 8px;text-decoration:none}
.codes a:hover{text-decoration:underline}
pre{background:var(--sunken);border-radius:8px;padding:12px;margin:0;overflow:auto;max-height:28rem;line-height:20px;tab-size:2}
figure{margin:0;min-width:0}
figcaption{font-weight:600;margin-bottom:4px}
.carriers{display:grid;gap:16px;margin:16px 0 8px}
details{margin:8px 0}
summary{cursor:pointer;padding:8px 0;font-weight:600;color:var(--brand)}
.contents ul,.side ul{list-style:none;margin:0 0 8px;padding:0}
.contents a{display:block;padding:8px 0}
.contents a,.side a{text-decoration:none}
.contents a:hover,.side a:hover{text-decoration:underline}
.contents p,.side p{margin:16px 0 4px;font-weight:700;font-size:14px}
.contents{background:var(--surface);border:1px solid var(--line);border-radius:8px;padding:4px 16px}
.side{display:none}
@media (max-width:639px){
thead{position:absolute;left:-999px}
tr,tbody th,tbody td,tbody td:nth-of-type(1){display:block;width:auto;padding:0;border:0}
tr{border-top:1px solid var(--line);padding:8px 0}
tbody td:nth-of-type(1){color:var(--soft);font-size:14px}
}
@media (min-width:1024px){
.carriers{grid-template-columns:1fr 1fr}
.page{padding:24px 32px;display:grid;grid-template-columns:15rem minmax(0,1fr);gap:0 48px}
.top{grid-column:1/-1}
.contents{display:none}
.side{display:block;position:sticky;top:0;max-height:100vh;overflow:auto;padding:24px 4px;font-size:14px;align-self:start}
.side a{display:block;padding:2px 0;color:var(--soft)}
.side a:hover{color:var(--brand)}
main h1{font-size:40px;line-height:48px}
}
@media print{.side,.contents{display:none}}
`;

// The texts of an attacker, and the check that a page shows them as text alone. A text that could run a script would
// call `ran`, which every watched page has.
import { expect, type Page } from "@playwright/test";

declare global {
  interface Window {
    ran: (what: string) => void;
    whatRan: string[];
  }
}

const zalgo =
  "Z\u0351\u036b\u0343\u036a\u0302\u036b\u033d\u034f\u0334\u0319\u0324\u031ea\u0300\u0301\u0302\u0303\u0304\u0305l".repeat(
    4,
  );

/** At most 100 characters each: a title's limit. */
export const hostileTexts: readonly string[] = [
  `<img src=x onerror="ran('img')">`,
  `<script>ran('script')</script>`,
  `"><svg onload=ran('svg')><b x="`,
  `</title></textarea></script><script>ran('broken out')</script>`,
  `javascript:ran('link')//'"\`--></style>`,
  `{{constructor.constructor('ran(1)')()}} \${ran(2)} <%= ran(3) %> #{ran(4)}`,
  `=cmd|' /C calc'!A0`,
  `&lt;img src=x onerror=ran('entity')&gt; &amp;amp; &#x3c;script&#x3e;`,
  `\u202Egnp.tfel ot thgir\u202C \u2066isolated\u2069 \u05e9\u05dc\u05d5\u05dd`,
  `zero\u200Bwidth\u200D\uFEFF\u2060joined\u00ADsoft`,
  zalgo.slice(0, 100),
  "W".repeat(100),
  `<iframe srcdoc="<script>parent.ran('frame')</script>"></iframe>`,
  `__proto__ constructor toString hasOwnProperty null undefined NaN %00 %3Cscript%3E`,
];

/** From its next document on, the page keeps what ran in it. */
export const listenForScripts = async (page: Page): Promise<void> => {
  await page.addInitScript(() => {
    window.whatRan = [];
    window.ran = (what) => void window.whatRan.push(what);
  });
  page.on("dialog", (dialog) => {
    throw new Error(`a dialog opened: ${dialog.message()}`);
  });
};

/** Returns true if no text ran, became an element, or made the page wider than the screen. */
export const expectTextAlone = async (page: Page, where: string): Promise<boolean> => {
  const found = await page.evaluate(() => ({
    ran: window.whatRan,
    elements: [
      ...document.querySelectorAll(
        "[onerror], [onload], [onclick], [srcdoc], iframe, object, embed, base, a[href^='javascript:' i], main script, main style",
      ),
    ].map(({ outerHTML }) => outerHTML.slice(0, 100)),
    tooWide:
      document.documentElement.scrollWidth > document.documentElement.clientWidth + 1
        ? [...document.querySelectorAll("body *")]
            .filter((e) => e.getBoundingClientRect().right > document.documentElement.clientWidth + 1)
            .slice(0, 4)
            .map((e) => e.outerHTML.slice(0, 160))
        : [],
  }));
  expect.soft(found, where).toEqual({ ran: [], elements: [], tooWide: [] });
  return Object.values(found).every((list) => list.length === 0);
};

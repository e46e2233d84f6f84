// Checks a layout with any text: nothing is wider than the screen, nothing is cut off, no word or amount is broken, no
// text covers another. Can double the size of all text.
import { expect, type Page } from "@playwright/test";

export const expectNoSidewaysScroll = async (page: Page, state: string): Promise<void> => {
  const { wide, all } = await page.evaluate(() => {
    const all = document.documentElement.clientWidth;
    const isWide = (element: Element) => element.getBoundingClientRect().right > all + 1;
    // The innermost ones say why the others are wide.
    const wide = [...document.querySelectorAll("main *, header *, footer *")]
      .filter((element) => isWide(element) && ![...element.children].some(isWide))
      .slice(0, 5);
    return {
      all: document.documentElement.scrollWidth - all,
      wide: wide.map(({ outerHTML }) => outerHTML.slice(0, 120)),
    };
  });
  expect.soft(all, `${state}: ${wide.join("\n")}`).toBeLessThanOrEqual(0);
};

/** Doubles the size of all text, in this document and the next ones. */
export const doubleText = async (page: Page): Promise<void> => {
  const double = () => document.documentElement.style.setProperty("font-size", "200%");
  await page.addInitScript(() => {
    new MutationObserver((_, observer) => {
      if (!document.documentElement) return;
      document.documentElement.style.setProperty("font-size", "200%");
      observer.disconnect();
    }).observe(document, { childList: true });
  });
  await page.evaluate(double);
};

/** In the open dialog, or else in the page. A text that is shortened on purpose ends in dots, so it is not cut off. */
export const expectNothingCutOrCovered = async (page: Page, state: string): Promise<void> => {
  const found = await page.evaluate(() => {
    const root = document.querySelector("dialog[open]") ?? document.body;
    const ancestors = (element: Element) => {
      const all: Element[] = [];
      for (let at: Element | null = element; at && at !== root; at = at.parentElement) all.push(at);
      return all;
    };
    const styleOf = (element: Element) => getComputedStyle(element);
    const isAside = (element: Element) =>
      ancestors(element).some((at) => {
        const { position, clipPath, visibility, opacity } = styleOf(at);
        const isLifted = position === "fixed" || position === "sticky" || clipPath !== "none";
        return isLifted || visibility === "hidden" || opacity === "0" || at.getAttribute("aria-hidden") === "true";
      });
    const texts: { name: string; element: Element; box: DOMRect }[] = [];
    const cut: string[] = [];
    const broken: string[] = [];
    const linesOf = (node: Node, from: number, length: number) => {
      const range = document.createRange();
      range.setStart(node, from);
      range.setEnd(node, from + length);
      return new Set([...range.getClientRects()].filter(({ width }) => width > 1).map(({ top }) => Math.round(top)))
        .size;
    };
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const element = node.parentElement;
      const name = node.textContent?.trim() ?? "";
      if (!element?.checkVisibility() || name === "" || isAside(element)) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      const boxes = [...range.getClientRects()].filter(({ width, height }) => width > 1 && height > 1);
      const clip = ancestors(element).find((at) => /hidden|clip|auto|scroll/.test(styleOf(at).overflow));
      const { textOverflow, webkitLineClamp } = styleOf(clip ?? element);
      const isShortened = textOverflow === "ellipsis" || webkitLineClamp !== "none";
      const scrolls = clip && /auto|scroll/.test(styleOf(clip).overflow);
      const frame = clip?.getBoundingClientRect();
      for (const box of boxes) {
        if (frame && !isShortened && !scrolls && (box.right > frame.right + 2 || box.bottom > frame.bottom + 4)) {
          cut.push(name.slice(0, 60));
        }
        if (!clip) texts.push({ name: name.slice(0, 60), element, box });
      }
      // No word or amount of ours is longer than 16 characters. A longer one is an address, a code or a person's text.
      for (const { 0: word, index } of boxes.length > 1 ? (node.textContent ?? "").matchAll(/[^\s/–—-]+/gu) : []) {
        if (word.length <= 16 && linesOf(node, index, word.length) > 1) broken.push(`${word}: ${name.slice(0, 60)}`);
      }
    }
    // The text of a select is in no text node. A select as wide as its longest word, or as high as its lines need, must
    // not be larger than the one on the page.
    for (const select of root.querySelectorAll("select")) {
      if (!select.checkVisibility()) continue;
      const { width, height } = select.getBoundingClientRect();
      const { cssText } = select.style;
      const sizeWith = (style: string) => {
        select.style.cssText = `${cssText}; field-sizing: content; flex: none; min-width: 0; max-width: none; ${style}`;
        return select.getBoundingClientRect();
      };
      const needed = { width: sizeWith("width: min-content").width, height: sizeWith(`width: ${width}px`).height };
      select.style.cssText = cssText;
      const text = select.selectedOptions[0]?.text ?? "";
      if (needed.width > width + 1 || needed.height > height + 1) cut.push(`select: ${text}`);
    }
    const covered: string[] = [];
    texts.forEach(({ name, element, box }, index) => {
      for (const other of texts.slice(index + 1)) {
        const isSame = other.element === element;
        if (!isSame && (element.contains(other.element) || other.element.contains(element))) continue;
        const width = Math.min(box.right, other.box.right) - Math.max(box.left, other.box.left);
        const height = Math.min(box.bottom, other.box.bottom) - Math.max(box.top, other.box.top);
        // Line boxes may touch; letters do not below a third of a line.
        const isOver = width > 2 && height > Math.min(box.height, other.box.height) / 3;
        if (isOver) covered.push(`${name} | ${other.name}`);
      }
    });
    const [firstCut, firstBroken, firstCovered] = [cut, broken, covered].map((all) => [...new Set(all)].slice(0, 5));
    return { cut: firstCut, broken: firstBroken, covered: firstCovered };
  });
  expect.soft(found, state).toEqual({ cut: [], broken: [], covered: [] });
};

// Does to a page what Chrome's translator does: each text node becomes two <font> elements, again whenever texts come or
// change. The words stay the same, so that a test can find them.
import type { Page } from "@playwright/test";

/** From its next document on, the page is translated. */
export const translatePages = async (page: Page): Promise<void> => {
  await page.addInitScript(() => {
    const left = "script,style,noscript,[translate=no],.notranslate,textarea,input,select,svg,font";
    const replace = (text: Text): void => {
      if (!text.data.trim() || !text.isConnected || text.parentElement?.closest(left)) return;
      const [outer, inner] = [document.createElement("font"), document.createElement("font")];
      outer.style.verticalAlign = inner.style.verticalAlign = "inherit";
      text.parentNode?.replaceChild(outer, text);
      outer.append(inner);
      inner.append(text.data);
    };
    const translate = (root: Node): void => {
      const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
      const texts: Text[] = root instanceof Text ? [root] : [];
      while (walker.nextNode()) texts.push(walker.currentNode as Text);
      for (const text of texts) replace(text);
    };
    const follow = new MutationObserver((records) => {
      for (const { target, addedNodes, type } of records) {
        if (type === "characterData") translate(target);
        else for (const node of addedNodes) translate(node);
      }
    });
    document.addEventListener("DOMContentLoaded", () => {
      document.documentElement.lang = "ha";
      document.documentElement.classList.add("translated-ltr");
      translate(document.body);
      follow.observe(document.body, { subtree: true, childList: true, characterData: true });
    });
  });
};

/**
 * The texts of React that a translator would detach from it: React keeps the node of a text only where it stands beside
 * something else, or where a component returns it bare.
 */
export const looseTexts = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const loose: string[] = [];
    while (walker.nextNode()) {
      const text = walker.currentNode as Text;
      const isReacts = Object.keys(text).some((key) => key.startsWith("__reactFiber$"));
      if (isReacts && text.data.trim()) loose.push(`${text.parentElement?.outerHTML.slice(0, 200)}: ${text.data}`);
    }
    return loose;
  });

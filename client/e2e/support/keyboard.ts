// Moves the focus through a page with the Tab key until a target has it, and returns the stops whose focus nobody can
// see.
import type { Locator, Page } from "@playwright/test";

/** More than the number of stops between two controls on any page. */
const MOST_STOPS = 90;

/** Presses the key until the target has the focus. Returns the stops without an outline, on them or on the card around. */
export const tabTo = async (page: Page, target: Locator, key: "Tab" | "Shift+Tab" = "Tab"): Promise<string[]> => {
  const unseen: string[] = [];
  for (let stops = 0; stops < MOST_STOPS; stops += 1) {
    await page.keyboard.press(key);
    const without = await page.evaluate(() => {
      const focused = document.activeElement;
      for (let at = focused; at; at = at.parentElement) {
        if (getComputedStyle(at).outlineStyle !== "none") return null;
      }
      return focused?.outerHTML.slice(0, 200) ?? "nothing has the focus";
    });
    if (without !== null) unseen.push(without);
    if (await target.evaluate((element) => element === document.activeElement)) return unseen;
  }
  throw new Error(`${key} never got there`);
};

// Checks a screen as it stands: axe finds no violation, and nothing is wider than the screen. A run of the project `long`
// tries both sizes and both themes; otherwise a light phone, where most goes wrong, stands for them.
import { type Page, test } from "@playwright/test";
import { expectAccessible } from "./axe.ts";
import { expectNoSidewaysScroll } from "./layout-checks.ts";

/** True in `npm run test:long`. Only to be asked while a test or a hook runs. */
export const isLongRun = (): boolean => test.info().project.name === "long";

export const phone = { width: 360, height: 780 };
export const desk = { width: 1280, height: 800 };

export const expectGoodEverywhere = async (page: Page, what: string): Promise<void> => {
  for (const viewport of isLongRun() ? [desk, phone] : [phone]) {
    const size = `${viewport.width} px`;
    await page.setViewportSize(viewport);
    // Scroll to the top, because a target that the fixed header covers in part seems smaller than it is.
    await page.evaluate(() => window.scrollTo(0, 0));
    for (const colorScheme of isLongRun() ? (["light", "dark"] as const) : (["light"] as const)) {
      await page.emulateMedia({ colorScheme });
      // A theme changes colours alone, so the other rules need not run twice.
      await expectAccessible(page, `${what}, ${size}, ${colorScheme}`, colorScheme === "light" ? "all" : "colours");
    }
    await expectNoSidewaysScroll(page, `${what}, ${size}`);
  }
};

// One state of a screen as six pictures.
import path from "node:path";
import type { LotStateName } from "@jara/shared/lot-state";
import type { Page } from "@playwright/test";
import { projectRoot } from "../e2e/support/project-root.ts";

/** The states of a lot after its bidding (states-after-the-end.spec.ts). The others are in states-of-a-lot.spec.ts. */
export type LateState = Extract<
  LotStateName,
  | ("offered" | "won" | "won-to-pay" | "paid" | "ready" | "collected" | "not-paid")
  | ("lost" | "sold" | "unsold" | "relisted" | "cancelled")
>;
export type OpenState = Exclude<LotStateName, LateState>;

const folder = path.join(projectRoot, "screenshots");
const widths = [360, 768, 1280];
/** Staff work at a desk, and now and then from a phone. */
const staffWidths = [390, 1280, 1440];
const HEIGHT = 900;

/**
 * The whole page where it scrolls; `view` keeps to what is seen without scrolling (dialogs, bars that stay in view).
 * `at`: the widths at which the state exists.
 */
export const shoot = async (
  page: Page,
  name: string,
  how: "page" | "view" = "page",
  at: readonly number[] = widths,
): Promise<void> => {
  for (const width of at) {
    await page.setViewportSize({ width, height: HEIGHT });
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
      if (how === "page") await loadWhatIsBelow(page);
      await page.evaluate(() => window.scrollTo(0, 0));
      const file = path.join(folder, `${name}.${width}.${colorScheme}.png`);
      await page.screenshot({ path: file, fullPage: how === "page", animations: "disabled" });
    }
  }
};

/** A screen of the staff. */
export const shootDesk = (page: Page, name: string, how: "page" | "view" = "page"): Promise<void> =>
  shoot(page, name, how, staffWidths);

/** Rails, charts and pictures load when they come near. */
const loadWhatIsBelow = async (page: Page): Promise<void> => {
  await page.evaluate(async () => {
    for (let y = 0; y < document.documentElement.scrollHeight; y += window.innerHeight / 2) {
      window.scrollTo(0, y);
      await new Promise((done) => setTimeout(done, 60));
    }
    for (const picture of document.querySelectorAll("img")) picture.loading = "eager";
    await Promise.all([...document.images].map((picture) => picture.decode().catch(() => {})));
  });
};

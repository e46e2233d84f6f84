// Moves the time of a page whose clock a test has installed (`page.clock.install()`), so that no test waits for a pause.
import { expect, type Page } from "@playwright/test";

const LOOK_MS = 1_000;

/** In steps of `stepMs`, until the page shows it. Playwright's own wait within a step is for the page to draw. */
export const passTimeUntil = (
  page: Page,
  stepMs: number,
  shows: (options: { timeout: number }) => Promise<unknown>,
): Promise<void> =>
  expect(async () => {
    await page.clock.fastForward(stepMs);
    await shows({ timeout: LOOK_MS });
  }).toPass();

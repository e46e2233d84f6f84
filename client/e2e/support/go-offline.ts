// Takes a page off the network.
import type { Page } from "@playwright/test";

/**
 * Resolves when the page has lost its live connection. The browser's offline state stops new connections at once, but an
 * open WebSocket can still deliver events until the page has given it up.
 */
export const goOffline = async (page: Page): Promise<void> => {
  const lost = page.waitForEvent("console", (message) => /WebSocket|ERR_INTERNET/.test(message.text()));
  await page.context().setOffline(true);
  await lost;
};

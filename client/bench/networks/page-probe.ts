// Notes inside the page what the lot's page shows: each price as it reaches the screen, and each change of the connection's
// word, the countdown and the lot's status. Times are milliseconds since 1970 by a clock that the page cannot shift.
import type { Page } from "@playwright/test";

export interface Sight {
  at: number;
  text: string;
}

export interface Seen {
  prices: Sight[];
  states: Sight[];
  timers: Sight[];
  statuses: Sight[];
  /** The page's answer to a bid. */
  answers: Sight[];
  /** The presses of the button that confirms a bid. */
  presses: Sight[];
}

const SAMPLED_EVERY_MS = 50;

const noteSights = (everyMs: number): void => {
  const seen: Seen = { prices: [], states: [], timers: [], statuses: [], answers: [], presses: [] };
  Object.assign(window, { seen });
  const now = () => performance.timeOrigin + performance.now();
  const note = (list: Sight[], text: string | null | undefined) => {
    if (text && list.at(-1)?.text !== text) list.push({ at: now(), text });
  };
  // The rolling figure hands its whole text to assistive technology at each change.
  const label = Object.getOwnPropertyDescriptor(ElementInternals.prototype, "ariaLabel") as PropertyDescriptor;
  Object.defineProperty(ElementInternals.prototype, "ariaLabel", {
    ...label,
    set(text: string) {
      label.set?.call(this, text);
      note(seen.prices, text);
    },
  });
  document.addEventListener(
    "click",
    ({ target }) => {
      const { textContent } = target as HTMLElement;
      if (textContent?.startsWith("Yes, bid ")) seen.presses.push({ at: now(), text: textContent });
    },
    { capture: true },
  );
  const textOf = (selector: string) => document.querySelector(selector)?.textContent;
  setInterval(() => {
    note(seen.states, textOf("header [role=status]"));
    note(seen.timers, textOf("aside [role=timer]"));
    note(seen.statuses, textOf("article header h1 + *"));
    const aside = textOf("aside[aria-label=Bidding]") ?? "";
    note(
      seen.answers,
      /Bid placed successfully!|Bid must be at least|You were outbid at|We could not confirm/.exec(aside)?.[0],
    );
  }, everyMs);
};

export const probePage = (page: Page): Promise<unknown> => page.addInitScript(noteSights, SAMPLED_EVERY_MS);

export const seenOn = (page: Page): Promise<Seen> => page.evaluate(() => (window as unknown as { seen: Seen }).seen);

/** ₦10,500.00 as 10500. */
export const amountOf = (text: string): number => Number(text.replace(/[^\d.]/g, ""));

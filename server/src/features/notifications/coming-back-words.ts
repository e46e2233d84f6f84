// The words of reminders about watched lots, and of new lots of saved searches.
import { formatMoney } from "@jara/shared/money";
import { writtenLagosTime } from "../../platform/lib/lagos-time.ts";
import type { ReminderData } from "../../platform/notifications/about.ts";
import type { CurrentState } from "../../platform/notifications/current-state.ts";
import { lotPath } from "./lot-words.ts";
import { newestState } from "./newest-state.ts";
import type { NotificationWords, WordsOf } from "./words-of.ts";

const titles: Readonly<Record<ReminderData["what"], string>> = {
  // These three are also true if the message comes late.
  "24h": "A lot you watch ends within a day",
  "1h": "A lot you watch ends within an hour",
  "15m": "A lot you watch ends within 15 minutes",
  price: "A lot you watch is below the price you set",
  started: "Bidding has started",
  changed: "A lot you watch has changed",
  extended: "A lot you watch ends later",
  paused: "A lot you watch is paused",
  resumed: "Bidding continues",
  relisted: "A lot you watched is listed again",
};

/** The words of a reminder that no longer holds. */
const pastWords = (
  { what, title, wishPrice, currency }: ReminderData,
  auction: CurrentState["auction"],
): Omit<NotificationWords, "link"> => {
  if (!auction || auction.isOver) return newestState(title, auction);
  if (what !== "price") {
    return { state: "open", title: "Bidding continues", text: `“${title}” is not paused any more.` };
  }
  const price = formatMoney(auction.currentPrice, currency);
  const wish = wishPrice === null ? "" : `, no longer below your ${formatMoney(wishPrice, currency)}`;
  return { title: "A lot you watch costs more now", text: `“${title}” is at ${price}${wish}.` };
};

const newLots = (lots: number): string => (lots === 1 ? "1 new lot" : `${lots} new lots`);

export const comingBackWords: WordsOf<"reminder" | "saved-search" | "saved-searches-daily"> = {
  reminder: (data, { holds, auction }) => {
    const link = auction ? lotPath(data) : null;
    if (!holds || !auction) return { ...pastWords(data, auction), link };
    const { wishPrice, currency } = data;
    const isBelow = wishPrice !== null && auction.currentPrice < wishPrice;
    const wish = isBelow ? `, below your ${formatMoney(wishPrice, currency)}` : "";
    const price = `${formatMoney(auction.currentPrice, currency)}${wish}`;
    const end = auction.isPaused ? "Bidding is paused." : `It ends ${writtenLagosTime(auction.endTime)}.`;
    // The end is not known during a pause, so the title about it does not apply.
    const isTimed = data.what === "24h" || data.what === "1h" || data.what === "15m";
    return {
      title: titles[auction.isPaused && isTimed ? "paused" : data.what],
      text: `“${data.title}” is at ${price}.${data.what === "paused" ? "" : ` ${end}`}`,
      link,
    };
  },

  "saved-search": ({ searchId, name, lots, newest }, { holds }) => ({
    title: `${newLots(lots)} for “${name}”`,
    text: holds
      ? `${newest ? `${lots === 1 ? "" : "The newest: "}“${newest}”. ` : ""}Open the search to see what is new.`
      : "You have seen them, or they are not listed any more.",
    link: `/saved-searches/${encodeURIComponent(searchId)}`,
  }),

  "saved-searches-daily": ({ searches }) => ({
    title: `${newLots(searches.reduce((sum, { lots }) => sum + lots, 0))} in your saved searches`,
    text: `${searches.map(({ name, lots, newest }) => `${lots === 1 && newest ? `“${newest}”` : lots} for “${name}”`).join(", ")}.`,
    link: "/saved-searches",
  }),
};

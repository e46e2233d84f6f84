// The words of mails about watched lots and about new lots of saved searches.
import { formatMoney } from "@jara/shared/money";
import type { MailData } from "../../../platform/outbox/mails.ts";
import type { Block } from "../layout.ts";
import { auctionLink, endFact, type MailSite, shortTitle, type Templates } from "./words.ts";

type What = MailData["watched-lot"]["what"];

/** The mail may come some minutes after the reminder, so the words name no time that is left. */
const watchedWords: Readonly<Record<What, { readonly subject: string; readonly heading: string }>> = {
  "24h": { subject: "Ends soon", heading: "A lot you watch ends soon" },
  "1h": { subject: "Ends soon", heading: "A lot you watch ends soon" },
  price: { subject: "Below your price", heading: "A lot you watch is below the price you set" },
  started: { subject: "Bidding has started", heading: "Bidding has started on a lot you watch" },
  changed: { subject: "A lot you watch has changed", heading: "A lot you watch has changed" },
  relisted: { subject: "Listed again", heading: "A lot you watched is listed again" },
};
/** During a pause the end is not known, so the mail does not say that the lot ends soon. */
const pausedWords = { subject: "Paused", heading: "A lot you watch is paused" };

const newLots = (lots: number): string => (lots === 1 ? "1 new lot" : `${lots} new lots`);

const choices = (site: MailSite): string => `${site.publicUrl}/notifications/preferences`;
const searches = (site: MailSite, label: string, id = ""): Block => ({
  action: label,
  url: `${site.publicUrl}/saved-searches${id && `/${encodeURIComponent(id)}`}`,
});

export const comingBackTemplates: Templates<"watched-lot" | "new-lots" | "new-lots-daily"> = {
  "watched-lot": (data, site) => {
    const isTimed = data.what === "24h" || data.what === "1h";
    const { subject, heading } = isTimed && data.endTime === null ? pausedWords : watchedWords[data.what];
    const { title, currency, currentPrice, endTime, wishPrice } = data;
    return {
      subject: `${subject}: ${shortTitle(title)}`,
      heading,
      blocks: [
        { paragraph: `“${title}”` },
        {
          facts: [
            ["Current price", formatMoney(currentPrice, currency)],
            ...(wishPrice === null ? [] : [["The price you set", formatMoney(wishPrice, currency)] as const]),
            endFact(endTime),
          ],
        },
        auctionLink(site, "See the auction", data),
        { paragraph: "This was the price when we sent this email. The lot’s page shows it live." },
      ],
      reason: `You get this email because the lot is on your watchlist. Choose what we send: ${choices(site)}`,
    };
  },

  "new-lots": ({ searchId, name, lots, newest }, site) => ({
    subject: lots === 1 && newest ? `New lot: ${shortTitle(newest)}` : `${newLots(lots)}: ${shortTitle(name)}`,
    heading: `${newLots(lots)} for your search`,
    blocks: [
      { paragraph: `Your saved search “${name}” found ${newLots(lots)} that you have not seen.` },
      ...(newest ? [{ paragraph: `${lots === 1 ? "It is" : "The newest is"} “${newest}”.` }] : []),
      searches(site, lots === 1 ? "See the new lot" : "See the new lots", searchId),
    ],
    reason: `You get this email because you saved this search. Choose what we send: ${choices(site)}`,
  }),

  "new-lots-daily": ({ searches: found }, site) => {
    const lots = newLots(found.reduce((sum, one) => sum + one.lots, 0));
    return {
      subject: `${lots} in your saved searches`,
      heading: `${lots} in your saved searches`,
      blocks: [
        {
          facts: found.map(({ name, lots, newest }) => [name, lots === 1 && newest ? newest : newLots(lots)] as const),
        },
        searches(site, "See your saved searches"),
      ],
      reason: `You get this email once a day because you chose this for these searches: ${site.publicUrl}/saved-searches`,
    };
  },
};

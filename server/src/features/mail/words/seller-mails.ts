// The words of the mails to people who offer an item.
import type { MailData } from "../../../platform/outbox/mails.ts";
import { type MailSite, shortTitle, type Templates } from "./words.ts";

type Kind = Extract<keyof MailData, `offer-${string}` | "agreement-accepted">;

const because = ({ brandName }: MailSite): string => `You get this email because you offered an item at ${brandName}.`;
const offersLink = ({ publicUrl }: MailSite, label: string) => ({ action: label, url: `${publicUrl}/sell` });
const offerLink = ({ publicUrl }: MailSite, label: string, id: string) => ({
  action: label,
  url: `${publicUrl}/sell/${encodeURIComponent(id)}`,
});
/** Returns the agreement's page; for many agreements the page that lists them. */
const agreementUrl = ({ publicUrl }: MailSite, id: string, others: number): string =>
  others > 0 ? `${publicUrl}/agreements` : `${publicUrl}/agreements/${encodeURIComponent(id)}`;
const itemFacts = (title: string, others: number): [string, string][] =>
  others > 0
    ? [
        ["Items", String(others + 1)],
        ["The first", title],
      ]
    : [["Item", title]];

export const sellerTemplates: Templates<Kind> = {
  "offer-message": ({ offerId, title, text }, site) => ({
    subject: `A message about your offer: ${shortTitle(title)}`,
    heading: "We wrote to you about your offer",
    blocks: [{ facts: [["Item", title]] }, { paragraph: text }, offerLink(site, "Answer", offerId)],
    reason: because(site),
  }),
  "offer-declined": ({ offerId, title, reason }, site) => ({
    subject: `Your offer was declined: ${shortTitle(title)}`,
    heading: "We cannot sell this item",
    blocks: [{ facts: [["Item", title]] }, { paragraph: reason }, offerLink(site, "See your offer", offerId)],
    reason: because(site),
  }),
  "offer-accepted": ({ agreementId, title, isChanged, others = 0 }, site) => ({
    subject: isChanged
      ? `New terms for your item: ${shortTitle(title)}`
      : `We want to sell your ${others > 0 ? `${others + 1} items` : "item"}: ${shortTitle(title)}`,
    heading: isChanged ? "Please read the new terms" : `We want to sell your item${others > 0 ? "s" : ""}`,
    blocks: [
      { facts: itemFacts(title, others) },
      {
        paragraph:
          "The terms are ready. Read them, and accept them with your name. The auction does not begin before you do.",
      },
      { action: "Read the terms", url: agreementUrl(site, agreementId, others) },
    ],
    reason: because(site),
  }),
  "agreement-accepted": ({ agreementId, title, others = [] }, site) => ({
    subject:
      others.length > 0
        ? `Your agreements about ${others.length + 1} items`
        : `Your agreement about ${shortTitle(title)}`,
    heading: "You accepted the terms",
    blocks: [
      { facts: itemFacts(title, others.length) },
      {
        paragraph:
          others.length > 0
            ? "The agreements are attached as a PDF file, one on each page. We tell you when each auction begins."
            : "The agreement is attached as a PDF file. We tell you when the auction begins.",
      },
      // The page of many lists only those that wait.
      others.length > 0
        ? offersLink(site, "See your offers")
        : { action: "See the agreement", url: agreementUrl(site, agreementId, 0) },
    ],
    reason: because(site),
  }),
};

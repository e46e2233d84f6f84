// The words of the mails to people who offer an item.
import type { MailData } from "../../../platform/outbox/mails.ts";
import { type MailSite, shortTitle, type Templates } from "./words.ts";

type Kind = Extract<keyof MailData, `offer-${string}` | "agreement-accepted">;

const because = ({ brandName }: MailSite): string => `You get this email because you offered an item at ${brandName}.`;
const offersLink = ({ publicUrl }: MailSite, label: string) => ({ action: label, url: `${publicUrl}/sell` });
const agreementUrl = ({ publicUrl }: MailSite, id: string): string =>
  `${publicUrl}/agreements/${encodeURIComponent(id)}`;

export const sellerTemplates: Templates<Kind> = {
  "offer-message": ({ title, text }, site) => ({
    subject: `A question about your offer: ${shortTitle(title)}`,
    heading: "We have a question about your offer",
    blocks: [{ facts: [["Item", title]] }, { paragraph: text }, offersLink(site, "Answer")],
    reason: because(site),
  }),
  "offer-declined": ({ title, reason }, site) => ({
    subject: `Your offer was declined: ${shortTitle(title)}`,
    heading: "We cannot sell this item",
    blocks: [{ facts: [["Item", title]] }, { paragraph: reason }, offersLink(site, "See your offers")],
    reason: because(site),
  }),
  "offer-accepted": ({ agreementId, title, isChanged }, site) => ({
    subject: isChanged
      ? `New terms for your item: ${shortTitle(title)}`
      : `We want to sell your item: ${shortTitle(title)}`,
    heading: isChanged ? "Please read the new terms" : "We want to sell your item",
    blocks: [
      { facts: [["Item", title]] },
      {
        paragraph:
          "The terms are ready. Read them, and accept them with your name. The auction does not begin before you do.",
      },
      { action: "Read the terms", url: agreementUrl(site, agreementId) },
    ],
    reason: because(site),
  }),
  "agreement-accepted": ({ agreementId, title }, site) => ({
    subject: `Your agreement about ${shortTitle(title)}`,
    heading: "You accepted the terms",
    blocks: [
      { facts: [["Item", title]] },
      { paragraph: "The agreement is attached as a PDF file. We tell you when the auction begins." },
      { action: "See the agreement", url: agreementUrl(site, agreementId) },
    ],
    reason: because(site),
  }),
};

// The words of notifications to the sellers of lots, and to the staff about their offers.
import { ownLotWords as wordsOfLot } from "../../platform/outbox/own-lot-words.ts";
import type { WordsOf } from "./words-of.ts";

const offerPath = (id: string): string => `/sell/${encodeURIComponent(id)}`;
const agreementPath = (id: string): string => `/agreements/${encodeURIComponent(id)}`;

const named = (title: string, others: number): string => `“${title}”${others > 0 ? ` and ${others} more` : ""}`;

const newsOfOffer = {
  sent: "An item is offered",
  message: "A seller wrote to you",
  withdrawn: "A seller took an offer back",
  "terms-accepted": "A seller accepted the terms",
} as const;

export const ownLotWords: WordsOf<
  "own-lot" | "offer-message" | "offer-declined" | "offer-accepted" | "agreement-accepted" | "offer-news"
> = {
  "own-lot": (data) => ({
    ...wordsOfLot(data),
    link: data.what === "credited" ? "/profile/withdraw" : "/my-sales",
  }),
  "offer-message": ({ offerId, title, text }) => ({
    title: "A message about your offer",
    text: `“${title}”: ${text}`,
    link: offerPath(offerId),
  }),
  "offer-declined": ({ offerId, title, reason }) => ({
    title: "Your offer was declined",
    text: `“${title}”: ${reason}`,
    link: offerPath(offerId),
  }),
  "offer-accepted": ({ agreementId, title, isChanged, others = 0 }) => ({
    title: isChanged ? "There are new terms for your item" : `We want to sell your item${others > 0 ? "s" : ""}`,
    text: `${named(title, others)}: read the terms, and accept them with your name.`,
    link: others > 0 ? "/agreements" : agreementPath(agreementId),
  }),
  "agreement-accepted": ({ agreementId, title, others = [] }) => ({
    title: "You accepted the terms",
    text: `${named(title, others.length)}: the agreement is in your email as a PDF file.`,
    link: others.length > 0 ? "/sell" : agreementPath(agreementId),
  }),
  "offer-news": ({ offerId, title, what, others = 0 }) => ({
    title: newsOfOffer[what],
    text: named(title, others),
    // An offer that was taken back is the seller's draft, which nobody else sees.
    link: what === "withdrawn" ? "/admin/offers" : `/admin/offers/${encodeURIComponent(offerId)}`,
  }),
};

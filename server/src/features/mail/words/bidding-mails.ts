// The words of mails to people who bid on a lot or asked about it.
import type { VoidReason } from "@jara/shared/auction";
import { formatMoney } from "@jara/shared/money";
import { writtenLagosTime } from "../../../platform/lib/lagos-time.ts";
import { auctionLink, bidOn, endFact, otherAuctions, shortTitle, type Templates } from "./words.ts";

const voidReasonWords: Record<VoidReason, string> = {
  "mistaken-amount": "a mistaken amount",
  fraud: "suspected fraud",
  suspended: "your account is suspended",
  other: "see below",
};

const BARRED =
  "You cannot bid on it again, because your bids had shown somebody else's maximum. It is hidden again now.";

/** By kind. */
export const biddingTemplates: Templates<
  | "outbid"
  | "lot-changed"
  | "lot-cancelled"
  | "lot-withdrawn"
  | "lot-reopened"
  | "lot-sold"
  | "lot-unsold"
  | "lot-sale-undone"
  | "bids-voided"
  | "own-bids-voided"
  | "maxbid-suspended"
  | "question-answered"
> = {
  outbid: (data, site) => ({
    subject: `You have been outbid: ${shortTitle(data.title)}`,
    heading: "You have been outbid",
    blocks: [
      { paragraph: `Someone has placed a higher bid on “${data.title}”.` },
      {
        facts: [
          ["Current price", formatMoney(data.currentPrice, data.currency)],
          ["Minimum bid", formatMoney(data.minimumBid, data.currency)],
          endFact(data.endTime),
        ],
      },
      auctionLink(site, "See the auction and bid", data),
      { paragraph: "This was the price when we sent this email. The lot’s page shows it live." },
    ],
    reason: "You get this email because you bid on this auction.",
  }),

  "lot-changed": (data, site) => ({
    subject: `${data.isCorrection ? "Correction" : "This lot has changed"}: ${shortTitle(data.title)}`,
    heading: data.isCorrection ? "A lot that you bid on was corrected" : "A lot that you bid on has changed",
    blocks: [
      { paragraph: `We changed “${data.title}”: ${data.fields.join(", ")}.` },
      ...(data.reason ? [{ paragraph: `Reason: ${data.reason}` }] : []),
      {
        paragraph:
          (data.isCorrection
            ? "It is a small correction of the text. If you set a maximum, it goes on bidding. "
            : "If you set a maximum, it is suspended: it places no bid until you confirm the lot as it is now. ") +
          "If you bid before the change, you can withdraw your bids within 24 hours, until the auction ends. If your " +
          "bids showed somebody else's maximum, you cannot bid on this lot again after that.",
      },
      ...(data.endTime || data.isPaused ? [{ facts: [endFact(data.endTime)] }] : []),
      auctionLink(site, "See what changed", data),
    ],
    reason: bidOn,
  }),

  "lot-cancelled": (data, site) => ({
    subject: `Cancelled: ${shortTitle(data.title)}`,
    heading: "This auction was cancelled",
    blocks: [
      { paragraph: `“${data.title}” was cancelled. All bids on it are cancelled, and you pay nothing.` },
      ...(data.note ? [{ paragraph: `Reason: ${data.note}` }] : []),
      auctionLink(site, "Open the auction", data),
    ],
    reason: bidOn,
  }),

  "lot-withdrawn": (data, site) => ({
    subject: `Withdrawn: ${shortTitle(data.title)}`,
    heading: "This auction was withdrawn",
    blocks: [
      {
        paragraph:
          `We took “${data.title}” off the site. All bids on it are cancelled, and you pay nothing. ` +
          "If it is offered again, it starts from the beginning.",
      },
      otherAuctions(site),
    ],
    reason: bidOn,
  }),

  "lot-reopened": (data, site) => ({
    subject: `Not over yet: ${shortTitle(data.title)}`,
    heading: "This auction continues",
    blocks: [
      {
        paragraph:
          `“${data.title}” is not over after all, and has no winner now. All bids and maximums still count. You can cancel ` +
          "your maximum on the lot’s page.",
      },
      { facts: [endFact(data.endTime)] },
      auctionLink(site, "See the auction", data),
    ],
    reason: bidOn,
  }),

  "lot-sold": (data, site) => ({
    subject: `Sold: ${shortTitle(data.title)}`,
    heading: "A lot that you bid on was sold",
    blocks: [
      {
        paragraph:
          `“${data.title}” was sold by Buy It Now. You pay nothing for your bids on it. If the sale is cancelled and ` +
          "the auction continues, your bids count again, and we tell you.",
      },
      { facts: [["Price", formatMoney(data.price, data.currency)]] },
      auctionLink(site, "See the auction", data),
    ],
    reason: bidOn,
  }),

  "lot-unsold": (data, site) => ({
    subject: `Not sold: ${shortTitle(data.title)}`,
    heading: "Your bid was the highest, but the lot was not sold",
    blocks: [
      {
        paragraph:
          `“${data.title}” has ended below its reserve, the lowest price at which it is sold. Your bid was the highest, ` +
          "but you did not win. Nothing was taken from your balance.",
      },
      { facts: [["Your bid", formatMoney(data.price, data.currency)]] },
      { paragraph: "If we sell it to you after all, or list it again, we tell you." },
      auctionLink(site, "See the auction", data),
    ],
    reason: bidOn,
  }),

  "lot-sale-undone": (data, site) => ({
    subject: `Your bids count again: ${shortTitle(data.title)}`,
    heading: "The sale of this lot was cancelled",
    blocks: [
      {
        paragraph:
          `“${data.title}” was sold by Buy It Now, but the buyer’s payment was cancelled. All bids and maximums on it count ` +
          "again. The buyer can still pay.",
      },
      { facts: [["The buyer pays by", writtenLagosTime(data.deadline)]] },
      {
        paragraph:
          "If the payment comes by then, the lot is sold. If it does not come, the auction continues. The lot’s page " +
          "shows its end then, and you can cancel your maximum there.",
      },
      auctionLink(site, "See the auction", data),
    ],
    reason: bidOn,
  }),

  "bids-voided": (data, site) => ({
    subject: `The price has changed: ${shortTitle(data.title)}`,
    heading: data.isWithdrawn ? "A bidder withdrew" : "Some bids no longer count",
    blocks: [
      {
        paragraph: data.isWithdrawn
          ? `Somebody withdrew their bids on “${data.title}”, because the lot changed. The price is calculated from the remaining bids.`
          : `We removed somebody’s bids on “${data.title}”. The price is calculated from the remaining bids.`,
      },
      { facts: [["Current price", formatMoney(data.currentPrice, data.currency)]] },
      auctionLink(site, "See the auction", data),
    ],
    reason: bidOn,
  }),

  "own-bids-voided": (data, site) => ({
    subject: `Your bids no longer count: ${shortTitle(data.title)}`,
    heading: data.reason === "withdrawn" ? "You withdrew your bids" : "Your bids no longer count",
    blocks: [
      {
        paragraph:
          data.reason === "withdrawn"
            ? `Your bids and your maximum on “${data.title}” no longer count.${data.isBarred ? "" : " You may bid on it again."}`
            : `We removed your ${data.keepsEarlier ? "last bids" : "bids"} on “${data.title}”. Reason: ${voidReasonWords[data.reason]}.`,
      },
      ...(data.note ? [{ paragraph: `Note: ${data.note}` }] : []),
      ...(data.keepsEarlier
        ? [
            {
              paragraph:
                "Your earlier bids on it, and a maximum that you set before, still count. The lot’s page shows them.",
            },
          ]
        : []),
      ...(data.isBarred ? [{ paragraph: BARRED }] : []),
      ...(data.reason === "withdrawn"
        ? []
        : [{ paragraph: "If you think that this is a mistake, contact our team:" }, { contacts: site.contact }]),
      auctionLink(site, "Open the auction", data),
    ],
    reason: bidOn,
  }),

  "maxbid-suspended": (data, site) => ({
    subject: `Your maximum is suspended: ${shortTitle(data.title)}`,
    heading: "Your maximum is suspended",
    blocks: [
      {
        paragraph:
          `You did not pay lots that you won, so your maximum on “${data.title}” places no more bids. Bids that it has ` +
          "placed still count. Once you may bid again, you can confirm it.",
      },
      { paragraph: "To settle your payments, contact our team:" },
      { contacts: site.contact },
      auctionLink(site, "Open the auction", data),
    ],
    reason: bidOn,
  }),

  "question-answered": (data, site) => {
    const { title, isNamed = true, hasPage = true } = data;
    const unnamed = hasPage ? "a lot" : "a lot that is not public now";
    return {
      subject: `${data.isChanged ? "Changed answer" : "Answered"}: ${isNamed ? shortTitle(title) : "your question about a lot"}`,
      heading: data.isChanged ? "The answer to your question has changed" : "Your question was answered",
      blocks: [
        { paragraph: `You asked about ${isNamed ? `“${title}”` : unnamed}: “${data.question}”` },
        { paragraph: `Our answer: “${data.answer}”` },
        ...(hasPage ? [{ paragraph: "Everybody can read both on the lot’s page, without your full name." }] : []),
        auctionLink(site, "See the auction", data),
      ],
      reason: "You get this email because you asked about this lot.",
    };
  },
};

// The words of notifications about a lot on which the reader bid or asked.
import type { VoidReason } from "@jara/shared/auction";
import { formatMoney } from "@jara/shared/money";
import { writtenLagosTime } from "../../platform/lib/lagos-time.ts";
import type { CurrentState } from "../../platform/notifications/current-state.ts";
import { newestState } from "./newest-state.ts";
import type { WordsOf } from "./words-of.ts";

export const lotPath = ({ auctionId }: { readonly auctionId: string }): string =>
  `/auction/${encodeURIComponent(auctionId)}`;

const voidReasons: Readonly<Record<VoidReason, string>> = {
  "mistaken-amount": "The amount was a mistake.",
  fraud: "We suspect fraud.",
  suspended: "Your account is suspended.",
  other: "The lot’s page says more.",
};

/** A pause moves the end, so nobody knows it yet. */
const ifPaused = (auction: CurrentState["auction"]): string => (auction?.isPaused ? " Bidding is paused." : "");

/** The end that an open lot has now, null in a pause. A lot that is over keeps the one that was written. */
const endNow = (auction: CurrentState["auction"], written: string | null): string | null => {
  if (!auction || auction.isOver) return written;
  return auction.isPaused ? null : auction.endTime;
};

const times = (count: number): string => (count === 1 ? "" : ` (${count} times)`);

const BARRED = "They had shown another bidder's maximum, so you cannot bid on it again.";

export const lotWords: WordsOf<
  | "outbid"
  | "extended"
  | "lot-changed"
  | "lot-cancelled"
  | "lot-withdrawn"
  | "lot-reopened"
  | "lot-sold"
  | "lot-unsold"
  | "lot-listed-again"
  | "lot-sale-undone"
  | "bids-voided"
  | "own-bids-voided"
  | "maxbid-suspended"
  | "question-answered"
> = {
  outbid: (data, { holds, auction }) => {
    const link = auction ? lotPath(data) : null;
    if (!holds) {
      if (!auction || auction.isOver) return { ...newestState(data.title, auction), link };
      return auction.isLeading
        ? {
            state: "leading",
            title: "You lead now",
            text: `You lead “${data.title}”.${ifPaused(auction)}`,
            link,
          }
        : {
            state: "without-bid",
            title: "Your bids no longer count",
            text: `You have no bid on “${data.title}” any more.`,
            link,
          };
    }
    const price = formatMoney(auction?.currentPrice ?? data.currentPrice, data.currency);
    const minimum = formatMoney(auction?.minimumBid ?? data.minimumBid, data.currency);
    return {
      title: "You have been outbid",
      text: `“${data.title}” is at ${price}. The minimum bid is ${minimum}.`,
      // The page offers the next bid.
      link: link && `${link}?bid=next`,
    };
  },

  extended: (data, { holds, auction }) => {
    if (!holds) return { ...newestState(data.title, auction), link: lotPath(data) };
    const to = auction && !auction.isPaused ? ` to ${writtenLagosTime(auction.endTime)}` : "";
    return {
      title: "A lot you bid on ends later",
      text: `A late bid moved the end of “${data.title}”${to}.${ifPaused(auction)}`,
      link: lotPath(data),
    };
  },

  "lot-changed": (data, { auction }, count) => ({
    title: `${data.isCorrection ? "A lot you bid on was corrected" : "A lot you bid on has changed"}${times(count)}`,
    text:
      `Last change of “${data.title}”: ${data.fields.join(", ")}. ` +
      `${data.isCorrection ? "Your maximum goes on bidding." : "A maximum bids again when you confirm it."}${ifPaused(auction)}`,
    link: lotPath(data),
  }),

  "lot-cancelled": (data) => ({
    title: "An auction was cancelled",
    text: `All bids on “${data.title}” are cancelled, and you pay nothing.${data.note ? ` Reason: ${data.note}` : ""}`,
    link: lotPath(data),
  }),

  "lot-withdrawn": (data) => ({
    title: "An auction was withdrawn",
    text: `We took “${data.title}” off the site. All bids on it are cancelled, and you pay nothing.`,
    link: null,
  }),

  "lot-reopened": (data, { auction }) => {
    const end = endNow(auction, data.endTime);
    return {
      title: "An auction continues",
      text:
        end === null
          ? `“${data.title}” is not over after all. Bidding is paused, and your bids still count.`
          : `“${data.title}” is open again, until ${writtenLagosTime(end)}. Your bids still count.`,
      link: lotPath(data),
    };
  },

  "lot-sold": (data) => ({
    title: "A lot you bid on was sold",
    text: `“${data.title}” was sold by Buy It Now for ${formatMoney(data.price, data.currency)}. You pay nothing.`,
    link: lotPath(data),
  }),

  "lot-unsold": (data, { holds, auction }) => {
    const link = lotPath(data);
    if (!holds && auction && !auction.isOver) {
      return {
        state: "open",
        title: "The auction continues",
        text: `Bidding on “${data.title}” is open again.${ifPaused(auction)}`,
        link,
      };
    }
    if (!holds) return { ...newestState(data.title, auction), link };
    return {
      title: "The lot was not sold",
      text: `“${data.title}” ended below its reserve, the lowest price at which it is sold. Your bid of ${formatMoney(data.price, data.currency)} was the highest, but you did not win. Nothing was taken.`,
      link,
    };
  },

  "lot-listed-again": (data, { holds, auction }) => {
    const end = endNow(auction, null);
    const link = lotPath(data);
    if (!holds) return { ...newestState(data.title, auction), link };
    return {
      title: "A lot you bid on is listed again",
      text: `“${data.title}” was not sold. You can bid on it again${end === null ? "" : ` until ${writtenLagosTime(end)}`}.${ifPaused(auction)}`,
      link,
    };
  },

  "lot-sale-undone": (data) => ({
    title: "Your bids count again",
    text:
      `The buyer’s payment for “${data.title}” was cancelled. If the buyer does not pay by ` +
      `${writtenLagosTime(data.deadline)}, the auction continues.`,
    link: lotPath(data),
  }),

  "bids-voided": (data, { auction }, count) => ({
    title: data.isWithdrawn ? `A bidder withdrew${times(count)}` : `Some bids no longer count${times(count)}`,
    text: `The price of “${data.title}” is now ${formatMoney(auction?.currentPrice ?? data.currentPrice, data.currency)}.`,
    link: lotPath(data),
  }),

  "own-bids-voided": (data) =>
    data.reason === "withdrawn"
      ? {
          title: "You withdrew your bids",
          text: `Your bids on “${data.title}” no longer count. ${data.isBarred ? BARRED : "You may bid on it again."}`,
          link: lotPath(data),
        }
      : {
          title: "Your bids no longer count",
          text: `We removed your bids on “${data.title}”. ${voidReasons[data.reason]}${data.isBarred ? ` ${BARRED}` : ""}`,
          link: lotPath(data),
        },

  "maxbid-suspended": (data) => ({
    title: "Your maximum is suspended",
    text: `You did not pay for lots that you won, so your maximum on “${data.title}” places no more bids. Please contact us.`,
    link: lotPath(data),
  }),

  "question-answered": (data, { holds, auction }) => {
    const { title, answer, isNamed = true } = data;
    const unnamed = auction ? "a lot" : "a lot that is not public now";
    const said = isNamed ? `“${title}”: ${answer}` : `Your question about ${unnamed}: ${answer}`;
    return {
      title: data.isChanged ? "An answer to your question was changed" : "Your question was answered",
      // Do not repeat the answer: its words may be the reason why the staff hid the question.
      text: holds ? said : `Your question about ${isNamed ? `“${title}”` : "a lot"} is hidden.`,
      link: lotPath(data),
    };
  },
};

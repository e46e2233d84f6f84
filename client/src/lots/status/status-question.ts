// The effects of setting a status, in words, shown before it is done. The server decides; the texts follow its rules
// (docs/rules/life-of-an-auction.md).
import type { Auction, AuctionStatus } from "@jara/shared/auction";
import { formatMoney } from "@jara/shared/money";
import { paymentDaysWords, percentsOf } from "@jara/shared/payment-rules";
import { totalInWords } from "@jara/shared/premium-words";
import { lagosDateTime } from "../../lib/lagos-moment.ts";

export interface StatusQuestion {
  title: string;
  /** Each entry is one or several sentences. */
  effects: string[];
  yes: string;
  /** True if it cannot be undone, or not completely. */
  danger: boolean;
  /** True if it needs an end time in the future and there is none. */
  needsEndTime: boolean;
}

/** True for a change that one more press undoes: a list makes it without a question. */
export const isHarmless = ({ status: from, pausedUntil }: Auction, to: AuctionStatus): boolean =>
  (from === "active" && to === "paused") || (from === "paused" && to === "active" && pausedUntil === null);

/** Null when there is nothing to ask. A pause asks for its reason. */
export const questionFor = (auction: Auction, to: AuctionStatus, nowMs: number): StatusQuestion | null => {
  const { status: from, pausedUntil } = auction;
  const isBeingPaid = from === "paused" && pausedUntil !== null;
  if (to === "active" && isHarmless(auction, to)) return null;

  const opens = to === "active" ? from !== "paused" : to === "paused";
  const needsEndTime = opens && Date.parse(auction.endTime) <= nowMs;
  const words = wordsFor(auction, to, isBeingPaid);
  const effects = needsEndTime
    ? [`The end time has passed (${lagosDateTime(auction.endTime)}). Set one in the future first.`]
    : words.effects.filter((effect) => effect !== null);
  return { ...words, effects, needsEndTime };
};

type Words = Pick<StatusQuestion, "title" | "yes" | "danger"> & { effects: (string | null)[] };

const wordsFor = (auction: Auction, to: AuctionStatus, isBeingPaid: boolean): Words => {
  const { status: from, bidCount, winner, endTime } = auction;
  const undone = undoneBy(auction, isBeingPaid);
  const until = `until ${lagosDateTime(endTime)} (Lagos)`;
  switch (to) {
    case "active":
      return {
        title: from === "draft" ? "Open this auction?" : isBeingPaid ? "Resume this auction?" : "Reopen this auction?",
        effects: [
          undone,
          from === "draft" ? `It becomes public now and accepts bids ${until}.` : null,
          isBeingPaid ? "Bidding resumes; the end time moves by the length of the pause." : null,
          from !== "draft" && !isBeingPaid ? `Bidding opens again ${until}.` : null,
          from !== "draft" && bidCount > 0 ? `${bidsText(bidCount)} still count, and maximums may bid at once.` : null,
          leadsAgain(auction),
        ],
        yes: from === "draft" ? "Open auction" : isBeingPaid ? "Go on" : "Reopen auction",
        danger: undone !== null,
      };
    case "paused":
      return {
        title: "Pause this auction?",
        effects: [undone, "It stays public and accepts no bids; the remaining time does not run."],
        yes: "Pause auction",
        danger: undone !== null,
      };
    case "ended":
      return from === "sold" && winner
        ? {
            title: "Take the sale back?",
            effects: [
              `${winner.username} stays the winner, and the same payment is due again: never a second one.`,
              "The payments are reversed. Those from the balance and online go back to the balance; the deposit stays.",
              "Booked and confirmed payments count as money that never arrived: what they put on the balance is taken from it, and if the balance has less, the sale stays.",
            ],
            yes: "Take the sale back",
            danger: true,
          }
        : {
            title: "End this auction now?",
            effects: [undone, from === "active" ? "Bidding closes at once." : null, outcomeOf(auction)],
            yes: "End now",
            danger: true,
          };
    case "cancelled":
      return {
        title: "Cancel this auction?",
        effects: [
          undone,
          "It closes at once and nobody wins.",
          bidCount > 0 ? `All bidders are notified (${bidsText(bidCount)}).` : null,
          allVoid(from),
        ],
        yes: "Cancel auction",
        danger: true,
      };
    case "draft":
      return {
        title: "Take this auction back to draft?",
        effects: [
          undone,
          "Then only administrators see it, and it has no start time.",
          bidCount > 0 ? `Its bidders are notified (${bidsText(bidCount)}).` : null,
          allVoid(from),
        ],
        yes: "Back to draft",
        danger: true,
      };
    case "sold":
      return {
        title: "Mark this auction as sold?",
        effects: saleEffects(auction, isBeingPaid),
        yes: "Mark as sold",
        danger: true,
      };
    default:
      return to satisfies never;
  }
};

/** The purchase or win that the change undoes, in words. */
const undoneBy = ({ status, winner }: Auction, isBeingPaid: boolean): string | null => {
  if (isBeingPaid) return "The open Buy It Now purchase becomes void without a penalty, and its buyer is notified.";
  const isDecided = status === "ended" || status === "sold";
  if (!isDecided || !winner) return null;
  return `${winner.username} is no longer the winner. What is still due is void without penalty, and the deposit and the payments go back to the balance.`;
};

/**
 * Null for a draft, whose bids are all void. For other lots it is always said, because staff do not see hidden maximum
 * bids.
 */
const allVoid = (from: AuctionStatus): string | null =>
  from === "draft" ? null : "All bids and maximum bids become void, and none of them counts if it opens again.";

/** A reopened lot keeps its bids, so a winner who did not pay may win it again. */
const leadsAgain = ({ status, winner, leader }: Auction): string | null =>
  status === "ended" && winner && leader
    ? `${leader.username} leads again and may win again. If they did not pay, void their bids first.`
    : null;

const saleEffects = (auction: Auction, isBeingPaid: boolean): Words["effects"] => {
  const { status: from, winner, leader, reserveMet, buyItNowPrice, currency } = auction;
  if (isBeingPaid) {
    const price = buyItNowPrice === null ? "the Buy It Now price" : formatMoney(buyItNowPrice, currency);
    return [
      `You confirm the payment: the buyer wins at ${price}, and all bidders are notified.`,
      "The rest that is due is recorded as paid.",
    ];
  }
  if (from === "ended" && winner) {
    const price = wholeOf(auction);
    return [
      `You confirm that ${winner.username} has paid ${price}. The rest that is due is recorded as paid.`,
      "A win that was forfeited or waived stays so.",
    ];
  }
  // If a lot ended without a winner, nobody agreed to buy it, even if its reserve was lowered since.
  const buyer =
    from !== "ended" && leader && reserveMet
      ? `${leader.username} is recorded as the buyer, and ${wholeOf(auction)} as paid. Nothing is taken from the balance.`
      : "No buyer is recorded.";
  return [from === "active" ? "Bidding closes at once." : null, buyer];
};

/** The price of the bids, with what the buyer's premium makes of it. */
const wholeOf = ({ currentPrice, currency, buyersPremium }: Auction): string =>
  buyersPremium ? totalInWords(currentPrice, currency, buyersPremium) : formatMoney(currentPrice, currency);

/** The winner if the auction ended now, in words. */
export const outcomeOf = ({ leader, reserveMet, currentPrice, currency, ...auction }: Auction): string => {
  if (!leader) return "Nobody has bid: there is no winner.";
  if (!reserveMet) return "The reserve is not met: there is no winner.";
  const price = formatMoney(currentPrice, currency);
  return `${leader.username} wins at ${price}, is notified, and has ${paymentDaysWords(percentsOf(auction))} to pay.`;
};

const bidsText = (count: number): string => (count === 1 ? "1 bid" : `${count} bids`);

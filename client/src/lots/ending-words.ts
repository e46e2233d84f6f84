// These words say what a lot's end or pause means to the person: what happened, why, and that nothing was taken. The
// state comes from shared/src/lot-state.ts. The payment card tells winners and buyers what they owe.
import type { Auction } from "@jara/shared/auction";
import type { LotStateName } from "@jara/shared/lot-state";
import { formatMoney } from "@jara/shared/money";
import { whyUnsold } from "./lot-outcome.ts";

export interface OwnBids {
  /** The person's highest bid that counts; null without one. */
  lastBid: number | null;
  /** It was sold with Buy It Now. */
  isBoughtAtOnce: boolean;
}

export interface EndingWords {
  title: string;
  /** Sentences, in order. */
  more: string[];
}

/** `name`: only of a state in which nobody can bid and the person owes nothing. */
export const endingWordsOf = (
  name: Extract<LotStateName, "lost" | "unsold" | "cancelled" | "paused">,
  auction: Auction,
  { lastBid, isBoughtAtOnce }: OwnBids,
): EndingWords => {
  const money = (amount: number) => formatMoney(amount, auction.currency);
  const said = (...sentences: (string | false)[]) => sentences.filter((sentence) => sentence !== false);
  const hasBid = lastBid !== null;
  switch (name) {
    case "lost":
      return {
        title: "You did not win.",
        more: said(
          `Sold ${isBoughtAtOnce ? "with Buy It Now " : ""}for ${money(auction.currentPrice)}.`,
          hasBid && `Your last bid: ${money(lastBid)}.`,
          "Nothing was taken.",
        ),
      };
    case "unsold":
      return {
        title: "This lot was not sold.",
        more: said(
          whyUnsold(auction),
          hasBid && `${auction.isLeading ? "You had the highest bid" : "Your last bid"}: ${money(lastBid)}.`,
          hasBid && "Nothing was taken.",
        ),
      };
    case "cancelled":
      return { title: "This auction was cancelled", more: ["All bids are cancelled, and you pay nothing."] };
    case "paused":
      return {
        title: "This auction is paused. Bidding opens again when it resumes.",
        more: said("The remaining time does not run until then.", hasBid && "Your bid stays."),
      };
  }
};

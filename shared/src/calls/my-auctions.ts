// The lots on which a person has bid.
import { MY_AUCTIONS_LIMIT_DEFAULT, myAuctionsAnswer, myAuctionsQuery } from "../rest/my-auctions.ts";
import { callsIn } from "./call.ts";
import { auction, maxBid, placed } from "./samples.ts";

const call = callsIn("Bids");

export const listMyBidAuctions = call({
  route: "GET /api/bids/user/my-auctions",
  access: "signed in",
  summary: "The auctions that the caller bid on, won or bought, in four tabs, with the number in each",
  description:
    "`active`, `won` and `lost` hold each auction once; `action` repeats those in which the caller has something to " +
    "do: pay, answer an offer, bid again, confirm a suspended maximum, collect a lot. Without `tab`, the first " +
    "of them that has an auction is answered. `action` and `active` begin with the most urgent, the others with " +
    "the newest. `auction` names one auction instead, whatever its tab.",
  query: myAuctionsQuery,
  answer: myAuctionsAnswer,
  pageLength: MY_AUCTIONS_LIMIT_DEFAULT,
  unchecked: true,
  queryWords: {
    tab: "Left out: the first tab that has an auction, and `active` if none has.",
    auction: "Only this auction, whatever its tab.",
  },
  answerWords: {
    tab: "The tab to which the rows belong.",
    counts: "The number of auctions in each tab. `action` repeats those in which the caller has something to do.",
  },
  examples: {
    answer: {
      auctions: [
        {
          auction: { ...auction, isLeading: true },
          highestBid: placed.amount,
          bidCount: 1,
          bids: [{ ...placed, kind: "manual" }],
          maxBid: { _id: maxBid._id, maxAmount: maxBid.maxAmount, isSuspended: false },
          owed: null,
          offer: null,
          listedAgainAs: null,
        },
      ],
      tab: "active",
      counts: { action: 0, active: 1, won: 0, lost: 3 },
      pagination: { current: 1, pages: 1, total: 1, limit: 20 },
    },
  },
});

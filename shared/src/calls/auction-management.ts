// Lots as staff see and change them.
import * as z from "zod/mini";
import {
  ADMIN_AUCTIONS_LIMIT_DEFAULT,
  adminAuctionsAnswer,
  adminAuctionsQuery,
  complaintAnswer,
  complaintQuery,
  historyAnswer,
  historyQuery,
  sellersOfLotsAnswer,
} from "../rest/admin-auctions.ts";
import { addendumBody, auctionAnswer, relistBody, updateAuctionBody } from "../rest/auctions.ts";
import { LIST_LIMIT_DEFAULT, messageAnswer } from "../rest/common.ts";
import { houseRulesAnswer, houseRulesBody } from "../rest/house-rules.ts";
import { callsIn, idParams } from "./call.ts";
import { read } from "./costs.ts";
import { auction, similarSearchWords, userId } from "./samples.ts";

const call = callsIn("Auctions");

const secrecy = "Maxima are told once the auction is over; until then hidden changes are left out.";

export const listAllAuctions = call({
  route: "GET /api/auctions/admin/all",
  access: "lots:edit",
  summary: "All auctions, drafts too, with full names and reserves",
  description:
    "An auction in which the caller has an interest is shown as everybody sees it, without `watchlistCount` and `outcome`. Prices of both currencies are " +
    "compared by their worth at the current rate. The searched words may stand in any order, in the texts, the " +
    "winner's username (for callers who see bidders' names), the lot's number in its sale and its id. `counts` counts " +
    "the lots of each kind that the search, `sale` and `seller` find; it is null if they are too many to count. If no lot has all " +
    "searched words, the list is that of similar or fewer words, as in `GET /api/auctions`.",
  query: adminAuctionsQuery,
  answer: adminAuctionsAnswer,
  pageLength: ADMIN_AUCTIONS_LIMIT_DEFAULT,
  unchecked: true,
  cost: read(4),
  answerWords: similarSearchWords,
  examples: {
    answer: {
      auctions: [
        {
          ...auction,
          reservePrice: 35_000,
          leader: { username: "adaeze" },
          watchlistCount: 12,
          endedAt: null,
          relistedFrom: null,
          relistedAs: null,
          settlementId: null,
          sale: {
            _id: "5d0c6a70-6f0e-4b0d-9a52-2f3d2a1c9e77",
            title: "November estate sale",
            lotNumber: 12,
            isPublished: true,
            opensAt: null,
          },
        },
      ],
      counts: {
        draft: 3,
        active: 41,
        paused: 1,
        ended: 120,
        cancelled: 4,
        sold: 96,
        upcoming: 2,
        unsold: 112,
        awaitingPayment: 8,
      },
      pagination: { current: 1, pages: 1, total: 1, limit: 20 },
    },
  },
});

export const listLotSellers = call({
  route: "GET /api/auctions/admin/sellers",
  access: "lots:edit",
  summary: "The people for whom the site has lots, for the filter of all auctions",
  answer: sellersOfLotsAnswer,
  cost: read(2),
  examples: { answer: { sellers: [{ _id: userId, username: "ada" }] } },
});

export const addAddendum = call({
  route: "POST /api/auctions/:id/addenda",
  access: "lots:edit",
  summary: "Add an addendum to a lot (staff)",
  description:
    "A dated public note, which cannot be edited or removed. With bids or maxima it is a change of what the lot says: a new content version, " +
    "suspended maxima, notices to bidders, and at least two hours until the end.",
  params: idParams,
  body: addendumBody,
  answer: auctionAnswer,
  status: 201,
  once: true,
  examples: {
    body: { text: "The drum's lid is missing." },
    answer: {
      auction: { ...auction, addenda: [{ at: "2026-11-21T14:05:00.000Z", text: "The drum's lid is missing." }] },
    },
  },
});

export const deleteAuction = call({
  route: "DELETE /api/auctions/:id",
  access: "lots:edit",
  sale: "removed",
  summary: "Delete an auction that nobody has bid on",
  description:
    "One with bids is refused: cancel it instead. Its log is kept. A lot that somebody is buying needs the " +
    "permission to run auctions, because its purchase becomes void.",
  params: idParams,
  answer: messageAnswer,
  once: true,
  examples: { answer: { message: "Auction deleted successfully!" } },
});

export const relistAuction = call({
  route: "POST /api/auctions/:id/relist",
  access: "lots:edit",
  summary: "Make a draft that is a copy of a lot that was not sold (staff who make lots)",
  description:
    "Only for a lot that ended or was cancelled, is not paid, and nobody owes. A lot whose copy was not deleted is " +
    "refused with `ALREADY_EXISTS`, and can be neither sold nor opened again. Texts, prices and media are copied; " +
    "bids are not, and increments and soft close are the house's of today. The draft has no start; its end is as far away as the old lot was open. Both lots name each " +
    "other in `GET /api/auctions/admin/all`. The `reason` stands in the histories of both. A lot that ended with bids " +
    "needs the permission to run auctions, unless its payment was waived, because the copy prevents the sale of the " +
    "lot itself.",
  params: idParams,
  body: relistBody,
  answer: auctionAnswer,
  status: 201,
  once: true,
  examples: {
    body: { reason: "Nobody came to the viewing." },
    answer: { auction: { ...auction, status: "draft", startTime: null, bidCount: 0, leader: null } },
  },
});

export const useHouseRules = call({
  route: "POST /api/auctions/admin/house-rules",
  access: "lots:edit",
  summary: "Give drafts the house's increments and soft close (staff who make lots)",
  description:
    "The rules that the house gives new lots now. A lot that is not a draft is refused and keeps its rules; the " +
    "answer names it with the reason. Repeat it safely with an `Idempotency-Key`.",
  body: houseRulesBody,
  answer: houseRulesAnswer,
  once: true,
  examples: { body: { auctionIds: [auction._id] }, answer: { changed: [auction._id], refused: [] } },
});

export const getHistory = call({
  route: "GET /api/auctions/admin/:id/history",
  access: "bids:read",
  summary: "An auction's history in sentences, a page at a time",
  description: `${secrecy} A deleted auction's history is kept.`,
  params: idParams,
  query: historyQuery,
  answer: historyAnswer,
  pageLength: LIST_LIMIT_DEFAULT,
  cost: read(5),
  examples: {
    answer: {
      entries: [
        {
          revision: null,
          version: 9,
          at: "2026-11-21T10:02:33.120Z",
          actor: { id: userId, username: "ada" },
          type: "BidPlaced",
          summary: "ada bid ₦24,500.00 (₦500.00 above bola's ₦24,000.00).",
          details: [
            { type: "BidPlaced", bidder: { id: userId, username: "ada" }, number: 7, amount: 24_500, kind: "manual" },
          ],
        },
      ],
      total: 9,
    },
  },
});

export const downloadHistory = call({
  route: "GET /api/auctions/admin/:id/history.csv",
  access: "bids:read",
  summary: "An auction's whole history as a CSV file, oldest first",
  description: `UTF-8 with a byte order mark, for spreadsheets. ${secrecy}`,
  params: idParams,
  answer: z.string(),
  examples: {
    answer:
      '\ufeff"time (Lagos)","time (UTC)","who","what","type","amount","price after","currency","reason","version","revision"\r\n' +
      '"2026-11-21 11:02:33.120","2026-11-21T10:02:33.120Z","ada","ada bid ₦24,500.00 (₦500.00 above bola\'s ₦24,000.00).",' +
      '"BidPlaced",24500.00,24500.00,"NGN","","9",""\r\n',
  },
});

export const getComplaint = call({
  route: "GET /api/auctions/admin/:id/complaint",
  access: "bids:read",
  summary: "What one bidder sent on one lot, what was answered, and what they were told",
  description:
    "Refused attempts are kept for 90 days and mails for 30. The audit log records who looked at whom. Maxima are " +
    "told once the auction is over. Until then, mails that also go to people with only a maximum are left out, " +
    "unless the person had a bid that counted.",
  params: idParams,
  query: complaintQuery,
  answer: complaintAnswer,
  examples: {
    answer: {
      auction: { _id: auction._id, title: auction.title, status: "ended", endedAt: "2026-11-21T11:44:25.183Z" },
      people: [{ _id: userId, username: "chidi", accepted: 0, refused: 1 }],
      entries: [
        {
          at: "2026-11-21T11:44:25.330Z",
          kind: "refused",
          version: null,
          text: "Refused bid of ₦31,000.00: too late by 0.147 s.",
        },
      ],
    },
  },
});

const description =
  "What is left out stays; null removes the Buy It Now price, the reserve, the location or a draft's start time. " +
  "With bids the currency and the starting price cannot change. An end time that has passed closes the auction. A " +
  "status is set in the same change. With bids or maxima, a change of what the lot says makes a new content version: " +
  "maxima are suspended until confirmed, bidders are told, and at least two hours are left. With bids the increment and " +
  "the reserve can only fall, and the soft close stays. On a lot that is not a draft, the status, the end, the starting " +
  "price, the reserve, the Buy It Now price, the currency, the increment and the soft close need the permission to run " +
  "auctions. `seen` has fields as the caller saw them: if one of these has another value by now, nothing is written, and " +
  "409 (`VALUE_CHANGED`) has both values in `changes`.";

export const updateAuction = call({
  route: "PUT /api/auctions/:id",
  access: "lots:edit",
  sale: "by the body",
  summary: "Edit an auction",
  description: description,
  params: idParams,
  body: updateAuctionBody,
  answer: auctionAnswer,
  once: true,
  examples: {
    body: {
      description: "Hand-carved, goat skin, with its beater and a bag.",
      media: auction.media,
    },
    answer: { auction: { ...auction, reservePrice: 35_000 } },
  },
});

export const updateAuctionAsAdmin = call({
  route: "PUT /api/auctions/admin/:id",
  access: "lots:edit",
  sale: "by the body",
  summary: "Edit an auction",
  description: description,
  params: idParams,
  body: updateAuctionBody,
  answer: auctionAnswer,
  once: true,
  examples: {
    body: {
      title: auction.title,
      description: auction.description,
      startingPrice: 20_000,
      buyItNowPrice: null,
      reservePrice: 30_000,
      bidIncrement: 250,
      currency: "NGN",
      endTime: "2026-11-24T08:00:00.000Z",
      status: "active",
      condition: "good",
      categories: ["collectibles"],
      location: "Ibadan",
    },
    answer: {
      auction: { ...auction, reservePrice: 30_000, endTime: "2026-11-24T08:00:00.000Z", duration: 96 },
    },
  },
});

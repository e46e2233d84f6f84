// Lots, and the lists of them.
import * as z from "zod/mini";
import { ownCountsAnswer, ownLotsQuery } from "../rest/admin-auctions.ts";
import {
  auctionAnswer,
  auctionFacetsAnswer,
  auctionFacetsQuery,
  auctionListAnswer,
  auctionListQuery,
  auctionsAnswer,
  createAuctionBody,
  listedAgainAnswer,
  statusBody,
} from "../rest/auctions.ts";
import { LIST_LIMIT_DEFAULT, MINE_LIMIT_DEFAULT } from "../rest/common.ts";
import { callsIn, idParams } from "./call.ts";
import { read } from "./costs.ts";
import { auction, similarSearchWords } from "./samples.ts";

const call = callsIn("Auctions");

const LOTS = 50;

const KEPT_S = 60;

const filters = {
  search: "Words; lots that have all of them match.",
  minPrice: "The lowest current price, in `priceCurrency`.",
  maxPrice: "The highest current price, in `priceCurrency`.",
  priceCurrency: "The currency of `minPrice` and `maxPrice`. Left out: that of `currency`, or `NGN`.",
  currency: "Only auctions in this currency.",
  hasReserve: "`true`: only auctions with a reserve; `false`: only those without one.",
  hasBuyItNow: "`true`: only auctions with a Buy It Now price; `false`: only those without one.",
  category: "One or several codes, repeated or with commas between them.",
  condition: "One or several conditions, repeated or with commas between them.",
  location: "Where lots are collected: one or several places, repeated or with commas between them.",
  yearFrom: "The earliest year of the condition report. A lot without a year does not match.",
  yearTo: "The latest year of the condition report. A lot without a year does not match.",
  mileageTo: "Kilometres: the highest mileage of the condition report. A lot without one does not match.",
  storageFrom: "GB: the smallest storage of the condition report. A lot without one does not match.",
};

export const listAuctions = call({
  route: "GET /api/auctions",
  access: "anyone",
  readsToken: true,
  summary: "Active auctions, filtered and sorted",
  description:
    "Prices of both currencies are compared by their worth at the current rate. Searched words are parts of words " +
    "without their marks, in any order and in either number (`generators` finds `generator`). If no listed lot has " +
    "all of them, the list is that of similar words or of fewer words: `searchedFor` says them, and `relaxed` that " +
    "words were left out. A `total` above 1,000 may be ten seconds old.",
  query: auctionListQuery,
  answer: auctionListAnswer,
  pageLength: LIST_LIMIT_DEFAULT,
  unchecked: true,
  // A search whose words no lot has compares up to six of them with 20,000 words (2 ms), and asks the database twice more.
  cost: read(3),
  queryWords: {
    ...filters,
    upcoming: "`true`: the upcoming lots of published sales, instead of the active ones.",
    sortBy:
      "Left out: `createdAt`. `relevance`: first the lots whose titles have the searched words, then by `createdAt`; more " +
      "than 1,000 lots by `createdAt` alone.",
    sortOrder: "Left out: `desc`.",
  },
  answerWords: {
    total: "The number of auctions on all pages.",
    outbid: "For a signed-in caller: the ids of those auctions of this page on which they have bid and do not lead.",
    collectIn:
      "For the auctions of this page that are collected in another state than their `location`: where, by their ids.",
    ...similarSearchWords,
  },
  examples: { answer: { auctions: [auction], total: 1, collectIn: { [auction._id]: "Lagos" } } },
});

export const countAuctionFacets = call({
  route: "GET /api/auctions/facets",
  access: "anyone",
  readsToken: true,
  summary: "The number of active auctions for each category, condition and location",
  description: "A number counts the auctions that the other filters leave. It may be a few seconds old.",
  query: auctionFacetsQuery,
  answer: auctionFacetsAnswer,
  cost: read(3),
  queryWords: filters,
  examples: {
    answer: {
      category: { furniture: 3 },
      condition: { good: 2, new: 1 },
      location: { lagos: 3 },
    },
  },
});

export const listMyAuctions = call({
  route: "GET /api/auctions/user/my-auctions",
  access: "lots:edit",
  summary: "The caller's own auctions, newest first",
  query: ownLotsQuery,
  answer: auctionsAnswer,
  pageLength: MINE_LIMIT_DEFAULT,
  unchecked: true,
  examples: { answer: [{ ...auction, reservePrice: 35_000 }] },
});

export const countMyAuctions = call({
  route: "GET /api/auctions/user/my-auctions/counts",
  access: "lots:edit",
  summary: "The number of the caller's own auctions of each status",
  answer: ownCountsAnswer,
  examples: { answer: { counts: { draft: 3, active: 4, paused: 0, ended: 12, cancelled: 1, sold: 9 } } },
});

export const getAuction = call({
  route: "GET /api/auctions/:id",
  access: "anyone",
  readsToken: true,
  summary: "One auction",
  params: idParams,
  answer: auctionAnswer,
  examples: { answer: { auction } },
});

export const getListedAgain = call({
  route: "GET /api/auctions/:id/listed-again",
  access: "anyone",
  readsToken: true,
  summary: "The auction as which an unsold lot was listed again",
  description: "Null unless the lot was relisted and its copy is public. The last copy, if that was relisted too.",
  params: idParams,
  answer: listedAgainAnswer,
  examples: { answer: { listedAgainAs: null } },
});

export const createAuction = call({
  route: "POST /api/auctions",
  access: "lots:edit",
  summary: "Create an auction",
  description: "Without a start time, or with one in the past, it starts at once; else it is a draft until then.",
  body: createAuctionBody,
  answer: auctionAnswer,
  status: 201,
  once: true,
  examples: {
    body: {
      title: auction.title,
      description: auction.description,
      startingPrice: 20_000,
      buyItNowPrice: 60_000,
      reservePrice: 35_000,
      bidIncrement: 500,
      currency: "NGN",
      duration: 72,
      media: auction.media,
      categories: ["collectibles"],
      condition: "good",
      location: "Ibadan",
    },
    answer: { auction: { ...auction, reservePrice: 35_000 } },
  },
});

export const setAuctionStatus = call({
  route: "PATCH /api/auctions/admin/:id/status",
  access: "lots:edit",
  sale: "by the body",
  summary: "Set an auction's status: pause, resume, end, cancel, …",
  description: "`seen` is the status that the caller saw: if the auction has another one, 409 (`VALUE_CHANGED`).",
  params: idParams,
  body: statusBody,
  answer: auctionAnswer,
  once: true,
  examples: { body: { status: "active", seen: "paused" }, answer: { auction: { ...auction, reservePrice: 35_000 } } },
});

export const cancelAuction = call({
  route: "PATCH /api/auctions/:id/cancel",
  access: "auctions:run",
  sale: "cancelled",
  summary: "Cancel an auction",
  params: idParams,
  answer: auctionAnswer,
  once: true,
  examples: { answer: { auction: { ...auction, reservePrice: 35_000, status: "cancelled" } } },
});

export const getSearchFeed = call({
  route: "GET /feeds/auctions.atom",
  access: "anyone",
  summary: "An Atom feed of a search",
  description:
    `The ${LOTS} newest lots that the filters of \`GET /api/auctions\` find, by when they became active, whatever ` +
    "`sortBy` says. Each price is labelled with the time when it was read. Ask again with `If-None-Match`, " +
    `and at most once a minute: an answer is kept for ${KEPT_S} seconds.`,
  query: auctionListQuery,
  answer: z.string(),
  cost: read(3),
  queryWords: { ...filters, upcoming: "Not used.", page: "Not used.", limit: "Not used." },
  examples: { answer: '<feed xmlns="http://www.w3.org/2005/Atom">…</feed>' },
});

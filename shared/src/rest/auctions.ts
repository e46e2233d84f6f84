// Schemas of the REST calls that list, create, edit and relist auctions and change their status, and of the answer to
// an upload.

import * as z from "zod/mini";
import { ADDENDUM_MAX } from "../addenda.ts";
import {
  amountSaying,
  amountSchema,
  auctionSchema,
  auctionStatuses,
  CATEGORIES_MAX,
  categoryCode,
  conditions,
  DESCRIPTION_MAX,
  idSchema,
  LOCATION_MAX,
  mediaSchema,
  softCloseSchema,
  TITLE_MAX,
} from "../auction.ts";
import { type ConditionReport, strayWords } from "../condition-fields.ts";
import { conditionReportSchema } from "../condition-report.ts";
import { ESTIMATE_INCOMPLETE, ESTIMATE_UPSIDE_DOWN } from "../estimates.ts";
import { BID_INCREMENT_ABOVE_0, FILL_IN, ifMissing, STARTING_PRICE_ABOVE_0 } from "../form-sentences.ts";
import { LIST_LIMIT_MAX } from "../list-limit.ts";
import { listSortFields } from "../list-orders.ts";
import { eachDetail, eachEstimate } from "../lot-fields.ts";
import { currencies } from "../money.ts";
import { regions } from "../regions.ts";
import { STATUS_REASON_MAX } from "../status-reason.ts";
import { asGiven, line, lines, searchWords } from "../text/kinds.ts";
import { queryAmount, queryFlag, queryList, queryListOf, queryWhole, similarSearch, when } from "./common.ts";

/** The same for years, kilometres and GB, so that a browser has one rule for what may be typed. */
const REPORT_NUMBER_MAX = 5_000_000;

const listFilters = {
  search: z.optional(searchWords),
  minPrice: z.optional(queryAmount),
  maxPrice: z.optional(queryAmount),
  /** The currency of the two amounts. Without it, that of `currency`, or naira. */
  priceCurrency: z.optional(z.enum(currencies)),
  currency: z.optional(z.enum(currencies)),
  hasReserve: z.optional(queryFlag),
  hasBuyItNow: z.optional(queryFlag),
  category: z.optional(queryListOf(categoryCode, CATEGORIES_MAX)),
  condition: z.optional(queryList(conditions)),
  location: z.optional(queryList(regions)),
  /** Filters on fields of the condition report. A lot without the field does not match. */
  yearFrom: z.optional(queryWhole(REPORT_NUMBER_MAX)),
  yearTo: z.optional(queryWhole(REPORT_NUMBER_MAX)),
  mileageTo: z.optional(queryWhole(REPORT_NUMBER_MAX)),
  storageFrom: z.optional(queryWhole(REPORT_NUMBER_MAX)),
};

export const auctionListQuery = z.object({
  ...listFilters,
  /** The lots of published sales that have not opened, instead of the active ones. */
  upcoming: z.optional(queryFlag),
  sortBy: z.optional(z.enum([...listSortFields, "relevance"])),
  sortOrder: z.optional(z.enum(["asc", "desc"])),
  page: z.optional(queryWhole(1_000_000)),
  limit: z.optional(queryWhole(LIST_LIMIT_MAX)),
});
export type AuctionListQuery = z.infer<typeof auctionListQuery>;

export const auctionFacetsQuery = z.object(listFilters);
export type AuctionFacetsQuery = z.infer<typeof auctionFacetsQuery>;

const numbers = z.record(z.string(), z.int());
/**
 * The number of auctions for each value of a filter, under all the other filters. A value that no auction has is absent.
 */
export const auctionFacetsAnswer = z.object({ category: numbers, condition: numbers, location: numbers });
export type AuctionFacets = z.infer<typeof auctionFacetsAnswer>;

const bidIncrement = amountSaying(undefined, BID_INCREMENT_ABOVE_0);

const details = {
  ...eachDetail((_, { max }) => z.optional(z.nullable(lines(0, max)))),
  ...eachEstimate(() => z.optional(z.nullable(amountSchema))),
};

export const DURATION_DEFAULT_HOURS = 24;
export const createAuctionBody = z
  .strictObject({
    title: line(1, TITLE_MAX, FILL_IN),
    description: lines(1, DESCRIPTION_MAX, FILL_IN),
    startingPrice: amountSaying(ifMissing(FILL_IN), STARTING_PRICE_ABOVE_0),
    buyItNowPrice: z.optional(z.nullable(amountSchema)),
    reservePrice: z.optional(z.nullable(amountSchema)),
    bidIncrement: z.optional(bidIncrement),
    /** The increment follows the price by the house's table, and `bidIncrement` is not used. */
    incrementTable: z.optional(z.boolean()),
    currency: z.optional(z.enum(currencies)),
    startTime: z.optional(z.nullable(when)),
    endTime: z.optional(z.nullable(when)),
    /** Hours; used if no end time is given. */
    duration: z.optional(z.nullable(z.number().check(z.minimum(1), z.maximum(24 * 365)))),
    media: z.optional(z.array(mediaSchema).check(z.maxLength(30))),
    categories: z.optional(z.array(categoryCode).check(z.maxLength(CATEGORIES_MAX))),
    condition: z.optional(z.enum(conditions)),
    location: z.optional(z.nullable(line(0, LOCATION_MAX))),
    softClose: z.optional(z.nullable(softCloseSchema)),
    conditionReport: z.optional(z.nullable(conditionReportSchema)),
    ...details,
    /** The unfinished lot that this publishes: it is deleted with it, so that it is published once. */
    draft: z.optional(z.strictObject({ id: idSchema, revision: z.int().check(z.minimum(1)) })),
  })
  .check(
    z.refine(
      ({ buyItNowPrice, reservePrice }) =>
        buyItNowPrice == null || reservePrice == null || buyItNowPrice >= reservePrice,
      { path: ["buyItNowPrice"], error: "Buy It Now price cannot be lower than the reserve price" },
    ),
    z.refine((body) => body.buyItNowPrice == null || body.buyItNowPrice > body.startingPrice, {
      path: ["buyItNowPrice"],
      error: "Buy It Now price must be higher than starting price",
    }),
    z.refine((body) => body.reservePrice == null || body.reservePrice >= body.startingPrice, {
      path: ["reservePrice"],
      error: "Reserve price cannot be lower than starting price",
    }),
    z.refine(({ lowEstimate: low, highEstimate: high }) => low == null || high == null || low <= high, {
      path: ["highEstimate"],
      error: ESTIMATE_UPSIDE_DOWN,
    }),
    z.refine(({ lowEstimate: low, highEstimate: high }) => (low == null) === (high == null), {
      path: ["highEstimate"],
      error: ESTIMATE_INCOMPLETE,
    }),
    z.refine((body) => new Set(body.categories).size === (body.categories?.length ?? 0), {
      path: ["categories"],
      error: "Each category can be chosen only once",
    }),
    z.refine(
      ({ conditionReport, categories: chosen }) =>
        conditionReport == null || strayWords(conditionReport as ConditionReport, chosen ?? []) === null,
      {
        path: ["conditionReport"],
        error: ({ input }) => {
          const { conditionReport, categories: chosen } = input as Pick<
            CreateAuctionBody,
            "conditionReport" | "categories"
          >;
          return strayWords((conditionReport ?? {}) as ConditionReport, chosen ?? []) ?? undefined;
        },
      },
    ),
  );
export type CreateAuctionBody = z.infer<typeof createAuctionBody>;

/** Can be used unchanged in an auction's `media`. */
export const uploadAnswer = z.object({
  file: z.object({
    url: z.string(),
    filename: z.string(),
    originalName: z.string(),
    type: z.enum(["image", "video"]),
  }),
});
export type Uploaded = z.infer<typeof uploadAnswer>;

const editedFields = {
  title: z.optional(line(1, TITLE_MAX)),
  description: z.optional(lines(1, DESCRIPTION_MAX)),
  startingPrice: z.optional(amountSaying(undefined, STARTING_PRICE_ABOVE_0)),
  buyItNowPrice: z.optional(z.nullable(amountSchema)),
  reservePrice: z.optional(z.nullable(amountSchema)),
  bidIncrement: z.optional(bidIncrement),
  /** Allowed only before the first bid. False: one increment again, which stays as it is unless `bidIncrement` sets it. */
  incrementTable: z.optional(z.boolean()),
  currency: z.optional(z.enum(currencies)),
  /** Only for a draft; null: the staff start it by hand. */
  startTime: z.optional(z.nullable(when)),
  /** A time that has passed closes the auction; null leaves the end unchanged. */
  endTime: z.optional(z.nullable(when)),
  status: z.optional(z.enum(auctionStatuses)),
  media: z.optional(z.array(mediaSchema).check(z.maxLength(30))),
  categories: z.optional(
    z.array(categoryCode).check(
      z.maxLength(CATEGORIES_MAX),
      z.refine((codes) => new Set(codes).size === codes.length, "Each category can be chosen only once"),
    ),
  ),
  condition: z.optional(z.enum(conditions)),
  location: z.optional(z.nullable(line(0, LOCATION_MAX))),
  /** Allowed only before the first bid; null: bids do not move the end. */
  softClose: z.optional(z.nullable(softCloseSchema)),
  /** The whole report; null removes it. */
  conditionReport: z.optional(z.nullable(conditionReportSchema)),
  ...details,
};

/** Texts as they are stored. Those of older servers may be of a form that no call takes any more. */
const seenTexts = {
  title: z.optional(asGiven),
  description: z.optional(asGiven),
  location: z.optional(z.nullable(asGiven)),
  ...eachDetail(() => z.optional(z.nullable(asGiven))),
};

/** Omitted fields stay unchanged; null removes the value. The rules check prices together with the unchanged fields. */
export const updateAuctionBody = z.strictObject({
  ...editedFields,
  /** The fields as the caller saw them. If one of these has another value by now, the edit is refused (VALUE_CHANGED). */
  seen: z.optional(z.strictObject({ ...editedFields, ...seenTexts })),
  /** Why the lot changes. Everybody reads it beside the change, if the lot has bids or maxima. */
  reason: z.optional(line(1, STATUS_REASON_MAX)),
  /** True: nothing that matters changes. The change suspends no maximum and moves no end, and is refused if it is large. */
  isCorrection: z.optional(z.boolean()),
});
export type UpdateAuctionBody = z.infer<typeof updateAuctionBody>;

export const addendumBody = z.strictObject({ text: lines(1, ADDENDUM_MAX) });

/** `reason`: why it is done, for the lot's history. Only staff read it. */
const staffReason = z.exactOptional(line(1, STATUS_REASON_MAX));
/**
 * `seen`: the status that the caller saw. If the auction has another one, the change is refused (VALUE_CHANGED).
 * `publicReason`: why it is done, for everybody, shown while the auction is paused, ended or cancelled.
 */
export const statusBody = z.strictObject({
  status: z.enum(auctionStatuses),
  seen: z.exactOptional(z.enum(auctionStatuses)),
  reason: staffReason,
  publicReason: z.exactOptional(line(1, STATUS_REASON_MAX)),
});
/** `reason`: why it is relisted, for the histories of the lot and of its copy. */
export const relistBody = z.nullish(z.strictObject({ reason: staffReason }));

export const auctionListAnswer = z.object({
  auctions: z.array(auctionSchema),
  total: z.int(),
  /** For a signed-in caller: the auctions of this page on which they have bid and do not lead. */
  outbid: z.exactOptional(z.array(z.string())),
  /** The places of collection of those auctions of this page that are elsewhere until then, by their ids. */
  collectIn: z.exactOptional(z.record(z.string(), z.string())),
  ...similarSearch,
});
export type AuctionListAnswer = z.infer<typeof auctionListAnswer>;
export const auctionAnswer = z.object({ auction: auctionSchema });
/** Null: it was not listed again. */
export const listedAgainAnswer = z.object({ listedAgainAs: z.nullable(z.string()) });
export const auctionsAnswer = z.array(auctionSchema);

// Schemas of the REST calls on reports: lots, bidders, revenue and defaults by week or by sale.
import * as z from "zod/mini";
import { wireTime } from "../wire-time.ts";

/** Two years, one of them a leap year. */
export const REPORT_DAYS_MAX = 731;
/** Without days, the report covers so many weeks, this one included. */
export const REPORT_WEEKS_DEFAULT = 12;
/** A report by sale has at most so many rows; the sum has all. */
export const REPORT_ROWS_MAX = 500;

const day = z.iso.date();
export const reportGroups = ["week", "sale"] as const;
export type ReportGroup = (typeof reportGroups)[number];

/** Days in Lagos, both inclusive. */
export const reportQuery = z.object({
  from: z.optional(day),
  to: z.optional(day),
  by: z.optional(z.enum(reportGroups)),
});

const inCurrencies = z.object({ NGN: z.number(), USD: z.number(), ngn: z.number() });
const figures = {
  /** Lots that ended. */
  lots: z.int(),
  sold: z.int(),
  /** Sold lots in percent of the lots that ended; null without lots. */
  sellThrough: z.nullable(z.number()),
  /** Bids that count, on the lots that ended. */
  bids: z.int(),
  bidsPerLot: z.nullable(z.number()),
  bidders: z.int(),
  newBidders: z.int(),
  returningBidders: z.int(),
  /** The prices of the sold lots, in their own currencies, and all of them in naira at the present rate (`ngn`). */
  hammer: inCurrencies,
  /** The Buy It Now fees of the sold lots. */
  fees: inCurrencies,
  /** The buyer's premium of the sold lots, and the VAT on it. */
  premium: inCurrencies,
  vat: inCurrencies,
  /** Payments that came, and payments that were reversed, in naira, as in the takings. */
  received: z.number(),
  reversed: z.number(),
  defaults: z.int(),
  /** In naira, as in the takings. */
  penaltiesKept: z.number(),
  penaltiesReturned: z.number(),
  /** In naira, as in the takings: deposits, and what refunds and lower prices gave back. */
  depositsTaken: z.number(),
  depositsReturned: z.number(),
  /** Payments that went back to balances. */
  refunds: z.number(),
};
export const reportFigures = z.object(figures);
export type ReportFigures = z.infer<typeof reportFigures>;

export const reportRow = z.object({
  /** A week's Monday; a sale's id; empty for lots without a sale. */
  key: z.string(),
  /** The sale's title; null for a week, and for lots without a sale. */
  title: z.nullable(z.string()),
  /** When the first lot of the sale closes. Absent on older servers. */
  closesAt: z.exactOptional(z.nullable(z.string())),
  ...figures,
});
export type ReportRow = z.infer<typeof reportRow>;

export const reportAnswer = z.object({
  from: day,
  to: day,
  by: z.enum(reportGroups),
  /** The server read everything below at this time. */
  at: wireTime,
  /** True if lots are left out because the caller has an interest in them. */
  isPartial: z.boolean(),
  /** Weeks from the first to the last, also empty ones; or sales, the one whose lots ended last at the top. */
  rows: z.array(reportRow),
  /** Sales that are not among the rows. */
  left: z.int(),
  total: reportFigures,
});
export type Report = z.infer<typeof reportAnswer>;

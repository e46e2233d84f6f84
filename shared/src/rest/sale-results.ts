// Schemas of the REST call that reads the results of a sale, for its staff.
import * as z from "zod/mini";
import { currencies } from "../money.ts";
import { pageQuery, paginationSchema } from "./common.ts";
import { settlementSchema } from "./settlements.ts";

export const SALE_RESULTS_LIMIT_DEFAULT = 50;

/** Amounts of lots that somebody bought, in the currency of the lots. */
const amounts = {
  hammer: z.number(),
  /** With the fee of Buy It Now. */
  premium: z.number(),
  vat: z.number(),
  total: z.number(),
  deposit: z.number(),
  /** The deposit and all payments, also what was refunded later. */
  paid: z.number(),
  owed: z.number(),
};
export const saleResultSchema = z.object({
  /** "12A". */
  lot: z.string(),
  auction: z.object({ _id: z.string(), title: z.string() }),
  /** As in the files: "Paid", "Part paid, ₦5,000.00 of ₦11,075.00", "Sold, deposit paid", "Unsold, no bids". */
  outcome: z.string(),
  /** As in the files: a name, or "House". Empty: the caller has an interest in the lot. */
  seller: z.string(),
  /** Null: nobody bought it, or the caller has an interest in the lot. */
  bought: z.nullable(
    z.object({
      settlementId: z.string(),
      buyer: settlementSchema.shape.buyer,
      /** As on labels and packing lists. */
      number: z.nullable(z.int()),
      currency: z.enum(currencies),
      ...amounts,
    }),
  ),
});
export type SaleResult = z.infer<typeof saleResultSchema>;

const saleSumSchema = z.object({
  /** "Sum"; if lots were refunded, also "Refunded" and "Without refunded lots". */
  name: z.string(),
  currency: z.enum(currencies),
  ...amounts,
});
export type SaleSum = z.infer<typeof saleSumSchema>;

export const saleResultsQuery = pageQuery;
export const saleResultsAnswer = z.object({
  /** Lots, of all pages. */
  sold: z.int(),
  results: z.array(saleResultSchema),
  /** The sums of all pages. */
  sums: z.array(saleSumSchema),
  pagination: paginationSchema,
});

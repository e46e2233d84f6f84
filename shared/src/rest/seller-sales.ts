// Schemas of the REST calls on what sellers sell: their own lots, their statement, and what the house owes them.
import * as z from "zod/mini";
import { auctionSchema } from "../auction.ts";
import { wireTime } from "../wire-time.ts";
import { pageQuery, paginationSchema } from "./common.ts";

export const SALES_LIMIT_DEFAULT = 24;

/** NGN. Below zero: taken off. */
const lineSchema = z.object({ text: z.string(), amount: z.number() });

export const ownSaleSchema = z.object({
  auction: auctionSchema,
  /** Null: nobody has bought it. Amounts are in NGN. */
  sale: z.nullable(
    z.object({
      /** `unpaid`: the buyer has not paid. `due`: paid, and the seller is paid at `dueAt`. `credited`: on the balance. */
      status: z.enum(["unpaid", "due", "credited"]),
      /** For a lot in dollars, at the present rate until the seller is paid. */
      lines: z.array(lineSchema),
      net: z.number(),
      /** The seller is paid then, or when the lot is handed over, if that is earlier. Null while it is unpaid. */
      dueAt: z.nullable(wireTime),
      creditedAt: z.nullable(wireTime),
      isHandedOver: z.boolean(),
    }),
  ),
});
export type OwnSale = z.infer<typeof ownSaleSchema>;

export const ownSalesQuery = pageQuery;
/** Open lots come first, the soonest end first; then the others, the latest end first. */
export const ownSalesAnswer = z.object({ auctions: z.array(ownSaleSchema), pagination: paginationSchema });
export type OwnSales = z.infer<typeof ownSalesAnswer>;

const day = z.iso.date();
/** Days in Lagos, both inclusive. Without them the statement has no bound on that side. */
export const sellerPeriod = z.object({ from: z.optional(day), to: z.optional(day) });
export type SellerPeriod = z.infer<typeof sellerPeriod>;

/** A sale in a period: its entries on the balance. Amounts are in NGN. */
export const sellerEntrySchema = z.object({
  _id: z.string(),
  at: wireTime,
  cause: z.string(),
  text: z.string(),
  amount: z.number(),
  auction: z.object({ _id: z.string(), title: z.string() }),
});
export type SellerEntry = z.infer<typeof sellerEntrySchema>;

export const sellerStatementAnswer = z.object({
  /** Names the period and the seller, so that a month's statement always has the same number. */
  number: z.string(),
  /** Oldest first. */
  entries: z.array(sellerEntrySchema),
  /** The sums of the entries: prices, what was taken off, and what is left. */
  prices: z.number(),
  taken: z.number(),
  net: z.number(),
  /** What the house owes the seller now for lots that are paid, whatever the period. */
  owed: z.number(),
});
export type SellerStatement = z.infer<typeof sellerStatementAnswer>;

export const owedSellerSchema = z.object({
  user: z.object({ _id: z.string(), username: z.string() }),
  /** NGN, for lots that are paid. */
  owed: z.number(),
  /** The number of these lots. */
  lots: z.int(),
  /** When the first of it is due. */
  dueAt: wireTime,
});
export type OwedSeller = z.infer<typeof owedSellerSchema>;
export const owedSellersAnswer = z.object({
  sellers: z.array(owedSellerSchema),
  /** NGN. */
  owed: z.number(),
});
export type OwedSellers = z.infer<typeof owedSellersAnswer>;

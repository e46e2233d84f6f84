// Schemas of the REST calls on what sellers sell: their own lots, their statement, and what the house owes them.
import * as z from "zod/mini";
import { auctionSchema } from "../auction.ts";
import { currencies } from "../money.ts";
import { wireTime } from "../wire-time.ts";
import { usualTermsSchema } from "./agreements.ts";
import { pageQuery, paginationSchema, queryWhole } from "./common.ts";
import { sharedWithSchema } from "./who-may-bid.ts";

export const SALES_LIMIT_DEFAULT = 24;

/** NGN. Below zero: taken off. */
const lineSchema = z.object({ text: z.string(), amount: z.number() });

/** `unpaid`: the buyer has not paid. `due`: paid, and the seller is paid at `dueAt`. `credited`: on the balance. */
export const ownSaleStatuses = ["unpaid", "due", "credited"] as const;

export const ownSaleSchema = z.object({
  auction: auctionSchema,
  /** The amount in the lot's currency, which nobody else is told. Null: none. */
  reservePrice: z.nullable(z.number()),
  /** The terms of the newest agreement that the seller accepted, in the lot's currency; null: none. */
  terms: z.nullable(usualTermsSchema),
  /** Null: nobody has bought it. Amounts are in NGN. */
  sale: z.nullable(
    z.object({
      status: z.enum(ownSaleStatuses),
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
  /** The number in its sale ("12A"), and the sale with the day in Lagos on which its first lot closes; null without one. */
  lot: z.nullable(z.string()),
  sale: z.nullable(z.object({ title: z.string(), day: z.iso.date() })),
});
export type SellerEntry = z.infer<typeof sellerEntrySchema>;

/** A lot that was sold, and for which the seller was not paid yet. Amounts are in NGN. */
export const unpaidLotSchema = z.object({
  auction: z.object({ _id: z.string(), title: z.string() }),
  lot: z.nullable(z.string()),
  sale: z.nullable(z.object({ title: z.string(), day: z.iso.date() })),
  commissionPercent: z.number(),
  /** The entries that will be made: the price, and what is taken off it. A lot in dollars is converted at the present rate. */
  lines: z.array(z.object({ cause: z.string(), text: z.string(), amount: z.number() })),
  net: z.number(),
  /** The seller is paid then, or when the lot is handed over, if that is earlier. Null: the buyer has not paid. */
  dueAt: z.nullable(wireTime),
});
export type UnpaidLot = z.infer<typeof unpaidLotSchema>;

/** Money that was paid out of the balance to the seller's bank account. */
export const sellerPayoutSchema = z.object({
  _id: z.string(),
  at: wireTime,
  amount: z.number(),
  /** The bank and the end of the account's number. */
  account: z.string(),
  reference: z.string(),
});
export type SellerPayout = z.infer<typeof sellerPayoutSchema>;

export const sellerStatementAnswer = z.object({
  /**
   * `S-2026-000001` of a statement that was issued as a PDF file: counted in each year without a gap, the same as long as
   * its period, entries and payouts are the same. Of any other statement this names its days and the seller.
   */
  number: z.string(),
  /** True if `number` is that of an issued paper. Absent on older servers, like `payouts`. */
  isIssued: z.exactOptional(z.boolean()),
  /** Oldest first. */
  entries: z.array(sellerEntrySchema),
  /** The sums of the entries: prices, what was taken off, and what is left. */
  prices: z.number(),
  taken: z.number(),
  net: z.number(),
  /** What the house owes the seller now for lots that are paid, whatever the period. */
  owed: z.number(),
  /** Oldest first. */
  payouts: z.exactOptional(z.array(sellerPayoutSchema)),
  /**
   * The lots for which the seller is still to be paid, whatever the period, the soonest due first; those that their buyers
   * have not paid come last. The others add up to `owed`. Absent on older servers and in older papers.
   */
  unpaidLots: z.exactOptional(z.array(unpaidLotSchema)),
});
export type SellerStatement = z.infer<typeof sellerStatementAnswer>;

const seller = z.object({
  _id: z.string(),
  username: z.string(),
  /** The username where no name is known. Absent on older servers. */
  name: z.exactOptional(z.string()),
});

export const owedSellerSchema = z.object({
  user: seller,
  /** NGN, for lots that are paid. */
  owed: z.number(),
  /** The number of these lots. */
  lots: z.int(),
  /** When the first of it is due. */
  dueAt: wireTime,
});
export type OwedSeller = z.infer<typeof owedSellerSchema>;
/** The entries of a period by what they are for, NGN. What was taken back counts against it. */
const paidSums = {
  prices: z.number(),
  /** Kept by the house. */
  commission: z.number(),
  /** On the commission. */
  vat: z.number(),
  charges: z.number(),
  /** Paid to sellers: the prices less the rest. */
  net: z.number(),
};
export const owedSellersAnswer = z.object({
  sellers: z.array(owedSellerSchema),
  /** NGN. */
  owed: z.number(),
  /** What sellers were paid in the period, by name. */
  paid: z.object({
    sellers: z.array(z.object({ user: seller, ...paidSums })),
    ...paidSums,
  }),
});
/** The statement of one seller as staff see it. It has no number if lots are left out. */
export const staffSellerStatementAnswer = z.object({
  user: seller,
  /** True if lots in which the caller has an interest are left out. Absent on older servers. */
  isPartial: z.exactOptional(z.boolean()),
  statement: sellerStatementAnswer,
});
export type OwedSellers = z.infer<typeof owedSellersAnswer>;

/**
 * Without `days`, the report on bidders of sellers has the lots whose end is later than this many days ago.
 */
export const SELLER_BIDDERS_DAYS_DEFAULT = 90;
export const SELLER_BIDDERS_DAYS_MAX = 366;
/** A bidder is listed from this many lots of one seller on. */
export const SELLER_BIDDERS_LOTS_DEFAULT = 3;
export const SELLER_BIDDERS_LIMIT_DEFAULT = 20;
/** The report shows at most this many lots of each pair, the latest end first. */
export const SELLER_BIDDERS_SHOWN = 10;

export const sellerBiddersQuery = z.object({
  days: z.optional(queryWhole(SELLER_BIDDERS_DAYS_MAX)),
  lots: z.optional(queryWhole(1_000)),
  ...pageQuery.shape,
});

const person = z.object({ _id: z.string(), username: z.string() });
/** A seller, and a person who bids on this seller's lots. Bids that were voided do not count. */
export const sellerBidderSchema = z.object({
  seller: person,
  bidder: z.object({ ...person.shape, isBanned: z.boolean() }),
  /** The seller's lots on which the person bid; those of them that are over; and of these, those that the person won. */
  lots: z.int(),
  over: z.int(),
  won: z.int(),
  /** Lots that are over, on which the person has the second highest bid. */
  second: z.int(),
  /** Lots that are over, on which the person bid in the last five minutes. */
  late: z.int(),
  /** Lots of anybody else on which the person bid in the same days; at most 1,000 are counted. */
  elsewhere: z.int(),
  /** The things that both accounts have: a phone, a bank account, a device. */
  shares: z.array(sharedWithSchema),
  evidence: z.array(
    z.object({
      auction: z.object({
        _id: z.string(),
        title: z.string(),
        currency: z.enum(currencies),
        status: z.string(),
        endTime: wireTime,
      }),
      price: z.number(),
      /** The person's bids, and the highest of them. */
      bids: z.int(),
      highest: z.number(),
      /** Null while the lot is open. */
      place: z.nullable(z.enum(["won", "second", "lower"])),
      isLate: z.boolean(),
    }),
  ),
});
export type SellerBidder = z.infer<typeof sellerBidderSchema>;
export const sellerBiddersAnswer = z.object({
  /** True if lots are left out: those in which the caller has an interest, or the oldest of very many. */
  isPartial: z.boolean(),
  pairs: z.array(sellerBidderSchema),
  pagination: paginationSchema,
});

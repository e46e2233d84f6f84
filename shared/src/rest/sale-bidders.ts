// Schemas of the REST calls on the bidders of a sale, for its staff.
import * as z from "zod/mini";
import { currencies } from "../money.ts";
import { searchWords } from "../text/kinds.ts";
import { pageQuery, paginationSchema } from "./common.ts";
import { settlementSchema } from "./settlements.ts";
import { bidderStates } from "./who-may-bid.ts";

export const SALE_BIDDERS_LIMIT_DEFAULT = 50;

export const saleBidderStates = ["leading", "won", "owing", "waiting"] as const;
export type SaleBidderState = (typeof saleBidderStates)[number];
export const saleBidderOrders = ["number", "name", "won", "hammer", "owed"] as const;
export type SaleBidderOrder = (typeof saleBidderOrders)[number];

const choice = {
  /** A buyer's number (at most four digits), or words of which each is in the name, e-mail address or phone. */
  q: z.optional(searchWords),
  /** `waiting`: an approval waits for a decision. */
  state: z.optional(z.enum(saleBidderStates)),
  sortBy: z.optional(z.enum(saleBidderOrders)),
  sortOrder: z.optional(z.enum(["asc", "desc"])),
};
export const saleBiddersQuery = z.object({ ...choice, ...pageQuery.shape });
export const saleBiddersFileQuery = z.object(choice);

const bought = {
  /** The lots that the person has or is to pay for. */
  won: z.int(),
  /** The lots among these that were handed over. */
  handedOver: z.int(),
  /** The lots that the person paid for and whose sale was refunded. No other figure counts them. */
  refunded: z.int(),
  /** The prices of the lots won, all that is paid, with the deposits, and all that is due, for each currency. */
  sums: z.array(
    z.object({
      currency: z.enum(currencies),
      hammer: z.number(),
      total: z.number(),
      paid: z.number(),
      owed: z.number(),
    }),
  ),
};
export const saleBidderSchema = z.object({
  user: settlementSchema.shape.buyer,
  /** As on labels and packing lists. Null: no bid and no purchase in the sale yet. */
  number: z.nullable(z.int()),
  /** The lots with bids of the person that count, and those of them that the person leads. For staff who read bids. */
  bids: z.exactOptional(z.object({ lots: z.int(), leads: z.int() })),
  /** The approval in force here, with its limit in NGN. For staff who approve bidders; null: none. */
  approval: z.exactOptional(z.nullable(z.object({ status: z.enum(bidderStates), limit: z.nullable(z.number()) }))),
  ...bought,
  invoices: z.array(z.object({ _id: z.string(), number: z.string() })),
});
export type SaleBidder = z.infer<typeof saleBidderSchema>;

export const saleBiddersAnswer = z.object({
  sale: z.object({ _id: z.string(), title: z.string() }),
  bidders: z.array(saleBidderSchema),
  /** The sums of all bidders that the filters find, on all pages. */
  sum: z.object(bought),
  pagination: paginationSchema,
});
export type SaleBidders = z.infer<typeof saleBiddersAnswer>;

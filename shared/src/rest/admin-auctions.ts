// Schemas of the staff's REST calls on auctions: the table of lots and its file, the caller's own lots, the history of
// an auction, and everything that one person tried on it (for a complaint).

import * as z from "zod/mini";
import { auctionSchema, auctionStatuses, idSchema } from "../auction.ts";
import { LIST_LIMIT_MAX } from "../list-limit.ts";
import { sortFields } from "../list-orders.ts";
import { lotOutcomes } from "../lot-outcome.ts";
import { searchWords } from "../text/kinds.ts";
import { wireTime } from "../wire-time.ts";
import { agreementSchema } from "./agreements.ts";
import { lotNumberShape, pageQuery, queryFlag, queryWhole, similarSearch } from "./common.ts";

export const ADMIN_AUCTIONS_LIMIT_DEFAULT = 20;
export const endedKinds = ["unsold", "awaiting-payment"] as const;
const adminAuctionsFilter = {
  status: z.optional(z.enum(auctionStatuses)),
  /** Drafts that start by themselves. */
  upcoming: z.optional(queryFlag),
  /** Ended lots that nobody gets, or whose winner has not paid. */
  ended: z.optional(z.enum(endedKinds)),
  /** The lots of a sale; the lots that are sold for a person. */
  sale: z.optional(idSchema),
  seller: z.optional(idSchema),
  /** Words in any order: of the texts, of the winner's username, lot numbers, ids or beginnings of ids. */
  search: z.optional(searchWords),
  sortBy: z.optional(z.enum(sortFields)),
  sortOrder: z.optional(z.enum(["asc", "desc"])),
};
export const adminAuctionsQuery = z.object({
  ...adminAuctionsFilter,
  page: z.optional(queryWhole(1_000_000)),
  limit: z.optional(queryWhole(LIST_LIMIT_MAX)),
});
/** The same lots and order, as a file. */
export const lotsFileQuery = z.object(adminAuctionsFilter);
export type LotsFileQuery = z.infer<typeof lotsFileQuery>;
export type AdminAuctionsQuery = z.infer<typeof adminAuctionsQuery>;
const namedLot = z.nullable(z.object({ _id: z.string(), title: z.string() }));
export const managedAuctionSchema = z.object({
  ...auctionSchema.shape,
  /** When bidding ended, whatever end was planned; null while the auction is not over. */
  endedAt: z.nullable(wireTime),
  /** The sale that has the lot, with its number there, and when the sale opens: null: at its publication. */
  sale: z.nullable(
    z.object({
      _id: z.string(),
      title: z.string(),
      ...lotNumberShape,
      isPublished: z.boolean(),
      opensAt: z.nullable(wireTime),
    }),
  ),
  /** The lot of which this one is a copy. */
  relistedFrom: namedLot,
  /** The newest copy of this lot. */
  relistedAs: namedLot,
  /** The newest payment of this lot. Absent if the caller may not see payments, or has an interest in the auction. */
  settlementId: z.exactOptional(z.nullable(z.string())),
  /** The outcome of a lot that is over, otherwise null. Absent if the caller has an interest in it. */
  outcome: z.exactOptional(z.nullable(z.enum(lotOutcomes))),
  /**
   * Whether the seller of a draft accepted its prices. Null for a lot of the house, and for a lot that is no draft. Absent
   * if the caller has an interest in it.
   */
  terms: z.exactOptional(
    z.nullable(
      z.object({
        offerId: z.string(),
        /** The newest; null if no terms were proposed. */
        agreement: z.nullable(
          z.pick(agreementSchema, { status: true, startingPrice: true, reservePrice: true, currency: true }),
        ),
      }),
    ),
  ),
  /** The number of watchlists that have the auction. Absent if the caller has an interest in it. */
  watchlistCount: z.exactOptional(z.int()),
});
export type ManagedAuction = z.infer<typeof managedAuctionSchema>;
/** The number of lots of each status. `upcoming` lots are among the drafts, the last two kinds among the ended lots. */
export const lotCountsSchema = z.object({
  draft: z.int(),
  active: z.int(),
  paused: z.int(),
  ended: z.int(),
  cancelled: z.int(),
  sold: z.int(),
  upcoming: z.int(),
  unsold: z.int(),
  awaitingPayment: z.int(),
});
export type LotCounts = z.infer<typeof lotCountsSchema>;
/** The query for the caller's own auctions. */
export const ownLotsQuery = z.object({
  ...pageQuery.shape,
  status: z.optional(z.enum(auctionStatuses)),
  /** Words in any order, parts of the title. */
  search: z.optional(searchWords),
});
export const ownCountsAnswer = z.object({
  counts: z.omit(lotCountsSchema, { upcoming: true, unsold: true, awaitingPayment: true }),
});
/** The sellers are sorted by their usernames. */
export const sellersOfLotsAnswer = z.object({
  sellers: z.array(z.object({ _id: z.string(), username: z.string() })),
});
export type OwnCounts = z.infer<typeof ownCountsAnswer>["counts"];
/** `pages` is at least 1. */
export const adminAuctionsAnswer = z.object({
  auctions: z.array(managedAuctionSchema),
  /** Counts of the lots that the search finds, whichever status is chosen; null if they are too many to count. */
  counts: z.nullable(lotCountsSchema),
  ...similarSearch,
  pagination: z.object({ current: z.int(), pages: z.int(), total: z.int(), limit: z.int() }),
});
export type AdminAuctions = z.infer<typeof adminAuctionsAnswer>;

/** One accepted command, described in one or several sentences. */
export const historyEntry = z.object({
  /** Null while the auction is open, because a gap would reveal hidden changes. */
  revision: z.nullable(z.int()),
  /** The public version that it made; null for a hidden change. */
  version: z.nullable(z.int()),
  at: wireTime,
  /** Null: caused by the clock. */
  actor: z.nullable(z.object({ id: z.string(), username: z.string() })),
  /** The type of its first event. */
  type: z.string(),
  summary: z.string(),
  /** The events, with amounts in major units. */
  details: z.array(z.looseObject({ type: z.string() })),
});
export type HistoryEntry = z.infer<typeof historyEntry>;
export const historyKinds = ["bids", "edits", "status", "payments", "refused"] as const;
export type HistoryKind = (typeof historyKinds)[number];
/** Without a kind: all kinds. Without an order: newest first. */
export const historyQuery = z.object({
  ...pageQuery.shape,
  kind: z.optional(z.enum(historyKinds)),
  order: z.optional(z.enum(["newest", "oldest"])),
  /** True: also what bidders tried and was refused (`type` is `Refused`). `kind=refused` gives these alone. */
  refused: z.optional(queryFlag),
});
/** `userId`: the person who complains. Without it only `people` are answered. */
export const complaintQuery = z.object({ userId: z.optional(idSchema) });
export const complaintAnswer = z.object({
  auction: z.object({
    _id: z.string(),
    title: z.string(),
    status: z.enum(auctionStatuses),
    endedAt: z.nullable(wireTime),
  }),
  /** Everybody who tried something on the lot, with the number of accepted changes and of refused attempts. */
  people: z.array(z.object({ _id: z.string(), username: z.string(), accepted: z.int(), refused: z.int() })),
  /** Oldest first: what the person sent and what became of it, what was done about them, and the mails to them. */
  entries: z.array(
    z.object({
      at: wireTime,
      kind: z.enum(["accepted", "refused", "told"]),
      /** A sentence. */
      text: z.string(),
      /** The public version that it made; null for a refusal, a mail and a hidden change. */
      version: z.nullable(z.int()),
    }),
  ),
});
export type Complaint = z.infer<typeof complaintAnswer>;

/** In the requested order; `total` counts the matching entries. */
export const historyAnswer = z.object({ entries: z.array(historyEntry), total: z.int() });

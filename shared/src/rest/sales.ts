// Schemas of the REST calls on sales: lots that are published, paused, shifted and closed together.
import * as z from "zod/mini";
import { auctionSchema, idSchema, mediaSchema } from "../auction.ts";
import {
  PICKUP_BUYERS_MAX,
  PICKUP_SLOT_MAX,
  PICKUP_SLOT_MIN,
  SALE_PICKUPS_MAX,
  SALE_PLACE_MAX,
  SALE_SHIFT_MAX,
  SALE_SPACING_MAX,
  SALE_TEXT_MAX,
  SALE_TITLE_MAX,
  SALE_VIEWINGS_MAX,
} from "../sale-limits.ts";
import { line, lines, searchWords } from "../text/kinds.ts";
import { requirementsSchema } from "./bidding-requirements.ts";
import { lotNumberShape, pageQuery, paginationSchema, queryFlag, when } from "./common.ts";

export const SALE_LOTS_MAX = 10_000;
export const SALE_LOTS_LIMIT_DEFAULT = 100;

/**
 * How the soft close of the lots works: `alone` moves the end of one lot; `in-order` keeps a lot open until every earlier
 * lot has closed; `together` moves the end of all lots, or of the lot's group (`groupSize`).
 */
export const closings = ["alone", "in-order", "together"] as const;
export const closingSchema = z.enum(closings);
export type Closing = z.infer<typeof closingSchema>;

const viewing = z.strictObject({ from: when, until: when, place: line(1, SALE_PLACE_MAX) });
const title = line(1, SALE_TITLE_MAX);
const text = lines(0, SALE_TEXT_MAX);
const spacing = z.int().check(z.minimum(0), z.maximum(SALE_SPACING_MAX));
const viewings = z.array(viewing).check(z.maxLength(SALE_VIEWINGS_MAX));
const pickup = z.strictObject({
  ...viewing.shape,
  slotMinutes: z.int().check(z.minimum(PICKUP_SLOT_MIN), z.maximum(PICKUP_SLOT_MAX)),
  /** So many buyers may choose the same slot. */
  buyers: z.int().check(z.minimum(1), z.maximum(PICKUP_BUYERS_MAX)),
});
const pickups = z.array(pickup).check(z.maxLength(SALE_PICKUPS_MAX));
const opensAt = z.nullable(when);
const groupSize = z.nullable(z.int().check(z.minimum(1), z.maximum(SALE_LOTS_MAX)));
/** The address of an uploaded picture, as a lot's picture has it. */
const picture = z.nullable(mediaSchema.shape.url);

export const createSaleBody = z.strictObject({
  title,
  description: z._default(text, ""),
  terms: z._default(text, ""),
  viewings: z._default(viewings, []),
  /** When and where buyers collect their lots, in slots. Empty: at the site's own times, if it has some. */
  pickups: z._default(pickups, []),
  opensAt: z._default(opensAt, null),
  closesAt: when,
  spacingSeconds: z._default(spacing, 60),
  closing: z._default(closingSchema, "in-order"),
  /**
   * For `together`: so many lots, in the order of the catalogue, close together. The next ones close `spacingSeconds` later.
   * Null: all lots, at `closesAt`. The spacing then has no effect.
   */
  groupSize: z._default(groupSize, null),
  /** True: a bidder accepts `terms` once before the first bid on a lot of the sale. */
  asksTerms: z._default(z.boolean(), false),
  picture: z._default(picture, null),
  /** What bidders of the sale must have done before they bid. Null: as the site asks. */
  requirements: z._default(z.nullable(requirementsSchema), null),
});
export type CreateSaleBody = z.infer<typeof createSaleBody>;

/** An absent field stays as it is. `revision` is that of the sale that the author saw. */
export const updateSaleBody = z.strictObject({
  revision: z.int().check(z.positive()),
  title: z.exactOptional(title),
  description: z.exactOptional(text),
  terms: z.exactOptional(text),
  viewings: z.exactOptional(viewings),
  pickups: z.exactOptional(pickups),
  opensAt: z.exactOptional(opensAt),
  closesAt: z.exactOptional(when),
  spacingSeconds: z.exactOptional(spacing),
  closing: z.exactOptional(closingSchema),
  groupSize: z.exactOptional(groupSize),
  asksTerms: z.exactOptional(z.boolean()),
  picture: z.exactOptional(picture),
  requirements: z.exactOptional(z.nullable(requirementsSchema)),
});
export type UpdateSaleBody = z.infer<typeof updateSaleBody>;

const lotSuffix = z.string().check(z.regex(/^[A-Z]$/, "must be one capital letter"));

/** All lots of the sale, in the order of the catalogue. */
export const saleLotsBody = z.strictObject({
  revision: z.int().check(z.positive()),
  auctionIds: z.array(idSchema).check(z.maxLength(SALE_LOTS_MAX)),
  /** The suffixes of lots, by their ids: "A" of lot 12A. Such a lot has the number of the lot before it. */
  suffixes: z.exactOptional(z.record(idSchema, lotSuffix)),
});

export type SaleLotsBody = z.infer<typeof saleLotsBody>;

export const lateLotBody = z.strictObject({
  auctionId: idSchema,
  /** "12A": it closes with lot 12, and comes after it. Left out: the next number. */
  number: z.exactOptional(z.string().check(z.regex(/^\d{1,5}[A-Z]$/, "must be a number and a capital letter"))),
});

export type LateLotBody = z.infer<typeof lateLotBody>;

export const saleLotsQuery = z.object({
  ...pageQuery.shape,
  /** A part of a title, or a lot's number. */
  search: z.optional(searchWords),
  /** True: only lots that take bids now. */
  open: z.optional(queryFlag),
  /** True: only lots that take bids or are paused. Those that take bids come first, the soonest end first. */
  next: z.optional(queryFlag),
});

export const shiftSaleBody = z.strictObject({ seconds: z.int().check(z.minimum(1), z.maximum(SALE_SHIFT_MAX)) });

export const saleActionSchema = z.object({
  _id: z.string(),
  kind: z.enum(["publish", "pause", "resume", "shift", "end"]),
  /** For `shift`. */
  seconds: z.nullable(z.int()),
  askedAt: z.string(),
  /** False while lots are left to do. A node carries on, whatever happens to the one that began. */
  isDone: z.boolean(),
  /** The lots on which it was carried out. */
  lots: z.int(),
  /** For `end`: the number of those of `lots` that had not opened. They stay drafts, and do not open by themselves. */
  unopened: z.exactOptional(z.int()),
  /** The lots that refused the action or were left out of it, each with the reason. */
  refused: z.array(z.object({ ...lotNumberShape, auctionId: z.string(), reason: z.string() })),
});
export type SaleAction = z.infer<typeof saleActionSchema>;

export const saleSchema = z.object({
  _id: z.string(),
  title: z.string(),
  description: z.string(),
  terms: z.string(),
  viewings: z.array(z.object({ from: z.string(), until: z.string(), place: z.string() })),
  pickups: z.array(
    z.object({
      from: z.string(),
      until: z.string(),
      place: z.string(),
      slotMinutes: z.int(),
      buyers: z.int(),
    }),
  ),
  status: z.enum(["draft", "published"]),
  opensAt: z.nullable(z.string()),
  closesAt: z.string(),
  spacingSeconds: z.int(),
  closing: closingSchema,
  groupSize: z.nullable(z.int()),
  asksTerms: z.boolean(),
  /** Counts the changes of `terms`, from 1. An acceptance names it. */
  termsVersion: z.int(),
  picture: z.nullable(z.string()),
  requirements: z.nullable(requirementsSchema),
  isPaused: z.boolean(),
  /** True once no lot of a published sale is left to open or to close. */
  isOver: z.boolean(),
  /** The time when bidding on its last lot ended; null while it is not over, and without a lot that ended. */
  endedAt: z.exactOptional(z.nullable(z.string())),
  /** The number of lots that the caller may see. */
  lotCount: z.int(),
  /** Which lots of the sale a late bid keeps open; `all` for a sale without lots. */
  softClose: z.enum(["all", "some", "none"]),
  revision: z.int(),
  createdAt: z.string(),
  updatedAt: z.string(),
});
export type Sale = z.infer<typeof saleSchema>;

export const salesAnswer = z.object({ sales: z.array(saleSchema), pagination: paginationSchema });
export type Sales = z.infer<typeof salesAnswer>;
/** `action`: the last thing that the staff did with the whole sale. For staff alone. */
export const saleAnswer = z.object({
  sale: saleSchema,
  action: z.exactOptional(z.nullable(saleActionSchema)),
  /** The number of its lots that have a buyer, whether paid or not. Absent until the sale is over, and on older servers. */
  sold: z.exactOptional(z.int()),
  /** The place of collection if the sale has no pickup times; null if none is known. Absent on older servers. */
  place: z.exactOptional(z.nullable(z.string())),
});
export type SaleAnswer = z.infer<typeof saleAnswer>;
export const saleLotsAnswer = z.object({
  lots: z.array(z.object({ ...lotNumberShape, auction: auctionSchema })),
  pagination: paginationSchema,
});
export type SaleLots = z.infer<typeof saleLotsAnswer>;

export const acceptTermsBody = z.strictObject({
  /** The `termsVersion` that the person has read. */
  version: z.int().check(z.positive()),
});
/** `acceptedAt`: null until the caller has accepted the current version. */
export const saleTermsAnswer = z.object({
  title: z.string(),
  terms: z.string(),
  version: z.int(),
  asksTerms: z.boolean(),
  acceptedAt: z.nullable(z.string()),
});
export type SaleTerms = z.infer<typeof saleTermsAnswer>;

const neighbour = z.nullable(z.object({ auctionId: z.string(), ...lotNumberShape }));
export const lotSaleSchema = z.object({
  _id: z.string(),
  title: z.string(),
  ...lotNumberShape,
  /** True: bidding on the lot needs the acceptance of the sale's terms. */
  asksTerms: z.boolean(),
  previous: neighbour,
  next: neighbour,
});
export type LotSale = z.infer<typeof lotSaleSchema>;
/** `places`: where the lot is collected, as in a win. */
export const lotSaleAnswer = z.object({
  sale: z.nullable(lotSaleSchema),
  places: z.exactOptional(z.array(z.string())),
});

/** When each action on a sale is possible. */
export const saleActionWords = {
  publish: "Only a draft with lots that closes in the future can be published.",
  pause: "Only a published sale that is not paused can be paused.",
  resume: "Only a sale that is paused can be resumed.",
  shift: "Only a published sale can be shifted.",
  end: "Only a published sale can be ended.",
};

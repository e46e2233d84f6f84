// Schemas of the REST calls on offers: what a person wants the house to sell.
import * as z from "zod/mini";
import {
  amountSchema,
  auctionStatuses,
  categoryCode,
  DESCRIPTION_MAX,
  idSchema,
  LOCATION_MAX,
  mediaSchema,
  TITLE_MAX,
} from "../auction.ts";
import { conditions } from "../categories.ts";
import { reportFields } from "../condition-fields.ts";
import { currencies } from "../money.ts";
import {
  DECLINE_REASON_MAX,
  OFFER_AGE_MAX,
  OFFER_MESSAGE_MAX,
  OFFER_PHOTOS_MAX,
  OFFER_VIDEOS_MAX,
  offerStatuses,
} from "../offer-limits.ts";
import { line, lines } from "../text/kinds.ts";
import { wireTime } from "../wire-time.ts";
import { agreementSchema, usualTermsSchema } from "./agreements.ts";
import { uploadAnswer } from "./auctions.ts";
import { pageQuery, paginationSchema } from "./common.ts";
import { ownSaleStatuses } from "./seller-sales.ts";

export const OFFERS_LIMIT_DEFAULT = 20;

type Working = keyof typeof reportFields.working.choices;
const working = Object.keys(reportFields.working.choices) as [Working, ...Working[]];

/** Each field may be empty until the offer is sent. */
export const offerContent = z.strictObject({
  title: line(0, TITLE_MAX),
  description: lines(0, DESCRIPTION_MAX),
  age: line(0, OFFER_AGE_MAX),
  category: z.nullable(categoryCode),
  condition: z.nullable(z.enum(conditions)),
  workingCondition: z.nullable(z.enum(working)),
  /** NGN. */
  estimatedValue: z.nullable(amountSchema),
  /** NGN; the least for which the seller wants to sell. Only the seller and staff see it. */
  lowestPrice: z.nullable(amountSchema),
  location: line(0, LOCATION_MAX),
  /** Photos and videos in the seller's order. */
  media: z.array(mediaSchema).check(z.maxLength(OFFER_PHOTOS_MAX + OFFER_VIDEOS_MAX)),
  /** A photo of the receipt. Only the seller and staff see it. */
  receipt: z.nullable(mediaSchema),
});
export type OfferContent = z.infer<typeof offerContent>;

const partial = z.partial(offerContent);
export const createOfferBody = partial;
/** `seller`: a username or an e-mail address. */
export const enterOfferBody = z.strictObject({
  ...partial.shape,
  title: line(1, TITLE_MAX),
  seller: line(1, 254),
});
/** `revision`: of the offer as its author saw it. */
export const saveOfferBody = z.strictObject({ ...partial.shape, revision: z.int().check(z.positive()) });
const seenRevision = { revision: z.int().check(z.positive()) };
export const submitOfferBody = z.strictObject(seenRevision);

export const offerMessageSchema = z.object({
  _id: z.string(),
  by: z.enum(["seller", "staff"]),
  text: z.string(),
  at: wireTime,
});
export const offerMessageBody = z.strictObject({ text: lines(1, OFFER_MESSAGE_MAX) });

const sharedOfferSchema = z.object({
  _id: z.string(),
  status: z.enum(offerStatuses),
  revision: z.int(),
  ...offerContent.shape,
  createdAt: wireTime,
  updatedAt: wireTime,
  offeredAt: z.nullable(wireTime),
  decidedAt: z.nullable(wireTime),
  declineReason: z.nullable(z.string()),
  /** The newest terms that the house proposed; null: none. */
  agreement: z.nullable(agreementSchema),
  messages: z.array(offerMessageSchema),
});

/** The newest public lot that was made of an offer. */
const lotOfOfferSchema = z.object({
  _id: z.string(),
  status: z.enum(auctionStatuses),
  isUpcoming: z.boolean(),
  /** That of `GET /users/sales`; null: nobody has bought it. */
  sale: z.nullable(z.enum(ownSaleStatuses)),
});

/** An offer as its seller sees it. `lot` is null until one is public. */
export const offerSchema = z.object({ ...sharedOfferSchema.shape, lot: z.nullable(lotOfOfferSchema) });
export type Offer = z.infer<typeof offerSchema>;
export const offerAnswer = z.object({ offer: offerSchema });
export const offersQuery = pageQuery;
/** One's own, the newest first. */
export const offersAnswer = z.object({ offers: z.array(offerSchema), pagination: paginationSchema });

export const SELLER_CODES_LIMIT_DEFAULT = 50;
/** `code`: by which the house's tables name the seller. */
export const sellerCodeSchema = z.object({
  _id: z.string(),
  username: z.string(),
  name: z.string(),
  code: z.string(),
});
export const sellerCodeBody = z.strictObject({ seller: enterOfferBody.shape.seller });
export const sellerCodeAnswer = z.object({ seller: sellerCodeSchema });
/** By username. */
export const sellerCodesAnswer = z.object({ sellers: z.array(sellerCodeSchema), pagination: paginationSchema });

const bytes = z.pipe(
  z.string().check(z.regex(/^\d{1,9}$/, "must be a number of bytes")),
  z.transform((digits) => Number(digits)),
);
/** `uploadId`: a UUID that the client chooses. `size`: of the whole file. */
export const uploadPartQuery = z.object({ uploadId: z.uuid(), offset: bytes, size: bytes });
export const uploadedPart = z.object({
  /** The number of bytes that are here. The next part begins there. */
  received: z.int(),
  /** The stored file, once all bytes are here. */
  file: z.exactOptional(uploadAnswer.shape.file),
});
export type UploadedPart = z.infer<typeof uploadedPart>;

/** An offer as staff see it. */
export const staffOfferSchema = z.object({
  ...sharedOfferSchema.shape,
  seller: z.object({ _id: z.string(), username: z.string(), name: z.string() }),
  /** The member of the staff who entered it for the seller. */
  enteredBy: z.nullable(z.string()),
  decidedBy: z.nullable(z.string()),
  /** The newest lot that was made of it, or that was imported with it. */
  lot: z.nullable(
    z.object({
      _id: z.string(),
      title: z.string(),
      status: z.string(),
      startingPrice: z.number(),
      reservePrice: z.nullable(z.number()),
      currency: z.enum(currencies),
    }),
  ),
});
export type StaffOffer = z.infer<typeof staffOfferSchema>;
export const staffOffersQuery = z.object({
  ...pageQuery.shape,
  status: z.optional(z.enum(offerStatuses)),
  /** The offer of this lot, whatever its status. */
  lot: z.optional(idSchema),
});
export const staffOffersAnswer = z.object({
  /** Offers that wait are sorted with the longest wait first, all others with the newest first. */
  offers: z.array(staffOfferSchema),
  counts: z.object({ waiting: z.int() }),
  pagination: paginationSchema,
});
export const staffOfferAnswer = z.object({ offer: staffOfferSchema });
export const reviewedOfferAnswer = z.object({
  offer: staffOfferSchema,
  /** The terms in the site's settings, with which an acceptance begins. */
  usualTerms: usualTermsSchema,
  /** How many other imported lots of the seller in each currency wait for terms. */
  others: z.object({ NGN: z.int(), USD: z.int() }),
});
/** `others`: how many other offers of the seller got terms with it. */
export const proposedAnswer = z.object({ offer: staffOfferSchema, agreement: agreementSchema, others: z.int() });
export const declineOfferBody = z.strictObject({ reason: lines(1, DECLINE_REASON_MAX), ...seenRevision });

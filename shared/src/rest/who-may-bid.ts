// Schemas of the REST calls on who may bid: what a lot asks of the caller, documents, approvals, and the staff's decisions.
import * as z from "zod/mini";
import { idSchema } from "../auction.ts";
import { requirementNames } from "../bidding-requirements.ts";
import { MAX_AMOUNT } from "../money.ts";
import { lines } from "../text/kinds.ts";
import { requirementsSchema } from "./bidding-requirements.ts";
import { pageQuery, paginationSchema } from "./common.ts";

const MEBIBYTE = 1024 * 1024;
export const DOCUMENT_MAX_BYTES = 5 * MEBIBYTE;
export const BIDDERS_LIMIT_DEFAULT = 20;

export const bidderStates = ["waiting", "approved", "declined"] as const;
export type BidderState = (typeof bidderStates)[number];
const state = z.enum(bidderStates);

export const mayBidAnswer = z.object({
  asks: requirementsSchema,
  /** What the caller still lacks. */
  missing: z.array(z.enum(requirementNames)),
  /** The most that the caller may bid, NGN; null: no limit. */
  limit: z.nullable(z.number()),
  /** The sale that decides about approvals of its own; null: the site. */
  saleId: z.nullable(z.string()),
  document: z.nullable(z.object({ status: state, reason: z.nullable(z.string()) })),
  /** The approval that is in force. */
  approval: z.nullable(z.object({ status: state, reason: z.nullable(z.string()) })),
});
export type MayBid = z.infer<typeof mayBidAnswer>;

export const documentAnswer = z.object({
  kind: z.enum(["picture", "pdf"]),
  /** The file: WebP or PDF, in base64. */
  file: z.string(),
});
export const sentDocumentAnswer = z.object({ status: state, uploadedAt: z.string() });

export const bidderKinds = ["approvals", "documents"] as const;
export type BidderKind = (typeof bidderKinds)[number];

export const biddersQuery = z.object({
  kind: z.optional(z.enum(bidderKinds)),
  state: z.optional(state),
  ...pageQuery.shape,
});

const person = z.object({ _id: z.string(), username: z.string() });
/** Another account that has the same phone, bank account or device. */
export const sharedWithSchema = z.object({
  what: z.enum(["phone", "bank account", "account name", "device"]),
  /** `+234803…4567`, `Zenith Bank …4321`, `OKAFOR ADA`, `Chrome on Android, 102.89.x.x`. */
  detail: z.string(),
  user: z.object({ ...person.shape, isBanned: z.boolean() }),
});
export type SharedWith = z.infer<typeof sharedWithSchema>;

export const bidderEntrySchema = z.object({
  user: z.object({ ...person.shape, email: z.string(), phone: z.nullable(z.string()) }),
  /** The sale of an approval; null for one of the whole site, and for a document. */
  sale: z.nullable(z.object({ _id: z.string(), title: z.string() })),
  status: state,
  /** The limit of an approval, NGN; null: no limit. */
  limit: z.nullable(z.number()),
  /** The kind of a document; null: it was removed, or the entry is an approval. */
  file: z.nullable(z.enum(["picture", "pdf"])),
  askedAt: z.string(),
  decidedAt: z.nullable(z.string()),
  decidedBy: z.nullable(z.string()),
  reason: z.nullable(z.string()),
  /** A decision names the one that was seen. */
  revision: z.int(),
  shares: z.array(sharedWithSchema),
});
export type BidderEntry = z.infer<typeof bidderEntrySchema>;
export const biddersAnswer = z.object({
  bidders: z.array(bidderEntrySchema),
  /** The numbers of those that wait. */
  counts: z.object({ approvals: z.int(), documents: z.int() }),
  pagination: paginationSchema,
});
export type Bidders = z.infer<typeof biddersAnswer>;

export const BIDDER_REASON_MAX = 300;
const reason = lines(1, BIDDER_REASON_MAX, "Please say why.");
const limit = z.number().check(
  z.positive(),
  z.maximum(MAX_AMOUNT),
  z.refine((value) => Number.isInteger(value), "must be whole naira"),
);

/** `revision`: of the entry that the actor saw; 0 if there was none. */
const seen = { revision: z.int().check(z.minimum(0)) };
export const decideDocumentBody = z.discriminatedUnion("status", [
  z.strictObject({ status: z.literal("approved"), ...seen }),
  z.strictObject({ status: z.literal("declined"), reason, ...seen }),
]);
export type DecideDocumentBody = z.infer<typeof decideDocumentBody>;
const scope = { saleId: z._default(z.nullable(idSchema), null) };
export const decideApprovalBody = z.discriminatedUnion("status", [
  z.strictObject({ status: z.literal("approved"), limit: z._default(z.nullable(limit), null), ...scope, ...seen }),
  z.strictObject({ status: z.literal("declined"), reason, ...scope, ...seen }),
]);
export type DecideApprovalBody = z.infer<typeof decideApprovalBody>;

export const bidderOfUserAnswer = z.object({
  phone: z.nullable(z.object({ number: z.string(), verifiedAt: z.string() })),
  document: z.nullable(bidderEntrySchema),
  approvals: z.array(bidderEntrySchema),
  shares: z.array(sharedWithSchema),
});
export type BidderOfUser = z.infer<typeof bidderOfUserAnswer>;

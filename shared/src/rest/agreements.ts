// Schemas of the REST calls on agreements: the terms on which the house sells an item of somebody, and their acceptance.
import * as z from "zod/mini";
import { amountSchema } from "../auction.ts";
import { isWirePercent } from "../basis-points.ts";
import { currencies, isWireAmount } from "../money.ts";
import { ACCEPTED_NAME_MAX, AGREEMENTS_AT_ONCE, CHARGE_TEXT_MAX, CHARGES_MAX } from "../offer-limits.ts";
import { line } from "../text/kinds.ts";
import { wireTime } from "../wire-time.ts";

const percent = z
  .number()
  .check(z.refine((value) => value <= 100 && isWirePercent(value), "must be a percentage from 0 to 100"));
const amountOr0 = z.number().check(z.refine(isWireAmount, "must be an amount of at least 0 with at most 2 decimals"));

const termsShape = {
  startingPrice: amountSchema,
  /** Null: none. */
  reservePrice: z.nullable(amountSchema),
  currency: z.enum(currencies),
  /** Of the hammer price. */
  commissionPercent: percent,
  /** The commission is at least this. */
  leastCommission: amountOr0,
  /** Of the commission. */
  vatPercent: percent,
  charges: z
    .array(z.strictObject({ text: line(1, CHARGE_TEXT_MAX), amount: amountSchema }))
    .check(z.maxLength(CHARGES_MAX)),
};

const { commissionPercent, leastCommission, vatPercent: usualVat, charges } = termsShape;
/** The terms with which staff begin when they accept an offer; amounts in naira. A setting of the site. */
export const usualTermsSchema = z.strictObject({ commissionPercent, leastCommission, vatPercent: usualVat, charges });
export type UsualTerms = z.infer<typeof usualTermsSchema>;

export const agreementSchema = z.object({
  _id: z.string(),
  offerId: z.string(),
  /** 1, 2, … for the same offer. */
  version: z.int(),
  ...termsShape,
  /** `replaced`: the house proposed a newer version. `withdrawn`: the offer was declined. */
  status: z.enum(["proposed", "accepted", "replaced", "withdrawn"]),
  proposedAt: wireTime,
  acceptedAt: z.nullable(wireTime),
  acceptedName: z.nullable(z.string()),
  /** The version of the seller terms that was accepted. */
  termsVersion: z.nullable(z.string()),
});
export type Agreement = z.infer<typeof agreementSchema>;

const { vatPercent, reservePrice, ...needed } = termsShape;
/**
 * `revision`: of the offer as the member of the staff read it. `others`: also for the seller's other imported lots that
 * wait for terms, each with the prices of its lot.
 */
export const proposeTermsBody = z.strictObject({
  ...needed,
  reservePrice: z.optional(reservePrice),
  vatPercent: z.optional(vatPercent),
  revision: z.optional(z.int().check(z.positive())),
  others: z.optional(z.boolean()),
});
export type ProposedTerms = z.infer<typeof proposeTermsBody>;
const acceptanceShape = {
  /** The seller's name, as a signature. */
  name: line(2, ACCEPTED_NAME_MAX),
  /** The version of the seller terms that the seller read. */
  termsVersion: z.string().check(z.regex(/^\d{4}-\d\d-\d\d$/, "must be a version like 2026-11-24")),
};
export const acceptAgreementBody = z.strictObject(acceptanceShape);
export const acceptAgreementsBody = z.strictObject({
  ...acceptanceShape,
  agreements: z.array(z.uuid()).check(z.minLength(1), z.maxLength(AGREEMENTS_AT_ONCE)),
});
export const agreementAnswer = z.object({
  agreement: agreementSchema,
  title: z.string(),
  /** The version of the seller terms in force. */
  termsVersion: z.string(),
  /** The newest agreement about the item, if it is another one. */
  newestId: z.exactOptional(z.string()),
});
export type AgreementAnswer = z.infer<typeof agreementAnswer>;

const waitingAgreementSchema = z.object({
  agreement: agreementSchema,
  title: z.string(),
  /** The first photo of the item. */
  imageUrl: z.nullable(z.string()),
  /** The sale of its lot. */
  sale: z.nullable(z.object({ _id: z.string(), title: z.string() })),
});
export type WaitingAgreement = z.infer<typeof waitingAgreementSchema>;
export const waitingAgreementsAnswer = z.object({
  /** The agreements, in the order of their titles. */
  agreements: z.array(waitingAgreementSchema),
  /** The version of the seller terms in force. */
  termsVersion: z.string(),
});
export const acceptAgreementsAnswer = z.object({
  /** The agreements that are accepted now. */
  accepted: z.array(z.string()),
  /** `newestId`: the newest agreement about the item, if it is another one. */
  refused: z.array(
    z.object({ _id: z.string(), title: z.string(), message: z.string(), newestId: z.exactOptional(z.string()) }),
  ),
});
export type AcceptAgreementsAnswer = z.infer<typeof acceptAgreementsAnswer>;

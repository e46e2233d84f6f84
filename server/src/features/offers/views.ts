// Turns the rows of offers and agreements into what clients see. Each view names its fields.
import { type BasisPoints, toPercent } from "@jara/shared/basis-points";
import { type Currency, type Minor, toMajor } from "@jara/shared/money";
import type { Agreement, WaitingAgreement } from "@jara/shared/rest/agreements";
import type { Offer, StaffOffer } from "@jara/shared/rest/offers";
import { toIso, toIsoOrNull } from "../../auction/view/to-public.ts";
import { emptyContent } from "../../platform/database/entered-offer.ts";
import type { agreements, offers } from "../../platform/database/schema/sellers.ts";

export type OfferRow = typeof offers.$inferSelect;
export type AgreementRow = typeof agreements.$inferSelect;

/** `newestVersion`: of the same offer. */
export const toAgreement = (
  row: AgreementRow,
  { newestVersion, isDeclined }: { readonly newestVersion: number; readonly isDeclined: boolean },
): Agreement => ({
  _id: row.id,
  offerId: row.offerId,
  version: row.version,
  startingPrice: toMajor(row.startingPriceMinor),
  reservePrice: row.reserveMinor === null ? null : toMajor(row.reserveMinor),
  currency: row.currency,
  commissionPercent: toPercent(row.commissionPoints as BasisPoints),
  leastCommission: toMajor(row.leastCommissionMinor),
  vatPercent: toPercent(row.vatPoints as BasisPoints),
  charges: row.charges.map(({ text, amountMinor }) => ({ text, amount: toMajor(amountMinor) })),
  status: statusOf(row, newestVersion, isDeclined),
  proposedAt: toIso(row.proposedAt),
  acceptedAt: toIsoOrNull(row.acceptedAt),
  acceptedName: row.acceptedName,
  termsVersion: row.termsVersion,
});

const statusOf = (row: AgreementRow, newestVersion: number, isDeclined: boolean): Agreement["status"] => {
  if (isDeclined) return "withdrawn";
  if (row.version < newestVersion) return "replaced";
  return row.acceptedAt === null ? "proposed" : "accepted";
};

export const toWaitingAgreement = ({
  agreement,
  offer: { content },
  sale,
}: {
  readonly agreement: AgreementRow;
  readonly offer: OfferRow;
  readonly sale: { readonly id: string; readonly title: string } | null;
}): WaitingAgreement => ({
  agreement: toAgreement(agreement, { newestVersion: agreement.version, isDeclined: false }),
  title: content.title,
  imageUrl: { ...emptyContent, ...content }.media.find(({ type }) => type === "image")?.url ?? null,
  sale: sale && { _id: sale.id, title: sale.title },
});

export interface MessageRow {
  readonly id: string;
  readonly by: "seller" | "staff";
  readonly text: string;
  readonly at: number;
}

export interface WholeOffer {
  readonly offer: OfferRow;
  /** The newest. */
  readonly agreement: AgreementRow | null;
  /** The oldest first. */
  readonly messages: readonly MessageRow[];
}

/** `lot`: the newest that is public. */
export const toOffer = (whole: WholeOffer, lot: Offer["lot"]): Offer => ({ ...sharedBy(whole), lot });

const sharedBy = ({ offer, agreement, messages }: WholeOffer): Omit<Offer, "lot"> => ({
  _id: offer.id,
  status: offer.status,
  revision: offer.revision,
  ...emptyContent,
  ...offer.content,
  createdAt: toIso(offer.createdAt),
  updatedAt: toIso(offer.updatedAt),
  offeredAt: toIsoOrNull(offer.offeredAt),
  decidedAt: toIsoOrNull(offer.decidedAt),
  declineReason: offer.declineReason,
  agreement:
    agreement && toAgreement(agreement, { newestVersion: agreement.version, isDeclined: offer.status === "declined" }),
  messages: messages.map(({ id, by, text, at }) => ({ _id: id, by, text, at: toIso(at) })),
});

export interface StaffFacts {
  readonly seller: {
    readonly id: string;
    readonly username: string;
    readonly firstName: string | null;
    readonly lastName: string | null;
  };
  readonly enteredBy: string | null;
  readonly decidedBy: string | null;
  readonly lot: {
    readonly id: string;
    readonly title: string;
    readonly status: string;
    readonly startingPriceMinor: Minor;
    readonly reserveMinor: Minor | null;
    readonly currency: Currency;
  } | null;
}

export const toStaffOffer = (whole: WholeOffer, { seller, lot, ...by }: StaffFacts): StaffOffer => ({
  ...sharedBy(whole),
  seller: {
    _id: seller.id,
    username: seller.username,
    name: [seller.firstName, seller.lastName].filter(Boolean).join(" "),
  },
  ...by,
  lot: lot && {
    _id: lot.id,
    title: lot.title,
    status: lot.status,
    startingPrice: toMajor(lot.startingPriceMinor),
    reservePrice: lot.reserveMinor === null ? null : toMajor(lot.reserveMinor),
    currency: lot.currency,
  },
});

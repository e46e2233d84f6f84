// Builds the view of a settlement or a purchase. The person who owes it and the staff see the same figures everywhere.

import { createHash } from "node:crypto";
import { shareOfMinor } from "@jara/shared/basis-points";
import { type Currency, type ExchangeRates, type Minor, toMajor } from "@jara/shared/money";
import { inNairaMinor } from "@jara/shared/naira";
import { rulesOf, type StoredRules, toLotRules, toPercentRules } from "@jara/shared/payment-rules";
import type { SettlementStatus, Win } from "@jara/shared/rest/settlements";
import type { Premium } from "@jara/shared/total-due";

/** The columns that settlements and purchases share. */
export const receivedOf = <T extends Record<keyof Received | keyof Pickup | keyof Opening, unknown>>(table: T) => {
  const { depositMinor, depositWorthMinor, paidMinor, penaltyMinor } = table;
  const { pickupPlace, pickupHours, readyAt, handedOverAt, rules, bankVersion } = table;
  return {
    depositMinor,
    depositWorthMinor,
    paidMinor,
    penaltyMinor,
    pickupPlace,
    pickupHours,
    readyAt,
    handedOverAt,
    rules,
    bankVersion,
  } as Pick<T, keyof Received | keyof Pickup | keyof Opening>;
};

interface Received {
  readonly depositMinor: Minor;
  readonly depositWorthMinor: Minor;
  readonly paidMinor: Minor;
  readonly penaltyMinor: Minor | null;
}

interface Pickup {
  readonly pickupPlace: string | null;
  readonly pickupHours: string | null;
  /** Epoch ms. */
  readonly readyAt: number | null;
  readonly handedOverAt: number | null;
}

interface Opening {
  /** Null: the usual ones. */
  readonly rules: StoredRules | null;
  readonly bankVersion: number | null;
}

interface Owed extends Received, Premium, Omit<Opening, "bankVersion"> {
  readonly id: string;
  readonly status: SettlementStatus;
  readonly priceMinor: Minor;
  readonly feeMinor: Minor;
}

type OwedView = Pick<
  Win,
  | "price"
  | "fee"
  | "premium"
  | "vat"
  | "total"
  | "deposit"
  | "depositNgn"
  | "paid"
  | "remaining"
  | "remainingNgn"
  | "penalty"
  | "rules"
  | "penaltyNgn"
> & { readonly reference: string };

export const owedView = (owed: Owed, currency: Currency, rates: ExchangeRates): OwedView => {
  const { priceMinor, feeMinor, premiumMinor, vatMinor, depositWorthMinor, paidMinor, penaltyMinor } = owed;
  const rules = owed.rules && toLotRules(owed.rules);
  // A win has no fee, and a purchase no premium.
  const totalMinor = priceMinor + feeMinor + premiumMinor + vatMinor;
  const remainingMinor = owed.status === "open" ? Math.max(0, totalMinor - depositWorthMinor - paidMinor) : 0;
  return {
    price: toMajor(priceMinor),
    fee: toMajor(feeMinor),
    premium: toMajor(premiumMinor),
    vat: toMajor(vatMinor),
    total: toMajor(totalMinor),
    deposit: toMajor(depositWorthMinor),
    depositNgn: toMajor(owed.depositMinor),
    paid: toMajor(paidMinor),
    remaining: toMajor(remainingMinor),
    remainingNgn: toMajor(inNairaMinor(remainingMinor, currency, rates)),
    penalty: toMajor(shareOfMinor(priceMinor, rulesOf({ rules }).forfeitBasisPoints)),
    penaltyNgn: penaltyMinor === null ? null : toMajor(penaltyMinor),
    ...(rules && { rules: toPercentRules(rules) }),
    reference: referenceOf(owed.id),
  };
};

export const pickupView = (
  { pickupPlace, pickupHours, readyAt, handedOverAt }: Pickup,
  status: SettlementStatus,
): Omit<NonNullable<Win["pickup"]>, "code"> | null =>
  status === "paid"
    ? {
        status: handedOverAt !== null ? "handed-over" : readyAt !== null ? "ready" : "waiting",
        place: pickupPlace,
        hours: pickupHours,
        readyAt: isoOrNull(readyAt),
        handedOverAt: isoOrNull(handedOverAt),
      }
    : null;

/** Short enough to copy into a bank's form; the same for one settlement always. */
export const referenceOf = (settlementId: string): string => {
  const digits = createHash("sha256").update(settlementId).digest("hex").slice(0, 12).toUpperCase();
  return `JARA-${digits.slice(0, 4)}-${digits.slice(4, 8)}-${digits.slice(8)}`;
};

export const iso = (at: number): string => new Date(at).toISOString();
export const isoOrNull = (at: number | null): string | null => (at === null ? null : iso(at));

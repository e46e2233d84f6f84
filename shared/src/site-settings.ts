// The settings of the site that its administrators change at /admin/settings: their values and what they are without a
// change. No schemas, so that screens load them alone.
import type { SoftClose } from "./auction.ts";
import { categoryLabels } from "./categories.ts";
import { type IncrementTable, usualIncrements } from "./increment-steps.ts";
import { type PercentRules, usualPercents } from "./payment-rules.ts";
import { USUAL_SOFT_CLOSE } from "./soft-close-rules.ts";

export interface Contacts {
  readonly email: string;
  /** `+2348012345678`. */
  readonly whatsapp: string;
  /** A number to call; null if there is none. */
  readonly phone: string | null;
}

export interface SiteBankAccount {
  readonly bank: string;
  readonly number: string;
  readonly name: string;
}

/** Times of a day in Lagos, `09:00`. */
export interface OpenHours {
  readonly opens: string;
  readonly closes: string;
}

export interface Hours {
  /** Monday to Sunday; null: closed. */
  readonly days: readonly (OpenHours | null)[];
  /** The place where lots are collected. Empty: not said. */
  readonly place: string;
}

export interface SiteCategory {
  /** Permanent, because lots carry it. */
  readonly code: string;
  readonly label: string;
  /** No longer offered for lots. Lots that have it keep it. */
  readonly isRetired: boolean;
}

/** Notes on the guide's page. Plain text; empty: none. */
export interface Notes {
  readonly bidding: string;
  readonly seller: string;
  readonly pickup: string;
}

export interface SettingValues {
  readonly contacts: Contacts;
  /** Null: no transfers. */
  readonly "bank-account": SiteBankAccount | null;
  readonly "lot-rules": PercentRules;
  readonly hours: Hours;
  readonly categories: readonly SiteCategory[];
  readonly increments: IncrementTable;
  /** Null: lots have no soft close unless it is chosen. */
  readonly "soft-close": SoftClose | null;
  readonly notes: Notes;
}

export const settingSections = [
  ...(["contacts", "bank-account", "lot-rules", "hours"] as const),
  ...(["categories", "increments", "soft-close", "notes"] as const),
] as const;
export type SettingSection = (typeof settingSections)[number];
export const settingLabels: Readonly<Record<SettingSection, string>> = {
  contacts: "Contacts",
  "bank-account": "Bank account for transfers",
  "lot-rules": "Fees, penalties and payment days",
  hours: "Office and pickup hours",
  categories: "Categories",
  increments: "Increment table",
  "soft-close": "Soft close of new lots",
  notes: "Notes for bidders and sellers",
};

const workday: OpenHours = { opens: "09:00", closes: "17:00" };

/** In force where nothing was set. Contacts and a bank account have no such value on a real site. */
export const usualSettings: Omit<SettingValues, "contacts" | "bank-account"> = {
  "lot-rules": usualPercents,
  hours: { days: [workday, workday, workday, workday, workday, null, null], place: "" },
  categories: Object.entries(categoryLabels).map(([code, label]) => ({ code, label, isRetired: false })),
  increments: usualIncrements,
  "soft-close": USUAL_SOFT_CLOSE,
  notes: { bidding: "", seller: "", pickup: "" },
};

// The settings of the site that its administrators change at /admin/settings. Each is one object: the values it may have,
// its words, and its value where nothing was set. The bodies of the calls, the server's values, the mails, and the page with
// its forms and histories are made from the list.
import * as z from "zod/mini";
import { CATEGORIES_MAX, categoryCode, softCloseSchema } from "./auction.ts";
import { isWirePercent } from "./basis-points.ts";
import { noRequirements } from "./bidding-requirements.ts";
import { REQUIRED_BALANCE_PERCENT } from "./bidding-rules.ts";
import { categoryLabels } from "./categories.ts";
import { usualIncrements } from "./increment-steps.ts";
import { USUAL_COMMISSION_PERCENT, USUAL_VAT_PERCENT } from "./offer-limits.ts";
import { paymentDaysWords, usualPercents } from "./payment-rules.ts";
import { usualTermsSchema } from "./rest/agreements.ts";
import { PICKUP_BUYERS_MAX, PICKUP_SLOT_MAX, PICKUP_SLOT_MIN } from "./sale-limits.ts";
import { USUAL_SOFT_CLOSE } from "./soft-close-rules.ts";
import { accountNumber, email, line, lines, wholePhone } from "./text/kinds.ts";

/** No part of it may be changed. */
type Frozen<T> = T extends object ? { readonly [K in keyof T]: Frozen<T[K]> } : T;

interface Facts<T> {
  readonly label: string;
  /** The effects of a change, told before it is made. */
  readonly effects: string;
  /** Every administrator gets a mail about a change, because payers and bidders rely on the value. */
  readonly isMailed: boolean;
  /** In force where nothing was set. A setting without it gets its first value from the server (`environment.ts`). */
  readonly usual?: T;
}

const setting = <V extends z.ZodMiniType, F extends Facts<Frozen<z.output<V>>>>(value: V, facts: F) => ({
  ...facts,
  value: value as unknown as z.ZodMiniType<Frozen<z.output<V>>>,
});

/** A field of a setting: its values, and its words on the page. */
export interface SettingField<V extends z.ZodMiniType = z.ZodMiniType> {
  readonly value: V;
  readonly label: string;
  /** Above its input, if it says more than the label. */
  readonly inForm?: string;
  readonly hint?: string;
  readonly input: "email" | "phone" | "number" | "line" | "lines" | "switch";
  /** The most characters. */
  readonly max?: number;
  /** By default a text as it is, and "Not set" for none. */
  inWords?(value: z.output<V>): string;
}
const field = <V extends z.ZodMiniType>(facts: SettingField<V>): SettingField<V> => facts;
type Fields = Readonly<Record<string, SettingField>>;
type ValuesOf<S extends Fields> = { readonly [N in keyof S]: z.output<S[N]["value"]> };

/** A setting that is a list of fields. Its form and its words are made from them; every other setting has its own. */
const settingOf = <S extends Fields, F extends Facts<ValuesOf<S>>>(fields: S, facts: F) => {
  const shape = Object.fromEntries(Object.entries(fields).map(([name, { value }]) => [name, value]));
  return { ...facts, fields, value: z.strictObject(shape) as unknown as z.ZodMiniType<ValuesOf<S>> };
};

export const NOTE_MAX = 4_000;
/** A larger fee is refused as a mistake. */
const FEE_PERCENT_MAX = 25;
const PREMIUM_PERCENT_MAX = 30;
const VAT_PERCENT_MAX = 30;
const PAYMENT_DAYS_MAX = 30;
const PROCEEDS_DAYS_MAX = 60;

/** Percentages with at most two decimals, as hundredths of a percent are what is stored. */
const percent = (min: number, max: number) =>
  z.number().check(
    z.refine((value) => value >= min && value <= max, `must be from ${min}% to ${max}%`),
    z.refine(isWirePercent, "must have at most two decimals"),
  );
const percentOfPrice = (label: string, min: number, max: number, more = "") =>
  field({
    value: percent(min, max),
    label,
    inForm: `${label} (%)`,
    hint: `${min} to ${max}${more}`,
    input: "number",
    inWords: (value) => `${value}% of the price`,
  });

/** Clients that do not send it set it to 0. */
const optionalPercent = (label: string, max: number, ofWhat: string) =>
  field({
    value: z._default(percent(0, max), 0),
    label,
    inForm: `${label} (%)`,
    hint: `0 to ${max}, ${ofWhat}`,
    input: "number",
    inWords: (value) => `${value}% ${ofWhat}`,
  });

const timeOfDay = z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, "must be a time like 09:00"));
const openHours = z
  .strictObject({ opens: timeOfDay, closes: timeOfDay })
  .check(
    z.refine(({ opens, closes }) => opens < closes, { path: ["closes"], error: "must be later than the opening" }),
  );

export const CATEGORY_LABEL_MAX = 40;
const category = z.strictObject({
  /** Permanent, because lots carry it. */
  code: categoryCode,
  label: line(2, CATEGORY_LABEL_MAX),
  /** No longer offered for lots. Lots that have it keep it. */
  isRetired: z.boolean(),
});

const price = z.number().check(
  z.positive(),
  z.maximum(10_000_000_000),
  z.refine((value) => Math.abs(value * 100 - Math.round(value * 100)) < 1e-6, "must have at most 2 decimals"),
);
const steps = z.array(z.tuple([z.nullable(price), price])).check(
  z.minLength(1),
  z.maxLength(40),
  z.refine(
    (rows) => rows.every(([below], n) => (below === null) === (n === rows.length - 1)),
    "Each step but the last must have an end, and the last must have none",
  ),
  z.refine(
    (rows) => rows.every(([below], n) => n === 0 || below === null || below > (rows[n - 1]?.[0] ?? 0)),
    "The ends must rise from step to step",
  ),
  z.refine(
    (rows) => rows.every(([, increment], n) => n === 0 || increment >= (rows[n - 1]?.[1] ?? 0)),
    "A larger price must not have a smaller increment",
  ),
);

const asked = (label: string, hint: string) =>
  field({
    value: z.boolean(),
    label,
    hint,
    input: "switch",
    inWords: (isAsked) => (isAsked ? "Asked for" : "Not asked for"),
  });

const HOUSE_NAME_MAX = 100;
const HOUSE_ADDRESS_MAX = 300;
const TAX_NUMBER_MAX = 40;

const workday = { opens: "09:00", closes: "17:00" };

/** In the order in which the page shows them. */
export const siteSettings = {
  contacts: settingOf(
    {
      email: field({ value: email("must be an e-mail address"), label: "Email", input: "email" }),
      whatsapp: field({ value: wholePhone, label: "WhatsApp", hint: "Like +2348012345678", input: "phone" }),
      phone: field({
        value: z.nullable(wholePhone),
        label: "Phone",
        inForm: "Phone (optional)",
        hint: "A number to call, if there is one",
        input: "phone",
      }),
    },
    {
      label: "Contacts",
      isMailed: true,
      effects: "Shown on every page and in every email from now on. Every administrator gets an email about it.",
    },
  ),
  house: settingOf(
    {
      name: field({
        value: line(0, HOUSE_NAME_MAX),
        label: "Name",
        hint: "The registered name, like Jara Auctions Ltd. Empty: the name of the site",
        input: "line",
        max: HOUSE_NAME_MAX,
      }),
      address: field({
        value: lines(0, HOUSE_ADDRESS_MAX),
        label: "Address",
        input: "lines",
        max: HOUSE_ADDRESS_MAX,
      }),
      taxNumber: field({
        value: line(0, TAX_NUMBER_MAX),
        label: "Tax number (TIN)",
        input: "line",
        max: TAX_NUMBER_MAX,
      }),
    },
    {
      label: "The house on invoices",
      isMailed: true,
      effects:
        "Printed on invoices that are made from now on. Invoices that have their number keep what was in force then; those that were " +
        "made before anything was set get the first values. Every administrator gets an email about it.",
      usual: { name: "", address: "", taxNumber: "" },
    },
  ),
  // Null: no transfers. Buyers transfer naira to it, so it is at a Nigerian bank, where each account number (NUBAN) has ten
  // digits. It changes by a way of its own, which mails about each step (bank-changes.ts).
  "bank-account": setting(
    z.nullable(
      z.strictObject({
        bank: line(2, 60),
        number: accountNumber("must be exactly 10 digits, as every account number (NUBAN) of a Nigerian bank"),
        name: line(2, 100),
      }),
    ),
    {
      label: "Bank account for transfers",
      isMailed: true,
      effects:
        "Nobody can change it alone: another administrator must approve it; on a site with one administrator it waits 24 hours, " +
        "and every administrator gets an email. Payments that are already due keep the account that they named. " +
        "Until somebody registers or a lot opens or is announced, a change is in force at once.",
    },
  ),
  // No deposit and no penalty exceeds the balance that a bid needs, so that every bidder has them.
  "lot-rules": settingOf(
    {
      depositPercent: percentOfPrice(
        "Deposit",
        1,
        REQUIRED_BALANCE_PERCENT,
        ", not more than the balance that a bid needs",
      ),
      feePercent: percentOfPrice("Buy It Now fee", 0, FEE_PERCENT_MAX),
      forfeitPercent: percentOfPrice("Penalty if unpaid", 1, REQUIRED_BALANCE_PERCENT),
      premiumPercent: optionalPercent("Buyer's premium", PREMIUM_PERCENT_MAX, "of the winning bid"),
      vatPercent: optionalPercent("VAT on the premium", VAT_PERCENT_MAX, "of the premium"),
      paymentDays: field({
        value: z
          .int("must be whole days")
          .check(
            z.refine((days) => days >= 1 && days <= PAYMENT_DAYS_MAX, `must be from 1 to ${PAYMENT_DAYS_MAX} days`),
          ),
        label: "Time to pay a win",
        inForm: "Time to pay a win (business days)",
        hint: `1 to ${PAYMENT_DAYS_MAX}`,
        input: "number",
        inWords: (paymentDays) => paymentDaysWords({ paymentDays }),
      }),
    },
    {
      label: "Fees, penalties and payment days",
      isMailed: true,
      effects:
        "Applies to lots that open from now on. Lots that are open, and payments that are due, keep their percentages and days. " +
        "The terms refer to what each lot shows, so they stay as they are.",
      usual: usualPercents,
    },
  ),
  proceeds: settingOf(
    {
      days: field({
        value: z
          .int("must be whole days")
          .check(
            z.refine((days) => days >= 0 && days <= PROCEEDS_DAYS_MAX, `must be from 0 to ${PROCEEDS_DAYS_MAX} days`),
          ),
        label: "Time until a seller is paid",
        inForm: "Time until a seller is paid (days after the buyer's payment)",
        hint: `0 to ${PROCEEDS_DAYS_MAX}; at once when the lot is handed over earlier`,
        input: "number",
        inWords: (days) =>
          `${days} ${days === 1 ? "day" : "days"} after the buyer's payment, or at the handover if that is earlier`,
      }),
    },
    {
      label: "Payment of sellers",
      isMailed: true,
      effects: "Applies to every sale whose seller was not paid yet. What sellers were paid stays.",
      usual: { days: 5 },
    },
  ),
  "seller-terms": setting(usualTermsSchema, {
    label: "Usual terms of sellers",
    isMailed: false,
    effects: "Staff begin with them when they accept an offer. Terms that were proposed stay as they are.",
    usual: {
      commissionPercent: USUAL_COMMISSION_PERCENT,
      leastCommission: 0,
      vatPercent: USUAL_VAT_PERCENT,
      charges: [],
    },
  }),
  "who-may-bid": settingOf(
    {
      phone: asked("A verified phone", "A code by SMS, which the bidder types"),
      document: asked("A document", "A picture or a PDF file that staff approve"),
      approval: asked("An approval", "Staff approve each bidder, with a limit if they want"),
    },
    {
      label: "Who may bid",
      isMailed: true,
      effects:
        "Asked for from the next bid on, of everybody who does not have it yet. A sale can ask for something else. Bids and maximums that " +
        "were placed before stay binding. Every administrator gets an email about it.",
      usual: noRequirements,
    },
  ),
  hours: setting(
    z.strictObject({
      /** Monday to Sunday; null: closed. Times of a day in Lagos. */
      days: z.array(z.nullable(openHours)).check(z.length(7)),
      /** The place where lots are collected. Empty: not said. */
      place: line(0, 200),
    }),
    {
      label: "Office and pickup hours",
      isMailed: false,
      effects:
        "Shown on the guide from now on, and suggested when a lot is ready for pickup. Bidders filter lots by the state that the " +
        "place names.",
      usual: { days: [workday, workday, workday, workday, workday, null, null], place: "" },
    },
  ),
  // The days, the hours and the place are those of `hours`.
  "pickup-slots": settingOf(
    {
      slotMinutes: field({
        value: z
          .int("must be whole minutes")
          .check(
            z.refine(
              (minutes) => minutes === 0 || (minutes >= PICKUP_SLOT_MIN && minutes <= PICKUP_SLOT_MAX),
              `must be 0, or from ${PICKUP_SLOT_MIN} to ${PICKUP_SLOT_MAX} minutes`,
            ),
          ),
        label: "Length of a slot",
        inForm: "Length of a slot (minutes)",
        hint: `${PICKUP_SLOT_MIN} to ${PICKUP_SLOT_MAX}; 0: buyers choose no time`,
        input: "number",
        inWords: (minutes) => (minutes === 0 ? "Buyers choose no time" : `${minutes} minutes`),
      }),
      buyers: field({
        value: z
          .int("must be a whole number")
          .check(
            z.refine(
              (buyers) => buyers >= 1 && buyers <= PICKUP_BUYERS_MAX,
              `must be from 1 to ${PICKUP_BUYERS_MAX} buyers`,
            ),
          ),
        label: "Buyers in a slot",
        hint: `1 to ${PICKUP_BUYERS_MAX}, who may come at the same time`,
        input: "number",
        inWords: (buyers) => (buyers === 1 ? "1 buyer" : `${buyers} buyers`),
      }),
    },
    {
      label: "Pickup slots",
      isMailed: false,
      effects:
        "Buyers choose a slot within the office and pickup hours, at the place there, for lots without a sale and of sales without " +
        "pickup times of their own. Slots that were chosen stay.",
      usual: { slotMinutes: 0, buyers: 1 },
    },
  ),
  // Only the server can check whether labels look alike, and whether a category is missing.
  categories: setting(
    z.array(category).check(
      z.minLength(1),
      z.maxLength(CATEGORIES_MAX),
      z.refine((all) => new Set(all.map(({ code }) => code)).size === all.length, "Each code can be used only once"),
      z.refine((all) => all.some(({ isRetired }) => !isRetired), "At least one category must be offered"),
    ),
    {
      label: "Categories",
      isMailed: false,
      effects: "A retired category cannot be chosen for new lots; lots that have it keep it. Codes never change.",
      usual: Object.entries(categoryLabels).map(([code, label]) => ({ code, label, isRetired: false })),
    },
  ),
  increments: setting(z.strictObject({ NGN: steps, USD: steps }), {
    label: "Increment table",
    isMailed: false,
    effects:
      "Suggested for new prices, and used by lots with rising increments that open from now on. Open lots do not change.",
    usual: usualIncrements,
  }),
  // Null: lots have no soft close unless it is chosen.
  "soft-close": setting(z.nullable(softCloseSchema), {
    label: "Soft close of new lots",
    isMailed: false,
    effects: "Suggested for new lots. Existing lots do not change.",
    usual: USUAL_SOFT_CLOSE,
  }),
  notes: settingOf(
    {
      bidding: field({ value: lines(0, NOTE_MAX), label: "For bidders", input: "lines", max: NOTE_MAX }),
      seller: field({ value: lines(0, NOTE_MAX), label: "For sellers", input: "lines", max: NOTE_MAX }),
      pickup: field({
        value: lines(0, NOTE_MAX),
        label: "About pickup",
        hint: "Plain text. Shown on the Bidding & Buying Guide.",
        input: "lines",
        max: NOTE_MAX,
      }),
    },
    {
      label: "Notes for bidders and sellers",
      isMailed: false,
      effects: "Shown on the guide from now on. The terms and the privacy notice are not changed by it.",
      usual: { bidding: "", seller: "", pickup: "" },
    },
  ),
};

type Settings = typeof siteSettings;
export type SettingSection = keyof Settings;
type Schemas = { readonly [S in SettingSection]: Settings[S]["value"] };
export type SettingValues = { readonly [S in SettingSection]: z.output<Schemas[S]> };
export type Contacts = SettingValues["contacts"];
export type SiteBankAccount = NonNullable<SettingValues["bank-account"]>;
export type House = SettingValues["house"];
/** The name of the house, as on invoices. */
export const houseNameOf = ({ house }: Pick<SettingValues, "house">, brandName: string): string =>
  house.name || brandName;
export type Hours = SettingValues["hours"];
export type OpenHours = NonNullable<Hours["days"][number]>;
export type SiteCategory = SettingValues["categories"][number];

export const settingSections = Object.keys(siteSettings) as unknown as readonly [SettingSection, ...SettingSection[]];
/** The values that each setting may have. */
export const settingSchemas = Object.fromEntries(
  Object.entries(siteSettings).map(([section, { value }]) => [section, value]),
) as unknown as Schemas;

/** The settings that `GET /api/site/details` answers, by their names there. */
const detailSections = {
  hours: "hours",
  notes: "notes",
  increments: "increments",
  softClose: "soft-close",
  proceeds: "proceeds",
  sellerTerms: "seller-terms",
} as const satisfies Record<string, SettingSection>;
type Details = typeof detailSections;

/** Takes these settings out of a record of all settings. */
export const detailsIn = <T extends Readonly<Record<SettingSection, unknown>>>(all: T) =>
  Object.fromEntries(Object.entries(detailSections).map(([name, section]) => [name, all[section]])) as {
    readonly [N in keyof Details]: T[Details[N]];
  };

type WithUsual = { [S in SettingSection]: Settings[S] extends { usual: unknown } ? S : never }[SettingSection];

/** In force where nothing was set. */
export const usualSettings = Object.fromEntries(
  Object.entries(siteSettings).flatMap(([section, facts]) => ("usual" in facts ? [[section, facts.usual]] : [])),
) as unknown as Pick<SettingValues, WithUsual>;

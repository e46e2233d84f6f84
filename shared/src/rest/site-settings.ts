// Schemas of the REST calls for the site's settings and their history.
import * as z from "zod/mini";
import { CATEGORIES_MAX, categoryCode, softCloseSchema } from "../auction.ts";
import { isWirePercent } from "../basis-points.ts";
import { REQUIRED_BALANCE_PERCENT } from "../bidding-rules.ts";
import { type SettingSection, type SettingValues, settingSections } from "../site-settings.ts";
import { accountNumber, email, line, lines, wholePhone } from "../text/kinds.ts";
import { wireTime } from "../wire-time.ts";
import { paginationSchema, queryWhole } from "./common.ts";

export const SETTING_REASON_MAX = 300;
export const NOTE_MAX = 4_000;
export const HISTORY_LIMIT = 20;
/** A larger fee is refused as a mistake. */
export const FEE_PERCENT_MAX = 25;
export const PAYMENT_DAYS_MAX = 30;

/** Percentages with at most two decimals, as hundredths of a percent are what is stored. */
const percent = (min: number, max: number) =>
  z.number().check(
    z.refine((value) => value >= min && value <= max, `must be from ${min}% to ${max}%`),
    z.refine(isWirePercent, "must have at most two decimals"),
  );

export const contactsValue = z.strictObject({
  email: email("must be an e-mail address"),
  whatsapp: wholePhone,
  phone: z.nullable(wholePhone),
});

/** Buyers transfer naira to it, so it is at a Nigerian bank, where each account number (NUBAN) has ten digits. */
export const bankAccountValue = z.nullable(
  z.strictObject({
    bank: line(2, 60),
    number: accountNumber("must be exactly 10 digits, as every account number (NUBAN) of a Nigerian bank"),
    name: line(2, 100),
  }),
);

/** No deposit and no penalty exceeds the balance that a bid needs, so that every bidder has them. */
export const lotRulesValue = z.strictObject({
  depositPercent: percent(1, REQUIRED_BALANCE_PERCENT),
  feePercent: percent(0, FEE_PERCENT_MAX),
  forfeitPercent: percent(1, REQUIRED_BALANCE_PERCENT),
  paymentDays: z
    .int("must be whole days")
    .check(z.refine((days) => days >= 1 && days <= PAYMENT_DAYS_MAX, `must be from 1 to ${PAYMENT_DAYS_MAX} days`)),
});

const timeOfDay = z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, "must be a time like 09:00"));
const openHours = z
  .strictObject({ opens: timeOfDay, closes: timeOfDay })
  .check(
    z.refine(({ opens, closes }) => opens < closes, { path: ["closes"], error: "must be later than the opening" }),
  );
export const hoursValue = z.strictObject({
  days: z.array(z.nullable(openHours)).check(z.length(7)),
  place: line(0, 200),
});

export const CATEGORY_LABEL_MAX = 40;
const category = z.strictObject({
  code: categoryCode,
  label: line(2, CATEGORY_LABEL_MAX),
  isRetired: z.boolean(),
});
/** Only the server can check whether labels look alike, and whether a category is missing. */
export const categoriesValue = z.array(category).check(
  z.minLength(1),
  z.maxLength(CATEGORIES_MAX),
  z.refine((all) => new Set(all.map(({ code }) => code)).size === all.length, "Each code can be used only once"),
  z.refine((all) => all.some(({ isRetired }) => !isRetired), "At least one category must be offered"),
);

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
export const incrementsValue = z.strictObject({ NGN: steps, USD: steps });

export const softCloseValue = z.nullable(softCloseSchema);

export const notesValue = z.strictObject({
  bidding: lines(0, NOTE_MAX),
  seller: lines(0, NOTE_MAX),
  pickup: lines(0, NOTE_MAX),
});

export const settingValueSchemas = {
  contacts: contactsValue,
  "bank-account": bankAccountValue,
  "lot-rules": lotRulesValue,
  hours: hoursValue,
  categories: categoriesValue,
  increments: incrementsValue,
  "soft-close": softCloseValue,
  notes: notesValue,
} as const satisfies Record<SettingSection, z.ZodMiniType>;

const bodyOf = <S extends SettingSection, V extends z.ZodMiniType>(section: S, value: V) =>
  z.strictObject({
    section: z.literal(section),
    value,
    /** The version that the change was made on. If another one is in force, the change is refused. */
    version: z.int().check(z.minimum(0)),
    reason: line(3, SETTING_REASON_MAX),
    /** The earlier version whose value this is. */
    restores: z.exactOptional(z.int().check(z.minimum(1))),
  });

export const changeSettingBody = z.discriminatedUnion("section", [
  bodyOf("contacts", contactsValue),
  bodyOf("bank-account", bankAccountValue),
  bodyOf("lot-rules", lotRulesValue),
  bodyOf("hours", hoursValue),
  bodyOf("categories", categoriesValue),
  bodyOf("increments", incrementsValue),
  bodyOf("soft-close", softCloseValue),
  bodyOf("notes", notesValue),
]);
export type ChangeSettingBody = z.infer<typeof changeSettingBody>;

const person = z.object({ _id: z.string(), username: z.string() });

/** One value of a section, as it was set. */
export const settingVersionSchema = z.object({
  section: z.enum(settingSections),
  /** Grows by 1 with each change; 0: never changed. */
  version: z.int(),
  /** In the shape of its section. */
  value: z.unknown(),
  /** The value before; null for the first version. */
  before: z.unknown(),
  /** `environment`: the server's environment variables set it. `usual`: it was never set. */
  source: z.enum(["staff", "environment", "usual"]),
  changedBy: z.nullable(person),
  /** The second person, for the bank account. */
  approvedBy: z.nullable(person),
  changedAt: z.nullable(wireTime),
  reason: z.nullable(z.string()),
  restores: z.nullable(z.int()),
});
export type SettingVersion = z.infer<typeof settingVersionSchema>;

/** A change of the bank account that is not in force yet. */
export const waitingChangeSchema = z.object({
  _id: z.string(),
  value: z.unknown(),
  reason: z.string(),
  askedBy: person,
  askedAt: wireTime,
  /** `person`: until another administrator approves it. `time`: until `dueAt`. */
  waitsFor: z.enum(["person", "time"]),
  dueAt: z.nullable(wireTime),
  mayApprove: z.boolean(),
  mayCancel: z.boolean(),
});
export type WaitingChange = z.infer<typeof waitingChangeSchema>;

export const settingSchema = z.object({
  ...settingVersionSchema.shape,
  /** The fields that an environment variable sets, each with its variable. They cannot be changed here. */
  environment: z.record(z.string(), z.string()),
  waiting: z.nullable(waitingChangeSchema),
});
export type Setting = z.infer<typeof settingSchema>;

export const settingsAnswer = z.object({
  settings: z.array(settingSchema),
  /** Lots that are open and keep the rules that they took. */
  openLots: z.int(),
});
export type SettingsAnswer = z.infer<typeof settingsAnswer>;
export const settingAnswer = z.object({ setting: settingSchema });
export const settingParams = z.object({ section: z.enum(settingSections) });
export const settingHistoryQuery = z.object({ page: z.optional(queryWhole(1_000_000)) });
export const settingHistoryAnswer = z.object({
  versions: z.array(settingVersionSchema),
  pagination: paginationSchema,
});

const values = settingValueSchemas;
/** The settings that the pages for everybody need besides `GET /api/site`. */
export const siteDetailsAnswer = z.object({
  hours: values.hours,
  notes: values.notes,
  increments: values.increments,
  softClose: values["soft-close"],
  /** True: new lots take the increment table, unless another increment is chosen. */
  incrementTable: z.boolean(),
});
export type SiteDetails = Pick<SettingValues, "hours" | "increments" | "notes"> & {
  readonly softClose: SettingValues["soft-close"];
  readonly incrementTable: boolean;
};

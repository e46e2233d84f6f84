// The form of a new auction: its initial values, the validation rules with their messages, and the request body. The
// server decides; the rules only save a round trip.
import {
  type Category,
  type Condition,
  DESCRIPTION_MAX,
  LOCATION_MAX,
  type Media,
  TITLE_MAX,
} from "@jara/shared/auction";
import { BID_INCREMENT_ABOVE_0, STARTING_PRICE_ABOVE_0 } from "@jara/shared/form-sentences";
import { type IncrementTable, suggestedIncrement } from "@jara/shared/increment-steps";
import { type Currency, isWireAmount } from "@jara/shared/money";
import type { CreateAuctionBody } from "@jara/shared/rest/auctions";
import { readNumber } from "@jara/shared/typed-amount";
import { fromTypedReport, type TypedReport } from "@jara/shared/typed-report";
import { lagosToIso } from "../../lib/lagos-input.ts";
import type { IncrementKind } from "../../lots/increments/increment-kind.ts";
import {
  amountProblem,
  BUY_NOW_BELOW_RESERVE,
  BUY_NOW_BELOW_START,
  RESERVE_BELOW_START,
  tooLong,
} from "../../lots/lot-rules.ts";
import {
  fromSoftCloseForm,
  preselectedSoftClose,
  type SoftCloseForm,
  softCloseCapError,
} from "../../lots/soft-close-input.ts";

/** The form's values as they are typed. */
export interface AuctionForm extends SoftCloseForm {
  title: string;
  description: string;
  categories: Category[];
  condition: Condition;
  location: string;
  conditionReport: TypedReport;
  currency: Currency;
  startingPrice: string;
  incrementKind: IncrementKind;
  /** Not used with the house's table. */
  bidIncrement: string;
  reservePrice: string;
  buyItNowPrice: string;
  startTime: string;
  endTime: string;
  duration: string;
}
export type FieldName = keyof AuctionForm;

export const newAuctionForm: AuctionForm = {
  title: "",
  description: "",
  categories: [],
  condition: "good",
  location: "",
  conditionReport: {},
  currency: "NGN",
  startingPrice: "",
  incrementKind: "one",
  bidIncrement: "1.00",
  reservePrice: "",
  buyItNowPrice: "",
  startTime: "",
  endTime: "",
  duration: "24",
  ...preselectedSoftClose,
};
/** True if any value differs from its initial value. */
export const isFilledIn = (form: AuctionForm, initial: AuctionForm = newAuctionForm): boolean =>
  Object.entries(initial).some(([name, start]) => JSON.stringify(form[name as FieldName]) !== JSON.stringify(start));

export const limits = { title: TITLE_MAX, description: DESCRIPTION_MAX, location: LOCATION_MAX } as const;
export const INCREMENT_MIN = 0.01;
export const DURATION_MIN = 1;
export const DURATION_MAX = 24 * 365;

export const FAILED = "Failed to create auction";
/** The name under which react-hook-form reports a rule that an empty field breaks. */
export const MISSING = "missing";

/** A typed amount that the wire can carry. */
export const amountOf = (typed: string): number | null => {
  const amount = readNumber(typed);
  return amount !== null && amount > 0 && isWireAmount(amount) ? amount : null;
};

/** The increment at the starting price. `increments`: the house's table. */
export const incrementOf = (
  { incrementKind, startingPrice, bidIncrement, currency }: AuctionForm,
  increments: IncrementTable | undefined,
): number | null => {
  if (incrementKind === "one") return amountOf(bidIncrement);
  const start = amountOf(startingPrice);
  return start === null ? null : suggestedIncrement(start, currency, increments);
};

type Rule = (typed: string, form: AuctionForm) => string | true;
const atMost =
  (what: string, max: number): Rule =>
  (typed) =>
    tooLong(what, max, typed) ?? true;

/** Validates a field: returns an error message, or true. The mandatory fields are in `required`. */
export const rules = {
  title: atMost("Title", limits.title),
  description: atMost("Description", limits.description),
  location: atMost("Location", limits.location),

  startingPrice: (typed, { currency }) => {
    const amount = readNumber(typed);
    if (amount !== null && amount <= 0) return STARTING_PRICE_ABOVE_0;
    return amountProblem(typed, currency) ?? true;
  },
  bidIncrement: (typed, { currency, incrementKind }) => {
    if (incrementKind === "table") return true;
    const amount = readNumber(typed);
    if (amount === null ? typed.trim() === "" : amount <= 0) return BID_INCREMENT_ABOVE_0;
    return amountProblem(typed, currency) ?? true;
  },
  buyItNowPrice: (typed, { startingPrice, reservePrice, currency }) => {
    if (typed.trim() === "") return true;
    const amount = readNumber(typed);
    const above = amount !== null && amount > Math.max(0, readNumber(startingPrice) ?? 0);
    if (amount !== null && !above) return BUY_NOW_BELOW_START;
    if (amount !== null && amount < (readNumber(reservePrice) ?? 0)) return BUY_NOW_BELOW_RESERVE;
    return amountProblem(typed, currency) ?? true;
  },
  reservePrice: (typed, { startingPrice, currency }) => {
    if (typed.trim() === "") return true;
    const amount = readNumber(typed);
    const below = amount !== null && (amount <= 0 || amount < (readNumber(startingPrice) ?? 0));
    if (below) return RESERVE_BELOW_START;
    return amountProblem(typed, currency) ?? true;
  },
  softCloseCap: softCloseCapError,
  duration: (typed, { endTime }) => {
    if (endTime) return true;
    const hours = readNumber(typed);
    if (hours === null || hours < DURATION_MIN) return "Duration must be at least 1 hour";
    return hours <= DURATION_MAX || `Duration can be at most ${DURATION_MAX} hours (a year)`;
  },
} satisfies Partial<Record<FieldName, Rule>>;

export const required = {
  title: "Title is required",
  description: "Description is required",
  startingPrice: "Starting price is required",
} satisfies Partial<Record<FieldName, string>>;

/** `nowMs` is the server's time. */
export const endTimeError = ({ startTime, endTime }: AuctionForm, nowMs: number): string | true => {
  if (!endTime) return true;
  const ends = Date.parse(lagosToIso(endTime) ?? "");
  const starts = Date.parse(lagosToIso(startTime) ?? "");
  if (ends > nowMs && !(ends <= starts)) return true;
  return "The end time must be in the future and after the start time";
};

/** Expects a valid form. Sends an end time instead of a duration, and omits empty fields. */
export const toBody = (form: AuctionForm, media: Media[]): CreateAuctionBody => {
  const buyItNowPrice = amountOf(form.buyItNowPrice);
  const reservePrice = amountOf(form.reservePrice);
  const startTime = lagosToIso(form.startTime);
  const endTime = lagosToIso(form.endTime);
  const location = form.location.trim();
  const conditionReport = fromTypedReport(form.conditionReport, form.categories);
  return {
    title: form.title.trim(),
    description: form.description.trim(),
    startingPrice: readNumber(form.startingPrice) ?? 0,
    ...(buyItNowPrice !== null && { buyItNowPrice }),
    ...(reservePrice !== null && { reservePrice }),
    ...(form.incrementKind === "table"
      ? { incrementTable: true }
      : { bidIncrement: readNumber(form.bidIncrement) ?? 0 }),
    currency: form.currency,
    ...(startTime && { startTime }),
    ...(endTime ? { endTime } : { duration: Number(form.duration) }),
    media,
    categories: form.categories,
    condition: form.condition,
    softClose: fromSoftCloseForm(form),
    ...(location && { location }),
    ...(conditionReport && { conditionReport }),
  };
};

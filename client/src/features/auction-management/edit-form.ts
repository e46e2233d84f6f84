// The edit form: an auction as text inputs hold it, the validation rules with their messages, and the request body with
// only the changed fields. The server decides; the rules only save a round trip.
import {
  type Auction,
  type AuctionStatus,
  type Category,
  type Condition,
  conditionLabels,
  DESCRIPTION_MAX,
  LOCATION_MAX,
  type Media,
  TITLE_MAX,
} from "@jara/shared/auction";
import { type ConditionReport, reportEntries } from "@jara/shared/condition-fields";
import { BID_INCREMENT_ABOVE_0, STARTING_PRICE_ABOVE_0 } from "@jara/shared/form-sentences";
import { type Currency, formatMoney } from "@jara/shared/money";
import type { UpdateAuctionBody } from "@jara/shared/rest/auctions";
import { readNumber, writtenAmount } from "@jara/shared/typed-amount";
import { fromTypedReport, isSameReport, type TypedReport, toTypedReport } from "@jara/shared/typed-report";
import { isoToLagos, lagosToIso } from "../../lib/lagos-input.ts";
import { lagosDateTime } from "../../lib/lagos-moment.ts";
import { durationWords } from "../../lots/duration-words.ts";
import { type IncrementKind, incrementKindOf, incrementKindWords } from "../../lots/increments/increment-kind.ts";
import {
  amountProblem,
  BUY_NOW_BELOW_RESERVE,
  BUY_NOW_BELOW_START,
  RESERVE_BELOW_START,
  tooLong,
} from "../../lots/lot-rules.ts";
import { countText } from "../../lots/media/media-checks.ts";
import {
  fromSoftCloseForm,
  OFF,
  type SoftCloseForm,
  softCloseCapError,
  toSoftCloseForm,
} from "../../lots/soft-close-input.ts";
import { labelOfCategory } from "../../store/categories.ts";

export interface EditForm extends SoftCloseForm {
  title: string;
  description: string;
  location: string;
  status: AuctionStatus;
  categories: Category[];
  condition: Condition;
  currency: Currency;
  startingPrice: string;
  incrementKind: IncrementKind;
  bidIncrement: string;
  buyItNowPrice: string;
  reservePrice: string;
  startTime: string;
  endTime: string;
  media: Media[];
  conditionReport: TypedReport;
}
export type FieldName = keyof EditForm;

const amountText = (amount: number | null | undefined): string => (amount == null ? "" : writtenAmount(amount));

export const toForm = (auction: Auction): EditForm => ({
  title: auction.title,
  description: auction.description,
  location: auction.location ?? "",
  status: auction.status,
  categories: auction.categories,
  condition: auction.condition,
  currency: auction.currency,
  startingPrice: amountText(auction.startingPrice),
  incrementKind: incrementKindOf(auction.incrementSteps !== undefined),
  bidIncrement: amountText(auction.bidIncrement),
  buyItNowPrice: amountText(auction.buyItNowPrice),
  reservePrice: amountText(auction.reservePrice),
  startTime: isoToLagos(auction.startTime),
  endTime: isoToLagos(auction.endTime),
  media: auction.media ?? [],
  conditionReport: toTypedReport(auction.conditionReport as ConditionReport | undefined),
  ...toSoftCloseForm(auction.softClose ?? null),
});

export const fieldNames = [
  ...(["title", "description", "location", "status", "categories", "condition", "currency", "startingPrice"] as const),
  ...([
    "incrementKind",
    "bidIncrement",
    "buyItNowPrice",
    "reservePrice",
    "startTime",
    "endTime",
    "media",
    "conditionReport",
  ] as const),
  ...(["softCloseWindow", "softCloseCap"] as const),
] satisfies FieldName[];

const amountNames: ReadonlySet<FieldName> = new Set(["startingPrice", "bidIncrement", "buyItNowPrice", "reservePrice"]);

/** NaN for a text that is no number. */
const numberOf = (typed: string): number => readNumber(typed) ?? Number.NaN;

/** True if both values are the same on the wire, for example "1500" and "1500.00". */
export const isSame = (name: FieldName, a: EditForm[FieldName], b: EditForm[FieldName]): boolean => {
  // An item of `media` keeps its own object, so that its keys keep their order.
  if (Array.isArray(a) || Array.isArray(b)) return JSON.stringify(a) === JSON.stringify(b);
  if (typeof a === "object" || typeof b === "object") return isSameReport(a as TypedReport, b as TypedReport);
  const [one, other] = [a.trim(), b.trim()];
  // An empty location is not sent, so that the lot keeps the one that it has.
  if (name === "location" && one === "") return true;
  return one === other || (amountNames.has(name) && one !== "" && other !== "" && numberOf(one) === numberOf(other));
};

export const changedFields = (form: EditForm, current: EditForm): FieldName[] =>
  fieldNames.filter((name) => !isSame(name, form[name], current[name]));

/**
 * Expects a valid form. Returns only the fields that differ from the auction as it is, so that nobody else's edit is
 * undone.
 */
export const toBody = (form: EditForm, current: EditForm): UpdateAuctionBody => {
  const body: UpdateAuctionBody = {};
  const amount = (typed: string) => (typed.trim() === "" ? null : numberOf(typed));
  const put: { [Name in FieldName]: () => void } = {
    title: () => (body.title = form.title.trim()),
    description: () => (body.description = form.description.trim()),
    location: () => (body.location = form.location.trim()),
    status: () => (body.status = form.status),
    categories: () => (body.categories = form.categories),
    condition: () => (body.condition = form.condition),
    currency: () => (body.currency = form.currency),
    startingPrice: () => (body.startingPrice = numberOf(form.startingPrice)),
    incrementKind: () => (body.incrementTable = form.incrementKind === "table"),
    bidIncrement: () => {
      if (form.incrementKind === "one") body.bidIncrement = numberOf(form.bidIncrement);
    },
    buyItNowPrice: () => (body.buyItNowPrice = amount(form.buyItNowPrice)),
    reservePrice: () => (body.reservePrice = amount(form.reservePrice)),
    startTime: () => (body.startTime = lagosToIso(form.startTime)),
    endTime: () => {
      const endTime = lagosToIso(form.endTime);
      // An empty input leaves the end time unchanged.
      if (endTime) body.endTime = endTime;
    },
    media: () => (body.media = form.media),
    conditionReport: () => (body.conditionReport = fromTypedReport(form.conditionReport, form.categories)),
    softCloseWindow: () => (body.softClose = fromSoftCloseForm(form)),
    softCloseCap: () => {
      if (form.softCloseWindow !== OFF) body.softClose = fromSoftCloseForm(form);
    },
  };
  const changed = changedFields(form, current);
  for (const name of changed) put[name]();
  // Fields that the new categories do not have go with the old ones.
  if (changed.includes("categories") && current.conditionReport) {
    const [before, after] = [current, form].map(({ conditionReport, categories }) =>
      JSON.stringify(fromTypedReport(conditionReport, categories)),
    );
    if (before !== after) put.conditionReport();
  }
  return body;
};

/** The fields of the body as this auction shows them. The server refuses the edit if one has another value by now. */
export const seenBy = (auction: Auction, body: UpdateAuctionBody): UpdateAuctionBody["seen"] => {
  const shown = { ...auction, incrementTable: auction.incrementSteps !== undefined };
  const names = Object.keys(body) as (keyof typeof shown)[];
  return Object.fromEntries(
    names.flatMap((name) =>
      shown[name] === undefined && name === "reservePrice" ? [] : [[name, shown[name] ?? null]],
    ),
  );
};

const mediaWords = (media: readonly Media[]): string => {
  const videos = media.filter(({ type }) => type === "video").length;
  return countText(media.length - videos, videos);
};

const reportWords = ({ conditionReport, categories }: EditForm): string =>
  reportEntries(fromTypedReport(conditionReport, categories) ?? {})
    .map(({ label, value }) => `${label}: ${value}`)
    .join(", ") || "none";

/** A field's value as people read it. */
export const sayValue = (name: FieldName, form: EditForm): string => {
  if (name === "categories") return form.categories.map(labelOfCategory).join(", ") || "none";
  if (name === "condition") return conditionLabels[form.condition];
  if (name === "media") return mediaWords(form.media);
  if (name === "conditionReport") return reportWords(form);
  if (name === "incrementKind") return incrementKindWords(form.incrementKind);
  const value = form[name];
  if (value === "") return "none";
  if (name === "softCloseWindow") return value === OFF ? "off" : durationWords(Number(value));
  if (amountNames.has(name)) return formatMoney(numberOf(value), form.currency);
  if (name === "startTime" || name === "endTime") return lagosDateTime(lagosToIso(value) ?? "");
  return value;
};

type Rule = (typed: string, form: EditForm) => string | true;

const text =
  (what: string, max: number, isRequired = true): Rule =>
  (typed) => {
    if (isRequired && typed.trim() === "") return `${what} is required`;
    return tooLong(what, max, typed) ?? true;
  };

export const CURRENCY_STAYS = "Once somebody has bid on the lot or bought it, its currency can never change.";
export const SET_BY_MANAGERS = "Only managers and administrators can change this on a published auction.";
export const INCREMENT_KIND_LOCKED = "With bids this can no longer change.";
export const INCREMENT_LOCKED = "With bids the increment can only be lowered.";
export const RESERVE_LOCKED = "With bids the reserve can be lowered or removed, not raised or added.";

/** Validates a field of this auction: returns an error message, or true. */
export const rulesFor = (auction: Auction) =>
  ({
    title: text("Title", TITLE_MAX),
    description: text("Description", DESCRIPTION_MAX),
    location: text("Location", LOCATION_MAX, false),
    startingPrice: (typed, { currency }) => {
      if (typed.trim() === "") return "Starting price is required";
      if (numberOf(typed) <= 0) return STARTING_PRICE_ABOVE_0;
      return amountProblem(typed, currency) ?? true;
    },
    bidIncrement: (typed, { currency, incrementKind }) => {
      if (incrementKind === "table") return true;
      if (typed.trim() === "") return "Bid increment is required";
      if (numberOf(typed) <= 0) return BID_INCREMENT_ABOVE_0;
      if (auction.bidCount > 0 && numberOf(typed) > auction.bidIncrement) return INCREMENT_LOCKED;
      return amountProblem(typed, currency) ?? true;
    },
    buyItNowPrice: (typed, { currency, startingPrice, reservePrice }) => {
      if (typed.trim() === "") return true;
      if (!isSame("buyItNowPrice", typed, amountText(auction.buyItNowPrice))) {
        const error = amountProblem(typed, currency);
        if (error) return error;
        if (numberOf(typed) <= Math.max(0, readNumber(startingPrice) ?? 0)) {
          return BUY_NOW_BELOW_START;
        }
        if (auction.bidCount > 0 && numberOf(typed) <= auction.currentPrice) {
          const price = formatMoney(auction.currentPrice, auction.currency);
          return `Buy It Now price must be higher than the current price of ${price}`;
        }
      }
      return numberOf(typed) >= (readNumber(reservePrice) ?? 0) || BUY_NOW_BELOW_RESERVE;
    },
    reservePrice: (typed, { currency, startingPrice }) => {
      if (typed.trim() === "") return true;
      const error = amountProblem(typed, currency);
      if (error) return error;
      if (numberOf(typed) < Math.max(0.01, readNumber(startingPrice) ?? 0)) {
        return RESERVE_BELOW_START;
      }
      return auction.bidCount === 0 || numberOf(typed) <= (auction.reservePrice ?? 0) || RESERVE_LOCKED;
    },
    softCloseCap: softCloseCapError,
  }) satisfies Partial<Record<FieldName, Rule>>;

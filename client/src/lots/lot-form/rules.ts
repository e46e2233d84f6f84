// The validation rules of a lot's form with their messages. The server decides; the rules only save a round trip.
import type { Auction } from "@jara/shared/auction";
import { whyNoEstimate } from "@jara/shared/estimates";
import { BID_INCREMENT_ABOVE_0, STARTING_PRICE_ABOVE_0, VALID_AMOUNT } from "@jara/shared/form-sentences";
import type { EstimateName } from "@jara/shared/lot-fields";
import { type Currency, formatMoney, isWireAmount, MAX_AMOUNT } from "@jara/shared/money";
import { cleanLines } from "@jara/shared/text/clean";
import { invalidAmount, readNumber } from "@jara/shared/typed-amount";
import { softCloseCapError } from "../soft-close-input.ts";
import { amountText, type FieldName, isSame, type LotForm, numberOf } from "./lot-form.ts";
import { lotTexts, type TextName, textNames } from "./lot-texts.ts";

export const INCREMENT_LOCKED = "With bids the increment can only be lowered.";
export const RESERVE_LOCKED = "With bids the reserve can be lowered or removed, not raised or added.";
const RESERVE_BELOW_START = "Reserve price cannot be lower than starting price";
const BUY_NOW_BELOW_START = "Buy It Now price must be higher than starting price";
const BUY_NOW_BELOW_RESERVE = "Buy It Now price cannot be lower than the reserve price";
const DURATION_MIN = 1;
export const DURATION_MAX = 24 * 365;

type Rule = (typed: string, form: LotForm) => string | true;

const amountProblem = (typed: string, currency: Currency): string | null => {
  const amount = readNumber(typed);
  if (amount === null) return invalidAmount(VALID_AMOUNT, typed);
  if (amount > MAX_AMOUNT) return `Amounts can be at most ${formatMoney(MAX_AMOUNT, currency)}`;
  return amount > 0 && !isWireAmount(amount) ? "Amounts can have at most 2 decimals" : null;
};

const textRule = (name: TextName): Rule => {
  const { name: what, max } = lotTexts[name];
  return (typed) => cleanLines(typed).length <= max || `${what} can be at most ${max} characters long`;
};
const textRules = Object.fromEntries(textNames.map((name) => [name, textRule(name)])) as Record<TextName, Rule>;

/** Returns the error of the field's own amount, or of the pair if this is the field to change; otherwise true. */
const estimateRule = (name: EstimateName, typed: string, form: LotForm): string | true => {
  const problem = typed.trim() === "" ? null : amountProblem(typed, form.currency);
  if (problem) return problem;
  if (typed.trim() !== "" && numberOf(typed) <= 0) return invalidAmount(VALID_AMOUNT, typed);
  const no = whyNoEstimate(readNumber(form.lowEstimate), readNumber(form.highEstimate));
  return no?.path === name ? no.message : true;
};

/**
 * Validates a field: returns an error message, or true. The mandatory fields are in `validation`. `auction`: the lot
 * that is edited; undefined for a new one.
 */
export const rulesFor = (auction?: Auction) =>
  ({
    ...textRules,
    startingPrice: (typed, { currency }) =>
      numberOf(typed) <= 0 ? STARTING_PRICE_ABOVE_0 : (amountProblem(typed, currency) ?? true),
    bidIncrement: (typed, { currency, incrementKind }) => {
      if (incrementKind === "table") return true;
      if (typed.trim() === "") return auction ? "Bid increment is required" : BID_INCREMENT_ABOVE_0;
      if (numberOf(typed) <= 0) return BID_INCREMENT_ABOVE_0;
      if (auction && auction.bidCount > 0 && numberOf(typed) > auction.bidIncrement) return INCREMENT_LOCKED;
      return amountProblem(typed, currency) ?? true;
    },
    buyItNowPrice: (typed, { currency, startingPrice, reservePrice }) => {
      if (typed.trim() === "") return true;
      if (!auction || !isSame("buyItNowPrice", typed, amountText(auction.buyItNowPrice))) {
        const error = amountProblem(typed, currency);
        if (error) return error;
        if (numberOf(typed) <= Math.max(0, readNumber(startingPrice) ?? 0)) return BUY_NOW_BELOW_START;
        if (auction && auction.bidCount > 0 && numberOf(typed) <= auction.currentPrice) {
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
      if (numberOf(typed) < Math.max(0.01, readNumber(startingPrice) ?? 0)) return RESERVE_BELOW_START;
      const isRaised = auction && auction.bidCount > 0 && numberOf(typed) > (auction.reservePrice ?? 0);
      return isRaised ? RESERVE_LOCKED : true;
    },
    lowEstimate: (typed, form) => estimateRule("lowEstimate", typed, form),
    highEstimate: (typed, form) => estimateRule("highEstimate", typed, form),
    softCloseCap: softCloseCapError,
    duration: (typed, { endTime }) => {
      if (endTime) return true;
      const hours = readNumber(typed);
      if (hours === null || hours < DURATION_MIN) return "Duration must be at least 1 hour";
      return hours <= DURATION_MAX || `Duration can be at most ${DURATION_MAX} hours (a year)`;
    },
  }) satisfies Partial<Record<FieldName, Rule>>;

/** The name under which react-hook-form reports a rule that an empty field breaks. */
export const MISSING = "missing";

const filledIn =
  (what: string): Rule =>
  (typed) =>
    typed.trim() !== "" || `${what} is required`;

/** React-hook-form validates a field by these rules. */
export const validation = (name: keyof ReturnType<typeof rulesFor>, auction?: Auction): Record<string, Rule> => {
  const text = lotTexts[name as TextName];
  const what = name === "startingPrice" ? "Starting price" : text?.isRequired ? text.name : null;
  return { ...(what && { [MISSING]: filledIn(what) }), rule: rulesFor(auction)[name] };
};

// The form of a lot, new or edited: its values as they are typed.
import type { Auction, AuctionStatus, Category, Condition, Media } from "@jara/shared/auction";
import type { ConditionReport } from "@jara/shared/condition-fields";
import { type IncrementTable, suggestedIncrement } from "@jara/shared/increment-steps";
import { type Currency, isWireAmount } from "@jara/shared/money";
import { readNumber, writtenAmount } from "@jara/shared/typed-amount";
import { isSameReport, type TypedReport, toTypedReport } from "@jara/shared/typed-report";
import { isoToLagos } from "../../lib/lagos-input.ts";
import { type IncrementKind, incrementKindOf } from "../increments/increment-kind.ts";
import { preselectedSoftClose, type SoftCloseForm, toSoftCloseForm } from "../soft-close-input.ts";
import { lotTexts, type TextName, textNames } from "./lot-texts.ts";

const eachText = (of: (name: TextName) => string) =>
  Object.fromEntries(textNames.map((name) => [name, of(name)])) as Record<TextName, string>;

export interface LotForm extends SoftCloseForm, Record<TextName, string> {
  categories: Category[];
  condition: Condition;
  conditionReport: TypedReport;
  currency: Currency;
  startingPrice: string;
  incrementKind: IncrementKind;
  /** Not used with the house's table. */
  bidIncrement: string;
  reservePrice: string;
  buyItNowPrice: string;
  lowEstimate: string;
  highEstimate: string;
  startTime: string;
  endTime: string;
  /** Hours. Only a new lot's form shows it. */
  duration: string;
  /** Only an edited lot's form shows it. */
  status: AuctionStatus;
  /** Not used for a new lot, whose files are in its list of files alone. */
  media: Media[];
}
export type FieldName = keyof LotForm;

export const newLotForm: LotForm = {
  ...eachText(() => ""),
  categories: [],
  condition: "good",
  conditionReport: {},
  currency: "NGN",
  startingPrice: "",
  incrementKind: "one",
  bidIncrement: "1.00",
  reservePrice: "",
  buyItNowPrice: "",
  lowEstimate: "",
  highEstimate: "",
  startTime: "",
  endTime: "",
  duration: "24",
  status: "draft",
  media: [],
  ...preselectedSoftClose,
};
/** True if any value differs from its initial value. */
export const isFilledIn = (form: LotForm, initial: LotForm = newLotForm): boolean =>
  Object.entries(initial).some(([name, start]) => JSON.stringify(form[name as FieldName]) !== JSON.stringify(start));

export const amountText = (amount: number | null | undefined): string => (amount == null ? "" : writtenAmount(amount));

export const toForm = (auction: Auction): LotForm => ({
  ...eachText((name) => auction[name] ?? ""),
  categories: auction.categories,
  condition: auction.condition,
  conditionReport: toTypedReport(auction.conditionReport as ConditionReport | undefined),
  currency: auction.currency,
  startingPrice: amountText(auction.startingPrice),
  incrementKind: incrementKindOf(auction.incrementSteps !== undefined),
  bidIncrement: amountText(auction.bidIncrement),
  reservePrice: amountText(auction.reservePrice),
  buyItNowPrice: amountText(auction.buyItNowPrice),
  lowEstimate: amountText(auction.lowEstimate),
  highEstimate: amountText(auction.highEstimate),
  startTime: isoToLagos(auction.startTime),
  endTime: isoToLagos(auction.endTime),
  duration: "",
  status: auction.status,
  media: auction.media ?? [],
  ...toSoftCloseForm(auction.softClose ?? null),
});

const amountNames = [
  "startingPrice",
  "bidIncrement",
  "buyItNowPrice",
  "reservePrice",
  "lowEstimate",
  "highEstimate",
] as const;
export type AmountName = (typeof amountNames)[number];
export const isAmount = (name: FieldName): name is AmountName => (amountNames as readonly FieldName[]).includes(name);

/** NaN for a text that is no number. */
export const numberOf = (typed: string): number => readNumber(typed) ?? Number.NaN;

/** A typed amount that the wire can carry. */
export const amountOf = (typed: string): number | null => {
  const amount = readNumber(typed);
  return amount !== null && amount > 0 && isWireAmount(amount) ? amount : null;
};

/** Returns both amounts, or neither. */
export const estimateOf = (form: Pick<LotForm, "lowEstimate" | "highEstimate">) => {
  const [lowEstimate, highEstimate] = [amountOf(form.lowEstimate), amountOf(form.highEstimate)];
  return lowEstimate === null || highEstimate === null ? {} : { lowEstimate, highEstimate };
};

/** The increment at the starting price. `increments`: the house's table. */
export const incrementOf = (
  { incrementKind, startingPrice, bidIncrement, currency }: LotForm,
  increments: IncrementTable | undefined,
): number | null => {
  if (incrementKind === "one") return amountOf(bidIncrement);
  const start = amountOf(startingPrice);
  return start === null ? null : suggestedIncrement(start, currency, increments);
};

/** True if both values are the same on the wire, for example "1500" and "1500.00". */
export const isSame = (name: FieldName, a: LotForm[FieldName], b: LotForm[FieldName]): boolean => {
  // An item of `media` keeps its own object, so that its keys keep their order.
  if (Array.isArray(a) || Array.isArray(b)) return JSON.stringify(a) === JSON.stringify(b);
  if (typeof a === "object" || typeof b === "object") return isSameReport(a as TypedReport, b as TypedReport);
  const [one, other] = [a.trim(), b.trim()];
  if (one === "" && name in lotTexts && lotTexts[name as TextName].staysIfEmpty) return true;
  return one === other || (isAmount(name) && one !== "" && other !== "" && numberOf(one) === numberOf(other));
};

// Looks a lot over before it is published: what is missing or odd, in words. Nothing here is a rule; the lot can be
// published all the same.
import type { Media } from "@jara/shared/auction";
import { formatMoney } from "@jara/shared/money";
import { regionIn } from "@jara/shared/region-in";
import { lagosToIso } from "../../lib/lagos-input.ts";
import { differencesFrom, type RulesOfHouse } from "../../lots/house-rules/differences.ts";
import { amountOf, type LotForm } from "../../lots/lot-form/lot-form.ts";
import { WISHED } from "../../lots/media/media-checks.ts";
import { fromSoftCloseForm } from "../../lots/soft-close-input.ts";

const HOUR_MS = 3_600_000;
/** From 22:00 to 6:59 in Lagos few people bid. */
const isNight = (hour: number): boolean => hour >= 22 || hour < 7;
const RESERVE_FAR = 10;
const SHORT_TEXT = 40;
const LARGE_STEP = 0.25;
const SMALL_STEP = 0.001;

export interface LotTimes {
  startsMs: number;
  endsMs: number;
}

/** When the lot starts and ends if it is published now. Expects a valid form. */
export const timesOf = ({ startTime, endTime, duration }: LotForm, nowMs: number): LotTimes => {
  const startsMs = Math.max(nowMs, Date.parse(lagosToIso(startTime) ?? "") || 0);
  const ends = Date.parse(lagosToIso(endTime) ?? "");
  return { startsMs, endsMs: Number.isNaN(ends) ? startsMs + Number(duration) * HOUR_MS : ends };
};

const clock = new Intl.DateTimeFormat("en-GB", { timeZone: "Africa/Lagos", hour: "2-digit", minute: "2-digit" });

/** `house`: undefined if it is not known. */
export const reviewLot = (
  form: LotForm,
  media: readonly Media[],
  nowMs: number,
  house: RulesOfHouse | undefined,
): string[] => [
  ...mediaRemarks(media),
  ...textRemarks(form),
  ...priceRemarks(form),
  ...houseRemarks(form, house),
  ...timeRemarks(timesOf(form, nowMs)),
];

const mediaRemarks = (media: readonly Media[]): string[] => {
  const pictures = media.filter(({ type }) => type === "image").length;
  if (pictures === 0) return ["It has no picture. People rarely open lots without a picture."];
  if (pictures < WISHED.pictures) {
    const have = pictures === 1 ? "1 picture" : `${pictures} pictures`;
    return [`It has ${have}. The guide for sellers asks for at least ${WISHED.pictures}.`];
  }
  return [];
};

const textRemarks = ({ description, categories, location }: LotForm): string[] => [
  ...(description.trim().length < SHORT_TEXT ? ["The description is very short."] : []),
  ...(categories.length === 0 ? ["It has no category, so filters do not find it."] : []),
  ...(location.trim() === "" ? ["It has no location: bidders do not know where to collect it."] : []),
  ...(location.trim() !== "" && regionIn(location) === null
    ? ["Its location names no state, so the filter by location may not find it."]
    : []),
];

const priceRemarks = (form: LotForm): string[] => {
  const { startingPrice, bidIncrement, reservePrice, currency } = form;
  const isOne = form.incrementKind === "one";
  const start = amountOf(startingPrice) ?? 0;
  const step = amountOf(bidIncrement) ?? 0;
  const reserve = amountOf(reservePrice);
  const money = (amount: number) => formatMoney(amount, currency);
  return [
    ...(reserve !== null && reserve >= start * RESERVE_FAR
      ? [`The reserve of ${money(reserve)} is far above the starting price of ${money(start)}.`]
      : []),
    ...(isOne && step > start * LARGE_STEP
      ? [`The increment of ${money(step)} is large for a starting price of ${money(start)}.`]
      : []),
    ...(isOne && step < start * SMALL_STEP
      ? [`The increment of ${money(step)} is small for a starting price of ${money(start)}.`]
      : []),
  ];
};

const timeRemarks = ({ startsMs, endsMs }: LotTimes): string[] => {
  const ends = clock.format(endsMs);
  return [
    ...(endsMs - startsMs < HOUR_MS ? ["It runs for less than an hour."] : []),
    ...(isNight(Number(ends.slice(0, 2))) ? [`It ends at night, at ${ends} in Lagos, when few people bid.`] : []),
  ];
};

type RulesInForm = Pick<LotForm, "incrementKind" | "bidIncrement" | "currency" | "softCloseWindow" | "softCloseCap">;

/** How the lot differs from the house's rules of new lots. */
export const houseRemarks = (form: RulesInForm, house: RulesOfHouse | undefined): string[] =>
  house === undefined
    ? []
    : differencesFrom(house, {
        bidIncrement: amountOf(form.bidIncrement) ?? 0,
        ...(form.incrementKind === "table" && { incrementSteps: [] }),
        currency: form.currency,
        softClose: fromSoftCloseForm(form),
      }).map((words) => `It has ${words}.`);

// The request that creates the lot of a form, and the rule for its end.
import type { Media } from "@jara/shared/auction";
import type { CreateAuctionBody } from "@jara/shared/rest/auctions";
import { readNumber } from "@jara/shared/typed-amount";
import { fromTypedReport } from "@jara/shared/typed-report";
import { lagosToIso } from "../../lib/lagos-input.ts";
import { amountOf, estimateOf, type LotForm } from "../../lots/lot-form/lot-form.ts";
import { textsOf } from "../../lots/lot-form/lot-texts.ts";
import { fromSoftCloseForm } from "../../lots/soft-close-input.ts";

export const FAILED = "Failed to create auction";

/** `nowMs` is the server's time. */
export const endTimeError = ({ startTime, endTime }: LotForm, nowMs: number): string | true => {
  if (!endTime) return true;
  const ends = Date.parse(lagosToIso(endTime) ?? "");
  const starts = Date.parse(lagosToIso(startTime) ?? "");
  if (ends > nowMs && !(ends <= starts)) return true;
  return "The end time must be in the future and after the start time";
};

/** Expects a valid form. Sends an end time instead of a duration, and omits empty fields. */
export const toBody = (form: LotForm, media: Media[]): CreateAuctionBody => {
  const { title, description, ...optional } = textsOf(form);
  const buyItNowPrice = amountOf(form.buyItNowPrice);
  const reservePrice = amountOf(form.reservePrice);
  const startTime = lagosToIso(form.startTime);
  const endTime = lagosToIso(form.endTime);
  const conditionReport = fromTypedReport(form.conditionReport, form.categories);
  return {
    title,
    description,
    startingPrice: readNumber(form.startingPrice) ?? 0,
    ...(buyItNowPrice !== null && { buyItNowPrice }),
    ...(reservePrice !== null && { reservePrice }),
    ...estimateOf(form),
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
    ...Object.fromEntries(Object.entries(optional).filter(([, text]) => text !== null)),
    ...(conditionReport && { conditionReport }),
  };
};

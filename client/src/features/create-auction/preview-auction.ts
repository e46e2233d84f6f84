// Makes the auction that bidders will see once the lot of the form has started, for the review.
import type { Auction, Media } from "@jara/shared/auction";
import { shareOfMinor } from "@jara/shared/basis-points";
import { type IncrementTable, usualIncrements } from "@jara/shared/increment-steps";
import { toMajor, toMinor } from "@jara/shared/money";
import { usualRules } from "@jara/shared/payment-rules";
import { fromTypedReport } from "@jara/shared/typed-report";
import { amountOf, estimateOf, incrementOf, type LotForm } from "../../lots/lot-form/lot-form.ts";
import { textsOf } from "../../lots/lot-form/lot-texts.ts";
import { fromSoftCloseForm } from "../../lots/soft-close-input.ts";
import { timesOf } from "./review-lot.ts";

const buyItNowOf = (price: number | null): Pick<Auction, "buyItNowPrice" | "buyItNowFee" | "totalAmount"> => {
  if (price === null) return { buyItNowPrice: null, buyItNowFee: null, totalAmount: null };
  const priceMinor = toMinor(price);
  const feeMinor = shareOfMinor(priceMinor, usualRules.feeBasisPoints);
  return { buyItNowPrice: price, buyItNowFee: toMajor(feeMinor), totalAmount: toMajor(priceMinor + feeMinor) };
};

/** Expects a valid form. */
export const previewAuction = (
  form: LotForm,
  media: Media[],
  seller: Auction["seller"],
  nowMs: number,
  increments: IncrementTable = usualIncrements,
): Auction => {
  const { startsMs, endsMs } = timesOf(form, nowMs);
  const startingPrice = amountOf(form.startingPrice) ?? 0;
  const bidIncrement = incrementOf(form, increments) ?? 0;
  const conditionReport = fromTypedReport(form.conditionReport, form.categories);
  const iso = (ms: number) => new Date(ms).toISOString();
  return {
    _id: "preview",
    ...textsOf(form),
    categories: form.categories,
    condition: form.condition,
    media,
    currency: form.currency,
    ...(conditionReport && { conditionReport }),
    ...estimateOf(form),
    imageUrl: media.find(({ type }) => type === "image")?.url ?? null,
    startingPrice,
    currentPrice: startingPrice,
    minimumBid: startingPrice + bidIncrement,
    bidIncrement,
    ...(form.incrementKind === "table" && {
      incrementSteps: increments[form.currency].map(([below, step]): [number | null, number] => [below, step]),
    }),
    bidCount: 0,
    ...buyItNowOf(amountOf(form.buyItNowPrice)),
    // Bidders see that there is a reserve, and not its amount.
    hasReserve: amountOf(form.reservePrice) !== null,
    reserveMet: false,
    startTime: iso(startsMs),
    endTime: iso(endsMs),
    softClose: fromSoftCloseForm(form),
    latestEndTime: null,
    contentVersion: 1,
    contentChangedAt: null,
    duration: (endsMs - startsMs) / 3_600_000,
    status: "active",
    pausedAt: null,
    pausedUntil: null,
    seller,
    isHouseLot: true,
    leader: null,
    winner: null,
    isLeading: false,
    version: 1,
    createdAt: iso(nowMs),
    updatedAt: iso(nowMs),
    serverTime: iso(nowMs),
  };
};

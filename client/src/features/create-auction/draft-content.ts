// Turns the form into the content of an unfinished lot, and back.
import type { Media } from "@jara/shared/auction";
import type { LotDraftContent } from "@jara/shared/rest/lot-drafts";
import { groupAmount } from "@jara/shared/typed-amount";
import type { AuctionForm } from "./auction-form.ts";

export const contentOf = (form: AuctionForm, media: Media[]): LotDraftContent => ({ ...form, media });

export const formOf = ({ media: _media, ...form }: LotDraftContent): AuctionForm => ({
  ...form,
  // Drafts that were saved before have none.
  conditionReport: form.conditionReport ?? {},
  startingPrice: groupAmount(form.startingPrice),
  bidIncrement: groupAmount(form.bidIncrement),
  reservePrice: groupAmount(form.reservePrice),
  buyItNowPrice: groupAmount(form.buyItNowPrice),
});

const kept = [
  ...(["categories", "location", "currency", "startTime", "endTime", "duration"] as const),
  ...(["softCloseWindow", "softCloseCap"] as const),
];
/** The fields that "Save and next" keeps for the next lot: category, place and times. */
export type NextLot = Pick<AuctionForm, (typeof kept)[number]>;
export const nextLotOf = (form: AuctionForm): NextLot =>
  Object.fromEntries(kept.map((name) => [name, form[name]])) as NextLot;

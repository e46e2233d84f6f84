// Turns the form into the content of a lot draft, and back. Also picks the values that "Save and next" keeps.
import type { Media } from "@jara/shared/auction";
import type { LotDraftContent } from "@jara/shared/rest/lot-drafts";
import { groupAmount } from "@jara/shared/typed-amount";
import { incrementKindOf } from "../../lots/increments/increment-kind.ts";
import { type LotForm, newLotForm } from "../../lots/lot-form/lot-form.ts";

export const contentOf = (
  { incrementKind, status: _status, media: _media, ...form }: LotForm,
  media: Media[],
): LotDraftContent => ({
  ...form,
  ...(incrementKind === "table" && { incrementTable: true }),
  media,
});

export const formOf = ({ media: _media, incrementTable, ...form }: LotDraftContent): LotForm => ({
  // A draft that was saved before a field was added has none.
  ...newLotForm,
  ...form,
  incrementKind: incrementKindOf(incrementTable === true),
  conditionReport: form.conditionReport ?? {},
  startingPrice: groupAmount(form.startingPrice),
  bidIncrement: groupAmount(form.bidIncrement),
  reservePrice: groupAmount(form.reservePrice),
  buyItNowPrice: groupAmount(form.buyItNowPrice),
  lowEstimate: groupAmount(form.lowEstimate ?? ""),
  highEstimate: groupAmount(form.highEstimate ?? ""),
});

const kept = [
  "categories",
  "location",
  "currency",
  "incrementKind",
  "startTime",
  "endTime",
  "duration",
  "softCloseWindow",
  "softCloseCap",
] as const;
/** The fields that "Save and next" keeps for the next lot: category, place, times, and whether increments rise. */
export type NextLot = Pick<LotForm, (typeof kept)[number]>;
export const nextLotOf = (form: LotForm): NextLot =>
  Object.fromEntries(kept.map((name) => [name, form[name]])) as NextLot;

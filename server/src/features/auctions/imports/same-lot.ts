// Compares an imported row with the lot that it names, so that a table that was exported and not changed is found
// unchanged.

import type { Auction, Media } from "@jara/shared/auction";
import type { ConditionReport } from "@jara/shared/condition-fields";
import { detailNames, estimateNames } from "@jara/shared/lot-fields";
import { writeReport } from "@jara/shared/written-report";
import type { LotBody } from "./read-row.ts";

/** An address as a cell of the table can have it: the signs that part two addresses are written in another way. */
export const writtenAddress = (url: string): string => url.replace(/[;|\n]/g, encodeURIComponent);

/**
 * `media`: what the row names. An empty cell for a time, for pictures or for a rule of the house says nothing about it. The reserve is compared
 * only if the viewer may see it.
 */
export const isSameLot = (lot: Auction, body: LotBody, media: readonly Media[]): boolean => {
  const isTime = (given: string | null | undefined, at: string | null): boolean =>
    given == null || (at !== null && Date.parse(given) === Date.parse(at));
  const addresses = (items: readonly Media[]): string => items.map(({ url }) => writtenAddress(url)).join("\n");
  const written = (report: object | null | undefined): string => writeReport((report ?? {}) as ConditionReport);
  const codes = (of: readonly string[] = []): string => [...of].sort().join();
  return (
    lot.title === body.title &&
    lot.description === body.description &&
    lot.currency === (body.currency ?? "NGN") &&
    lot.startingPrice === body.startingPrice &&
    hasSameIncrement(lot, body) &&
    lot.buyItNowPrice === (body.buyItNowPrice ?? null) &&
    (lot.reservePrice === undefined || lot.reservePrice === (body.reservePrice ?? null)) &&
    lot.condition === (body.condition ?? "good") &&
    (lot.location ?? "") === (body.location ?? "") &&
    detailNames.every((name) => (lot[name] ?? "") === (body[name] ?? "")) &&
    estimateNames.every((name) => (lot[name] ?? null) === (body[name] ?? null)) &&
    written(lot.conditionReport) === written(body.conditionReport) &&
    codes(lot.categories) === codes(body.categories) &&
    (body.softClose === undefined ||
      (lot.softClose?.windowSeconds === body.softClose?.windowSeconds &&
        lot.softClose?.capMinutes === body.softClose?.capMinutes)) &&
    isTime(body.startTime, lot.startTime) &&
    isTime(body.endTime, lot.endTime) &&
    (media.length === 0 || addresses(lot.media) === addresses(media))
  );
};

const hasSameIncrement = (lot: Auction, { incrementTable, bidIncrement }: LotBody): boolean => {
  if (incrementTable === undefined && bidIncrement === undefined) return true;
  if (incrementTable === true) return lot.incrementSteps !== undefined;
  return lot.incrementSteps === undefined && (bidIncrement === undefined || lot.bidIncrement === bidIncrement);
};

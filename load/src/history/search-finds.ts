// Decides whether a saved search finds a lot, by the rules that docs/listing.md states. It is independent of the
// server's statements, so that the two can be compared.
import { categoryLabels } from "@jara/shared/categories";
import { toMinor } from "@jara/shared/money";
import { foldText, hasWord, searchWords } from "@jara/shared/search-text";
import type { State } from "./log.ts";
import type { StoredSearch } from "./stored-notifications.ts";

/** The result of a condition; null if this checker cannot decide. */
type Found = boolean | null;

const lotHasWord = (lot: State, word: string): Found => {
  const names = lot.categories.map((code) => (categoryLabels as Readonly<Record<string, string>>)[code]);
  const texts = [lot.title, lot.description, lot.location ?? "", ...names];
  if (texts.some((text) => text && hasWord(foldText(text), word))) return true;
  // The words of a report and of categories that administrators added are not in the log.
  return lot.conditionReport || names.includes(undefined) ? null : false;
};

const isWithin = (lot: State, { minPrice, maxPrice, priceCurrency, currency }: StoredSearch["query"]): Found => {
  if (minPrice === undefined && maxPrice === undefined) return true;
  // Amounts of two currencies are compared at the rate that a node had, which nobody stores.
  if ((priceCurrency ?? currency ?? "NGN") !== lot.currency) return null;
  const isAbove = minPrice === undefined || lot.priceMinor >= toMinor(Number(minPrice));
  return isAbove && (maxPrice === undefined || lot.priceMinor <= toMinor(Number(maxPrice)));
};

const isReported = (lot: State, query: StoredSearch["query"]): Found => {
  const report = (lot.conditionReport ?? {}) as Readonly<Record<string, unknown>>;
  const holds = (
    wanted: string | undefined,
    name: string,
    compare: (is: number, limit: number) => boolean,
  ): boolean => {
    if (wanted === undefined) return true;
    const is = report[name];
    return typeof is === "number" && compare(is, Number(wanted));
  };
  const [atLeast, atMost] = [(is: number, limit: number) => is >= limit, (is: number, limit: number) => is <= limit];
  return (
    holds(query.yearFrom, "year", atLeast) &&
    holds(query.yearTo, "year", atMost) &&
    holds(query.mileageTo, "mileageKm", atMost) &&
    holds(query.storageFrom, "storageGb", atLeast)
  );
};

const isThere = (wanted: string | undefined, isSet: boolean): Found =>
  wanted === undefined || (wanted === "true") === isSet;

/** Null if this checker cannot tell. A lot that is not active is found by no search. */
export const searchFinds = ({ query }: Pick<StoredSearch, "query">, lot: State): Found => {
  const words = searchWords(query.search ?? "");
  const listed = (values: string | undefined): string[] | null => values?.split(",") ?? null;
  const conditions: Found[] = [
    lot.status === "active" && !lot.isRemoved,
    // A search of nothing but marks finds nothing.
    words.length > 0 || !query.search?.trim(),
    ...words.map((word) => lotHasWord(lot, word)),
    listed(query.category)?.some((code) => lot.categories.includes(code)) ?? true,
    listed(query.condition)?.includes(lot.condition) ?? true,
    query.currency === undefined || query.currency === lot.currency,
    isThere(query.hasReserve, lot.reserveMinor !== null),
    isThere(query.hasBuyItNow, lot.buyItNowMinor !== null),
    isWithin(lot, query),
    isReported(lot, query),
    // The server reads the region out of the text of the location.
    query.location === undefined ? true : lot.location === null ? false : null,
  ];
  if (conditions.includes(false)) return false;
  return conditions.includes(null) ? null : true;
};

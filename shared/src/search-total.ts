// How far the hits of a search are counted.

/** A search by text whose `total` is this has so many or more: each would have to be looked at to count it. */
export const SEARCH_TOTAL_MAX = 1000;

/** As a screen says it: "1,000+" where there may be more. */
export const totalText = (total: number, isSearch: boolean): string =>
  isSearch && total >= SEARCH_TOTAL_MAX ? `${SEARCH_TOTAL_MAX.toLocaleString("en")}+` : String(total);

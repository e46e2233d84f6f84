// The limit up to which the hits of a search are counted.

/** A text search with this `total` has this many hits or more, because counting a hit means reading it. */
export const SEARCH_TOTAL_MAX = 1000;

/** The text on the screen: "1,000+" if there may be more. */
export const totalText = (total: number, isSearch: boolean): string =>
  isSearch && total >= SEARCH_TOTAL_MAX ? `${SEARCH_TOTAL_MAX.toLocaleString("en")}+` : String(total);

/** A search text is at most so long, on the screens and in the API. Characters. */
export const SEARCH_MAX = 200;

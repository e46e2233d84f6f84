// The words for saved searches: what one looks for, the name that it gets, and when its owner is notified.
import { SAVED_SEARCH_NAME_MAX, type SearchAlert, searchAlerts } from "@jara/shared/saved-search-limits";
import { type SearchFields, searchTitle } from "@jara/shared/search-title";

export const alertLabels: Readonly<Record<SearchAlert, string>> = {
  now: "At once",
  daily: "Once a day, at 08:00",
  off: "Do not tell me",
};
export { searchAlerts };

/** Describes what a search looks for. */
export const wordsOf = (query: SearchFields): string => searchTitle(query) || "All lots";

/** The name that a search gets unless its owner chooses another one. */
export const nameOf = (query: SearchFields): string => {
  const words = wordsOf(query).replace(/[“”]/g, "");
  const name = words.length > SAVED_SEARCH_NAME_MAX ? `${words.slice(0, SAVED_SEARCH_NAME_MAX - 1).trimEnd()}…` : words;
  return name.charAt(0).toUpperCase() + name.slice(1);
};

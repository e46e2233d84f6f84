// The limits of saved searches, and the choices of when their owner is notified. No schemas, so that screens load them
// alone.

/** A person can keep this many searches. */
export const SAVED_SEARCHES_MAX = 50;
export const SAVED_SEARCH_NAME_MAX = 80;

/** When the owner of a search is told of new lots. `daily`: at 08:00 in Lagos. */
export const searchAlerts = ["now", "daily", "off"] as const;
export type SearchAlert = (typeof searchAlerts)[number];

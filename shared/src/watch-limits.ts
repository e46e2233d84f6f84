// The limits of watchlists. No schemas, so that screens load them alone.

/** A person can watch this many lots. */
export const WATCHED_MAX = 500;
/** A browser keeps this many lots for a visitor, and one call names at most as many. */
export const BROWSER_WATCHED_MAX = 100;

// The bounds and the usual values of soft close. This file has no schemas, so that a page with a form need not load
// any.

/**
 * Seconds. At least 2, because nobody can answer a bid within one second. At most an hour, so that no window overlaps
 * Buy It Now, which needs more than an hour before the end.
 */
export const SOFT_CLOSE_WINDOW = { min: 2, max: 3_600 } as const;
/** Minutes. */
export const SOFT_CLOSE_CAP_MAX = 24 * 60;
/** Preselected for new lots, unless the site has a setting. Calls that do not mention a soft close get none. */
export const USUAL_SOFT_CLOSE = { windowSeconds: 120, capMinutes: 30 } as const;

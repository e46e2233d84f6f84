// The tabs of My Bids.

/**
 * `active`, `won` and `lost` hold each auction once. `action` repeats those in which the person has something to do: pay,
 * answer an offer, bid again, confirm a suspended maximum, or collect a lot.
 */
export const myTabs = ["action", "active", "won", "lost"] as const;
export type MyTab = (typeof myTabs)[number];

// Says how near the end of a lot is, for the colour of its remaining time: amber in the last hour, and red in the last
// five minutes.
const MINUTE_MS = 60_000;

export interface HowSoon {
  /** Less than an hour is left. */
  soon: boolean;
  /** Less than five minutes are left. */
  urgent: boolean;
}

export const howSoon = (leftMs: number): HowSoon => ({ soon: leftMs < 60 * MINUTE_MS, urgent: leftMs < 5 * MINUTE_MS });

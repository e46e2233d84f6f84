// The time for which a stored price holds, in words.
import { serverNow } from "../../connection/connection.ts";
import { lagosClock } from "../../lib/lagos-moment.ts";

/** `as of 14:05`, or `as of 22 Nov, 14:05` if that was another day in Lagos. */
export const asOf = (at: number, now = serverNow()): string =>
  `as of ${lagosClock(new Date(at).toISOString(), new Date(now).toISOString())}`;

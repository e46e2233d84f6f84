// The kinds of costs of calls and live commands. server/src/app/pages.ts has those of what is no call, request-costs.ts the
// usual ones.
import type { Cost } from "./call.ts";

/** Bids, payments and log-ins. They have a budget and a share of the thread of their own. */
export const command = (ms: number): Cost => ({ ms, bulkhead: "commands" });
/** Reads from the database. Few of them run at a time. */
export const read = (ms: number): Cost => ({ ms, bulkhead: "reads" });
/** Waits for another thread that draws. */
export const drawing = (ms: number): Cost => ({ ms, bulkhead: "drawings" });
/** Writes, files, and reads that wait for another site and would block the bulkhead of reads. */
export const other = (ms: number): Cost => ({ ms, bulkhead: "others" });

export const BID = command(2);
/** Compares passwords, or checks a signature of another site. */
export const LOG_IN = command(4);
/** Watching an auction or a sale over a socket. */
export const WATCH = other(0.3);

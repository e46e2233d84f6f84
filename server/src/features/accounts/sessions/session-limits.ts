// The limits of sessions: how long they last, how many an account may have, how often their use is recorded, and how
// often a new device is reported by mail.
import { sql } from "drizzle-orm";

/** A session ends this long after its last use. */
export const IDLE_LIFE = sql`interval '7 days'`;
/** A session ends this long after the log-in at the latest. tokens.ts signs tokens for as many days. */
export const LIFE_DAYS = 90;
export const LIFE = sql.raw(`interval '${LIFE_DAYS} days'`);
/** `last_seen_at` is written at most once in this time. */
export const SEEN_EVERY = sql`interval '10 minutes'`;
/** The record of an ended session is kept for this long. */
export const KEPT = sql`interval '30 days'`;
/** One more log-in ends the session that was used longest ago. */
export const SESSIONS_AT_MOST = 100;
/** Log-ins of one account in an hour after which a new device causes no further mail. */
export const LOG_INS_WITH_MAIL = 20;

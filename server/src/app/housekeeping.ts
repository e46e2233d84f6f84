// Regular maintenance of the database that no request waits for. It merges the auction counts, adds closed auctions'
// texts to their indexes, checks usernames, and removes expired rows: counters, codes, links, challenges, sessions,
// notes about alerts, refused attempts, matches of saved searches, sent reminders, notifications and push
// subscriptions. Any node may run it, and two nodes at once do no harm.

import { evictEmailChanges } from "../features/accounts/email-change/queries.ts";
import { evictPassedWindows } from "../features/accounts/log-in/attempt-counters.ts";
import { evictLoginCodes } from "../features/accounts/log-in/login-codes.ts";
import { evictPasskeyChallenges } from "../features/accounts/passkeys/queries.ts";
import { evictPhoneCodes } from "../features/accounts/phone/queries.ts";
import { evictPasswordResets } from "../features/accounts/recovery/queries.ts";
import { evictExpiredFactors } from "../features/accounts/second-factor/queries.ts";
import { evictEndedSessions } from "../features/accounts/sessions/queries.ts";
import { checkUsernames } from "../features/accounts/usernames/check-usernames.ts";
import { foldAuctionCounts } from "../features/auctions/auction-counts.ts";
import { evictAttempts } from "../features/auctions/refused-attempts/queries.ts";
import { evictMatches } from "../features/auctions/saved-searches/match-lots.ts";
import { fileTexts } from "../features/auctions/search/index-closed-auctions.ts";
import { evictSentAlerts } from "../features/desk/alerts.ts";
import { evictNotifications } from "../features/notifications/evict.ts";
import { removeEndedSubscriptions } from "../features/notifications/push/subscriptions.ts";
import { evictSentReminders } from "../features/watchlist/reminders.ts";
import { removeOldFiles } from "../features/who-may-bid/decisions.ts";
import type { Database } from "../platform/database/database.ts";
import { evictOldFailures, guardRows } from "../platform/jobs/guard-rows.ts";
import { type Job, startJob } from "../platform/jobs/job.ts";

const EVERY_MS = 10_000;
/** The rows removed at a time, because bids must wait for no more than this. */
const EVICTED_AT_ONCE = 2_000;

/** A server that starts leaves the database to requests first, because nothing waits for this job. */
const FIRST_AFTER_MS = 5_000;

/** By their names, which staff see if one of them fails. */
const evictions: Readonly<Record<string, (database: Database, atOnce: number) => Promise<unknown>>> = {
  evictLoginCodes,
  evictPassedWindows,
  evictPasswordResets,
  evictPasskeyChallenges,
  evictEmailChanges,
  evictExpiredFactors,
  evictEndedSessions,
  evictAttempts,
  evictSentAlerts,
  evictPhoneCodes,
  removeOldFiles,
  evictMatches,
  evictSentReminders,
  evictNotifications,
  removeEndedSubscriptions,
  evictOldFailures,
};

export const startHousekeeping = (deps: {
  readonly database: Database;
  readonly log: { warn(details: object, message: string): void };
  readonly firstAfterMs?: number;
}): Job => {
  const { database, log } = deps;
  const guard = guardRows(database, "housekeeping", log);
  return startJob({
    everyMs: EVERY_MS,
    firstAfterMs: deps.firstAfterMs ?? FIRST_AFTER_MS,
    run: async (signal) => {
      const isStopped = (): boolean => signal.aborted;
      const waiting = await guard.waiting();
      const steps: typeof evictions = {
        foldAuctionCounts: () => foldAuctionCounts(database),
        fileTexts: () => fileTexts(database, isStopped, log),
        checkUsernames: () => checkUsernames(database, isStopped, log),
        ...evictions,
      };
      for (const [name, step] of Object.entries(steps)) {
        if (isStopped()) return;
        if (!waiting.has(name)) await guard.tries(name, () => step(database, EVICTED_AT_ONCE));
      }
    },
    failed: (error) => log.warn({ err: error }, "housekeeping failed; trying again in ten seconds"),
  });
};

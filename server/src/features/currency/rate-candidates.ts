// Shows the staff the provider's candidate rate and stores their decision, with a record of who did it. An actor who may
// no longer decide changes nothing.

import { randomUUID } from "node:crypto";
import { fallbackRates } from "@jara/shared/money";
import type { ExchangeRateState } from "@jara/shared/rest/currency";
import { eq } from "drizzle-orm";
import type { Database, Db } from "../../platform/database/database.ts";
import { lockActor } from "../../platform/database/lock-people.ts";
import { recordAction } from "../../platform/database/record-action.ts";
import { acceptedRates, exchangeRates } from "../../platform/database/schema/money.ts";
import { readNow } from "../../platform/database/statements.ts";
import { isUuid } from "../../platform/database/uuid.ts";

/** Without a row, the fallback is in force and there is no candidate. */
export const loadRateState = async ({ db }: Database): Promise<ExchangeRateState> => {
  const [row] = await db.select().from(exchangeRates);
  if (!row) return { rates: fallbackRates, acceptedAt: null, candidate: null };
  const { candidateId, candidateUsdToNgn, candidateSince, rejectedAt } = row;
  const isWaiting = candidateId !== null && candidateUsdToNgn !== null && candidateSince !== null;
  return {
    rates: { NGN_TO_USD: row.ngnToUsd, USD_TO_NGN: row.usdToNgn },
    acceptedAt: isoOrNull(row.fetchedAt),
    candidate: isWaiting
      ? {
          _id: candidateId,
          USD_TO_NGN: candidateUsdToNgn,
          since: new Date(candidateSince).toISOString(),
          rejectedAt: isoOrNull(rejectedAt),
        }
      : null,
  };
};

const isoOrNull = (ms: number | null): string | null => (ms === null ? null : new Date(ms).toISOString());

export type Decided = "done" | "not-waiting" | "not-allowed";

/** Decides about the candidate, and records it. `write` gets the row, locked; false: this cannot be decided now. */
const decide = async (
  { transaction }: Database,
  actorId: string,
  candidateId: string,
  action: string,
  write: (tx: Db, stored: typeof exchangeRates.$inferSelect, now: number) => Promise<boolean>,
): Promise<Decided> => {
  if (!isUuid(candidateId)) return "not-waiting";
  return await transaction(async (tx) => {
    if (!(await lockActor(tx, actorId, "site:settings"))) return "not-allowed";
    const isThisOne = eq(exchangeRates.candidateId, candidateId);
    const [stored] = await tx.select().from(exchangeRates).where(isThisOne).for("update");
    if (!stored || !(await write(tx, stored, await readNow(tx)))) return "not-waiting";
    const details = { standing: stored.usdToNgn, candidate: stored.candidateUsdToNgn };
    await recordAction(tx, { actorId, action, details });
    return "done";
  });
};

/**
 * Puts the candidate in force. The id names the candidate: one that was replaced, decided or withdrawn meanwhile gives
 * "not-waiting". A rejected candidate may still be confirmed while the provider names it.
 */
export const confirmRate = (database: Database, actorId: string, candidateId: string): Promise<Decided> =>
  decide(
    database,
    actorId,
    candidateId,
    "exchange rate confirmed",
    async (tx, { id, candidateUsdToNgn: rate }, now) => {
      if (rate === null) return false;
      const none = {
        candidateId: null,
        candidateUsdToNgn: null,
        candidateSince: null,
        rejectedAt: null,
        rejectedBy: null,
      };
      await tx
        .update(exchangeRates)
        .set({ usdToNgn: rate, ngnToUsd: 1 / rate, fetchedAt: now, ...none })
        .where(eq(exchangeRates.id, id));
      await tx
        .insert(acceptedRates)
        .values({ id: randomUUID(), usdToNgn: rate, acceptedAt: now, confirmedBy: actorId });
      return true;
    },
  );

/**
 * Rejects the candidate; the rate in force stays. The same rate does not ask for a decision again, but another rate
 * does.
 */
export const rejectRate = (database: Database, actorId: string, candidateId: string): Promise<Decided> =>
  decide(database, actorId, candidateId, "exchange rate rejected", async (tx, stored, now) => {
    if (stored.rejectedAt !== null) return false;
    await tx.update(exchangeRates).set({ rejectedAt: now, rejectedBy: actorId }).where(eq(exchangeRates.id, stored.id));
    return true;
  });

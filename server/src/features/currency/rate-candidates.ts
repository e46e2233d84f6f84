// Shows the staff the provider's candidate rate and stores their decision. Each write is one statement that also
// records who did it. An actor who may no longer decide changes nothing.

import { randomUUID } from "node:crypto";
import { fallbackRates } from "@jara/shared/money";
import type { ExchangeRateState } from "@jara/shared/rest/currency";
import { and, eq, isNull, sql, type WithSubquery } from "drizzle-orm";
import type { Database, Db } from "../../platform/database/database.ts";
import { adminActions, users } from "../../platform/database/schema/accounts.ts";
import { acceptedRates, exchangeRates } from "../../platform/database/schema/money.ts";
import { clockNow, insertSelect } from "../../platform/database/statement-text.ts";
import { hasRows, oneRow } from "../../platform/database/statements.ts";
import { isUuid } from "../../platform/database/uuid.ts";
import { roleMay } from "../../platform/database/who-may.ts";

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

/** The actor, if they may decide; and the row, locked, while it has this candidate. */
const heldRow = (db: Db, actorId: string, candidate: string) => {
  const actor = db.$with("actor").as(
    db
      .select({ id: users.id })
      .from(users)
      .where(and(eq(users.id, actorId), roleMay("site:settings"), isNull(users.bannedAt)))
      .for("share"),
  );
  const found = db.$with("found").as(
    db
      .select({
        before: sql<number>`${exchangeRates.usdToNgn}`.as("before"),
        candidate: sql<number>`${exchangeRates.candidateUsdToNgn}`.as("candidate"),
      })
      .from(exchangeRates)
      .where(and(eq(exchangeRates.candidateId, candidate), hasRows(actor)))
      .for("update"),
  );
  return { actor, found };
};

/** Records the decision with the statement that carries it out, and says what came of it. */
const decide = async (
  db: Db,
  { actor, found }: ReturnType<typeof heldRow>,
  changed: WithSubquery,
  { actorId, action, more = [] }: { actorId: string; action: string; more?: WithSubquery[] },
): Promise<Decided> => {
  const recorded = db.$with("recorded", {}).as(
    sql`${insertSelect(adminActions, {
      id: randomUUID(),
      actorId,
      action,
      details: sql`json_build_object('standing', ${found.before}, 'candidate', ${found.candidate})`,
      at: clockNow,
    })} from ${found}, ${changed}`,
  );
  const [row] = await db
    .with(actor, found, changed, ...more, recorded)
    .select({ isAllowed: hasRows(actor), isDone: hasRows(changed) })
    .from(oneRow);
  if (!row?.isAllowed) return "not-allowed";
  return row.isDone ? "done" : "not-waiting";
};

/**
 * Puts the candidate in force. The id names the candidate: one that was replaced, decided or withdrawn meanwhile gives
 * "not-waiting". A rejected candidate may still be confirmed while the provider names it.
 */
export const confirmRate = async ({ db }: Database, actorId: string, candidateId: string): Promise<Decided> => {
  if (!isUuid(candidateId)) return "not-waiting";
  const held = heldRow(db, actorId, candidateId);
  const { found } = held;
  const changed = db.$with("changed").as(
    db
      .update(exchangeRates)
      .set({
        usdToNgn: sql`${found.candidate}`,
        ngnToUsd: sql`1 / ${found.candidate}`,
        fetchedAt: clockNow,
        candidateId: null,
        candidateUsdToNgn: null,
        candidateSince: null,
        rejectedAt: null,
        rejectedBy: null,
      })
      .from(found)
      .where(eq(exchangeRates.candidateId, candidateId))
      .returning({ at: exchangeRates.fetchedAt }),
  );
  const accepted = db.$with("accepted", {}).as(
    sql`${insertSelect(acceptedRates, {
      id: sql`gen_random_uuid()`,
      usdToNgn: found.candidate,
      acceptedAt: changed.at,
      confirmedBy: actorId,
    })} from ${found}, ${changed}`,
  );
  return await decide(db, held, changed, { actorId, action: "exchange rate confirmed", more: [accepted] });
};

/**
 * Rejects the candidate; the rate in force stays. The same rate does not ask for a decision again, but another rate
 * does.
 */
export const rejectRate = async ({ db }: Database, actorId: string, candidateId: string): Promise<Decided> => {
  if (!isUuid(candidateId)) return "not-waiting";
  const held = heldRow(db, actorId, candidateId);
  const changed = db.$with("changed").as(
    db
      .update(exchangeRates)
      .set({ rejectedAt: clockNow, rejectedBy: actorId })
      .from(held.found)
      .where(and(eq(exchangeRates.candidateId, candidateId), isNull(exchangeRates.rejectedAt)))
      .returning({ id: exchangeRates.id }),
  );
  return await decide(db, held, changed, { actorId, action: "exchange rate rejected" });
};

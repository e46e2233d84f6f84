// Stores the exchange rates in force, which all nodes and restarts share, and the provider's candidate rate, which
// waits for a decision of the staff. One row holds both, so that every decision locks that row.

import { randomUUID } from "node:crypto";
import { type ExchangeRates, fallbackRates } from "@jara/shared/money";
import { and, eq, isNotNull, isNull, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import type { Database, Db } from "../../platform/database/database.ts";
import { users } from "../../platform/database/schema/accounts.ts";
import { acceptedRates, exchangeRates } from "../../platform/database/schema/money.ts";
import { clockNow } from "../../platform/database/statement-text.ts";
import { readNow } from "../../platform/database/statements.ts";
import { roleMay } from "../../platform/database/who-may.ts";
import { queueMails } from "../../platform/outbox/queue-mail.ts";

export interface StoredRates extends ExchangeRates {
  /**
   * Milliseconds since the rates in force were last accepted, by the database's clock. Null: the fallback is in force.
   */
  readonly ageMs: number | null;
  /** Milliseconds since the provider last named a rate, accepted or not. */
  readonly askedMs: number;
}

export const loadRates = async ({ db }: Database): Promise<StoredRates | null> => {
  const { ngnToUsd, usdToNgn, fetchedAt, askedAt } = exchangeRates;
  const msSince = (at: SQLWrapper) => sql`(extract(epoch from clock_now() - ${at}) * 1000)::float8`;
  const [row] = await db
    .select({
      NGN_TO_USD: ngnToUsd,
      USD_TO_NGN: usdToNgn,
      ageMs: msSince(fetchedAt) as SQL<number | null>,
      askedMs: msSince(sql`greatest(${fetchedAt}, ${askedAt})`) as SQL<number>,
    })
    .from(exchangeRates);
  return row ?? null;
};

/** The largest accepted difference from each rate that counts, as a share of that rate. */
const FARTHEST = 1 / 5;
/**
 * A rate within this share of the candidate counts as the same candidate, because rates move a little from hour to
 * hour.
 */
const SAME_CANDIDATE = 1 / 20;
/**
 * How long a former rate still counts. With a longer window, a real slide would need a confirmation sooner. With a
 * shorter one, a false rate would need one later.
 */
const WINDOW = sql`interval '24 hours'`;
/** The shortest time between two mails about candidates, however often they change. */
const MAIL_EVERY_MS = 24 * 60 * 60 * 1000;

export interface Judged {
  /** True: the offered rate is in force now. False: it waits for a decision, and the rates in force stay. */
  readonly isAccepted: boolean;
  /** The earlier candidate is still the candidate. */
  readonly isSame: boolean;
  /** The rate in force before, in naira for one dollar. */
  readonly rateBefore: number;
}

type Stored = typeof exchangeRates.$inferSelect;
const THE_ROW = eq(exchangeRates.id, 1);

/** The rate in force and the former rates that an offered rate must be near to. */
const countingRates = async (tx: Db, rateBefore: number): Promise<number[]> => {
  const { acceptedAt, confirmedBy, usdToNgn } = acceptedRates;
  const inForceThen = sql`max(${acceptedAt}) filter (where ${acceptedAt} <= ${clockNow} - ${WINDOW})`;
  const confirmed = sql`max(${acceptedAt}) filter (where ${isNotNull(confirmedBy)})`;
  const since = tx.select({ at: sql`greatest(${inForceThen}, ${confirmed})` }).from(acceptedRates);
  const former = await tx
    .select({ rate: usdToNgn })
    .from(acceptedRates)
    .where(sql`${acceptedAt} >= coalesce(${since}, '-infinity')`);
  return [rateBefore, ...former.map(({ rate }) => rate)];
};

const isNear = (rate: number, other: number, share: number): boolean => Math.abs(rate - other) <= other * share;

/** At most one mail in 24 hours, and none about a candidate that was mailed before or was rejected. */
const isMailDue = (stored: Stored | undefined, isSame: boolean, now: number): boolean => {
  if (isSame && stored?.rejectedAt !== null) return false;
  const mailedAt = stored?.mailedAt ?? null;
  if (mailedAt === null) return true;
  const wasMailed = isSame && mailedAt >= (stored?.candidateSince ?? 0);
  return !wasMailed && mailedAt < now - MAIL_EVERY_MS;
};

const mailStaff = async (tx: Db, rateBefore: number, candidate: number): Promise<void> => {
  const isReachable = and(isNull(users.bannedAt), isNotNull(users.emailVerifiedAt));
  const staff = await tx
    .select({ id: users.id, email: users.email })
    .from(users)
    .where(and(roleMay("site:settings"), isReachable));
  const mail = { kind: "rate-to-confirm" as const, data: { standing: rateBefore, candidate } };
  await queueMails(
    tx,
    staff.map(({ id, email }) => ({ ...mail, toAddress: email, userId: id })),
  );
};

/**
 * Offers the provider's rate, in naira for one dollar. It is accepted if it differs by at most a fifth from the rate in
 * force and from every rate that was in force within the last 24 hours, or since the last confirmation by staff if that
 * was later. Before the first rate, the fallback is in force. Otherwise the rate becomes the candidate, and the staff
 * who may decide get a mail, at most one in 24 hours. Returns null and does nothing if another node offers the first rate
 * at the same moment.
 */
export const offerRate = ({ transaction }: Database, rate: number): Promise<Judged | null> =>
  transaction(async (tx) => {
    const [stored] = await tx.select().from(exchangeRates).where(THE_ROW).for("update");
    const now = await readNow(tx);
    const rateBefore = stored?.usdToNgn ?? fallbackRates.USD_TO_NGN;
    const isAccepted = (await countingRates(tx, rateBefore)).every((other) => isNear(rate, other, FARTHEST));
    const candidate = stored?.candidateUsdToNgn ?? null;
    const isSame = candidate !== null && isNear(rate, candidate, SAME_CANDIDATE);
    const isMailed = !isAccepted && isMailDue(stored, isSame, now);

    const inForce = isAccepted ? { usdToNgn: rate, ngnToUsd: 1 / rate, fetchedAt: now } : {};
    const none = {
      candidateId: null,
      candidateUsdToNgn: null,
      candidateSince: null,
      rejectedAt: null,
      rejectedBy: null,
    };
    const another = { ...none, candidateId: randomUUID(), candidateUsdToNgn: rate, candidateSince: now };
    const change = {
      ...inForce,
      askedAt: now,
      ...(isMailed && { mailedAt: now }),
      ...(isAccepted ? none : isSame ? {} : another),
    };
    if (stored) await tx.update(exchangeRates).set(change).where(THE_ROW);
    else {
      const fallback = { usdToNgn: fallbackRates.USD_TO_NGN, ngnToUsd: fallbackRates.NGN_TO_USD };
      const first = { id: 1, ...fallback, ...change };
      const made = await tx
        .insert(exchangeRates)
        .values(first)
        .onConflictDoNothing()
        .returning({ id: exchangeRates.id });
      if (made.length === 0) return null;
    }
    if (isAccepted) {
      // The fallback was the rate until now, so it counts for the first day.
      const isFirst = (stored?.fetchedAt ?? null) === null;
      const before = { id: randomUUID(), usdToNgn: fallbackRates.USD_TO_NGN, acceptedAt: now - 1 };
      if (isFirst) await tx.insert(acceptedRates).values(before);
      await tx.insert(acceptedRates).values({ id: randomUUID(), usdToNgn: rate, acceptedAt: now });
    }
    if (isMailed) await mailStaff(tx, rateBefore, rate);
    return { isAccepted, isSame, rateBefore };
  });

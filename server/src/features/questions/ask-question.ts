// Writes a question about a lot. One reading of the database's clock decides whether the lot still takes questions, and
// is the question's time.
import { randomUUID } from "node:crypto";
import { QUESTIONS_A_DAY, QUESTIONS_CLOSE_BEFORE_MS, QUESTIONS_WAITING_MAX } from "@jara/shared/question-limits";
import { and, count, eq, gt, inArray, isNotNull, isNull, min, ne, or, sql } from "drizzle-orm";
import type { Database, Db } from "../../platform/database/database.ts";
import { users } from "../../platform/database/schema/accounts.ts";
import { auctions } from "../../platform/database/schema/auctions.ts";
import { lotQuestions } from "../../platform/database/schema/questions.ts";
import { readNow } from "../../platform/database/statements.ts";

export type AskResult =
  | { readonly is: "asked"; readonly id: string }
  | { readonly is: "not-allowed" }
  | { readonly is: "closed" }
  | { readonly is: "too-many-waiting" }
  | { readonly is: "too-many-today"; readonly retryAfterMs: number };

/** The last moment for a question. Late bids move the end, but not this. */
const closes = sql`coalesce(${auctions.extendedFrom}, ${auctions.endsAt})
  - ${QUESTIONS_CLOSE_BEFORE_MS}::int * interval '1 millisecond'`;
/**
 * The time by which the lot's end is judged. A pause freezes the remaining time, unless somebody set the end during the
 * pause.
 */
const lotsTime = (now: number) =>
  sql`case when ${auctions.status} = 'paused' and not ${auctions.isEndSet} then ${auctions.pausedAt}
    else ${sql.param(now, auctions.endsAt)} end`;

const { askerId, askedAt, slot } = lotQuestions;

/** Locks the asker's row against a deletion of the account that is under way. Bids do not wait for this lock. */
const mayAsk = async (tx: Db, asker: string): Promise<boolean> => {
  const isAsker = and(eq(users.id, asker), isNotNull(users.emailVerifiedAt), isNull(users.bannedAt));
  const rows = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(isAsker, eq(users.role, "user")))
    .for("key share");
  return rows.length > 0;
};

const takesQuestions = async (tx: Db, asker: string, auctionId: string, now: number): Promise<boolean> => {
  const isPublic = or(inArray(auctions.status, ["active", "paused"]), auctions.isUpcoming);
  const isOpen = and(isNull(auctions.removedAt), isPublic, gt(closes, lotsTime(now)));
  const rows = await tx
    .select({ id: auctions.id })
    .from(auctions)
    .where(and(eq(auctions.id, auctionId), ne(auctions.sellerId, asker), isOpen));
  return rows.length > 0;
};

const TRIES = 5;
const DAY_MS = 24 * 60 * 60 * 1000;

/** If the same question already waits, it is not written twice. */
export const askQuestion = ({ transaction }: Database, asker: string, auctionId: string, text: string) =>
  transaction(async (tx): Promise<AskResult> => {
    if (!(await mayAsk(tx, asker))) return { is: "not-allowed" };
    const now = await readNow(tx);
    if (!(await takesQuestions(tx, asker, auctionId, now))) return { is: "closed" };
    for (let tries = 1; tries <= TRIES; tries += 1) {
      const waiting = await tx
        .select({ id: lotQuestions.id, slot, text: lotQuestions.text })
        .from(lotQuestions)
        .where(and(eq(askerId, asker), eq(lotQuestions.auctionId, auctionId), isNotNull(slot)));
      const same = waiting.find((one) => one.text === text);
      if (same) return { is: "asked", id: same.id };
      const free = [...Array(QUESTIONS_WAITING_MAX).keys()]
        .map((place) => place + 1)
        .find((place) => !waiting.some((one) => one.slot === place));
      if (free === undefined) return { is: "too-many-waiting" };
      const retryAfterMs = await bound(tx, asker, now);
      if (retryAfterMs !== null) return { is: "too-many-today", retryAfterMs };
      const question = { id: randomUUID(), auctionId, askerId: asker, text, askedAt: now, slot: free };
      const made = await tx
        .insert(lotQuestions)
        .values(question)
        .onConflictDoNothing()
        .returning({ id: lotQuestions.id });
      if (made.length > 0) return { is: "asked", id: question.id };
      // Another call of this person took the same slot at the same moment.
    }
    return { is: "too-many-waiting" };
  });

/** The time until the person may ask the next question, at least a second; null: at once. */
const bound = async (tx: Db, asker: string, now: number): Promise<number | null> => {
  const isOfToday = gt(askedAt, now - DAY_MS);
  const [today] = await tx
    .select({ asked: count(), first: min(askedAt) })
    .from(lotQuestions)
    .where(and(eq(askerId, asker), isOfToday));
  if (!today || today.asked < QUESTIONS_A_DAY) return null;
  return Math.max(1000, (today.first ?? now) + DAY_MS - now);
};

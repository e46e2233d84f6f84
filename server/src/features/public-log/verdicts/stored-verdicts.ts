// The verdicts in the database. A row is written once and never changed; each statement is right whatever another node does.
import { createHash } from "node:crypto";
import { and, count, desc, eq, sql } from "drizzle-orm";
import type { Database } from "../../../platform/database/database.ts";
import { logVerdicts, logVerdictTries } from "../../../platform/database/schema/public-log.ts";
import { clockNow } from "../../../platform/database/statement-text.ts";
import { textOf } from "../witnesses/cosignatures.ts";
import type { Result } from "./verdict-text.ts";

type Queries = Pick<Database, "db">;

const { log, number, name, date, result, note, publishedAt } = logVerdicts;
const columns = { log, number, name, date, result, note, publishedAt };
export type StoredVerdict = Pick<typeof logVerdicts.$inferSelect, keyof typeof columns>;

const newestFirst = [desc(log), desc(number)] as const;

/** The newest one of a log, or of all. */
export const newestVerdict = async ({ db }: Queries, ofLog: number | null = null): Promise<StoredVerdict | null> => {
  const [row] = await db
    .select(columns)
    .from(logVerdicts)
    .where(ofLog === null ? undefined : eq(log, ofLog))
    .orderBy(...newestFirst)
    .limit(1);
  return row ?? null;
};

/** The newest day that has a verdict. */
export const lastVerdictDay = async ({ db }: Queries): Promise<string | null> => {
  const [row] = await db.select({ date }).from(logVerdicts).orderBy(desc(date)).limit(1);
  return row?.date ?? null;
};

export const verdictsPage = async (
  { db }: Queries,
  page: number,
  limit: number,
): Promise<{ rows: StoredVerdict[]; total: number }> => {
  const rows = await db
    .select(columns)
    .from(logVerdicts)
    .orderBy(...newestFirst)
    .limit(limit)
    .offset((page - 1) * limit);
  const [all] = await db.select({ total: count() }).from(logVerdicts);
  return { rows, total: all?.total ?? 0 };
};

/** The newest one on the day. */
export const verdictOn = async ({ db }: Queries, day: string): Promise<StoredVerdict | null> => {
  const [row] = await db
    .select(columns)
    .from(logVerdicts)
    .where(eq(date, day))
    .orderBy(...newestFirst)
    .limit(1);
  return row ?? null;
};

export const verdictNumbered = async ({ db }: Queries, ofLog: number, n: number) => {
  const [row] = await db
    .select({ ...columns, details: logVerdicts.details })
    .from(logVerdicts)
    .where(and(eq(log, ofLog), eq(number, n)));
  return row ?? null;
};

/** The hash by which the next verdict names this one: of the text that is signed, in hexadecimal. */
export const hashOfVerdict = (signed: string): string => createHash("sha256").update(textOf(signed)).digest("hex");

export interface NewVerdict {
  readonly log: number;
  readonly number: number;
  readonly name: string;
  readonly date: string;
  readonly result: Result;
  readonly note: string;
  readonly details: readonly string[];
}

/** False: another node was faster, and nothing was written. */
export const storeVerdict = ({ transaction }: Pick<Database, "transaction">, given: NewVerdict): Promise<boolean> =>
  transaction(async (tx) => {
    const before = (await newestVerdict({ db: tx }, given.log))?.number ?? 0;
    if (before !== given.number - 1) return false;
    const row = { ...given, details: JSON.stringify(given.details), publishedAt: clockNow };
    const written = await tx.insert(logVerdicts).values(row).onConflictDoNothing().returning({ date });
    if (written.length === 0) return false;
    await tx.delete(logVerdictTries).where(eq(logVerdictTries.date, given.date));
    return true;
  });

const { tries, triedAt, isAskedFor } = logVerdictTries;

/** Notes that the check of the day begins. Returns which try it is; null: another one began less than `pauseMs` ago. */
export const beginTry = async ({ db }: Queries, day: string, pauseMs: number): Promise<number | null> => {
  const [row] = await db
    .insert(logVerdictTries)
    .values({ date: day, tries: 1, triedAt: clockNow, isAskedFor: false })
    .onConflictDoUpdate({
      target: logVerdictTries.date,
      set: { tries: sql`${tries} + 1`, triedAt: clockNow },
      setWhere: sql`${triedAt} is null or ${triedAt} < ${clockNow} - ${pauseMs}::int * interval '1 millisecond'`,
    })
    .returning({ tries });
  return row?.tries ?? null;
};

/** A try that was ended by the server's own end counts for nothing. */
export const takeTryBack = async ({ db }: Queries, day: string): Promise<void> => {
  await db
    .update(logVerdictTries)
    .set({ tries: sql`greatest(0, ${tries} - 1)`, triedAt: null })
    .where(eq(logVerdictTries.date, day));
};

/** Asks for a further verdict on the day. */
export const askAgain = async ({ db }: Queries, day: string): Promise<void> => {
  await db
    .insert(logVerdictTries)
    .values({ date: day, tries: 0, triedAt: null, isAskedFor: true })
    .onConflictDoUpdate({ target: logVerdictTries.date, set: { tries: 0, triedAt: null, isAskedFor: true } });
};

export const daysAskedFor = async ({ db }: Queries): Promise<string[]> => {
  const rows = await db
    .select({ date: logVerdictTries.date })
    .from(logVerdictTries)
    .where(eq(isAskedFor, true))
    .orderBy(logVerdictTries.date);
  return rows.map((row) => row.date);
};

// Reads questions about lots. Its writes are in ask-question.ts and change-question.ts.

import { QUESTIONS_SHOWN_MAX } from "@jara/shared/question-limits";
import type { QuestionState } from "@jara/shared/rest/questions";
import { and, asc, count, desc, eq, isNotNull, isNull, notInArray, or, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { Database, Db } from "../../platform/database/database.ts";
import { literal, offsetOf, type Page } from "../../platform/database/pages.ts";
import { users } from "../../platform/database/schema/accounts.ts";
import { auctions } from "../../platform/database/schema/auctions.ts";
import { lotQuestions } from "../../platform/database/schema/questions.ts";

const { id, auctionId, askerId, askedAt, answeredAt, hiddenAt } = lotQuestions;

const columns = {
  id,
  auctionId,
  askerId,
  text: lotQuestions.text,
  askedAt,
  answer: lotQuestions.answer,
  answeredAt,
  editedAt: lotQuestions.editedAt,
  hiddenAt,
  revision: lotQuestions.revision,
  asker: users.username,
};
const selectQuestions = (db: Db) =>
  db.select(columns).from(lotQuestions).leftJoin(users, eq(users.id, askerId)).$dynamic();
export type QuestionRow = Awaited<ReturnType<typeof selectQuestions>>[number];

export const isWaiting = and(isNull(answeredAt), isNull(hiddenAt));
const isPublic = and(isNotNull(answeredAt), isNull(hiddenAt));

/** The newest questions about a lot: all of them, or those that everybody sees and the person's own. */
export const questionsAbout = async (
  { db }: Database,
  lotId: string,
  reader: { readonly seesAll: boolean; readonly id: string | null },
): Promise<QuestionRow[]> => {
  const seen = reader.seesAll ? undefined : or(isPublic, reader.id === null ? undefined : eq(askerId, reader.id));
  return await selectQuestions(db)
    .where(and(eq(auctionId, lotId), seen))
    .orderBy(desc(askedAt), id)
    .limit(QUESTIONS_SHOWN_MAX);
};

export const findQuestion = async ({ db }: Database, questionId: string): Promise<QuestionRow | null> =>
  (await selectQuestions(db).where(eq(id, questionId)))[0] ?? null;

const answerer = alias(users, "answerer");
const hider = alias(users, "hider");
const selectForStaff = (db: Db) =>
  db
    .select({
      ...columns,
      answeredBy: answerer.username,
      hiddenBy: hider.username,
      hideReason: lotQuestions.hideReason,
      title: auctions.title,
      media: auctions.media,
      status: auctions.status,
      endsAt: auctions.endsAt,
    })
    .from(lotQuestions)
    .innerJoin(auctions, eq(auctions.id, auctionId))
    .leftJoin(users, eq(users.id, askerId))
    .leftJoin(answerer, eq(answerer.id, lotQuestions.answeredBy))
    .leftJoin(hider, eq(hider.id, lotQuestions.hiddenBy))
    .$dynamic();
export type StaffQuestionRow = Awaited<ReturnType<typeof selectForStaff>>[number];

const inState: Record<QuestionState, SQL | undefined> = {
  waiting: isWaiting,
  answered: isPublic,
  hidden: isNotNull(hiddenAt),
};
/** Questions on open lots come first, the soonest end first. */
const orders: Record<QuestionState, SQL[]> = {
  waiting: [sql`(${auctions.status} not in ('active', 'paused'))`, asc(auctions.endsAt), asc(askedAt)],
  answered: [desc(answeredAt)],
  hidden: [desc(hiddenAt)],
};

/** `without`: the auctions in which the reader has an interest. Removed auctions are left out. */
const among = (state: QuestionState, without: readonly string[]) =>
  and(inState[state], isNull(auctions.removedAt), without.length > 0 ? notInArray(auctionId, [...without]) : undefined);

export const questionsInState = async (
  { db }: Database,
  state: QuestionState,
  page: Page,
  without: readonly string[],
): Promise<StaffQuestionRow[]> =>
  await selectForStaff(db)
    .where(among(state, without))
    .orderBy(...orders[state], id)
    .limit(literal(page.limit))
    .offset(offsetOf(page));

export const countQuestions = async (
  { db }: Database,
  without: readonly string[],
): Promise<Record<QuestionState, number>> => {
  const countIn = async (state: QuestionState): Promise<number> => {
    const [row] = await db
      .select({ total: count() })
      .from(lotQuestions)
      .innerJoin(auctions, eq(auctions.id, auctionId))
      .where(among(state, without));
    return row?.total ?? 0;
  };
  const [waiting, answered, hidden] = await Promise.all([countIn("waiting"), countIn("answered"), countIn("hidden")]);
  return { waiting, answered, hidden };
};

export const findForStaff = async ({ db }: Database, questionId: string): Promise<StaffQuestionRow | null> =>
  (await selectForStaff(db).where(eq(id, questionId)))[0] ?? null;

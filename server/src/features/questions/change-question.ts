// Answers a question, changes its answer, hides it and shows it again, with its record and its mail. A change names the
// revision that its author saw, so that of two answers at the same moment one is written.
import { eq, sql } from "drizzle-orm";
import { isPublicLot } from "../../engine/reads/public-lots.ts";
import type { Database, Db } from "../../platform/database/database.ts";
import { lockActor } from "../../platform/database/lock-people.ts";
import { recordAction } from "../../platform/database/record-action.ts";
import { users } from "../../platform/database/schema/accounts.ts";
import { auctions } from "../../platform/database/schema/auctions.ts";
import { lotQuestions } from "../../platform/database/schema/questions.ts";
import { clockNow } from "../../platform/database/statement-text.ts";
import { increased } from "../../platform/database/statements.ts";
import { queueMail } from "../../platform/outbox/queue-mail.ts";

export type Change =
  | { readonly kind: "answer"; readonly text: string }
  | { readonly kind: "hide"; readonly reason: string }
  | { readonly kind: "show" };

export interface ChangeQuestion {
  readonly actorId: string;
  readonly questionId: string;
  /** As the actor saw it. */
  readonly revision: number;
  readonly change: Change;
}

/** `own`: the actor asked this question before they joined the staff, so they may not answer or hide it. */
export type ChangeResult = "done" | "not-allowed" | "not-found" | "own" | "changed";

type Question = typeof lotQuestions.$inferSelect;

/**
 * Stands for the title in the mail about a lot that is not public: a draft may have another title than it had before.
 */
const UNNAMED_LOT = "a lot";

const valuesOf = (change: Change, actorId: string, { answer, answeredAt }: Question) => {
  switch (change.kind) {
    case "answer": {
      const editedAt = answer === null ? null : clockNow;
      return { answer: change.text, answeredAt: answeredAt ?? clockNow, answeredBy: actorId, editedAt };
    }
    case "hide":
      return { hiddenAt: clockNow, hiddenBy: actorId, hideReason: change.reason };
    case "show":
      return { hiddenAt: null, hiddenBy: null, hideReason: null };
  }
};

const actionOf = (change: Change, { answer }: Question): string => {
  if (change.kind !== "answer") return change.kind === "hide" ? "question hidden" : "question shown";
  return answer === null ? "question answered" : "answer changed";
};

export const changeQuestion = (
  { transaction }: Database,
  { actorId, questionId, revision, change }: ChangeQuestion,
): Promise<ChangeResult> =>
  transaction(async (tx) => {
    if (!(await lockActor(tx, actorId, "lots:edit"))) return "not-allowed";
    const isThisOne = eq(lotQuestions.id, questionId);
    const [question] = await tx.select().from(lotQuestions).where(isThisOne).for("update");
    if (!question) return "not-found";
    if (question.askerId === actorId) return "own";
    const isHidden = question.hiddenAt !== null;
    if (question.revision !== revision || isHidden !== (change.kind === "show")) return "changed";

    await tx
      .update(lotQuestions)
      .set({ ...valuesOf(change, actorId, question), slot: null, revision: increased(lotQuestions.revision) })
      .where(isThisOne);
    const words = change.kind === "answer" ? change.text : change.kind === "hide" ? change.reason : null;
    await recordAction(tx, {
      actorId,
      action: actionOf(change, question),
      userId: question.askerId,
      auctionId: question.auctionId,
      details: { question: questionId, words },
    });
    if (change.kind === "answer") await mailAsker(tx, question, change.text);
    return "done";
  });

const mailAsker = async (tx: Db, question: Question, answer: string): Promise<void> => {
  const { id, auctionId, askerId, text } = question;
  if (askerId === null) return;
  const [asker] = await tx
    .select({ email: users.email, verifiedAt: users.emailVerifiedAt })
    .from(users)
    .where(eq(users.id, askerId));
  const [lot] = await tx
    .select({ title: auctions.title, isPublic: sql<boolean>`${isPublicLot}` })
    .from(auctions)
    .where(eq(auctions.id, auctionId));
  if (!lot || !asker || asker.verifiedAt === null) return;
  await queueMail(tx, {
    kind: "question-answered",
    toAddress: asker.email,
    userId: askerId,
    auctionId,
    data: {
      auctionId,
      questionId: id,
      title: lot.isPublic ? lot.title : UNNAMED_LOT,
      isNamed: lot.isPublic,
      question: text,
      answer,
      isChanged: question.answer !== null,
    },
  });
};

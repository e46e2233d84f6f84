// Answers a question, changes its answer, hides it and shows it again. Each is one statement with its record and its mail.
// A change names the revision that its author saw, so that of two answers at the same moment one is written.
import { randomUUID } from "node:crypto";
import { type SQL, sql } from "drizzle-orm";
import { isPublicLot } from "../../engine/reads/public-lots.ts";
import type { Database } from "../../platform/database/database.ts";
import { adminActions, users } from "../../platform/database/schema/accounts.ts";
import { auctions } from "../../platform/database/schema/auctions.ts";
import { outbox } from "../../platform/database/schema/mail.ts";
import { lotQuestions } from "../../platform/database/schema/questions.ts";
import { clockAt, clockPart, insertSelect, nameOf } from "../../platform/database/statement-text.ts";
import { actorPart } from "../../platform/database/who-may.ts";

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

const q = lotQuestions;
const isOpen = sql`${q.hiddenAt} is null`;

/**
 * Stands for the title in the mail about a lot that is not public: a draft may have another title than it had before.
 */
const UNNAMED_LOT = "a lot";

const setsOf = (change: Change): SQL => {
  if (change.kind === "answer") {
    return sql`${nameOf(q.answer)} = ${change.text}, ${nameOf(q.answeredAt)} = coalesce(${q.answeredAt}, clock.at),
      ${nameOf(q.answeredBy)} = actor.id, ${nameOf(q.slot)} = null,
      ${nameOf(q.editedAt)} = case when ${q.answer} is null then null else clock.at end`;
  }
  const [at, by, reason] = change.kind === "hide" ? [sql`clock.at`, sql`actor.id`, change.reason] : [null, null, null];
  return sql`${nameOf(q.hiddenAt)} = ${at}, ${nameOf(q.hiddenBy)} = ${by}, ${nameOf(q.hideReason)} = ${reason},
    ${nameOf(q.slot)} = null`;
};

const actionOf = (change: Change): SQL => {
  if (change.kind !== "answer") return sql`${change.kind === "hide" ? "question hidden" : "question shown"}::text`;
  return sql`case when changed.edited_at is null then 'question answered' else 'answer changed' end`;
};

export const changeQuestion = async ({ db }: Database, order: ChangeQuestion): Promise<ChangeResult> => {
  const { actorId, questionId, revision, change } = order;
  const words = change.kind === "answer" ? change.text : change.kind === "hide" ? change.reason : null;
  const isAnswer = change.kind === "answer";
  const [row] = await db.execute<Record<"isAllowed" | "isFound" | "isOwn" | "isDone", boolean>>(sql`
    with ${clockPart},
    ${actorPart(actorId, "lots:edit")},
    changed as (
      update ${q} set ${setsOf(change)}, ${nameOf(q.revision)} = ${q.revision} + 1
      from actor, clock
      where ${q.id} = ${questionId} and ${q.revision} = ${revision} and ${q.askerId} is distinct from actor.id
        and ${change.kind === "show" ? sql`not (${isOpen})` : isOpen}
      returning ${q.id} as id, ${q.auctionId} as auction_id, ${q.askerId} as asker_id, ${q.text} as text,
        ${q.editedAt} as edited_at
    ),
    recorded as (
      ${insertSelect(adminActions, {
        ...{ id: randomUUID(), actorId, action: actionOf(change), at: clockAt },
        ...{ userId: sql`changed.asker_id`, auctionId: sql`changed.auction_id` },
        details: sql`json_build_object('question', changed.id::text, 'words', ${words}::text)`,
      })} from changed, clock
    ),
    mailed as (
      ${insertSelect(outbox, {
        ...{ id: randomUUID(), kind: "question-answered", toAddress: sql`${users.email}`, userId: sql`${users.id}` },
        ...{ auctionId: sql`${auctions.id}`, dueAt: clockAt, createdAt: clockAt },
        data: sql`json_build_object('auctionId', ${auctions.id}::text, 'questionId', changed.id::text,
          'title', case when ${isPublicLot} then ${auctions.title} else ${UNNAMED_LOT}::text end, 'isNamed', ${isPublicLot},
          'question', changed.text, 'answer', ${words}::text, 'isChanged', changed.edited_at is not null)`,
      })} from changed
      join ${users} on ${users.id} = changed.asker_id and ${users.emailVerifiedAt} is not null
      join ${auctions} on ${auctions.id} = changed.auction_id, clock where ${isAnswer}::boolean
    )
    select exists (select from actor) as "isAllowed", exists (select from changed) as "isDone",
      exists (select from ${q} where ${q.id} = ${questionId}) as "isFound",
      exists (select from ${q} where ${q.id} = ${questionId} and ${q.askerId} = ${actorId}) as "isOwn"`);
  if (!row?.isAllowed) return "not-allowed";
  if (row.isDone) return "done";
  if (!row.isFound) return "not-found";
  return row.isOwn ? "own" : "changed";
};

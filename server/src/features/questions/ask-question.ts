// Writes a question about a lot. One statement decides by the database's clock whether the lot still takes questions.
import { randomUUID } from "node:crypto";
import { QUESTIONS_A_DAY, QUESTIONS_CLOSE_BEFORE_MS, QUESTIONS_WAITING_MAX } from "@jara/shared/question-limits";
import { sql } from "drizzle-orm";
import type { Database } from "../../platform/database/database.ts";
import { users } from "../../platform/database/schema/accounts.ts";
import { auctions } from "../../platform/database/schema/auctions.ts";
import { lotQuestions } from "../../platform/database/schema/questions.ts";
import { clockAt, clockPart, constant, insertSelect } from "../../platform/database/statement-text.ts";

export type AskResult =
  | { readonly is: "asked"; readonly id: string }
  | { readonly is: "not-allowed" }
  | { readonly is: "closed" }
  | { readonly is: "too-many-waiting" }
  | { readonly is: "too-many-today"; readonly retryAfterMs: number };

interface Row extends Record<string, unknown> {
  readonly isAllowed: boolean;
  readonly isOpen: boolean;
  readonly waiting: number;
  readonly today: number;
  readonly retryAfterMs: number | null;
  readonly id: string | null;
}

/** The last moment for a question. Late bids move the end, but not this. */
const closes = sql`coalesce(${auctions.extendedFrom}, ${auctions.endsAt})
  - ${constant(QUESTIONS_CLOSE_BEFORE_MS)} * interval '1 millisecond'`;
/**
 * The time by which the lot's end is judged. A pause freezes the remaining time, unless somebody set the end during the
 * pause.
 */
const lotsTime = sql`case when ${auctions.status} = 'paused' and not ${auctions.isEndSet} then ${auctions.pausedAt}
  else clock.at end`;

const TRIES = 5;

/**
 * If the same question already waits, it is not written twice. The row of the asker is locked against a deletion of the
 * account that is under way; bids do not wait for this lock. It is SQL, because Drizzle's builder cannot insert what
 * another part selects into some of a table's columns.
 */
export const askQuestion = async (
  { db }: Database,
  asker: string,
  auctionId: string,
  text: string,
): Promise<AskResult> => {
  const { askerId, askedAt, slot } = lotQuestions;
  for (let tries = 1; ; tries += 1) {
    const cells = { id: randomUUID(), auctionId, askerId: sql`asker.id`, text, askedAt: clockAt, slot: sql`free.slot` };
    const [row] = await db.execute<Row>(sql`
      with ${clockPart},
      asker as (
        select ${users.id} as id from ${users} where ${users.id} = ${asker} and ${users.emailVerifiedAt} is not null
          and ${users.bannedAt} is null and ${users.role} = 'user' for key share
      ),
      lot as (
        select ${auctions.id} as id from ${auctions}, clock
        where ${auctions.id} = ${auctionId} and ${auctions.removedAt} is null and ${auctions.sellerId} <> ${asker}
          and ${auctions.status} in ('active', 'paused') and ${closes} > ${lotsTime}
      ),
      mine as (
        select ${lotQuestions.id} as id, ${slot} as slot, ${lotQuestions.text} as text from ${lotQuestions}
        where ${askerId} = ${asker} and ${lotQuestions.auctionId} = ${auctionId} and ${slot} is not null
      ),
      today as (
        select count(*)::int as asked, min(${askedAt}) as first from ${lotQuestions}, clock
        where ${askerId} = ${asker} and ${askedAt} > clock.at - interval '24 hours'
      ),
      free as (
        select min(n)::smallint as slot from generate_series(1, ${constant(QUESTIONS_WAITING_MAX)}) as n
        where n not in (select slot from mine)
      ),
      made as (
        ${insertSelect(lotQuestions, cells)} from asker, lot, free, today, clock
        where free.slot is not null and today.asked < ${constant(QUESTIONS_A_DAY)}
          and not exists (select from mine where mine.text = ${text})
        on conflict do nothing returning ${lotQuestions.id} as id
      )
      select exists (select from asker) as "isAllowed", exists (select from lot) as "isOpen",
        (select count(*)::int from mine) as waiting, today.asked as today,
        (extract(epoch from today.first + interval '24 hours' - clock.at) * 1000)::float8 as "retryAfterMs",
        coalesce((select id from made),
          (select mine.id from mine, asker, lot where mine.text = ${text} limit 1))::text as id
      from today, clock`);
    if (!row?.isAllowed) return { is: "not-allowed" };
    if (!row.isOpen) return { is: "closed" };
    if (row.id !== null) return { is: "asked", id: row.id };
    if (row.waiting >= QUESTIONS_WAITING_MAX) return { is: "too-many-waiting" };
    if (row.today >= QUESTIONS_A_DAY) {
      return { is: "too-many-today", retryAfterMs: Math.max(1000, Math.ceil(row.retryAfterMs ?? 0)) };
    }
    // Another call of this person took the same slot at the same moment.
    if (tries >= TRIES) return { is: "too-many-waiting" };
  }
};

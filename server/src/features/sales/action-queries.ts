// The statements of the staff's actions on a whole sale: an action is recorded once, a node takes it, each lot's
// outcome is written beside it, and the action is done when no lot is left. It also finds the lots whose end must move
// so that a sale closes in its order. They are in one file because each kind of action needs a line in each of the
// tables of effects, names and lots here.
import { randomUUID } from "node:crypto";
import { and, asc, desc, eq, isNotNull, lte, not, notExists, type SQL, sql } from "drizzle-orm";
import { groupOf, isWaitedFor, WAITED_FOR_S } from "../../engine/reads/due-commands.ts";
import { isLeftOut, LEFT_OUT } from "../../engine/reads/left-out.ts";
import type { Database } from "../../platform/database/database.ts";
import { adminActions } from "../../platform/database/schema/accounts.ts";
import { auctions } from "../../platform/database/schema/auctions.ts";
import { saleActionLots, saleActions, saleLots, sales } from "../../platform/database/schema/sales.ts";
import { aliased, clockAt, clockPart, constant, insertSelect, nameOf } from "../../platform/database/statement-text.ts";
import { actorPart } from "../../platform/database/who-may.ts";
import { isDueAgain, isPutAside, takesOf } from "../../platform/jobs/guard-rows.ts";

const e = aliased(saleActions, "e");
const p = aliased(saleActions, "p");
const o = aliased(saleActionLots, "o");
const s = aliased(sales, "s");
const l = aliased(saleLots, "l");
const a = aliased(auctions, "a");

export type ActionKind = typeof saleActions.$inferSelect.kind;
export type Action = typeof saleActions.$inferSelect;

export interface Asking {
  readonly saleId: string;
  readonly kind: ActionKind;
  /** For `shift` alone. */
  readonly seconds: number | null;
  readonly actorId: string;
  readonly commandId: string;
}

export type Asked =
  | { readonly is: "asked"; readonly actionId: string }
  | { readonly is: "not-allowed" }
  | { readonly is: "not-possible" }
  | { readonly is: "key-reused" };

const published = eq(sales.status, "published");

/**
 * Moves the opening unless it has come. If the sale is paused, the opening has come only if it was before the pause.
 */
const openingMovedBy = (by: SQL): SQL => sql`${nameOf(sales.opensAt)} = case
  when ${sales.opensAt} > coalesce(${sales.pausedAt}, clock.at) then ${sales.opensAt} + ${by} else ${sales.opensAt} end`;

/** The state in which a sale can have each action, and how the action changes the sale itself. */
const effects: Record<ActionKind, (seconds: number) => { readonly when: SQL | undefined; readonly set: SQL }> = {
  publish: () => ({
    when: and(
      eq(sales.status, "draft"),
      sql`${sales.closesAt} > clock.at`,
      sql`exists (select from ${saleLots} where ${saleLots.saleId} = ${sales.id})`,
    ),
    set: sql`${nameOf(sales.status)} = 'published'`,
  }),
  pause: () => ({
    when: and(published, sql`${sales.pausedAt} is null`),
    set: sql`${nameOf(sales.pausedAt)} = clock.at`,
  }),
  resume: () => ({
    when: and(published, sql`${sales.pausedAt} is not null`),
    // The lots move their own starts and ends by the length of the pause.
    set: sql`${nameOf(sales.pausedAt)} = null, ${nameOf(sales.closesAt)} = ${sales.closesAt} + (clock.at - ${sales.pausedAt}),
      ${openingMovedBy(sql`(clock.at - ${sales.pausedAt})`)}`,
  }),
  shift: (seconds) => {
    const by = sql`${constant(seconds)} * interval '1 second'`;
    return {
      when: published,
      set: sql`${nameOf(sales.closesAt)} = ${sales.closesAt} + ${by}, ${openingMovedBy(by)}`,
    };
  },
  end: () => ({ when: published, set: sql`${nameOf(sales.pausedAt)} = null` }),
};

/** The names of the actions in the audit log. */
const actionNames: Record<ActionKind, string> = {
  publish: "sale published",
  pause: "sale paused",
  resume: "sale resumed",
  shift: "sale shifted",
  end: "sale ended",
};

/**
 * The details in the audit log beside the sale and its title. The statement's part `was` has the sale before the
 * action.
 */
const detailsOf = ({ kind, seconds, saleId }: Pick<Asking, "kind" | "seconds" | "saleId">): SQL => {
  switch (kind) {
    case "resume":
      return sql`, 'seconds', round(extract(epoch from clock.at - was.paused_at)::numeric, 3)`;
    case "shift":
      return sql`, 'seconds', ${seconds}::int`;
    case "end":
      return sql`, 'unopened', (
        select count(*)::int from ${saleLots} join ${auctions} on ${auctions.id} = ${saleLots.auctionId}
        where ${saleLots.saleId} = ${saleId} and ${auctions.removedAt} is null and ${isToOpen})`;
    default:
      return sql``;
  }
};

/**
 * The part of the statement that records the lots of the sale that are no longer drafts as left out of its publication.
 */
const leftOutPart = ({ kind, saleId }: Pick<Asking, "kind" | "saleId">): SQL =>
  kind === "publish"
    ? sql`, left_out as (
      ${insertSelect(saleActionLots, {
        ...{ actionId: sql`asked.id`, auctionId: sql`${saleLots.auctionId}`, isDone: sql`false`, refusal: LEFT_OUT },
      })} from asked, ${saleLots} join ${auctions} on ${auctions.id} = ${saleLots.auctionId}
      where ${saleLots.saleId} = ${saleId} and ${auctions.removedAt} is null and ${auctions.status} <> 'draft'
    )`
    : sql``;

/**
 * Records the action, also in the audit log, and changes the sale itself. The same command again returns the first
 * action.
 */
export const askAction = async (
  { db }: Database,
  { saleId, kind, seconds, actorId, commandId }: Asking,
): Promise<Asked> => {
  const id = randomUUID();
  const { when = sql`true`, set } = effects[kind](seconds ?? 0);
  const [row] = await db.execute<{
    isAllowed: boolean;
    known: string | null;
    isSame: boolean | null;
    asked: string | null;
  }>(sql`
    with ${clockPart}, ${actorPart(actorId, kind === "publish" ? "lots:edit" : "auctions:run")},
    known as (
      select ${saleActions.id} as id, ${saleActions.saleId} = ${saleId} and ${saleActions.kind} = ${kind}
        and ${saleActions.seconds} is not distinct from ${seconds}::int as is_same
      from ${saleActions} where ${saleActions.actorId} = ${actorId} and ${saleActions.commandId} = ${commandId}
    ),
    was as (select ${sales.pausedAt} as paused_at from ${sales} where ${sales.id} = ${saleId}),
    changed as (
      update ${sales} set ${set}, ${nameOf(sales.revision)} = ${sales.revision} + 1, ${nameOf(sales.updatedAt)} = clock.at
      from clock, actor
      where ${sales.id} = ${saleId} and ${when} and not exists (select from known)
      returning ${sales.id} as id, ${sales.title} as title, ${sales.opensAt} as opens_at, ${sales.closesAt} as closes_at
    ),
    recorded as (
      ${insertSelect(adminActions, {
        ...{ id: randomUUID(), actorId, action: actionNames[kind], at: clockAt },
        details: sql`json_build_object('sale', changed.id, 'title', changed.title${detailsOf({ kind, seconds, saleId })})`,
      })} from clock, changed, was
    ),
    asked as (
      ${insertSelect(saleActions, {
        ...{ id, saleId: sql`changed.id`, kind, seconds: seconds === null ? sql`null` : seconds, actorId, commandId },
        ...{ opensAt: sql`changed.opens_at`, closesAt: sql`changed.closes_at` },
        ...{ askedAt: clockAt, takenUntil: sql`null`, doneAt: sql`null` },
      })} from clock, changed
      returning ${saleActions.id} as id
    )${leftOutPart({ kind, saleId })}
    select exists (select from actor) as "isAllowed", (select id from known) as known,
      (select is_same from known) as "isSame", (select id from asked) as asked`);
  if (row?.known) return row.isSame ? { is: "asked", actionId: row.known } : { is: "key-reused" };
  if (row?.asked) return { is: "asked", actionId: row.asked };
  return { is: row?.isAllowed ? "not-possible" : "not-allowed" };
};

/**
 * Takes the oldest open action of a sale that no node works on. Later actions of the sale wait for it. The lease ends by
 * itself if the node dies.
 */
export const takeAction = async ({ db }: Database, forMs: number): Promise<Action | null> => {
  const earlier = sql`exists (
    select from ${e.table} where ${e.saleId} = ${saleActions.saleId} and ${e.doneAt} is null
      and (${e.askedAt}, ${e.id}) < (${saleActions.askedAt}, ${saleActions.id}))`;
  const rows = await db
    .update(saleActions)
    .set({ takenUntil: sql`clock_now() + ${forMs}::int * interval '1 millisecond'` })
    .where(
      eq(
        saleActions.id,
        sql`(select ${saleActions.id} from ${saleActions}
          where ${saleActions.doneAt} is null and coalesce(${saleActions.takenUntil}, '-infinity') < clock_now()
            and not ${earlier}
          order by ${saleActions.askedAt} limit 1 for update skip locked)`,
      ),
    )
    .returning();
  return rows[0] ?? null;
};

export interface LotToDo {
  readonly auctionId: string;
  /** Counts the lots of the sale from 1, without gaps. */
  readonly lotNumber: number;
  /** Somebody is buying the lot at this moment, so ending it would take the lot from the buyer. */
  readonly isBeingBought: boolean;
  /** The lot has not opened yet, or was put back to draft. */
  readonly isDraft: boolean;
}

/** True for a lot that opens by itself when its start comes. */
const isToOpen = sql`${auctions.status} = 'draft' and ${auctions.startsAt} is not null`;
const isByStaff = sql`${auctions.status} = 'paused' and ${auctions.pauseReason} = 'admin'`;

/**
 * The lots that the action concerns. A lot that gets into this state later belongs to it too, until the action is done.
 */
const isConcerned: Record<ActionKind, (action: Pick<Action, "saleId" | "askedAt">) => SQL> = {
  // A lot that is no longer a draft gets an outcome too: done, or left out.
  publish: () => sql`true`,
  pause: () => sql`${auctions.status} = 'active'`,
  // The times of a lot that has not opened are moved. A lot stays paused if somebody paused it alone, and not the whole
  // sale.
  resume: ({ saleId, askedAt }) => sql`(${isToOpen} or ${isByStaff} and exists (
    select from ${saleActionLots} where ${saleActionLots.auctionId} = ${auctions.id} and ${saleActionLots.isDone}
      and ${saleActionLots.actionId} = (
        select ${p.id} from ${p.table} where ${p.saleId} = ${saleId} and ${p.kind} = 'pause'
          and ${p.askedAt} <= ${new Date(askedAt).toISOString()}::timestamptz
        order by ${p.askedAt} desc limit 1)))`,
  shift: () => sql`${auctions.status} in ('draft', 'active', 'paused')`,
  end: () => sql`(${auctions.status} in ('active', 'paused') or ${isToOpen})`,
};

const leftOf = ({ id, saleId, kind, askedAt }: Action): SQL => sql`
  ${saleLots.saleId} = ${saleId} and ${auctions.removedAt} is null and ${isConcerned[kind]({ saleId, askedAt })} and not exists (
    select from ${saleActionLots} where ${saleActionLots.actionId} = ${id} and ${saleActionLots.auctionId} = ${auctions.id})`;

/** The next lots of the action, in the order of the catalogue. */
export const lotsLeft = async ({ db }: Database, action: Action, limit: number): Promise<LotToDo[]> =>
  await db
    .select({
      auctionId: saleLots.auctionId,
      lotNumber: saleLots.lotNumber,
      isBeingBought: sql<boolean>`${auctions.status} = 'paused' and ${auctions.pauseReason} is distinct from 'admin'`,
      isDraft: sql<boolean>`${auctions.status} = 'draft'`,
    })
    .from(saleLots)
    .innerJoin(auctions, eq(auctions.id, saleLots.auctionId))
    .where(and(leftOf(action), takesOf("sale-actions")(keyOfLot(action))))
    .orderBy(asc(saleLots.lotNumber))
    .limit(limit);

/** Returns the length of the pause that this resumption ended, in ms. */
export const pausedMsBefore = async ({ db }: Database, { saleId, askedAt }: Action): Promise<number> => {
  const [pause] = await db
    .select({ at: saleActions.askedAt })
    .from(saleActions)
    .where(and(eq(saleActions.saleId, saleId), eq(saleActions.kind, "pause"), lte(saleActions.askedAt, askedAt)))
    .orderBy(desc(saleActions.askedAt))
    .limit(1);
  return pause ? askedAt - pause.at : 0;
};

export interface LotOutcome {
  readonly auctionId: string;
  /** Null: done. */
  readonly refusal: string | null;
}

/** Writes the lots' outcomes and extends the lease. A lot keeps its first outcome. */
export const recordOutcomes = async (
  { db }: Database,
  actionId: string,
  outcomes: readonly LotOutcome[],
  forMs: number,
): Promise<void> => {
  await db.execute(sql`
    with held as (
      update ${saleActions} set ${nameOf(saleActions.takenUntil)} = clock_now() + ${forMs}::int * interval '1 millisecond'
      where ${saleActions.id} = ${actionId} and ${saleActions.doneAt} is null
    ),
    given as (
      select * from json_to_recordset(${JSON.stringify(outcomes)}::json) as g("auctionId" uuid, refusal text)
    )
    ${insertSelect(saleActionLots, {
      actionId,
      auctionId: sql`given."auctionId"`,
      isDone: sql`given.refusal is null`,
      refusal: sql`given.refusal`,
    })} from given
    on conflict do nothing`);
};

/** Ends the action if no lot is left. True if it is done now. */
const keyOfLot = ({ id }: Action): SQL => sql`${id}::text || ':' || ${saleLots.auctionId}::text`;

/**
 * Opens actions again for lots that were put aside, when the staff ask for another try. A later action on the sale makes
 * the earlier one pointless, so then the lot stays as it is.
 */
export const reopenForRetries = async ({ db }: Database): Promise<void> => {
  await db
    .update(saleActions)
    .set({ doneAt: null, takenUntil: null })
    .where(
      and(
        isNotNull(saleActions.doneAt),
        sql`exists (select from ${saleLots} where ${saleLots.saleId} = ${saleActions.saleId}
          and ${isDueAgain("sale-actions")(sql`${saleActions.id}::text || ':' || ${saleLots.auctionId}::text`)})`,
        sql`not exists (select from ${e.table} where ${e.saleId} = ${saleActions.saleId}
          and (${e.askedAt}, ${e.id}) > (${saleActions.askedAt}, ${saleActions.id}))`,
      ),
    );
};

export const finishAction = async ({ db }: Database, action: Action): Promise<boolean> => {
  const left = db
    .select({ id: saleLots.auctionId })
    .from(saleLots)
    .innerJoin(auctions, eq(auctions.id, saleLots.auctionId))
    .where(and(leftOf(action), not(isPutAside("sale-actions")(keyOfLot(action)))));
  const rows = await db
    .update(saleActions)
    .set({ doneAt: sql`coalesce(${saleActions.doneAt}, clock_now())` })
    .where(and(eq(saleActions.id, action.id), notExists(left)))
    .returning({ id: saleActions.id });
  return rows.length > 0;
};

/** The reason of a lot that somebody was buying when its sale was ended. */
export const BEING_BOUGHT = "Somebody is buying this lot.";
/** A purchase is open for an hour, and longer only if staff extend it. */
const ENDED_WITHIN = sql.raw("interval '1 day'");

/**
 * Applies a pause or an end again to a lot whose purchase expired after the action was done, so that no lot escapes the
 * action. A lot that somebody resumed alone has its outcome, and is left as it is.
 */
export const reopenForReturned = async ({ db }: Database): Promise<void> => {
  // SQL, because Drizzle's builder cannot delete by another part's rows (`using`).
  const outcome = (more: SQL) => sql`exists (
    select from ${o.table} where ${o.actionId} = ${p.id} and ${o.auctionId} = ${l.auctionId} ${more})`;
  await db.execute(sql`
    with returned as (
      select ${p.id} as id, ${l.auctionId} as auction_id from ${p.table} join ${s.table} on ${s.id} = ${p.saleId}
        join ${l.table} on ${l.saleId} = ${s.id} join ${a.table} on ${a.id} = ${l.auctionId}
      where ${p.doneAt} is not null and ${a.status} = 'active' and ${a.removedAt} is null and (
        ${p.kind} = 'pause' and ${s.pausedAt} is not null and ${p.askedAt} >= ${s.pausedAt} and not ${outcome(sql``)}
        or ${p.kind} = 'end' and ${p.askedAt} > clock_now() - ${ENDED_WITHIN}
          and ${outcome(sql`and ${o.refusal} = ${BEING_BOUGHT}`)})
    ),
    forgotten as (
      delete from ${saleActionLots} using returned
      where ${saleActionLots.actionId} = returned.id and ${saleActionLots.auctionId} = returned.auction_id
    )
    update ${saleActions} set ${nameOf(saleActions.doneAt)} = null, ${nameOf(saleActions.takenUntil)} = null
    where ${saleActions.id} in (select id from returned)`);
};

/** Lets any node continue the action after this time. */
export const releaseAction = async ({ db }: Database, actionId: string, afterMs = 0): Promise<void> => {
  await db
    .update(saleActions)
    .set({ takenUntil: sql`clock_now() + ${afterMs}::int * interval '1 millisecond'` })
    .where(eq(saleActions.id, actionId));
};

export const isDone = async ({ db }: Database, actionId: string): Promise<boolean> => {
  const [action] = await db
    .select({ doneAt: saleActions.doneAt })
    .from(saleActions)
    .where(eq(saleActions.id, actionId));
  return action?.doneAt != null;
};

export interface ActionReport {
  readonly action: Action;
  readonly lots: number;
  /** The number of those of `lots` that are drafts now. */
  readonly drafts: number;
  readonly refused: readonly { lotNumber: number; auctionId: string; reason: string }[];
}

/** Returns the action with its outcomes so far; without an id, the sale's last action. */
export const reportOf = async (
  { db }: Database,
  saleId: string,
  actionId: string | null = null,
): Promise<ActionReport | null> => {
  const [action] = await db
    .select()
    .from(saleActions)
    .where(and(eq(saleActions.saleId, saleId), actionId === null ? undefined : eq(saleActions.id, actionId)))
    .orderBy(desc(saleActions.askedAt), desc(saleActions.id))
    .limit(1);
  if (!action) return null;
  const [[done], refused] = await Promise.all([
    db
      .select({
        lots: sql<number>`count(*)::int`,
        drafts: sql<number>`(count(*) filter (where ${auctions.status} = 'draft'))::int`,
      })
      .from(saleActionLots)
      .innerJoin(auctions, eq(auctions.id, saleActionLots.auctionId))
      .where(and(eq(saleActionLots.actionId, action.id), eq(saleActionLots.isDone, true))),
    db
      .select({
        lotNumber: saleLots.lotNumber,
        auctionId: saleActionLots.auctionId,
        reason: sql<string>`${saleActionLots.refusal}`,
      })
      .from(saleActionLots)
      .innerJoin(saleLots, eq(saleLots.auctionId, saleActionLots.auctionId))
      .where(and(eq(saleActionLots.actionId, action.id), eq(saleActionLots.isDone, false)))
      .orderBy(asc(saleLots.lotNumber)),
  ]);
  return { action, lots: done?.lots ?? 0, drafts: done?.drafts ?? 0, refused };
};

/** Lots are looked at this long before their end, so that a moved end moves few others at once. Seconds. */
const AHEAD_S = 900;

/**
 * The lots whose end must move, so that the lots of their sale close in its order. Where they close one after the
 * other, the time between them is kept. A lot that was left out of the publication is in no order. It is SQL, because
 * Drizzle's builder has no window functions.
 */
export const lotsOutOfOrder = async ({ db }: Database): Promise<{ auctionId: string; untilMs: number }[]> =>
  await db.execute<{ auctionId: string; untilMs: number }>(sql`
    with open as (
      select ${sales.id} as sale, ${sales.closing} as closing, ${auctions.id} as id, ${auctions.endsAt} as ends_at,
        ${sales.spacingSeconds} * interval '1 second' as spacing, ${groupOf(sql`${saleLots.lotNumber}`, sql`${sales.groupSize}`)} as "group",
        row_number() over (partition by ${sales.id} order by ${saleLots.lotNumber}) as place,
        ${isWaitedFor(sql`${auctions.id}`)} as is_waited_for
      from ${sales} join ${saleLots} on ${saleLots.saleId} = ${sales.id}
        join ${auctions} on ${auctions.id} = ${saleLots.auctionId}
      where ${sales.closing} <> 'alone' and ${sales.status} = 'published' and ${auctions.status} = 'active'
        and ${auctions.endsAt} < (select clock_now()) + ${constant(AHEAD_S + WAITED_FOR_S)} * interval '1 second'
        and not ${isLeftOut(sql`${sales.id}`, sql`${auctions.id}`, sql`${auctions.startsAt}`)}
    ),
    earliest as (
      select id, ends_at, case closing
        when 'together' then max(ends_at) filter (where is_waited_for) over (partition by sale, "group")
        else max(ends_at - place * spacing) filter (where is_waited_for) over (
          partition by sale order by place rows between unbounded preceding and 1 preceding) + place * spacing
        end as until
      from open
    )
    select id as "auctionId", (extract(epoch from until) * 1000)::float8 as "untilMs" from earliest
    where until > ends_at and ends_at < (select clock_now()) + ${constant(AHEAD_S)} * interval '1 second'
    order by ends_at`);

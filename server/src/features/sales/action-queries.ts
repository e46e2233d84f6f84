// The queries of the staff's actions on a whole sale: an action is recorded once, a node takes it, each lot's outcome is
// written beside it, and the action is done when no lot is left. It also finds the lots whose end must move so that a sale
// closes in its order. They are in one file because each kind of action needs a line in each of the tables of effects,
// names and lots here.
import { randomUUID } from "node:crypto";
import {
  and,
  asc,
  count,
  desc,
  eq,
  gte,
  isNotNull,
  isNull,
  lte,
  ne,
  not,
  notExists,
  or,
  type SQL,
  sql,
} from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { unagreedAmong } from "../../engine/reads/agreed-prices.ts";
import { groupOf, isWaitedFor, WAITED_FOR_S } from "../../engine/reads/due-commands.ts";
import { isLeftOut, LEFT_OUT } from "../../engine/reads/left-out.ts";
import type { Database, Db } from "../../platform/database/database.ts";
import { lockActor } from "../../platform/database/lock-people.ts";
import { recordAction } from "../../platform/database/record-action.ts";
import { auctions } from "../../platform/database/schema/auctions.ts";
import { saleActionLots, saleActions, saleLots, sales } from "../../platform/database/schema/sales.ts";
import { clockNow } from "../../platform/database/statement-text.ts";
import { increased, readNow } from "../../platform/database/statements.ts";
import { isDueAgain, isPutAside, takesOf } from "../../platform/jobs/guard-rows.ts";

const e = alias(saleActions, "e");
const p = alias(saleActions, "p");

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
  | { readonly is: "not-agreed"; readonly titles: readonly string[] }
  | { readonly is: "key-reused" };

type Sale = typeof sales.$inferSelect;

/** Moves the opening unless it has come. If the sale is paused, the opening has come only if it was before the pause. */
const openingMovedBy = ({ opensAt, pausedAt }: Sale, now: number, byMs: number): number | null =>
  opensAt !== null && opensAt > (pausedAt ?? now) ? opensAt + byMs : opensAt;

/** How each action changes the sale itself. Null: the sale cannot have the action now. */
const effects: Record<ActionKind, (sale: Sale, now: number, seconds: number) => Partial<Sale> | null> = {
  publish: ({ status, closesAt }, now) => (status === "draft" && closesAt > now ? { status: "published" } : null),
  pause: ({ status, pausedAt }, now) => (status === "published" && pausedAt === null ? { pausedAt: now } : null),
  resume: (sale, now) => {
    const { status, pausedAt, closesAt } = sale;
    if (status !== "published" || pausedAt === null) return null;
    // The lots move their own starts and ends by the length of the pause.
    const byMs = now - pausedAt;
    return { pausedAt: null, closesAt: closesAt + byMs, opensAt: openingMovedBy(sale, now, byMs) };
  },
  shift: (sale, now, seconds) =>
    sale.status === "published"
      ? { closesAt: sale.closesAt + seconds * 1000, opensAt: openingMovedBy(sale, now, seconds * 1000) }
      : null,
  end: ({ status }) => (status === "published" ? { pausedAt: null } : null),
};

/** The names of the actions in the audit log. */
const actionNames: Record<ActionKind, string> = {
  publish: "sale published",
  pause: "sale paused",
  resume: "sale resumed",
  shift: "sale shifted",
  end: "sale ended",
};

/** The details in the audit log beside the sale and its title. */
const detailsOf = async (tx: Db, { id, pausedAt }: Sale, { kind, seconds }: Asking, now: number) => {
  switch (kind) {
    case "resume":
      return { seconds: (now - (pausedAt ?? now)) / 1000 };
    case "shift":
      return { seconds };
    case "end":
      return { unopened: await countLots(tx, id, isToOpen) };
    default:
      return {};
  }
};

const countLots = async (tx: Db, saleId: string, condition?: SQL): Promise<number> => {
  const [lots] = await tx
    .select({ n: count() })
    .from(saleLots)
    .leftJoin(auctions, eq(auctions.id, saleLots.auctionId))
    .where(and(eq(saleLots.saleId, saleId), condition && and(isNull(auctions.removedAt), condition)));
  return lots?.n ?? 0;
};

const unagreedIn = async (tx: Db, saleId: string): Promise<string[]> => {
  const lots = await tx.select({ id: saleLots.auctionId }).from(saleLots).where(eq(saleLots.saleId, saleId));
  return await unagreedAmong(
    tx,
    lots.map(({ id }) => id),
  );
};

const findAsked = async (tx: Db, { saleId, kind, seconds, actorId, commandId }: Asking): Promise<Asked | null> => {
  const isThisCommand = and(eq(saleActions.actorId, actorId), eq(saleActions.commandId, commandId));
  const [known] = await tx.select().from(saleActions).where(isThisCommand);
  if (!known) return null;
  const isSame = known.saleId === saleId && known.kind === kind && known.seconds === seconds;
  return isSame ? { is: "asked", actionId: known.id } : { is: "key-reused" };
};

/**
 * Records the action, also in the audit log, and changes the sale itself. The same command again returns the first
 * action.
 */
export const askAction = ({ transaction }: Database, asking: Asking): Promise<Asked> =>
  transaction(async (tx) => {
    const { saleId, kind, seconds, actorId, commandId } = asking;
    // With the actor's row, so that of two equal commands the second finds the action of the first.
    const isAllowed = await lockActor(tx, actorId, kind === "publish" ? "lots:edit" : "auctions:run");
    const known = await findAsked(tx, asking);
    if (known) return known;
    if (!isAllowed) return { is: "not-allowed" };
    const [sale] = await tx.select().from(sales).where(eq(sales.id, saleId)).for("no key update");
    const now = await readNow(tx);
    const change = sale && effects[kind](sale, now, seconds ?? 0);
    if (!change || (kind === "publish" && (await countLots(tx, saleId)) === 0)) return { is: "not-possible" };
    const titles = kind === "publish" ? await unagreedIn(tx, saleId) : [];
    if (titles.length > 0) return { is: "not-agreed", titles };

    const actionId = randomUUID();
    const { title, opensAt, closesAt } = { ...sale, ...change };
    const details = { sale: saleId, title, ...(await detailsOf(tx, sale, asking, now)) };
    await tx
      .update(sales)
      .set({ ...change, revision: increased(sales.revision), updatedAt: now })
      .where(eq(sales.id, saleId));
    await tx
      .insert(saleActions)
      .values({ id: actionId, saleId, kind, seconds, actorId, commandId, opensAt, closesAt, askedAt: now });
    if (kind === "publish") await leaveOut(tx, actionId, saleId);
    await recordAction(tx, { actorId, action: actionNames[kind], details });
    tx.wake("sale-actions");
    return { is: "asked", actionId };
  });

/** Records the lots of the sale that are no longer drafts as left out of its publication. */
const leaveOut = async (tx: Db, actionId: string, saleId: string): Promise<void> => {
  const isNoDraft = and(isNull(auctions.removedAt), ne(auctions.status, "draft"));
  await tx.insert(saleActionLots).select((builder) =>
    builder
      .select({
        actionId: sql<string>`${actionId}::uuid`.as("action_id"),
        auctionId: saleLots.auctionId,
        isDone: sql<boolean>`false`.as("is_done"),
        refusal: sql<string>`${LEFT_OUT}::text`.as("refusal"),
      })
      .from(saleLots)
      .innerJoin(auctions, eq(auctions.id, saleLots.auctionId))
      .where(and(eq(saleLots.saleId, saleId), isNoDraft)),
  );
};

const inMs = (ms: number): SQL => sql`${clockNow} + ${ms}::int * interval '1 millisecond'`;

/**
 * Takes the oldest open action of a sale that no node works on. Later actions of the sale wait for it. The lease ends by
 * itself if the node dies.
 */
export const takeAction = async ({ db }: Database, forMs: number): Promise<Action | null> => {
  const earlier = sql`exists (
    select from ${saleActions} ${e} where ${e.saleId} = ${saleActions.saleId} and ${e.doneAt} is null
      and (${e.askedAt}, ${e.id}) < (${saleActions.askedAt}, ${saleActions.id}))`;
  const rows = await db
    .update(saleActions)
    .set({ takenUntil: inMs(forMs) })
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
  /** Counts the lots without a suffix from 1, without gaps. */
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
        select ${p.id} from ${saleActions} ${p} where ${p.saleId} = ${saleId} and ${p.kind} = 'pause'
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
    .orderBy(asc(saleLots.lotNumber), asc(saleLots.suffix))
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
export const recordOutcomes = (
  { transaction }: Database,
  actionId: string,
  outcomes: readonly LotOutcome[],
  forMs: number,
) =>
  transaction(async (tx) => {
    await tx
      .update(saleActions)
      .set({ takenUntil: inMs(forMs) })
      .where(and(eq(saleActions.id, actionId), isNull(saleActions.doneAt)));
    const given = sql`json_to_recordset(${JSON.stringify(outcomes)}::json) as g("auctionId" uuid, refusal text)`;
    await tx
      .insert(saleActionLots)
      .select((builder) =>
        builder
          .select({
            actionId: sql<string>`${actionId}::uuid`.as("action_id"),
            auctionId: sql<string>`g."auctionId"`.as("auction_id"),
            isDone: sql<boolean>`g.refusal is null`.as("is_done"),
            refusal: sql<string>`g.refusal`.as("refusal"),
          })
          .from(given),
      )
      .onConflictDoNothing();
  });

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
        sql`not exists (select from ${saleActions} ${e} where ${e.saleId} = ${saleActions.saleId}
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
export const reopenForReturned = ({ transaction }: Database): Promise<void> =>
  transaction(async (tx) => {
    const isPaused = and(
      eq(saleActions.kind, "pause"),
      isNotNull(sales.pausedAt),
      gte(saleActions.askedAt, sales.pausedAt),
      isNull(saleActionLots.auctionId),
    );
    const isEnded = and(
      eq(saleActions.kind, "end"),
      sql`${saleActions.askedAt} > ${clockNow} - ${ENDED_WITHIN}`,
      eq(saleActionLots.refusal, BEING_BOUGHT),
    );
    const isOutcome = and(
      eq(saleActionLots.actionId, saleActions.id),
      eq(saleActionLots.auctionId, saleLots.auctionId),
    );
    const returned = await tx
      .select({ actionId: saleActions.id, auctionId: saleLots.auctionId })
      .from(saleActions)
      .innerJoin(sales, eq(sales.id, saleActions.saleId))
      .innerJoin(saleLots, eq(saleLots.saleId, sales.id))
      .innerJoin(auctions, eq(auctions.id, saleLots.auctionId))
      .leftJoin(saleActionLots, isOutcome)
      .where(
        and(
          isNotNull(saleActions.doneAt),
          eq(auctions.status, "active"),
          isNull(auctions.removedAt),
          or(isPaused, isEnded),
        ),
      )
      .for("no key update", { of: saleActions });
    for (const { actionId, auctionId } of returned) {
      await tx
        .delete(saleActionLots)
        .where(and(eq(saleActionLots.actionId, actionId), eq(saleActionLots.auctionId, auctionId)));
      await tx.update(saleActions).set({ doneAt: null, takenUntil: null }).where(eq(saleActions.id, actionId));
    }
  });

/** Lets any node continue the action after this time. */
export const releaseAction = async ({ db }: Database, actionId: string, afterMs = 0): Promise<void> => {
  await db
    .update(saleActions)
    .set({ takenUntil: inMs(afterMs) })
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
  readonly refused: readonly { lotNumber: number; suffix: string; auctionId: string; reason: string }[];
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
        suffix: saleLots.suffix,
        auctionId: saleActionLots.auctionId,
        reason: sql<string>`${saleActionLots.refusal}`,
      })
      .from(saleActionLots)
      .innerJoin(saleLots, eq(saleLots.auctionId, saleActionLots.auctionId))
      .where(and(eq(saleActionLots.actionId, action.id), eq(saleActionLots.isDone, false)))
      .orderBy(asc(saleLots.lotNumber), asc(saleLots.suffix)),
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
        dense_rank() over (partition by ${sales.id} order by ${saleLots.lotNumber}) as place, ${saleLots.suffix} as suffix,
        ${isWaitedFor(sql`${auctions.id}`)} as is_waited_for
      from ${sales} join ${saleLots} on ${saleLots.saleId} = ${sales.id}
        join ${auctions} on ${auctions.id} = ${saleLots.auctionId}
      where ${sales.closing} <> 'alone' and ${sales.status} = 'published' and ${auctions.status} = 'active'
        and ${auctions.endsAt} < (select clock_now()) + ${AHEAD_S + WAITED_FOR_S}::int * interval '1 second'
        and not ${isLeftOut(sql`${sales.id}`, sql`${auctions.id}`, sql`${auctions.startsAt}`)}
    ),
    earliest as (
      select id, ends_at, case closing
        when 'together' then max(ends_at) filter (where is_waited_for) over (partition by sale, "group")
        else max(ends_at - place * spacing) filter (where is_waited_for) over (
          partition by sale order by place, suffix rows between unbounded preceding and 1 preceding) + place * spacing
        end as until
      from open
    )
    select id as "auctionId", (extract(epoch from until) * 1000)::float8 as "untilMs" from earliest
    where until > ends_at and ends_at < (select clock_now()) + ${AHEAD_S}::int * interval '1 second'
    order by ends_at`);

// The statements of approvals: an order is recorded as small or as waiting, and somebody else decides about it, once.
// They are in one file because they share the conditions on a waiting order.
import { randomUUID } from "node:crypto";
import { may, type Role } from "@jara/shared/permissions";
import { type Approval, type ApprovalKind, type ApprovalStatus, approvalKinds } from "@jara/shared/rest/approvals";
import { and, count, desc, eq, inArray, ne, or, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { toIso, toIsoOrNull } from "../../auction/view/to-public.ts";
import { interestsOf, notAbout } from "../../engine/reads/interests.ts";
import type { Database } from "../../platform/database/database.ts";
import { type Page, rowsBefore } from "../../platform/database/pages.ts";
import { adminActions, users } from "../../platform/database/schema/accounts.ts";
import { auctions } from "../../platform/database/schema/auctions.ts";
import { storedOutcomes } from "../../platform/database/schema/log.ts";
import { approvals } from "../../platform/database/schema/staff.ts";
import { aliased, clockAt, clockPart, insertSelect, nameOf } from "../../platform/database/statement-text.ts";
import { isUuid } from "../../platform/database/uuid.ts";
import { actorPart, isSettled, roleMay } from "../../platform/database/who-may.ts";
import { takesOf } from "../../platform/jobs/guard-rows.ts";
import { type MoneyOrder, permissionOfKind } from "../second-person.ts";

/**
 * Small orders within this time count together: those of one member of the staff, whoever's money they are about, and
 * those about one person's money, whoever asked for them.
 */
const WITHIN = sql`interval '24 hours'`;

/**
 * A small order is forgotten after this time: more than it counts (24 hours), and well before the outcome of its command
 * is forgotten (48 hours). While it is known, its key is not counted again, so the command's outcome must be known too.
 */
const isEvicted = and(
  eq(approvals.status, "not-needed"),
  sql`${approvals.askedAt} < clock_now() - interval '30 hours'`,
);

const a = approvals;
const changed = aliased(approvals, "changed");
/** A record of an action takes these columns of the approval. */
const recordColumns = sql`${a.id}, ${a.kind}, ${a.userId}, ${a.settlementId}, ${a.auctionId}, ${a.amountMinor},
  ${a.askedBy}, ${a.decidedBy}, ${a.message}, ${a.request}`;

/** The record of an action on the approval in the part `row`. `problem`: why it could not be carried out. */
const recordOf = (actorId: string | SQL, action: string, row: string, problem: string | null = null): SQL => {
  const { id, kind, amountMinor, settlementId, askedBy, message, request, userId, auctionId } = aliased(approvals, row);
  const reasonGiven = sql`${request} ->> 'reason'`;
  const reason = problem === null ? sql`coalesce(${message}, ${reasonGiven})` : reasonGiven;
  return insertSelect(adminActions, {
    ...{ id: randomUUID(), actorId, action, userId, auctionId, at: clockAt },
    details: sql`json_build_object('approval', ${id}, 'kind', ${kind}, 'amount', ${amountMinor},
      'settlementId', ${settlementId}, 'askedBy', ${askedBy}, 'reason', ${reason}
      ${problem === null ? sql`` : sql`, 'problem', ${problem}::text`})`,
  });
};

/** The sum of the joined orders that needed nobody's approval lately. Needs the part `clock`. */
const sumOfSmall = sql`coalesce(sum(${approvals.amountMinor}) filter (
  where ${approvals.status} = 'not-needed' and ${approvals.askedAt} > clock.at - ${WITHIN}), 0)::bigint`;

export type Asked =
  | { readonly is: "balance-changed"; readonly balanceMinor: number }
  | { readonly is: "small" | "not-allowed" | "key-reused" }
  | { readonly is: "recorded"; readonly id: string };

/**
 * The request without its `asked` part, which records the settlement's state, and without what naira are worth at the
 * rate of that moment. A request that is sent again may record others, and is still the same request.
 */
const contentOf = (request: SQL): SQL =>
  sql`(${request}::text::jsonb - 'asked' - case when ${request}::text::jsonb ? 'ngnMinor' then 'amountMinor' else 'asked' end)`;

/** True for the kinds whose request names its amount, so that the same request is never about a larger one. */
const namesAmount: Readonly<Record<ApprovalKind, boolean>> = {
  ...{ balance: true, booking: true, payment: false, reversal: false, refund: false },
};

/**
 * Records the order: as small if it and the small ones of the last 24 hours stay within the bound together, those by the
 * same actor and those about the same person's money; otherwise as waiting. Orders at the same moment take the same number,
 * so that only one of them is recorded, and the others look at the sum again.
 *
 * The key of a small order covers no more than that order's amount. If the engine refused the request then, and the
 * same request is about more by now because the settlement has changed, it is a new order. A command that was carried
 * out gets its first answer again, whatever amount it would be about now.
 */
export const insertOrder = async ({ db }: Database, order: MoneyOrder, boundMinor: number): Promise<Asked> => {
  const { kind, actorId, userId, amountMinor, settlementId, auctionId, reason, commandId } = order;
  const { seenMinor = null } = order;
  const request = JSON.stringify({ ...order.request, reason });
  for (;;) {
    const id = randomUUID();
    const status = sql`case when greatest(spent.sum, got.sum) + ${amountMinor}::bigint <= ${boundMinor}::bigint
      then 'not-needed' else 'waiting' end`;
    const [row] = await db.execute<{
      isAllowed: boolean;
      knownId: string | null;
      knownStatus: ApprovalStatus | null;
      isSame: boolean | null;
      isCovered: boolean | null;
      status: ApprovalStatus | null;
      balanceMinor: number;
    }>(sql`
    with ${clockPart},
    ${actorPart(actorId, permissionOfKind[kind])},
    known as (
      select ${approvals.id} as id, ${approvals.status} as status,
        ${approvals.kind} = ${kind} and ${approvals.userId} = ${userId}
        and ${approvals.settlementId} is not distinct from ${settlementId}::uuid
        and ${contentOf(sql`${approvals.request}`)} = ${contentOf(sql`${request}`)} as is_same,
        ${namesAmount[kind]}::boolean or ${approvals.amountMinor} >= ${amountMinor}::bigint or exists (
          select from ${storedOutcomes} where ${storedOutcomes.userId} = ${actorId}
            and ${storedOutcomes.commandId} = ${commandId}) as is_covered
      from ${approvals} where ${approvals.askedBy} = ${actorId} and ${approvals.commandId} = ${commandId}
    ),
    spent as (
      select ${sumOfSmall} as sum,
        -- Not below the numbers of rows from before actor numbers existed, so that neither index refuses it.
        coalesce(max(greatest(${approvals.number}, ${approvals.actorNumber})), 0) + 1 as number
      from clock left join ${approvals} on ${approvals.askedBy} = ${actorId}
    ),
    got as (
      select ${sumOfSmall} as sum, coalesce(max(${approvals.receiverNumber}), 0) + 1 as number
      from clock left join ${approvals} on ${approvals.userId} = ${userId}
    ),
    shown as (select ${users.balanceMinor} as balance from ${users} where ${users.id} = ${userId}),
    made as (
      ${insertSelect(approvals, {
        ...{ id, kind, status, userId, settlementId, auctionId, amountMinor: sql`${amountMinor}::bigint` },
        ...{ request: sql`${request}::json`, askedBy: sql`actor.id`, askedAt: clockAt, commandId },
        ...{ number: sql`spent.number`, actorNumber: sql`spent.number`, receiverNumber: sql`got.number` },
      })} from actor, spent, got, clock where not exists (select from known)
        and (${seenMinor}::bigint is null or ${seenMinor}::bigint = (select balance from shown)) on conflict do nothing
      returning ${recordColumns}, ${a.status} as status
    ),
    recorded as (${recordOf(actorId, "approval asked for", "made")} from made, clock where made.status = 'waiting')
    select exists (select from actor) as "isAllowed", (select id from known) as "knownId",
      (select status from known) as "knownStatus", (select is_same from known) as "isSame",
      (select is_covered from known) as "isCovered", (select status from made) as status,
      (select balance from shown)::float8 as "balanceMinor"`);
    if (!row?.isAllowed) return { is: "not-allowed" };
    if (row.knownId !== null) {
      // It counts anew if it is to be forgotten, even if the job has not come to it yet.
      const evicted = await db
        .delete(approvals)
        .where(and(eq(approvals.id, row.knownId), isEvicted))
        .returning({ id: a.id });
      if (evicted.length > 0) continue;
      if (!row.isSame) return { is: "key-reused" };
      if (row.knownStatus !== "not-needed") return { is: "recorded", id: row.knownId };
      if (row.isCovered) return { is: "small" };
      await giveUpKey(db, row.knownId);
      continue;
    }
    if (seenMinor !== null && row.balanceMinor !== seenMinor) {
      return { is: "balance-changed", balanceMinor: row.balanceMinor };
    }
    if (row.status === "not-needed") return { is: "small" };
    if (row.status !== null) return { is: "recorded", id };
    // Another order took the number, or the key. The next try finds it.
  }
};

/**
 * Gives a small order another key, so that its key is free for a new order. The small order still counts, because its
 * command may be under way. No client can send the other key, because it contains a space.
 */
const giveUpKey = async (db: Database["db"], id: string): Promise<void> => {
  await db
    .update(approvals)
    .set({ commandId: `replaced ${id}` })
    .where(and(eq(approvals.id, id), eq(approvals.status, "not-needed")));
};

const asker = aliased(users, "asker");
const o = aliased(approvals, "o");

/**
 * `not-settled`: the actor has had the account or the role for less than a day, and may not approve. `void`: whoever asked
 * may no longer ask for it. `not-yours`: the order no longer waits, or the actor may not decide.
 */
export type Decided = "done" | "not-settled" | "void" | "not-yours";

/**
 * Approves or refuses an order that waits. People may not decide about what they asked for, nor about their own money. A
 * refusal moves no money, so that a new member of the staff may refuse, also what nobody may approve any more.
 */
export const decide = async (
  { db }: Database,
  actorId: string,
  { _id: id, kind }: Pick<Approval, "_id" | "kind">,
  becomes: { readonly status: "approved" } | { readonly status: "refused"; readonly message: string },
): Promise<Decided> => {
  const isApproval = becomes.status === "approved";
  const message = becomes.status === "refused" ? becomes.message : null;
  const permission = permissionOfKind[kind];
  const [row] = await db.execute<{ isDone: boolean; isSettled: boolean; hasAsker: boolean }>(sql`
    with ${clockPart},
    ${actorPart(actorId, permission)},
    settled as (
      select ${users.id} as id from ${users}, clock where ${users.id} in (select id from actor) and ${isSettled(users)}
    ),
    -- Locked like the actor, so that no demotion commits in between.
    asker as (
      select ${asker.id} as id from ${asker.table}
      where ${roleMay(permission, asker.role)} and ${asker.bannedAt} is null
        and ${asker.id} = (select ${o.askedBy} from ${o.table} where ${o.id} = ${id}) for share
    ),
    changed as (
      update ${approvals} set ${nameOf(approvals.status)} = ${becomes.status}, ${nameOf(approvals.decidedBy)} = actor.id,
        ${nameOf(approvals.decidedAt)} = clock.at, ${nameOf(approvals.message)} = ${message}
      from actor, clock where ${approvals.id} = ${id} and ${approvals.status} = 'waiting'
        and ${approvals.askedBy} <> ${actorId} and ${approvals.userId} <> ${actorId}
        and (${!isApproval}::boolean or (exists (select from settled) and exists (select from asker)))
      returning ${recordColumns}
    ),
    recorded as (${recordOf(actorId, isApproval ? "approved" : "refused approval", "changed")} from changed, clock)
    select exists (select from changed) as "isDone", exists (select from settled) as "isSettled",
      exists (select from asker) as "hasAsker"`);
  if (row?.isDone) return "done";
  if (!isApproval || !row) return "not-yours";
  if (!row.hasAsker) return "void";
  return row.isSettled ? "not-yours" : "not-settled";
};

/** The person who asked for the order takes it back. False: it no longer waits, or somebody else asked for it. */
export const takeBack = async ({ db }: Database, actorId: string, id: string): Promise<boolean> => {
  const rows = await db.execute<{ id: string }>(sql`
    with ${clockPart},
    changed as (
      update ${approvals} set ${nameOf(a.status)} = 'taken-back', ${nameOf(a.decidedBy)} = ${actorId}::uuid,
        ${nameOf(a.decidedAt)} = clock.at
      from clock where ${a.id} = ${id}::uuid and ${a.status} = 'waiting' and ${a.askedBy} = ${actorId}::uuid
      returning ${recordColumns}
    ),
    recorded as (${recordOf(actorId, "approval taken back", "changed")} from changed, clock)
    select ${changed.id} as id from changed`);
  return rows.length > 0;
};

/** Notes that an approved order was carried out. A noted success stays, and the change itself is in the audit log. */
export const noteDone = async ({ db }: Database, id: string): Promise<void> => {
  await db
    .update(approvals)
    .set({ status: "done" })
    .where(and(eq(approvals.id, id), inArray(approvals.status, ["approved", "failed"])));
};

/** Notes why an approved order could not be carried out, in the name of the person who approved it. */
export const noteFailed = async ({ db }: Database, id: string, why: string): Promise<void> => {
  await db.execute(sql`
    with ${clockPart},
    changed as (
      update ${approvals} set ${nameOf(a.status)} = 'failed', ${nameOf(a.message)} = ${why}
      where ${a.id} = ${id}::uuid and ${a.status} = 'approved' returning ${recordColumns}
    ),
    recorded as (${recordOf(changed.decidedBy, "approval failed", "changed", why)} from changed, clock)
    select ${changed.id} as id from changed`);
};

/** Approved orders whose outcome is not noted: the node that carried them out may have stopped. */
export const approvedBefore = async ({ db }: Database, seconds: number): Promise<{ id: string }[]> =>
  await db
    .select({ id: approvals.id })
    .from(approvals)
    .where(
      and(
        eq(approvals.status, "approved"),
        takesOf("approvals")(approvals.id),
        sql`${approvals.decidedAt} < clock_now() - ${seconds}::int * interval '1 second'`,
      ),
    )
    .limit(20);

/** Removes small orders that no longer count. */
export const evictSmallOrders = async ({ db }: Database, atMost: number): Promise<void> => {
  const old = db.select({ id: approvals.id }).from(approvals).where(isEvicted).orderBy(approvals.askedAt).limit(atMost);
  await db.delete(approvals).where(inArray(approvals.id, old));
};

const askers = alias(users, "askers");
const deciders = alias(users, "deciders");

const selectApprovals = ({ db }: Database) =>
  db
    .select({
      ...{ id: approvals.id, kind: approvals.kind, status: approvals.status, userId: approvals.userId },
      ...{ username: users.username, settlementId: approvals.settlementId, auctionId: approvals.auctionId },
      ...{ title: auctions.title, currency: auctions.currency, amountMinor: approvals.amountMinor },
      ...{ request: approvals.request, askedBy: approvals.askedBy, askerName: askers.username },
      ...{ askedAt: approvals.askedAt, commandId: approvals.commandId, decidedBy: approvals.decidedBy },
      ...{ deciderName: deciders.username, decidedAt: approvals.decidedAt, message: approvals.message },
    })
    .from(approvals)
    .innerJoin(users, eq(users.id, approvals.userId))
    .innerJoin(askers, eq(askers.id, approvals.askedBy))
    .leftJoin(deciders, eq(deciders.id, approvals.decidedBy))
    .leftJoin(auctions, eq(auctions.id, approvals.auctionId));
export type ApprovalRow = Awaited<ReturnType<typeof selectApprovals>>[number];

export const findApproval = async (database: Database, id: string): Promise<ApprovalRow | null> => {
  if (!isUuid(id)) return null;
  const [row] = await selectApprovals(database).where(and(eq(approvals.id, id), ne(approvals.status, "not-needed")));
  return row ?? null;
};

export interface Reader {
  readonly id: string;
  readonly role: Role;
}

const kindsOf = ({ role }: Reader): ApprovalKind[] => approvalKinds.filter((kind) => may(role, permissionOfKind[kind]));
/** The approvals that the reader may decide about, and those that the reader asked for. */
const isShownTo = (reader: Reader): SQL | undefined =>
  and(
    ne(approvals.status, "not-needed"),
    or(inArray(approvals.kind, kindsOf(reader)), eq(approvals.askedBy, reader.id)),
  );
const mayBeDecidedBy = (reader: Reader): SQL | undefined =>
  and(
    eq(approvals.status, "waiting"),
    inArray(approvals.kind, kindsOf(reader)),
    ne(approvals.askedBy, reader.id),
    ne(approvals.userId, reader.id),
  );

/**
 * Waiting orders first, the oldest at the top; then the newest decided ones. Also returns how many the reader may
 * decide. Orders about auctions in which the reader has an interest are left out, except the reader's own.
 */
export const listApprovals = async (
  database: Database,
  reader: Reader,
  isOpenOnly: boolean,
  page: Page,
): Promise<{ rows: ApprovalRow[]; total: number; open: number }> => {
  const isElsewhere = notAbout(approvals.auctionId, [...(await interestsOf(database, reader.id))]);
  const isOwnOrElsewhere = isElsewhere && or(eq(approvals.askedBy, reader.id), isElsewhere);
  const where = and(
    isShownTo(reader),
    isOwnOrElsewhere,
    isOpenOnly ? inArray(approvals.status, ["waiting", "approved"]) : undefined,
  );
  const isOpen = sql`${approvals.status} in ('waiting', 'approved')`;
  const numberOf = async (condition: SQL | undefined): Promise<number> =>
    (await database.db.select({ n: count() }).from(approvals).where(condition))[0]?.n ?? 0;
  const [rows, total, open] = await Promise.all([
    selectApprovals(database)
      .where(where)
      .orderBy(
        sql`${isOpen} desc`,
        sql`case when ${isOpen} then ${approvals.askedAt} end`,
        desc(approvals.decidedAt),
        approvals.id,
      )
      .limit(page.limit)
      .offset(rowsBefore(page)),
    numberOf(where),
    numberOf(and(mayBeDecidedBy(reader), isElsewhere)),
  ]);
  return { rows, total, open };
};

/** The orders about a settlement that wait, oldest first. The caller has no interest in its auction. */
export const waitingOf = async (database: Database, settlementId: string, reader: Reader): Promise<ApprovalRow[]> =>
  await selectApprovals(database)
    .where(and(eq(approvals.status, "waiting"), eq(approvals.settlementId, settlementId), isShownTo(reader)))
    .orderBy(approvals.askedAt, approvals.id);

interface StoredRequest {
  readonly action?: string;
  readonly method?: string;
  readonly amountMinor?: number;
  readonly ngnMinor?: number;
  readonly reference?: string | null;
}

export const toApproval = (row: ApprovalRow, reader: Reader): Approval => {
  const { action, method, amountMinor, ngnMinor, reference } = row.request as StoredRequest;
  const asked = action ?? method;
  const isWaiting = row.status === "waiting";
  return {
    ...{ _id: row.id, kind: row.kind, status: row.status, user: { _id: row.userId, username: row.username } },
    lot:
      row.settlementId !== null && row.auctionId !== null
        ? { settlementId: row.settlementId, auctionId: row.auctionId, title: row.title ?? "" }
        : null,
    asked:
      asked !== undefined && amountMinor !== undefined
        ? {
            ...{ action: asked, amount: amountMinor / 100, currency: row.currency ?? "NGN" },
            ...(action !== undefined && method !== undefined && { method }),
            ...(ngnMinor !== undefined && { receivedNgn: ngnMinor / 100 }),
            ...(reference && { reference }),
          }
        : null,
    ...{ amountNgn: row.amountMinor / 100, reason: (row.request as { reason?: string | null }).reason ?? null },
    ...{ askedBy: { _id: row.askedBy, username: row.askerName }, askedAt: toIso(row.askedAt) },
    decidedBy: row.decidedBy === null ? null : { _id: row.decidedBy, username: row.deciderName ?? "" },
    ...{ decidedAt: toIsoOrNull(row.decidedAt), message: row.message },
    mayDecide:
      isWaiting &&
      may(reader.role, permissionOfKind[row.kind]) &&
      row.askedBy !== reader.id &&
      row.userId !== reader.id,
    mayTakeBack: isWaiting && row.askedBy === reader.id,
  };
};

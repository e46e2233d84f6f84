// The queries of approvals: an order is recorded as small or as waiting, and somebody else decides about it, once. They
// are in one file because they share the conditions on a waiting order.
import { randomUUID } from "node:crypto";
import { asMinor, toMajor } from "@jara/shared/money";
import { may, type Role } from "@jara/shared/permissions";
import type { RefundWay } from "@jara/shared/refund-ways";
import { type Approval, type ApprovalKind, approvalKinds } from "@jara/shared/rest/approvals";
import { and, count, desc, eq, inArray, ne, or, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { NamedPayment } from "../../auction/events.ts";
import { toIso, toIsoOrNull } from "../../auction/view/to-public.ts";
import { interestsOf, notAbout } from "../../engine/reads/interests.ts";
import type { Database, Db } from "../../platform/database/database.ts";
import { lockPeople, mayStill } from "../../platform/database/lock-people.ts";
import { type Page, rowsBefore } from "../../platform/database/pages.ts";
import { recordAction } from "../../platform/database/record-action.ts";
import { users } from "../../platform/database/schema/accounts.ts";
import { auctions } from "../../platform/database/schema/auctions.ts";
import { storedOutcomes } from "../../platform/database/schema/log.ts";
import { approvals } from "../../platform/database/schema/staff.ts";
import { clockNow } from "../../platform/database/statement-text.ts";
import { isUuid } from "../../platform/database/uuid.ts";
import { isPersonSettled } from "../../platform/database/who-may.ts";
import { takesOf } from "../../platform/jobs/guard-rows.ts";
import { type MoneyOrder, permissionOf, permissionOfKind } from "../second-person.ts";

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

type Row = typeof approvals.$inferSelect;

/** `problem`: why it could not be carried out. */
const record = (tx: Db, actorId: string | null, action: string, row: Row, problem?: string): Promise<void> => {
  const { id, kind, amountMinor, settlementId, askedBy, userId, auctionId } = row;
  const reasonGiven = (row.request as StoredRequest).reason ?? null;
  const reason = problem === undefined ? (row.message ?? reasonGiven) : reasonGiven;
  const details = { approval: id, kind, amount: amountMinor, settlementId, askedBy, reason };
  return recordAction(tx, {
    actorId,
    action,
    userId,
    auctionId,
    details: { ...details, ...(problem !== undefined && { problem }) },
  });
};

/** The sum of the orders that needed nobody's approval lately. */
const sumOfSmall = sql<number>`coalesce(sum(${approvals.amountMinor}) filter (
  where ${approvals.status} = 'not-needed' and ${approvals.askedAt} > ${clockNow} - ${WITHIN}), 0)::bigint`;

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
  balance: true,
  booking: true,
  payment: false,
  reversal: false,
  refund: false,
};

/**
 * Records the order: as small if it and the small ones of the last 24 hours stay within the bound together, those by the
 * same actor and those about the same person's money; otherwise as waiting. Both people's rows are locked, so that of two
 * orders at the same moment the second counts the first.
 *
 * The key of a small order covers no more than that order's amount. If the engine refused the request then, and the
 * same request is about more by now because the settlement has changed, it is a new order. A command that was carried
 * out gets its first answer again, whatever amount it would be about now.
 */
export const insertOrder = ({ transaction }: Database, order: MoneyOrder, boundMinor: number): Promise<Asked> =>
  transaction(async (tx) => {
    const { kind, actorId, userId, amountMinor, settlementId, auctionId, reason, commandId, seenMinor = null } = order;
    const people = await lockPeople(tx, [actorId, userId]);
    if (!mayStill(people.get(actorId), permissionOf(order))) return { is: "not-allowed" };
    const request = { ...order.request, reason };
    const before = await findBefore(tx, order, request);
    if (before) return before;
    const balanceMinor = people.get(userId)?.balanceMinor ?? 0;
    if (seenMinor !== null && balanceMinor !== seenMinor) return { is: "balance-changed", balanceMinor };

    const { spentMinor, number } = await spentBy(tx, actorId);
    const { gotMinor, receiverNumber } = await gotBy(tx, userId);
    const isSmall = Math.max(spentMinor, gotMinor) + amountMinor <= boundMinor;
    const [made] = await tx
      .insert(approvals)
      .values({
        id: randomUUID(),
        kind,
        status: isSmall ? "not-needed" : "waiting",
        userId,
        settlementId,
        auctionId,
        amountMinor: asMinor(amountMinor),
        request,
        askedBy: actorId,
        askedAt: clockNow,
        commandId,
        number,
        actorNumber: number,
        receiverNumber,
      })
      .returning();
    if (!made) throw new Error("no row");
    if (isSmall) return { is: "small" };
    await record(tx, actorId, "approval asked for", made);
    return { is: "recorded", id: made.id };
  });

/** The earlier outcome of the same request; null if it is a new order. */
const findBefore = async (tx: Db, order: MoneyOrder, request: object): Promise<Asked | null> => {
  const { kind, actorId, userId, amountMinor, settlementId, commandId } = order;
  const [known] = await tx
    .select({
      id: approvals.id,
      status: approvals.status,
      kind: approvals.kind,
      userId: approvals.userId,
      settlementId: approvals.settlementId,
      amountMinor: approvals.amountMinor,
      hasSameContent: sql<boolean>`${contentOf(sql`${approvals.request}`)} = ${contentOf(sql`${JSON.stringify(request)}`)}`,
      isEvicted: sql<boolean>`${isEvicted}`,
    })
    .from(approvals)
    .where(and(eq(approvals.askedBy, actorId), eq(approvals.commandId, commandId)));
  if (!known) return null;
  if (known.isEvicted) {
    // It counts anew, even if the job has not come to it yet.
    await tx.delete(approvals).where(eq(approvals.id, known.id));
    return null;
  }
  const isSame = known.kind === kind && known.userId === userId && known.settlementId === settlementId;
  if (!isSame || !known.hasSameContent) return { is: "key-reused" };
  if (known.status !== "not-needed") return { is: "recorded", id: known.id };
  const isThisCommand = and(eq(storedOutcomes.userId, actorId), eq(storedOutcomes.commandId, commandId));
  const isCovered = namesAmount[kind] || known.amountMinor >= amountMinor;
  if (isCovered || (await tx.$count(storedOutcomes, isThisCommand)) > 0) return { is: "small" };
  await giveUpKey(tx, known.id);
  return null;
};

const spentBy = async (tx: Db, actorId: string) => {
  const [spent] = await tx
    .select({
      spentMinor: sumOfSmall,
      // Not below the numbers of rows from before actor numbers existed, so that neither index refuses it.
      number: sql<number>`coalesce(max(greatest(${approvals.number}, ${approvals.actorNumber})), 0) + 1`,
    })
    .from(approvals)
    .where(eq(approvals.askedBy, actorId));
  return spent ?? { spentMinor: 0, number: 1 };
};

const gotBy = async (tx: Db, userId: string) => {
  const [got] = await tx
    .select({ gotMinor: sumOfSmall, receiverNumber: sql<number>`coalesce(max(${approvals.receiverNumber}), 0) + 1` })
    .from(approvals)
    .where(eq(approvals.userId, userId));
  return got ?? { gotMinor: 0, receiverNumber: 1 };
};

/**
 * Gives a small order another key, so that its key is free for a new order. The small order still counts, because its
 * command may be under way. No client can send the other key, because it contains a space.
 */
const giveUpKey = async (tx: Db, id: string): Promise<void> => {
  await tx
    .update(approvals)
    .set({ commandId: `replaced ${id}` })
    .where(eq(approvals.id, id));
};

/**
 * `not-settled`: the actor has had the account or the role for less than a day, and may not approve. `void`: whoever asked
 * may no longer ask for it. `not-yours`: the order no longer waits, or the actor may not decide.
 */
export type Decided = "done" | "not-settled" | "void" | "not-yours";

/**
 * Approves or refuses an order that waits. People may not decide about what they asked for, nor about their own money. A
 * refusal moves no money, so that a new member of the staff may refuse, also what nobody may approve any more.
 */
export const decide = (
  { transaction }: Database,
  actorId: string,
  { _id: id, kind }: Pick<Approval, "_id" | "kind">,
  becomes: { readonly status: "approved" } | { readonly status: "refused"; readonly message: string },
): Promise<Decided> =>
  transaction(async (tx) => {
    const isThisOne = eq(approvals.id, id);
    const { askedBy, request } = approvals;
    const [found] = await tx.select({ askedBy, request }).from(approvals).where(isThisOne);
    const people = await lockPeople(tx, found ? [actorId, found.askedBy] : [actorId]);
    const needs = permissionOf({ kind, request: found?.request ?? {} });
    const isAllowed = mayStill(people.get(actorId), needs);
    if (becomes.status === "approved") {
      if (!found || !mayStill(people.get(found.askedBy), needs)) return "void";
      if (!isAllowed || !(await isPersonSettled(tx, actorId))) return "not-settled";
    }
    const [order] = await tx.select().from(approvals).where(isThisOne).for("no key update");
    const isTheirs = order?.status === "waiting" && order.askedBy !== actorId && order.userId !== actorId;
    if (!isAllowed || !isTheirs) return "not-yours";

    const [decided] = await tx
      .update(approvals)
      .set({ ...becomes, decidedBy: actorId, decidedAt: clockNow })
      .where(isThisOne)
      .returning();
    if (decided) await record(tx, actorId, becomes.status === "approved" ? "approved" : "refused approval", decided);
    return "done";
  });

/** The person who asked for the order takes it back. False: it no longer waits, or somebody else asked for it. */
export const takeBack = ({ transaction }: Database, actorId: string, id: string): Promise<boolean> =>
  transaction(async (tx) => {
    const [taken] = await tx
      .update(approvals)
      .set({ status: "taken-back", decidedBy: actorId, decidedAt: clockNow })
      .where(and(eq(approvals.id, id), eq(approvals.status, "waiting"), eq(approvals.askedBy, actorId)))
      .returning();
    if (!taken) return false;
    await record(tx, actorId, "approval taken back", taken);
    return true;
  });

/** Notes that an approved order was carried out. A noted success stays, and the change itself is in the audit log. */
export const noteDone = async ({ db }: Database, id: string): Promise<void> => {
  await db
    .update(approvals)
    .set({ status: "done" })
    .where(and(eq(approvals.id, id), inArray(approvals.status, ["approved", "failed"])));
};

/** Notes why an approved order could not be carried out, in the name of the person who approved it. */
export const noteFailed = ({ transaction }: Database, id: string, why: string): Promise<void> =>
  transaction(async (tx) => {
    const [failed] = await tx
      .update(approvals)
      .set({ status: "failed", message: why })
      .where(and(eq(approvals.id, id), eq(approvals.status, "approved")))
      .returning();
    if (failed) await record(tx, failed.decidedBy, "approval failed", failed, why);
  });

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
      id: approvals.id,
      kind: approvals.kind,
      status: approvals.status,
      userId: approvals.userId,
      username: users.username,
      settlementId: approvals.settlementId,
      auctionId: approvals.auctionId,
      title: auctions.title,
      currency: auctions.currency,
      amountMinor: approvals.amountMinor,
      request: approvals.request,
      askedBy: approvals.askedBy,
      askerName: askers.username,
      askedAt: approvals.askedAt,
      commandId: approvals.commandId,
      decidedBy: approvals.decidedBy,
      deciderName: deciders.username,
      decidedAt: approvals.decidedAt,
      message: approvals.message,
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
  readonly reason?: string | null;
  readonly to?: RefundWay;
  readonly payments?: readonly NamedPayment[];
  /** The parts of the same payment that went to other lots. */
  readonly others?: readonly { readonly payment: NamedPayment }[];
}

export const toApproval = (row: ApprovalRow, reader: Reader): Approval => {
  const {
    action,
    method,
    amountMinor,
    ngnMinor,
    reference,
    reason = null,
    to,
    payments,
    others = [],
  } = row.request as StoredRequest;
  const asked = action ?? method;
  const isWaiting = row.status === "waiting";
  return {
    _id: row.id,
    kind: row.kind,
    status: row.status,
    user: { _id: row.userId, username: row.username },
    lot:
      row.settlementId !== null && row.auctionId !== null
        ? { settlementId: row.settlementId, auctionId: row.auctionId, title: row.title ?? "" }
        : null,
    asked:
      asked !== undefined && amountMinor !== undefined
        ? {
            action: asked,
            amount: amountMinor / 100,
            currency: row.currency ?? "NGN",
            ...(action !== undefined && method !== undefined && { method }),
            ...(ngnMinor !== undefined && { receivedNgn: ngnMinor / 100 }),
            ...(reference && { reference }),
          }
        : null,
    ...(to !== undefined && { refundTo: to }),
    ...(payments && {
      payments: [...payments, ...others.map(({ payment }) => payment)].map(
        ({ method, amountMinor, reference, at }) => ({
          method,
          amount: toMajor(amountMinor),
          currency: row.currency ?? "NGN",
          reference,
          at: toIso(at),
        }),
      ),
    }),
    amountNgn: row.amountMinor / 100,
    reason,
    askedBy: { _id: row.askedBy, username: row.askerName },
    askedAt: toIso(row.askedAt),
    decidedBy: row.decidedBy === null ? null : { _id: row.decidedBy, username: row.deciderName ?? "" },
    decidedAt: toIsoOrNull(row.decidedAt),
    message: row.message,
    mayDecide:
      isWaiting &&
      may(reader.role, permissionOf({ kind: row.kind, request: row.request as object })) &&
      row.askedBy !== reader.id &&
      row.userId !== reader.id,
    mayTakeBack: isWaiting && row.askedBy === reader.id,
  };
};

// Writes about bidders: a request, a document, and the staff's decisions. A decision names the revision that its author
// saw, so that nobody approves what was replaced in the meantime.
import { randomUUID } from "node:crypto";
import { type ErrorBody, refusal } from "@jara/shared/errors";
import { toMinor } from "@jara/shared/money";
import type { DecideApprovalBody, DecideDocumentBody } from "@jara/shared/rest/who-may-bid";
import { and, eq, isNull, type SQL, sql } from "drizzle-orm";
import type { Database, Db } from "../../platform/database/database.ts";
import { lockPeople, mayStill } from "../../platform/database/lock-people.ts";
import { recordAction } from "../../platform/database/record-action.ts";
import { sales } from "../../platform/database/schema/sales.ts";
import { bidderApprovals, bidderDocuments } from "../../platform/database/schema/who-may-bid.ts";
import { clockNow } from "../../platform/database/statement-text.ts";
import { increased } from "../../platform/database/statements.ts";
import { queueMail } from "../../platform/outbox/queue-mail.ts";

const isOf = (userId: string, saleId: string | null): SQL | undefined =>
  and(
    eq(bidderApprovals.userId, userId),
    saleId === null ? isNull(bidderApprovals.saleId) : eq(bidderApprovals.saleId, saleId),
  );

/** A request that waits or was decided stays as it is, so a second tap does nothing. */
export const askForApproval = (
  { transaction }: Database,
  userId: string,
  saleId: string | null,
): Promise<ErrorBody | null> =>
  transaction(async (tx) => {
    const person = (await lockPeople(tx, [userId])).get(userId);
    if (!person?.emailVerifiedAt) return refusal("EMAIL_NOT_VERIFIED");
    await tx
      .insert(bidderApprovals)
      .values({ id: randomUUID(), userId, saleId, status: "waiting", askedAt: clockNow, revision: 1 })
      .onConflictDoNothing();
    tx.wake("list:bidders");
    return null;
  });

/** Replaces a document that waits or was declined. */
export const storeDocument = (
  { transaction }: Database,
  userId: string,
  { kind, file }: { readonly kind: "picture" | "pdf"; readonly file: Uint8Array },
): Promise<ErrorBody | null> =>
  transaction(async (tx) => {
    const person = (await lockPeople(tx, [userId])).get(userId);
    if (!person?.emailVerifiedAt) return refusal("EMAIL_NOT_VERIFIED");
    const isOwn = eq(bidderDocuments.userId, userId);
    const [known] = await tx.select({ status: bidderDocuments.status }).from(bidderDocuments).where(isOwn);
    if (known?.status === "approved") {
      return refusal("ALREADY_EXISTS", { message: "Your document is approved. You need no other one." });
    }
    const values = {
      status: "waiting",
      kind,
      file,
      uploadedAt: clockNow,
      decidedBy: null,
      decidedAt: null,
      reason: null,
    } as const;
    await tx
      .insert(bidderDocuments)
      .values({ userId, ...values, revision: 1 })
      .onConflictDoUpdate({
        target: bidderDocuments.userId,
        set: { ...values, revision: increased(bidderDocuments.revision) },
      });
    tx.wake("list:bidders");
    return null;
  });

/** Locks both people. Nobody decides about themselves. */
const lockBoth = async (tx: Db, actorId: string, userId: string): Promise<ErrorBody | Bidder> => {
  const people = await lockPeople(tx, [actorId, userId]);
  if (!mayStill(people.get(actorId), "bidders:approve")) return refusal("FORBIDDEN");
  const bidder = people.get(userId);
  if (!bidder || bidder.deletedAt !== null) return refusal("NOT_FOUND", { message: "User not found" });
  return actorId === userId
    ? refusal("CONFLICT_OF_INTEREST", { message: "Somebody else must decide about you." })
    : { toAddress: bidder.email, userId };
};

/** The person to whom a mail about the decision goes. */
type Bidder = Pick<Parameters<typeof queueMail>[1], "toAddress" | "userId">;

const changedSince = (seen: number, stored: number | undefined): ErrorBody | null =>
  seen === (stored ?? 0)
    ? null
    : refusal("VALUE_CHANGED", { changes: [{ field: "revision", before: seen, after: stored ?? 0 }] });

const decidedBy = (actorId: string) => ({ decidedBy: actorId, decidedAt: clockNow });

export const decideDocument = (
  { transaction }: Database,
  actorId: string,
  userId: string,
  decision: DecideDocumentBody,
): Promise<ErrorBody | null> =>
  transaction(async (tx) => {
    const bidder = await lockBoth(tx, actorId, userId);
    if ("code" in bidder) return bidder;
    const isTheirs = eq(bidderDocuments.userId, userId);
    const [stored] = await tx
      .select({ revision: bidderDocuments.revision })
      .from(bidderDocuments)
      .where(isTheirs)
      .for("update");
    if (!stored) return refusal("NOT_FOUND", { message: "This person has sent no document." });
    const changed = changedSince(decision.revision, stored.revision);
    if (changed) return changed;
    const { status } = decision;
    const reason = decision.status === "declined" ? decision.reason : null;
    await tx
      .update(bidderDocuments)
      .set({ status, reason, ...decidedBy(actorId), revision: increased(bidderDocuments.revision) })
      .where(isTheirs);
    await recordAction(tx, { actorId, action: `bidder document ${status}`, userId, details: { reason } });
    await queueMail(tx, { ...bidder, kind: "bidder-document", data: { reason } });
    tx.wake("list:bidders");
    return null;
  });

export const decideApproval = (
  { transaction }: Database,
  actorId: string,
  userId: string,
  decision: DecideApprovalBody,
): Promise<ErrorBody | null> =>
  transaction(async (tx) => {
    const bidder = await lockBoth(tx, actorId, userId);
    if ("code" in bidder) return bidder;
    const { saleId, status } = decision;
    const [sale] =
      saleId === null ? [] : await tx.select({ title: sales.title }).from(sales).where(eq(sales.id, saleId));
    if (saleId !== null && !sale) return refusal("NOT_FOUND", { message: "Sale not found" });
    const [stored] = await tx
      .select({ revision: bidderApprovals.revision, status: bidderApprovals.status })
      .from(bidderApprovals)
      .where(isOf(userId, saleId))
      .for("update");
    const changed = changedSince(decision.revision, stored?.revision);
    if (changed) return changed;
    const reason = decision.status === "declined" ? decision.reason : null;
    const limit = decision.status === "approved" ? decision.limit : null;
    const values = { status, reason, limitMinor: limit === null ? null : toMinor(limit), ...decidedBy(actorId) };
    if (stored) {
      await tx
        .update(bidderApprovals)
        .set({ ...values, revision: increased(bidderApprovals.revision) })
        .where(isOf(userId, saleId));
    } else {
      await tx
        .insert(bidderApprovals)
        .values({ id: randomUUID(), userId, saleId, askedAt: clockNow, ...values, revision: 1 });
    }
    await recordAction(tx, { actorId, action: `bidder ${status}`, userId, details: { sale: saleId, limit, reason } });
    const isChange = status === "approved" && stored?.status === "approved";
    const data = { status: isChange ? "changed" : status, reason, limit, sale: sale?.title ?? null } as const;
    await queueMail(tx, { ...bidder, kind: "bidder-approval", data });
    tx.wake("list:bidders");
    return null;
  });

/** A document is read for the decision. Afterwards only the decision is kept. */
const KEPT_FOR = sql`interval '90 days'`;

/** Removes the files of documents that were decided long ago. The decisions stay. */
export const removeOldFiles = async ({ db }: Pick<Database, "db">, atMost: number): Promise<void> => {
  const isOld = and(
    sql`${bidderDocuments.file} is not null`,
    sql`${bidderDocuments.decidedAt} < ${clockNow} - ${KEPT_FOR}`,
  );
  const some = db.select({ userId: bidderDocuments.userId }).from(bidderDocuments).where(isOld).limit(atMost);
  await db
    .update(bidderDocuments)
    .set({ file: null })
    .where(and(isOld, sql`${bidderDocuments.userId} in ${some}`));
};

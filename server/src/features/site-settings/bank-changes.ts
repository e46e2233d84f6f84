// Changes of the bank account. Such a change moves everybody's payments, so one person alone cannot make it at once.
// Another administrator approves it, or, if there is no other, it waits for a day and every administrator is notified.
// A person who lost the role within the last day still counts as another administrator. Until somebody registers or a lot
// opens or is announced, a change is in force at once, because nobody could pay to the wrong account.
import { randomUUID } from "node:crypto";
import type { WaitingChange } from "@jara/shared/rest/site-settings";
import type { SettingValues } from "@jara/shared/site-settings";
import { and, eq, ne, or, sql } from "drizzle-orm";
import { toIso, toIsoOrNull } from "../../auction/view/to-public.ts";
import type { Database, Db } from "../../platform/database/database.ts";
import { lockActor, lockPeople, mayStill } from "../../platform/database/lock-people.ts";
import { recordAction } from "../../platform/database/record-action.ts";
import { users } from "../../platform/database/schema/accounts.ts";
import { auctions } from "../../platform/database/schema/auctions.ts";
import { bankAccountChanges, settingVersions } from "../../platform/database/schema/site-settings.ts";
import { clockNow } from "../../platform/database/statement-text.ts";
import { readNow } from "../../platform/database/statements.ts";
import { isUuid } from "../../platform/database/uuid.ts";
import { isSettled, settledLater } from "../../platform/database/who-may.ts";
import { type AboutSetting, mailAdministrators } from "./admin-mails.ts";
import { isAdministrator, isOrWasAdministrator } from "./administrators.ts";
import { jsonOf, type NewVersion } from "./queries.ts";

type Change = typeof bankAccountChanges.$inferSelect;

/** A change without a second person waits for this long. */
const WAIT_MS = 24 * 60 * 60 * 1000;
const isWaiting = eq(bankAccountChanges.status, "waiting");

const versionInForce = async (tx: Db): Promise<number> => {
  const [row] = await tx
    .select({ version: sql<number>`coalesce(max(${settingVersions.version}), 0)` })
    .from(settingVersions)
    .where(eq(settingVersions.section, "bank-account"));
  return row?.version ?? 0;
};

/** True while nobody but staff has an account, deleted ones included, and no lot was ever open or announced. */
const isBeforeThePublic = async (tx: Db): Promise<boolean> =>
  (await tx.$count(users, eq(users.role, "user"))) === 0 &&
  (await tx.$count(auctions, or(ne(auctions.status, "draft"), eq(auctions.isUpcoming, true)))) === 0;

/** Records what was done with the change, and mails the administrators about it. */
const announce = async (
  tx: Db,
  { id, value, reason, dueAt }: Change,
  actorId: string | null,
  action: string,
  mail: Pick<AboutSetting, "what" | "by" | "dueAt">,
): Promise<void> => {
  const details = { section: "bank-account", change: id, after: value, reason, dueAt: toIsoOrNull(dueAt) };
  await recordAction(tx, { actorId, action, details });
  await mailAdministrators(tx, { section: "bank-account", reason, ...mail });
};

/**
 * `done`: it is in force at once. `waiting`: another change waits already. `changed`: another account is in force than the
 * actor read.
 */
export const askForChange = (
  { transaction }: Pick<Database, "transaction">,
  actorId: string,
  { value, version, reason, restores }: Omit<NewVersion, "section">,
): Promise<"done" | "asked" | "waiting" | "changed" | "not-allowed"> =>
  transaction(async (tx) => {
    if (!(await lockActor(tx, actorId, "house:settings"))) return "not-allowed";
    if ((await versionInForce(tx)) !== version) return "changed";
    const mayApprove = isOrWasAdministrator(users, sql`(${isAdministrator(users)} and ${isSettled(users)})`);
    const hasOther = (await tx.$count(users, and(ne(users.id, actorId), mayApprove))) > 0;
    const isAtOnce = await isBeforeThePublic(tx);
    const now = await readNow(tx);
    const [asked] = await tx
      .insert(bankAccountChanges)
      .values({
        id: randomUUID(),
        value: jsonOf(value),
        version,
        restores,
        reason,
        status: "waiting",
        askedBy: actorId,
        askedAt: now,
        decidedBy: null,
        decidedAt: null,
        dueAt: isAtOnce || !hasOther ? now + (isAtOnce ? 0 : WAIT_MS) : null,
      })
      .onConflictDoNothing()
      .returning();
    if (!asked) return "waiting";
    if (isAtOnce) {
      await decide(tx, asked, null);
      await announce(tx, asked, actorId, "bank account set before the first lot", { what: "changed", by: actorId });
      return "done";
    }
    const mail = { what: "asked", by: actorId, dueAt: asked.dueAt } as const;
    await announce(tx, asked, actorId, "bank account change asked for", mail);
    return "asked";
  });

/** Puts the change in force, unless another value came into force before it. */
const decide = async (tx: Db, change: Change, decidedBy: string | null): Promise<"done" | "outdated"> => {
  const { id, value, version, restores, reason, askedBy } = change;
  const status = (await versionInForce(tx)) === version ? "done" : "outdated";
  await tx
    .update(bankAccountChanges)
    .set({ status, decidedBy, decidedAt: clockNow })
    .where(eq(bankAccountChanges.id, id));
  if (status === "done") {
    await tx.insert(settingVersions).values({
      section: "bank-account",
      version: version + 1,
      value: jsonOf(value),
      source: "staff",
      reason,
      restores,
      changedBy: askedBy,
      changedAt: clockNow,
    });
  }
  return status;
};

/** `settledAt`: the actor became an administrator too lately, and may approve from then on. */
export const approveChange = async (
  { transaction }: Pick<Database, "transaction">,
  actorId: string,
  id: string,
): Promise<"done" | "outdated" | "closed" | "own" | "not-allowed" | { settledAt: number }> => {
  if (!isUuid(id)) return "closed";
  return await transaction(async (tx) => {
    const isThisOne = eq(bankAccountChanges.id, id);
    const [found] = await tx.select({ askedBy: bankAccountChanges.askedBy }).from(bankAccountChanges).where(isThisOne);
    const people = await lockPeople(tx, found ? [actorId, found.askedBy] : [actorId]);
    if (!mayStill(people.get(actorId), "house:settings")) return "not-allowed";
    if (found?.askedBy === actorId) return "own";
    const settledAt = await settledLater(tx, actorId);
    if (settledAt !== null) return { settledAt };
    // The person who asked must still be an administrator.
    if (!found || !mayStill(people.get(found.askedBy), "house:settings")) return "closed";
    const [change] = await tx.select().from(bankAccountChanges).where(and(isThisOne, isWaiting)).for("update");
    if (!change || change.dueAt !== null) return "closed";
    const status = await decide(tx, change, actorId);
    await announce(tx, change, actorId, "bank account change approved", { what: "approved", by: actorId });
    return status;
  });
};

/**
 * Stops a change that waits. Every administrator may do so, also the one who asked for it. False: the change no longer
 * waits.
 */
export const cancelChange = async (
  { transaction }: Pick<Database, "transaction">,
  actorId: string,
  id: string,
): Promise<"cancelled" | "closed" | "not-allowed"> => {
  if (!isUuid(id)) return "closed";
  return await transaction(async (tx) => {
    if (!(await lockActor(tx, actorId, "house:settings"))) return "not-allowed";
    const [change] = await tx
      .update(bankAccountChanges)
      .set({ status: "cancelled", decidedBy: actorId, decidedAt: clockNow })
      .where(and(eq(bankAccountChanges.id, id), isWaiting))
      .returning();
    if (!change) return "closed";
    await announce(tx, change, actorId, "bank account change cancelled", { what: "cancelled", by: actorId });
    return "cancelled";
  });
};

/**
 * Carries out the change whose time has come, once whatever the number of nodes. If there is another administrator by now,
 * the change waits for an approval instead. A change whose author is no longer an administrator is cancelled.
 */
export const carryOutDue = ({ transaction }: Pick<Database, "transaction">): Promise<void> =>
  transaction(async (tx) => {
    const isDue = and(isWaiting, sql`${bankAccountChanges.dueAt} <= ${clockNow}`);
    const [change] = await tx.select().from(bankAccountChanges).where(isDue).for("update");
    if (!change) return;
    const set = (values: Partial<Change> | { status: "cancelled"; decidedAt: typeof clockNow }) =>
      tx.update(bankAccountChanges).set(values).where(eq(bankAccountChanges.id, change.id));
    const isAsker = eq(users.id, change.askedBy);
    if ((await tx.$count(users, and(isAsker, isAdministrator(users)))) === 0) {
      await set({ status: "cancelled", decidedAt: clockNow });
    } else if ((await tx.$count(users, and(ne(users.id, change.askedBy), isOrWasAdministrator(users)))) > 0) {
      await set({ dueAt: null });
      const mail = { what: "asked", by: change.askedBy } as const;
      await announce(tx, { ...change, dueAt: null }, null, "bank account change waits for approval", mail);
    } else if ((await decide(tx, change, null)) === "done") {
      await announce(tx, change, null, "bank account change carried out", { what: "carried-out", by: null });
    }
  });

/** The change that waits, as this administrator may see it; null if none does. */
export const waitingChange = async ({ db }: Pick<Database, "db">, readerId: string): Promise<WaitingChange | null> => {
  const [row] = await db
    .select({
      id: bankAccountChanges.id,
      value: bankAccountChanges.value,
      reason: bankAccountChanges.reason,
      askedAt: bankAccountChanges.askedAt,
      dueAt: bankAccountChanges.dueAt,
      askedBy: users.id,
      askerName: users.username,
    })
    .from(bankAccountChanges)
    .innerJoin(users, eq(users.id, bankAccountChanges.askedBy))
    .where(isWaiting);
  if (!row) return null;
  const isAnothers = row.dueAt === null && row.askedBy !== readerId;
  const settledAt = isAnothers ? await settledLater(db, readerId) : null;
  return {
    _id: row.id,
    value: row.value,
    reason: row.reason,
    askedAt: toIso(row.askedAt),
    askedBy: { _id: row.askedBy, username: row.askerName },
    waitsFor: row.dueAt === null ? "person" : "time",
    dueAt: toIsoOrNull(row.dueAt),
    mayApprove: isAnothers && settledAt === null,
    mayApproveFrom: toIsoOrNull(settledAt),
    mayCancel: true,
  };
};

/** All staff may know this about the change that waits. */
export const waitingAccount = async ({ db }: Pick<Database, "db">) => {
  const [row] = await db
    .select({ value: bankAccountChanges.value, dueAt: bankAccountChanges.dueAt })
    .from(bankAccountChanges)
    .where(isWaiting);
  if (!row) return null;
  const { bank } = (row.value as SettingValues["bank-account"]) ?? { bank: null };
  return { bank, waitsFor: row.dueAt === null ? "person" : "time", dueAt: toIsoOrNull(row.dueAt) } as const;
};

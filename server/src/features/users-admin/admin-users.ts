// Changes a user's role or balance for the staff. Each change is one transaction that locks both accounts' rows, so that
// neither an actor who has lost the permission nor a concurrent edit can slip through.
import type { ErrorBody } from "@jara/shared/errors";
import { asMinor } from "@jara/shared/money";
import { isStaff, may, type Permission, type Role } from "@jara/shared/permissions";
import type { BalanceAction, EditMethod } from "@jara/shared/rest/users";
import { whyChangedSince } from "@jara/shared/seen-value";
import { and, eq } from "drizzle-orm";
import type { Database, Db } from "../../platform/database/database.ts";
import { lockPeople } from "../../platform/database/lock-people.ts";
import { postToLedger } from "../../platform/database/post-to-ledger.ts";
import { recordAction } from "../../platform/database/record-action.ts";
import { users } from "../../platform/database/schema/accounts.ts";
import { commands, storedOutcomes } from "../../platform/database/schema/log.ts";
import { emailChanges } from "../../platform/database/schema/sessions.ts";
import { clockNow } from "../../platform/database/statement-text.ts";
import { increased } from "../../platform/database/statements.ts";
import { isUuid } from "../../platform/database/uuid.ts";
import { notifyOfRole } from "../../platform/notifications/role-notices.ts";

/** Locks both rows. Null for an actor who is not permitted, and for a user whose account is deleted or does not exist. */
const lockActorAndUser = async (tx: Db, actorId: string, userId: string, permission: Permission) => {
  const people = await lockPeople(tx, [actorId, userId]);
  const [actor, user] = [people.get(actorId), people.get(userId)];
  const isPermitted = actor && actor.bannedAt === null && may(actor.role, permission);
  return { actor: isPermitted ? actor : null, user: user && user.deletedAt === null ? user : null };
};

export type RoleChange = "changed" | "unchanged" | "not-found" | "not-allowed" | ErrorBody;

/**
 * Gives the user the role, and notifies the user. Returns a refusal if the user has another role than `seen`. A role of the staff is given to the owner of the account's present
 * address, so earlier changes of the address can no longer be confirmed or taken back.
 */
export const changeRole = async (
  { transaction }: Database,
  actorId: string,
  userId: string,
  { role, seen }: { readonly role: Role; readonly seen?: Role },
): Promise<RoleChange> => {
  if (!isUuid(userId)) return "not-found";
  return await transaction(async (tx) => {
    const { actor, user } = await lockActorAndUser(tx, actorId, userId, "roles:change");
    if (!actor) return "not-allowed";
    if (!user) return "not-found";
    const before = user.role;
    if (before === role || (seen && before !== seen)) {
      return whyChangedSince(seen && { role: seen }, { role: before }, { role }) ?? "unchanged";
    }
    await tx
      .update(users)
      .set({ role, revision: increased(users.revision) })
      .where(eq(users.id, userId));
    if (isStaff(role)) await tx.delete(emailChanges).where(eq(emailChanges.userId, userId));
    await recordAction(tx, { actorId, action: "role", userId, details: { from: before, to: role } });
    await notifyOfRole(tx, userId, before, role);
    return "changed";
  });
};

/** The largest allowed balance, in kobo. */
const LARGEST_MINOR = 10_000_000_000_00;

export interface BalanceEdit {
  readonly actorId: string;
  readonly userId: string;
  readonly action: BalanceAction;
  readonly amountMinor: number;
  /** The balance that the edit was made on, in kobo. Null: any. */
  readonly seenMinor: number | null;
  /** How the money came or went. Null: a correction, for which none did. */
  readonly method: EditMethod | null;
  /** The bank's reference, or the number of a receipt. */
  readonly bankReference: string | null;
  /** Null: none was given. Another reason under the same key is the same edit. */
  readonly reason: string | null;
  /** The same key again does nothing. The same key with another edit is refused. */
  readonly commandId: string;
}

export type BalanceChange =
  | { readonly is: "changed" | "unchanged"; readonly beforeMinor: number }
  | { readonly is: "done-before" | "not-found" | "not-allowed" | "key-reused" }
  | { readonly is: "too-low" | "too-high" | "balance-changed"; readonly balanceMinor: number };

/** Refuses a subtraction that goes below zero. Accepts setting a balance that is below zero. */
export const editBalance = async ({ transaction }: Database, edit: BalanceEdit): Promise<BalanceChange> => {
  const { actorId, userId, action, amountMinor, seenMinor, method, bankReference, reason, commandId } = edit;
  if (!isUuid(userId)) return { is: "not-found" };
  const how = method === null ? "" : ` ${method} ${bankReference ?? ""}`;
  const fingerprint = `EditBalance ${userId} ${action} ${amountMinor}${how}`;
  return await transaction(async (tx) => {
    const { actor, user } = await lockActorAndUser(tx, actorId, userId, "balances:change");
    if (!actor) return { is: "not-allowed" };
    const isSameCommand = and(eq(storedOutcomes.userId, actorId), eq(storedOutcomes.commandId, commandId));
    const [known] = await tx.select({ as: storedOutcomes.fingerprint }).from(storedOutcomes).where(isSameCommand);
    if (known) return { is: known.as === fingerprint ? "done-before" : "key-reused" };
    if (!user) return { is: "not-found" };
    const before = user.balanceMinor;
    if (seenMinor !== null && before !== seenMinor) return { is: "balance-changed", balanceMinor: before };
    const after = { set: amountMinor, add: before + amountMinor, subtract: before - amountMinor }[action];
    if (after > LARGEST_MINOR) return { is: "too-high", balanceMinor: before };
    if (after < 0 && after < before) return { is: "too-low", balanceMinor: before };

    const outcome = '{"ok":true,"data":{"of":"EditBalance"}}';
    await tx.insert(commands).values({ userId: actorId, commandId, fingerprint, outcome, createdAt: clockNow });
    if (after === before) return { is: "unchanged", beforeMinor: before };
    const came = method === null ? {} : { method, reference: bankReference };
    const details = { action, amount: amountMinor, before, after, reason, ...came };
    await recordAction(tx, { actorId, action: "balance", userId, details });
    await postToLedger(tx, {
      userId,
      amountMinor: asMinor(after - before),
      leastMinor: null,
      cause: `admin ${action}`,
      method,
      bankReference,
      note: reason,
      actorId,
    });
    return { is: "changed", beforeMinor: before };
  });
};

// Changes a user's role or balance for the staff. Each change is one statement that locks both accounts' rows in
// the order of their ids, so that neither an actor who has lost the permission nor a concurrent edit can slip through.

import { randomUUID } from "node:crypto";
import type { ErrorBody } from "@jara/shared/errors";
import type { Permission, Role } from "@jara/shared/permissions";
import type { BalanceAction, EditMethod } from "@jara/shared/rest/users";
import { whyChangedSince } from "@jara/shared/seen-value";
import { and, eq, gte, inArray, isNull, lte, ne, not, or, sql } from "drizzle-orm";
import type { Database, Db } from "../../platform/database/database.ts";
import { adminActions, users } from "../../platform/database/schema/accounts.ts";
import { commands, storedOutcomes } from "../../platform/database/schema/log.ts";
import { ledgerEntries } from "../../platform/database/schema/money.ts";
import { emailChanges } from "../../platform/database/schema/sessions.ts";
import { clockNow, insertSelect, nameOf } from "../../platform/database/statement-text.ts";
import { clockOf, hasRows, increased, oneRow } from "../../platform/database/statements.ts";
import { isUuid } from "../../platform/database/uuid.ts";
import { roleMay } from "../../platform/database/who-may.ts";
import { roleNotices } from "../../platform/notifications/role-notices.ts";

/**
 * Locks both rows. Returns the actor, if still permitted; and the user, if the actor is and the user's account was not
 * deleted.
 */
const heldRows = (db: Db, actorId: string, userId: string, permission: Permission) => {
  const { id, role, bannedAt, deletedAt, balanceMinor } = users;
  const held = db.$with("held").as(
    db
      .select({ id, role, bannedAt, deletedAt, balanceMinor })
      .from(users)
      .where(inArray(id, [actorId, userId]))
      .orderBy(id)
      .for("no key update"),
  );
  const actor = db.$with("actor").as(
    db
      .select({ id: held.id })
      .from(held)
      .where(and(eq(held.id, actorId), roleMay(permission, held.role), isNull(held.bannedAt))),
  );
  const target = db.$with("target").as(
    db
      .select({ id: held.id, role: held.role, balanceMinor: held.balanceMinor })
      .from(held)
      .where(and(eq(held.id, userId), isNull(held.deletedAt), hasRows(actor))),
  );
  return { held, actor, target };
};

export type RoleChange = "changed" | "unchanged" | "not-found" | "not-allowed" | ErrorBody;

/**
 * Gives the user the role, and notifies the user. Returns a refusal if the user has another role than `seen`. A role of the staff is given to the owner of the account's present
 * address, so earlier changes of the address can no longer be confirmed or taken back.
 */
export const changeRole = async (
  { db }: Database,
  actorId: string,
  userId: string,
  { role, seen }: { readonly role: Role; readonly seen?: Role },
): Promise<RoleChange> => {
  if (!isUuid(userId)) return "not-found";
  const { held, actor, target } = heldRows(db, actorId, userId, "roles:change");
  const changed = db.$with("changed").as(
    db
      .update(users)
      .set({ role, revision: increased(users.revision) })
      .from(target)
      .where(and(eq(users.id, target.id), ne(target.role, role), seen && eq(target.role, seen)))
      .returning({ id: users.id }),
  );
  const recorded = db.$with("recorded", {}).as(
    sql`${insertSelect(adminActions, {
      id: randomUUID(),
      actorId,
      action: "role",
      userId: target.id,
      details: sql`json_build_object('from', ${target.role}, 'to', ${role}::text)`,
      at: clockNow,
    })} from ${target} join ${changed} on ${changed.id} = ${target.id}`,
  );
  const changedRoles = sql`select ${target.id} as id, ${target.role} as from_role, ${role}::text as to_role
    from ${target} join ${changed} on ${changed.id} = ${target.id}`;
  const notices = roleNotices(changedRoles);
  const notified = db.$with("notified", {}).as(notices.notification);
  const mailed = db.$with("mailed", {}).as(notices.mail);
  const promoted = db.select({ id: changed.id }).from(changed).where(sql`${role}::text <> 'user'`);
  const dropped = db
    .$with("dropped")
    .as(db.delete(emailChanges).where(inArray(emailChanges.userId, promoted)).returning({ id: emailChanges.id }));
  const [row] = await db
    .with(clockOf(db), held, actor, target, changed, recorded, notified, mailed, dropped)
    .select({
      ...{ isAllowed: hasRows(actor), isFound: hasRows(target), isChanged: hasRows(changed) },
      before: sql<Role | null>`(select ${target.role} from ${target})`,
    })
    .from(oneRow);
  if (!row?.isAllowed) return "not-allowed";
  if (!row.isFound) return "not-found";
  if (row.isChanged) return "changed";
  return whyChangedSince(seen && { role: seen }, { role: row.before }, { role }) ?? "unchanged";
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

/**
 * Writes the balance, its ledger entry, the record of who did it and the key that marks it as done: all of them or
 * none.
 */
const writeBalance = (
  db: Db,
  { actorId, userId, action, amountMinor, seenMinor, method, bankReference, reason, commandId }: BalanceEdit,
  fingerprint: string,
) => {
  const { held, actor, target } = heldRows(db, actorId, userId, "balances:change");
  const known = db.$with("known").as(
    db
      .select({ fingerprint: storedOutcomes.fingerprint })
      .from(storedOutcomes)
      .where(and(eq(storedOutcomes.userId, actorId), eq(storedOutcomes.commandId, commandId))),
  );
  const asked = db.$with("asked").as(
    db
      .select({
        id: target.id,
        before: sql<number>`${target.balanceMinor}`.as("before"),
        after: sql<number>`case ${action} when 'set' then ${amountMinor}::bigint
          when 'add' then ${target.balanceMinor} + ${amountMinor}::bigint
          else ${target.balanceMinor} - ${amountMinor}::bigint end`.as("after"),
      })
      .from(target),
  );
  const difference = sql<number>`${asked.after} - ${asked.before}`.as("difference");
  const allowed = db.$with("allowed").as(
    db
      .select({ id: asked.id, before: asked.before, after: asked.after, difference })
      .from(asked)
      .where(
        and(
          not(hasRows(known)),
          seenMinor === null ? undefined : eq(asked.before, seenMinor),
          lte(asked.after, LARGEST_MINOR),
          or(gte(asked.after, 0), gte(asked.after, asked.before)),
        ),
      ),
  );
  const outcome = '{"ok":true,"data":{"of":"EditBalance"}}';
  const remembered = db.$with("remembered", { commandId: commands.commandId }).as(
    sql`${insertSelect(commands, { userId: actorId, commandId, fingerprint, outcome, createdAt: clockNow })} from ${allowed}
      on conflict do nothing returning ${nameOf(commands.commandId)}`,
  );
  const changed = db.$with("changed").as(
    db
      .update(users)
      .set({ balanceMinor: sql`${allowed.after}`, revision: increased(users.revision) })
      .from(allowed)
      .where(and(eq(users.id, allowed.id), ne(allowed.difference, 0), hasRows(remembered)))
      .returning({ id: users.id }),
  );
  const ofChanged = sql`from ${allowed} join ${changed} on ${changed.id} = ${allowed.id}`;
  const entered = db.$with("entered", {}).as(
    sql`${insertSelect(ledgerEntries, {
      id: randomUUID(),
      userId: allowed.id,
      amountMinor: allowed.difference,
      balanceAfterMinor: allowed.after,
      cause: `admin ${action}`,
      ...{ method, bankReference, note: reason },
      actorId,
      createdAt: clockNow,
    })} ${ofChanged}`,
  );
  const recorded = db.$with("recorded", {}).as(
    sql`${insertSelect(adminActions, {
      id: randomUUID(),
      actorId,
      action: "balance",
      userId: allowed.id,
      details: sql`json_build_object('action', ${action}::text, 'amount', ${amountMinor}::bigint,
        'before', ${allowed.before}, 'after', ${allowed.after}, 'reason', ${reason}::text
        ${method === null ? sql`` : sql`, 'method', ${method}::text, 'reference', ${bankReference}::text`})`,
      at: clockNow,
    })} ${ofChanged}`,
  );
  return db
    .with(held, actor, target, known, asked, allowed, remembered, changed, entered, recorded)
    .select({
      isAllowed: hasRows(actor),
      knownAs: sql<string | null>`(select ${known.fingerprint} from ${known})`,
      before: sql<number | null>`(select ${asked.before} from ${asked})`,
      after: sql<number | null>`(select ${asked.after} from ${asked})`,
      isPossible: hasRows(allowed),
      isNew: hasRows(remembered),
      isChanged: hasRows(changed),
    })
    .from(oneRow);
};

/** Refuses a subtraction that goes below zero. Accepts setting a balance that is below zero. */
export const editBalance = async ({ db }: Database, edit: BalanceEdit): Promise<BalanceChange> => {
  if (!isUuid(edit.userId)) return { is: "not-found" };
  const { method, bankReference, seenMinor } = edit;
  const how = method === null ? "" : ` ${method} ${bankReference ?? ""}`;
  const fingerprint = `EditBalance ${edit.userId} ${edit.action} ${edit.amountMinor}${how}`;
  for (;;) {
    const [row] = await writeBalance(db, edit, fingerprint);
    if (!row?.isAllowed) return { is: "not-allowed" };
    if (row.knownAs !== null) return { is: row.knownAs === fingerprint ? "done-before" : "key-reused" };
    if (row.before === null || row.after === null) return { is: "not-found" };
    if (seenMinor !== null && row.before !== seenMinor) return { is: "balance-changed", balanceMinor: row.before };
    if (!row.isPossible) return { is: row.after < 0 ? "too-low" : "too-high", balanceMinor: row.before };
    if (row.isNew) return { is: row.isChanged ? "changed" : "unchanged", beforeMinor: row.before };
    // The same key was carried out while this call waited for the row locks. The next try finds it.
  }
};

// Does the work of `jara admin`, for an operator who has the machine but perhaps no account. The record in the audit log
// names the command line instead of a person.
import { and, desc, eq, isNotNull, isNull, ne, sql } from "drizzle-orm";
import type { Database, Db } from "../../platform/database/database.ts";
import { recordAction } from "../../platform/database/record-action.ts";
import { users } from "../../platform/database/schema/accounts.ts";
import { sessions } from "../../platform/database/schema/sessions.ts";
import { increased } from "../../platform/database/statements.ts";
import { hasEmail, lockAccount } from "./account.ts";
import { insertPasswordChoice } from "./queries.ts";
import { hasTotp } from "./second-factor/factors.ts";
import { hashOf, newSecret } from "./secrets.ts";
import { endSessions } from "./sessions/queries.ts";
import { ban, lift, mailSuspended } from "./suspensions/suspend.ts";

const record = (tx: Db, userId: string, action: string, details = {}): Promise<void> =>
  recordAction(tx, { actorId: null, action, userId, details });

/** Ends the sessions and mails the person. Bids stay. False: no account of this address could be suspended. */
export const suspendByOperator = ({ transaction }: Database, email: string, reason: string): Promise<boolean> =>
  transaction(async (tx) => {
    const owner = await lockAccount(tx, and(hasEmail(email), isNull(users.bannedAt)));
    if (!owner) return false;
    await ban(tx, owner.id);
    await mailSuspended(tx, owner, { reason, until: null, voidsBids: false });
    await record(tx, owner.id, "ban", { reason });
    return true;
  });

/** Lifts a suspension, whoever made it. False: no account of this address is suspended. */
export const restoreByOperator = ({ transaction }: Database, email: string, reason: string): Promise<boolean> =>
  transaction(async (tx) => {
    const isSuspended = and(isNotNull(users.bannedAt), isNull(users.deletedAt));
    const owner = await lockAccount(tx, and(hasEmail(email), isSuspended));
    if (!owner) return false;
    await lift(tx, owner, null, reason);
    return true;
  });

/** Returns the number of sessions that ended. Null: no account has this address. */
export const endSessionsByOperator = ({ transaction }: Database, email: string): Promise<number | null> =>
  transaction(async (tx) => {
    const owner = await lockAccount(tx, hasEmail(email));
    if (!owner) return null;
    await tx
      .update(users)
      .set({ tokenVersion: increased(users.tokenVersion) })
      .where(eq(users.id, owner.id));
    const ended = await endSessions(tx, "administrator", owner.id);
    await record(tx, owner.id, "logged out everywhere");
    return ended;
  });

/** Returns the token of a link that sets a new password. Null: no account of this address may have one. */
export const writeResetLink = ({ transaction }: Database, email: string): Promise<string | null> =>
  transaction(async (tx) => {
    const owner = await lockAccount(tx, and(hasEmail(email), isNull(users.bannedAt)));
    if (!owner) return null;
    const token = newSecret();
    await insertPasswordChoice(tx, owner.id, hashOf(token));
    await record(tx, owner.id, "password link made");
    return token;
  });

/** Everybody who has a role, the newest account first. Times are epoch ms. */
export const staffOf = async ({ db }: Database) =>
  await db
    .select({
      username: users.username,
      email: users.email,
      role: users.role,
      isSuspended: sql<boolean>`${users.bannedAt} is not null`,
      hasTotp,
      lastSeenAt: sql<number | null>`(select (extract(epoch from max(${sessions.lastSeenAt})) * 1000)::float8
        from ${sessions} where ${eq(sessions.userId, users.id)})`,
    })
    .from(users)
    .where(ne(users.role, "user"))
    .orderBy(desc(users.createdAt), desc(users.id));

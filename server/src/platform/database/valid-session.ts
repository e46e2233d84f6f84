// SQL conditions for a session that is valid by the database's clock.
import { and, eq, gt, isNull } from "drizzle-orm";
import { users } from "./schema/accounts.ts";
import { sessions } from "./schema/sessions.ts";
import { clockNow } from "./statement-text.ts";

export const isOpenSession = and(isNull(sessions.revokedAt), gt(sessions.expiresAt, clockNow));

/** Join the session's account. */
export const isValidSession = and(isOpenSession, eq(sessions.tokenVersion, users.tokenVersion), isNull(users.bannedAt));

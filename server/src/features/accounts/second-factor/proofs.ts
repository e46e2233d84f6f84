// The statements that accept a proof (a code of the app, a recovery code, a password or a Google sign-in), and those of
// log-ins that wait for a second factor. A code is accepted once, whichever servers get it at the same time, because
// one statement accepts it and notes that it is used.
import { and, eq, gt, isNull, not, type SQL, sql } from "drizzle-orm";
import type { Database } from "../../../platform/database/database.ts";
import { users } from "../../../platform/database/schema/accounts.ts";
import { loginChallenges, recoveryCodes, totpFactors } from "../../../platform/database/schema/second-factors.ts";
import { sessions } from "../../../platform/database/schema/sessions.ts";
import { clockNow, clockPart, insertSelect, nameOf } from "../../../platform/database/statement-text.ts";
import type { Account } from "../account.ts";
import { hasFactor } from "./factors.ts";
import { mailToOwner } from "./queries.ts";

/** A log-in waits this long for its second factor. */
const CHALLENGE_LIFE = sql`interval '5 minutes'`;
const TRIES = 10;

const isValid = and(gt(loginChallenges.triesLeft, 0), sql`${loginChallenges.expiresAt} > clock_now()`);

/** False: the account has no second factor, was suspended, or was logged out everywhere since `account` was read. */
export const insertChallenge = async (
  { db }: Database,
  account: Pick<Account, "id" | "tokenVersion">,
  tokenHash: string,
): Promise<boolean> => {
  const rows = await db.execute(sql`
    ${insertSelect(loginChallenges, {
      ...{ tokenHash, userId: users.id, tokenVersion: users.tokenVersion, triesLeft: TRIES },
      expiresAt: sql`clock_now() + ${CHALLENGE_LIFE}`,
    })} from ${users} where ${eq(users.id, account.id)} and ${eq(users.tokenVersion, account.tokenVersion)}
      and ${isNull(users.bannedAt)} and ${hasFactor}
    returning ${nameOf(loginChallenges.userId)}`);
  return rows.length > 0;
};

/** Uses up one of the challenge's tries. Null: it is unknown, used, expired, or its account changed meanwhile. */
export const tryChallenge = async (
  { db }: Database,
  tokenHash: string,
): Promise<{ userId: string; tokenVersion: number } | null> => {
  const [row] = await db
    .update(loginChallenges)
    .set({ triesLeft: sql`${loginChallenges.triesLeft} - 1` })
    .from(users)
    .where(
      and(
        eq(loginChallenges.tokenHash, tokenHash),
        isValid,
        eq(users.id, loginChallenges.userId),
        eq(users.tokenVersion, loginChallenges.tokenVersion),
        isNull(users.bannedAt),
      ),
    )
    .returning({ userId: users.id, tokenVersion: users.tokenVersion });
  return row ?? null;
};

/** A code that was found right. The statement that accepts it decides whether it is still unused. */
export type RightCode =
  /** `secret`: the app's, as it is stored. */
  | { readonly kind: "totp"; readonly secret: string; readonly step: number }
  | { readonly kind: "recovery"; readonly codeHash: string };

/** The parts `taken (user_id)`, which uses the code up, and those that depend on it. `condition` is on the account. */
const takenPart = (userId: string, code: RightCode, condition: SQL): SQL =>
  code.kind === "totp"
    ? sql`taken as (
        update ${totpFactors} set ${nameOf(totpFactors.lastStep)} = ${code.step}
        where ${eq(totpFactors.userId, userId)} and ${eq(totpFactors.secret, code.secret)}
          and ${totpFactors.lastStep} < ${code.step} and ${condition}
        returning ${totpFactors.userId} as user_id
      )`
    : sql`taken as (
        delete from ${recoveryCodes} where ${eq(recoveryCodes.userId, userId)}
          and ${eq(recoveryCodes.codeHash, code.codeHash)} and ${condition}
        returning ${recoveryCodes.userId} as user_id
      ),
      owner as (select ${users.id}, ${users.email} from ${users}, taken where ${users.id} = taken.user_id),
      mailed as (${mailToOwner(
        "recovery-code-used",
        sql`(select count(*)::int - 1 from ${recoveryCodes} where ${eq(recoveryCodes.userId, userId)})`,
      )})`;

/** Uses up the code and the challenge, both or neither. False: one of them was used meanwhile. */
export const acceptForLogIn = async (
  { db }: Database,
  { userId, tokenHash }: { userId: string; tokenHash: string },
  code: RightCode,
): Promise<boolean> => {
  const waits = sql`exists (select from ${loginChallenges} where ${eq(loginChallenges.tokenHash, tokenHash)}
    and ${eq(loginChallenges.userId, userId)} and ${loginChallenges.expiresAt} > clock_now())`;
  const rows = await db.execute(sql`
    with ${clockPart},
    ${takenPart(userId, code, waits)},
    -- Two codes at once may both be taken. Only one of them gets the challenge.
    used as (
      delete from ${loginChallenges} where ${eq(loginChallenges.tokenHash, tokenHash)}
        and ${loginChallenges.userId} in (select user_id from taken)
      returning ${loginChallenges.userId} as user_id
    )
    select user_id from used`);
  return rows.length > 0;
};

interface ProvedSession {
  readonly sessionId: string;
  readonly userId: string;
}

/** Uses up the code and notes the proof in the session. Epoch ms; null: the code was used meanwhile. */
export const acceptForSession = async (
  { db }: Database,
  { sessionId, userId }: ProvedSession,
  code: RightCode,
): Promise<number | null> => {
  const isOpen = sql`exists (select from ${sessions} where ${eq(sessions.id, sessionId)} and ${isNull(sessions.revokedAt)})`;
  const [row] = await db.execute<{ provedAt: number }>(sql`
    with ${clockPart},
    ${takenPart(userId, code, isOpen)}
    update ${sessions} set ${nameOf(sessions.provedAt)} = clock_now() from taken
    where ${eq(sessions.id, sessionId)} and ${sessions.userId} = taken.user_id and ${isNull(sessions.revokedAt)}
    returning (extract(epoch from ${sessions.provedAt}) * 1000)::float8 as "provedAt"`);
  return row?.provedAt ?? null;
};

/**
 * Notes in the session that the password or the Google account was proved. Epoch ms; null: the account got a second
 * factor, another password or another Google account meanwhile.
 */
export const proveWithoutFactor = async (
  { db }: Database,
  { sessionId, userId }: ProvedSession,
  by: Partial<Pick<Account, "passwordHash" | "googleId">>,
): Promise<number | null> => {
  const isSame = and(
    by.passwordHash ? eq(users.passwordHash, by.passwordHash) : undefined,
    by.googleId ? eq(users.googleId, by.googleId) : undefined,
  );
  const [row] = await db
    .update(sessions)
    .set({ provedAt: clockNow })
    .from(users)
    .where(
      and(
        ...[eq(sessions.id, sessionId), isNull(sessions.revokedAt), eq(users.id, userId)],
        ...[eq(sessions.userId, users.id), isSame, not(hasFactor)],
      ),
    )
    .returning({ provedAt: sessions.provedAt });
  return row?.provedAt ?? null;
};

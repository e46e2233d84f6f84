// The statements of log-in codes, which let an account's owner log in past the limits: issue a code, try one, use one
// up.
import { and, eq, gt, inArray, sql } from "drizzle-orm";
import type { Database } from "../../../platform/database/database.ts";
import { loginCodes } from "../../../platform/database/schema/accounts.ts";
import { outbox } from "../../../platform/database/schema/mail.ts";
import { clockNow, insertSelect, nameOf } from "../../../platform/database/statement-text.ts";
import { LOGIN_CODE_LIFE, type Mail } from "../../../platform/outbox/mails.ts";
import { countedAttempts } from "./attempt-counters.ts";

const TRIES = 5;
/** Limits the mails with a code to one account. Only a caller who knows the password causes one. */
const MAILS_EACH_HOUR = 5;
const HOUR_MS = 3_600_000;

export interface NewLoginCode {
  readonly email: string;
  readonly ticketHash: string;
  readonly codeHash: string;
  /** Null: no mail is sent. The statement does the same work except for the mail. */
  readonly to: { readonly userId: string; readonly mail: Mail } | null;
}

const isValid = sql`${loginCodes.expiresAt} > clock_now()`;

/** True where the mail was written, that is, while the account has mails left in this hour. */
export const insertLoginCode = async (
  { db }: Database,
  { email, ticketHash, codeHash, to }: NewLoginCode,
): Promise<boolean> => {
  const counted = countedAttempts(db, sql`(select ${`code ${to ? "mail" : "none"} ${email}`} as key) as one`, HOUR_MS);
  const expiresAt = sql`clock_now() + ${LOGIN_CODE_LIFE}`;
  const ticket = db
    .$with("ticket")
    .as(db.insert(loginCodes).values({ ticketHash, codeHash, email, triesLeft: TRIES, expiresAt }));
  const mailed = db.$with("mailed", { id: outbox.id }).as(
    sql`${insertSelect(outbox, {
      id: sql`${to?.mail.id ?? null}::uuid`,
      kind: to?.mail.kind ?? "login-code",
      data: to?.mail.data ?? {},
      toAddress: email,
      userId: to?.userId ?? null,
      dueAt: clockNow,
      createdAt: clockNow,
    })} from ${counted} where ${to !== null}::boolean and ${counted.count} <= ${MAILS_EACH_HOUR}
      returning ${nameOf(outbox.id)}`,
  );
  const rows = await db.with(counted, ticket, mailed).select({ id: mailed.id }).from(mailed);
  return rows.length > 0;
};

/**
 * Uses up one of the ticket's tries. False where the code is wrong, or the ticket belongs to another account or is used
 * up.
 */
export const tryLoginCode = async (
  { db }: Database,
  { email, ticketHash, codeHash }: { email: string; ticketHash: string; codeHash: string },
): Promise<boolean> => {
  const [row] = await db
    .update(loginCodes)
    .set({ triesLeft: sql`${loginCodes.triesLeft} - 1` })
    .where(
      and(eq(loginCodes.ticketHash, ticketHash), eq(loginCodes.email, email), gt(loginCodes.triesLeft, 0), isValid),
    )
    .returning({ isRight: sql<boolean>`${loginCodes.codeHash} = ${codeHash}` });
  return row?.isRight ?? false;
};

/** True for only one caller, even if several have the code. */
export const useLoginCode = async ({ db }: Database, ticketHash: string): Promise<boolean> => {
  const { ticketHash: used } = loginCodes;
  const rows = await db
    .delete(loginCodes)
    .where(and(eq(used, ticketHash), isValid))
    .returning({ used });
  return rows.length > 0;
};

export const evictLoginCodes = async ({ db }: Database, atMost: number): Promise<void> => {
  const expired = db
    .select({ ticketHash: loginCodes.ticketHash })
    .from(loginCodes)
    .where(sql`${loginCodes.expiresAt} < clock_now()`)
    .orderBy(loginCodes.expiresAt)
    .limit(atMost);
  await db.delete(loginCodes).where(inArray(loginCodes.ticketHash, expired));
};

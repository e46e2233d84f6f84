// Log-in codes, which let an account's owner log in past the limits: issue a code, try one, use one up.
import { and, eq, gt, sql } from "drizzle-orm";
import type { Database } from "../../../platform/database/database.ts";
import { evictAfter } from "../../../platform/database/evict.ts";
import { loginCodes } from "../../../platform/database/schema/accounts.ts";
import { LOGIN_CODE_LIFE, type Mail } from "../../../platform/outbox/mails.ts";
import { queueMail } from "../../../platform/outbox/queue-mail.ts";
import { countAttempt } from "./attempt-counters.ts";

const TRIES = 5;
/** Limits the mails with a code to one account. Only a caller who knows the password causes one. */
const MAILS_EACH_HOUR = 5;
const HOUR_MS = 3_600_000;

export interface NewLoginCode {
  readonly email: string;
  readonly ticketHash: string;
  readonly codeHash: string;
  /** Null: no mail is sent. The rest of the work is the same. */
  readonly to: { readonly userId: string; readonly mail: Mail } | null;
}

const isValid = sql`${loginCodes.expiresAt} > clock_now()`;

/** True where the mail was written, that is, while the account has mails left in this hour. */
export const insertLoginCode = (
  { transaction }: Database,
  { email, ticketHash, codeHash, to }: NewLoginCode,
): Promise<boolean> =>
  transaction(async (tx) => {
    const counter = { key: `code ${to ? "mail" : "none"} ${email}`, limit: MAILS_EACH_HOUR };
    const overMs = await countAttempt({ db: tx }, [counter], HOUR_MS);
    const expiresAt = sql`clock_now() + ${LOGIN_CODE_LIFE}`;
    await tx.insert(loginCodes).values({ ticketHash, codeHash, email, triesLeft: TRIES, expiresAt });
    const isMailed = to !== null && overMs === 0;
    if (isMailed) await queueMail(tx, { ...to.mail, toAddress: email, userId: to.userId });
    return isMailed;
  });

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

export const evictLoginCodes = evictAfter([loginCodes.ticketHash], loginCodes.expiresAt);

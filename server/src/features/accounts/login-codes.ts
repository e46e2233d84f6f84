// The statements of log-in codes, which let an account's owner log in past the limits: issue a code, try one, use one
// up.

import type { Database } from "../../platform/database/database.ts";
import type { Mail } from "../../platform/outbox/mails.ts";
import { LOGIN_CODE_LIFE } from "../../platform/outbox/mails.ts";
import { countSql } from "./login-throttle.ts";

const TRIES = 5;
/** Limits the mails with a code to one account. Only a caller who knows the password causes one. */
const MAILS_EACH_HOUR = 5;

export interface NewLoginCode {
  readonly email: string;
  readonly ticketHash: string;
  readonly codeHash: string;
  /** Null: no mail is sent. The statement does the same work except for the mail. */
  readonly to: { readonly userId: string; readonly mail: Mail } | null;
}

/** True where the mail was written, that is, while the account has mails left in this hour. */
export const insertLoginCode = async (
  database: Database,
  { email, ticketHash, codeHash, to }: NewLoginCode,
): Promise<boolean> => {
  const rows = await database.query(
    `with counted as (${countSql("(select $1::text as key) as one", "3600000")}),
     ticket as (
       insert into login_codes (ticket_hash, code_hash, email, tries_left, expires_at)
       select $2, $3, $4, ${TRIES}, clock_timestamp() + ${LOGIN_CODE_LIFE}
     )
     insert into outbox (id, kind, data, to_address, user_id, due_at, created_at)
     select $5::text::uuid, $6, $7::text::json, $4, $8::text::uuid, clock_timestamp(), clock_timestamp() from counted
     where $5::text is not null and counted.count <= ${MAILS_EACH_HOUR} returning id`,
    [
      `code ${to ? "mail" : "none"} ${email}`,
      ticketHash,
      codeHash,
      email,
      to?.mail.id ?? null,
      to?.mail.kind ?? "login-code",
      JSON.stringify(to?.mail.data ?? {}),
      to?.userId ?? null,
    ],
  );
  return rows.length > 0;
};

/**
 * Uses up one of the ticket's tries. False where the code is wrong, or the ticket belongs to another account or is used
 * up.
 */
export const tryLoginCode = async (
  database: Database,
  { email, ticketHash, codeHash }: { email: string; ticketHash: string; codeHash: string },
): Promise<boolean> => {
  const [row] = await database.query<{ isRight: boolean }>(
    `update login_codes set tries_left = tries_left - 1
     where ticket_hash = $1 and email = $2 and tries_left > 0 and expires_at > clock_timestamp()
     returning code_hash = $3 as "isRight"`,
    [ticketHash, email, codeHash],
  );
  return row?.isRight ?? false;
};

/** True for only one caller, even if several have the code. */
export const useLoginCode = async (database: Database, ticketHash: string): Promise<boolean> => {
  const rows = await database.query(
    "delete from login_codes where ticket_hash = $1 and expires_at > clock_timestamp() returning ticket_hash",
    [ticketHash],
  );
  return rows.length > 0;
};

export const evictLoginCodes = async (database: Database, atMost: number): Promise<void> => {
  await database.query(
    `delete from login_codes where ticket_hash in (
       select ticket_hash from login_codes where expires_at < clock_timestamp() order by expires_at limit $1::text::int
     )`,
    [atMost],
  );
};

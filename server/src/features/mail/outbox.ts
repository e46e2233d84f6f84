// The outbox table: takes due mails, checks whether each still makes sense, and records its result. Each write is one
// statement.
import { minimumBidMinor } from "@jara/shared/bidding-rules";
import { type Minor, toMajor } from "@jara/shared/money";
import { arrayLiteral } from "../../platform/database/arrays.ts";
import type { Database, Row } from "../../platform/database/database.ts";
import { fromJson } from "../../platform/database/values.ts";
import type { Mail, MailData } from "../../platform/outbox/mails.ts";
import { LOGIN_CODE_LIFE } from "../../platform/outbox/mails.ts";

/** Seconds until the next try after the first, second, … attempt. The last value repeats, for about two days in all. */
const RETRY_AFTER_S = [30, 120, 600, 3600, 6 * 3600];
export const MAX_ATTEMPTS = 12;
/** How long a taken mail belongs to the worker that took it. No other worker takes it during this time. */
export const TAKEN_FOR_MS = 30_000;
const KEPT = "interval '30 days'";

export interface TakenMail {
  readonly id: string;
  readonly kind: Mail["kind"];
  readonly data: Mail["data"];
  readonly to: string;
  readonly userId: string | null;
  /** Including this attempt. */
  readonly attempts: number;
}

/**
 * Takes up to `limit` due mails. The statement sets their next attempt at the same time, so that only one node gets
 * each mail, and a mail that a crashed node had taken becomes due again.
 */
export const takeDue = async (database: Database, limit: number): Promise<TakenMail[]> => {
  const rows = await database.query<Row & TakenMail>(
    `with due as (
       select id from outbox
       where sent_at is null and failed_at is null and due_at <= (select clock_timestamp())
       order by due_at limit $1::text::int for update skip locked
     )
     update outbox o set attempts = o.attempts + 1,
       due_at = clock_timestamp() + interval '1 second'
         * (array[${RETRY_AFTER_S.join(", ")}])[least(o.attempts + 1, ${RETRY_AFTER_S.length})]
     from due where o.id = due.id
     returning o.id, o.kind, o.data, o.to_address as "to", o.user_id as "userId", o.attempts`,
    [limit],
  );
  return rows.map((row) => ({ ...row, data: fromJson(row.data) }));
};

interface SenseRow extends Row {
  id: string;
  hasSense: boolean | null;
  priceMinor: number | null;
  incrementMinor: number | null;
  endsAt: number | null;
}

/** The condition under which a mail is still worth sending. Kinds that are not listed are always sent. */
const senseOf = `case o.kind
  when 'verify-email' then u.email_verified_at is null and exists (
    select from verification_tokens t where t.user_id = o.user_id and t.expires_at > clock_timestamp()
      and t.token_hash = encode(sha256(convert_to(o.data ->> 'token', 'UTF8')), 'hex'))
  when 'login-code' then o.created_at > clock_timestamp() - ${LOGIN_CODE_LIFE}
  when 'outbid' then u.wants_outbid_mail and a.leader_id is distinct from o.user_id
    and (a.status = 'paused' or (a.status = 'active' and a.ends_at > clock_timestamp()))
  when 'won' then exists (
    select from settlements s where s.auction_id = o.auction_id and s.winner_id = o.user_id and s.status = 'open')
  when 'buy-it-now' then exists (
    select from purchases p where p.auction_id = o.auction_id and p.buyer_id = o.user_id and p.status = 'pending')
  when 'rate-to-confirm' then u.role = 'admin' and exists (
    select from exchange_rates e where e.candidate_id is not null and e.rejected_at is null)
  else true end`;

/**
 * Returns those of `mails` that still make sense: for example the reader no longer leads and wants such mails, the link
 * is still valid, or the payment is still open. An outbid mail gets the current price.
 */
export const stillSensible = async (database: Database, mails: readonly TakenMail[]): Promise<TakenMail[]> => {
  const rows = await database.query<SenseRow>(
    `select o.id, ${senseOf} as "hasSense", a.price_minor::float8 as "priceMinor",
       a.increment_minor::float8 as "incrementMinor", (extract(epoch from a.ends_at) * 1000)::float8 as "endsAt"
     from outbox o left join users u on u.id = o.user_id left join auctions a on a.id = o.auction_id
     where o.id = any($1::text::uuid[])`,
    [arrayLiteral(mails.map(({ id }) => id))],
  );
  const byId = new Map(rows.map((row) => [row.id, row]));
  return mails.flatMap((mail) => {
    const row = byId.get(mail.id);
    if (!row?.hasSense) return [];
    return mail.kind === "outbid" ? [{ ...mail, data: withPriceOf(row, mail.data as MailData["outbid"]) }] : [mail];
  });
};

const withPriceOf = (row: SenseRow, data: MailData["outbid"]): MailData["outbid"] => {
  const { priceMinor, incrementMinor, endsAt } = row;
  if (priceMinor === null || incrementMinor === null || endsAt === null) return data;
  return {
    ...data,
    currentPrice: toMajor(priceMinor),
    minimumBid: toMajor(minimumBidMinor(priceMinor as Minor, incrementMinor as Minor)),
    endTime: new Date(endsAt).toISOString(),
  };
};

/** The result of a mail that was taken. */
export type Fate =
  | { readonly kind: "sent" }
  /** Not sent, because what it says is no longer true. */
  | { readonly kind: "obsolete" }
  /** Tried again later, unless this was the last attempt. */
  | { readonly kind: "later"; readonly error: string }
  | { readonly kind: "failed"; readonly error: string };

/** Blanks the token or the code in a finished mail, so that the table keeps no secret. */
const withoutSecrets = `case
  when o.data ->> 'token' is not null then jsonb_set(o.data::jsonb, '{token}', '""')::json
  when o.data ->> 'code' is not null then jsonb_set(o.data::jsonb, '{code}', '""')::json
  else o.data end`;

export const recordFate = async (database: Database, id: string, attempts: number, fate: Fate): Promise<void> => {
  if (fate.kind === "later" && attempts < MAX_ATTEMPTS) {
    // Skip a mail that another node has taken since, because it belongs to that node now.
    await database.query(
      `update outbox set last_error = $2 where id = $1::text::uuid and attempts = $3::text::int and sent_at is null`,
      [id, fate.error, attempts],
    );
    return;
  }
  const isSent = fate.kind === "sent" || fate.kind === "obsolete";
  const lastError = fate.kind === "sent" ? null : fate.kind === "obsolete" ? "obsolete: not sent" : fate.error;
  await database.query(
    `update outbox o set ${isSent ? "sent_at" : "failed_at"} = clock_timestamp(), last_error = $2, data = ${withoutSecrets}
     where id = $1::text::uuid and sent_at is null and failed_at is null`,
    [id, lastError],
  );
};

/** Deletes finished mails after 30 days, so that no address is kept for longer than an operator may ask for it. */
export const deleteOld = async (database: Database): Promise<void> => {
  await database.query(
    `delete from outbox where created_at < (select clock_timestamp()) - ${KEPT}
       and (sent_at is not null or failed_at is not null)`,
  );
};

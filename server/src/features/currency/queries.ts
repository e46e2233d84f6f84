// Stores the exchange rates in force, which all nodes and restarts share, and the provider's candidate rate, which
// waits for a decision of the staff. One statement decides whether an offered rate is accepted. One row holds both, so
// that every change is one update of that row.

import { randomUUID } from "node:crypto";
import { type ExchangeRates, fallbackRates } from "@jara/shared/money";
import { type Column, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import type { Database } from "../../platform/database/database.ts";
import { users } from "../../platform/database/schema/accounts.ts";
import { outbox } from "../../platform/database/schema/mail.ts";
import { acceptedRates, exchangeRates } from "../../platform/database/schema/money.ts";
import { insertSelect, nameOf } from "../../platform/database/statement-text.ts";
import { excluded } from "../../platform/database/statements.ts";
import { roleMay } from "../../platform/database/who-may.ts";

export interface StoredRates extends ExchangeRates {
  /**
   * Milliseconds since the rates in force were last accepted, by the database's clock. Null: the fallback is in force.
   */
  readonly ageMs: number | null;
  /** Milliseconds since the provider last named a rate, accepted or not. */
  readonly askedMs: number;
}

export const loadRates = async ({ db }: Database): Promise<StoredRates | null> => {
  const { ngnToUsd, usdToNgn, fetchedAt, askedAt } = exchangeRates;
  const msSince = (at: SQLWrapper) => sql`(extract(epoch from clock_now() - ${at}) * 1000)::float8`;
  const [row] = await db
    .select({
      NGN_TO_USD: ngnToUsd,
      USD_TO_NGN: usdToNgn,
      ageMs: msSince(fetchedAt) as SQL<number | null>,
      askedMs: msSince(sql`greatest(${fetchedAt}, ${askedAt})`) as SQL<number>,
    })
    .from(exchangeRates);
  return row ?? null;
};

/** The largest accepted difference from each rate that counts, as a share of that rate. */
const FARTHEST = sql`1.0 / 5`;
/**
 * A rate within this share of the candidate counts as the same candidate, because rates move a little from hour to
 * hour.
 */
const SAME_CANDIDATE = sql`1.0 / 20`;
/**
 * How long a former rate still counts. With a longer window, a real slide would need a confirmation sooner. With a
 * shorter one, a false rate would need one later.
 */
const WINDOW = sql`interval '24 hours'`;
/** The shortest time between two mails about candidates, however often they change. */
const MAIL_EVERY = sql`interval '24 hours'`;

const { ngnToUsd, usdToNgn, fetchedAt, askedAt, candidateId, candidateUsdToNgn, candidateSince } = exchangeRates;
const { rejectedAt, rejectedBy, mailedAt } = exchangeRates;

/** `left` or `right`, depending on the condition. */
const either = (condition: SQL, left: SQLWrapper, right?: SQLWrapper): SQL =>
  sql`case when ${condition} then ${left} ${right ? sql`else ${right}` : sql.empty()} end`;
const isAccepted = sql`is_accepted`;
const isKept = sql`is_kept`;
const names = (...columns: Column[]): SQL => sql.join(columns.map(nameOf), sql`, `);

/**
 * As SQL, because each step judges by the row as the step before found it, and the update sets several columns from
 * one row.
 */
const offer = (nairaForDollar: number): SQL => sql`
  with clock as (select clock_now() as at),
  given as (
    select ${nairaForDollar}::float8 as rate, ${fallbackRates.USD_TO_NGN}::float8 as fallback,
      ${fallbackRates.NGN_TO_USD}::float8 as fallback_back
  ),
  since as (
    select greatest(
      (select max(${acceptedRates.acceptedAt}) from ${acceptedRates} where ${acceptedRates.acceptedAt} <= at - ${WINDOW}),
      (select max(${acceptedRates.acceptedAt}) from ${acceptedRates} where ${acceptedRates.confirmedBy} is not null)
    ) as at
    from clock
  ),
  counting as (
    select coalesce((select ${usdToNgn} from ${exchangeRates} where ${exchangeRates.id} = 1), fallback) as rate from given
    union all
    select ${acceptedRates.usdToNgn} from ${acceptedRates}, since
    where ${acceptedRates.acceptedAt} >= coalesce(since.at, ${acceptedRates.acceptedAt})
  ),
  judged as (
    select coalesce(${usdToNgn}, given.fallback) as rate_before, ${fetchedAt} is null as is_first,
      ${candidateId} as candidate_before, ${candidateSince} as since_before, ${rejectedAt} as rejected_before,
      ${mailedAt} as mailed_before,
      (select bool_and(abs(given.rate - c.rate) <= c.rate * ${FARTHEST}) from counting c) as is_accepted,
      coalesce(abs(given.rate - ${candidateUsdToNgn}) <= ${candidateUsdToNgn} * ${SAME_CANDIDATE}, false) as is_same
    from given left join ${exchangeRates} on ${exchangeRates.id} = 1
  ),
  decided as (
    select judged.*, not is_accepted and (not is_same or rejected_before is null) and (mailed_before is null
      or (mailed_before < at - ${MAIL_EVERY} and (not is_same or mailed_before < since_before))) as is_mail_due
    from judged, clock
  ),
  written as (
    ${insertSelect(exchangeRates, {
      id: 1,
      ngnToUsd: either(isAccepted, sql`1 / rate`, sql`fallback_back`),
      usdToNgn: either(isAccepted, sql`rate`, sql`fallback`),
      fetchedAt: either(isAccepted, sql`at`),
      askedAt: sql`at`,
      candidateId: either(sql`not is_accepted`, sql`${randomUUID()}::uuid`),
      candidateUsdToNgn: either(sql`not is_accepted`, sql`rate`),
      candidateSince: either(sql`not is_accepted`, sql`at`),
      mailedAt: either(sql`is_mail_due`, sql`at`),
    })} from given, decided, clock
    on conflict (${nameOf(exchangeRates.id)}) do update set
      ${nameOf(askedAt)} = ${excluded(askedAt)},
      ${nameOf(mailedAt)} = coalesce(${excluded(mailedAt)}, ${mailedAt}),
      (${names(ngnToUsd, usdToNgn, fetchedAt)}) = (
        select ${either(isAccepted, excluded(ngnToUsd), ngnToUsd)}, ${either(isAccepted, excluded(usdToNgn), usdToNgn)},
          coalesce(${excluded(fetchedAt)}, ${fetchedAt})
        from decided),
      (${names(candidateId, candidateUsdToNgn, candidateSince, rejectedAt, rejectedBy)}) = (
        select ${either(isKept, candidateId, excluded(candidateId))},
          ${either(isKept, candidateUsdToNgn, excluded(candidateUsdToNgn))},
          ${either(isKept, candidateSince, excluded(candidateSince))},
          ${either(isKept, rejectedAt)}, ${either(isKept, rejectedBy)}
        from (select not is_accepted and is_same as is_kept from decided) as d)
    where exists (select from decided
      where rate_before = ${usdToNgn} and candidate_before is not distinct from ${candidateId})
    returning ${usdToNgn}
  ),
  recorded as (
    ${insertSelect(acceptedRates, { id: randomUUID(), usdToNgn: sql`rate`, acceptedAt: sql`at` })}
    from given, decided, clock, written where is_accepted
  ),
  -- Record the fallback as the rate until now, so that it counts for the first day.
  recorded_fallback as (
    ${insertSelect(acceptedRates, {
      id: randomUUID(),
      usdToNgn: sql`fallback`,
      acceptedAt: sql`at - interval '1 millisecond'`,
    })}
    from given, decided, clock, written where is_accepted and is_first
  ),
  mailed as (
    ${insertSelect(outbox, {
      id: sql`gen_random_uuid()`,
      kind: "rate-to-confirm",
      data: sql`json_build_object('standing', rate_before, 'candidate', rate)`,
      toAddress: users.email,
      userId: users.id,
      dueAt: sql`at`,
      createdAt: sql`at`,
    })} from given, decided, clock, written, ${users}
    where is_mail_due and ${roleMay("site:settings")} and ${users.bannedAt} is null and ${users.emailVerifiedAt} is not null
  )
  select is_accepted as "isAccepted", is_same as "isSame", rate_before as "rateBefore" from decided, written`;

export interface Judged {
  /** True: the offered rate is in force now. False: it waits for a decision, and the rates in force stay. */
  readonly isAccepted: boolean;
  /** The earlier candidate is still the candidate. */
  readonly isSame: boolean;
  /** The rate in force before, in naira for one dollar. */
  readonly rateBefore: number;
}

/**
 * Offers the provider's rate, in naira for one dollar. It is accepted if it differs by at most a fifth from the rate in
 * force and from every rate that was in force within the last 24 hours, or since the last confirmation by staff if that
 * was later. Before the first rate, the fallback is in force. Otherwise the rate becomes the candidate, and the staff
 * who may decide get a mail, at most one in 24 hours. Returns null and does nothing if the rates changed at the same
 * moment. It is SQL, because Drizzle's builder cannot insert what another part returns into some of a table's columns.
 */
export const offerRate = async ({ db }: Database, nairaForDollar: number): Promise<Judged | null> => {
  const [row] = await db.execute<Judged & Record<string, unknown>>(offer(nairaForDollar));
  return row ?? null;
};

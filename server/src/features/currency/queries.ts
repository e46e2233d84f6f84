// Stores the exchange rates in force, which all nodes and restarts share, and the provider's candidate rate, which
// waits for an administrator. One row holds both, so that every change is one update of that row.
import { randomUUID } from "node:crypto";
import { type ExchangeRates, fallbackRates } from "@jara/shared/money";
import type { Database } from "../../platform/database/database.ts";

export interface StoredRates extends ExchangeRates {
  /**
   * Milliseconds since the rates in force were last accepted, by the database's clock. Null: the fallback is in force.
   */
  readonly ageMs: number | null;
  /** Milliseconds since the provider last named a rate, accepted or not. */
  readonly askedMs: number;
}

export const loadRates = async (database: Database): Promise<StoredRates | null> => {
  const [row] = await database.query<StoredRates & Record<string, unknown>>(
    `select ngn_to_usd as "NGN_TO_USD", usd_to_ngn as "USD_TO_NGN",
       (extract(epoch from clock_timestamp() - fetched_at) * 1000)::float8 as "ageMs",
       (extract(epoch from clock_timestamp() - greatest(fetched_at, asked_at)) * 1000)::float8 as "askedMs"
     from exchange_rates`,
  );
  return row ?? null;
};

/** The largest accepted difference from each rate that counts, as a share of that rate. */
const FARTHEST = "1.0 / 5";
/**
 * A rate within this share of the candidate counts as the same candidate, because rates move a little from hour to
 * hour.
 */
const SAME_CANDIDATE = "1.0 / 20";
/**
 * How long a former rate still counts. With a longer window, a real slide would need an administrator sooner. With a
 * shorter one, a false rate would need one later.
 */
const WINDOW = "interval '24 hours'";
/** The shortest time between two mails about candidates, however often they change. */
const MAIL_EVERY = "interval '24 hours'";

const offer = `
  with clock as (select clock_timestamp() as at),
  given as (select $1::text::float8 as rate, $2::text::float8 as fallback, $3::text::float8 as fallback_back),
  standing as (select * from exchange_rates where id = 1),
  since as (
    select greatest(
      (select max(a.accepted_at) from accepted_rates a where a.accepted_at <= at - ${WINDOW}),
      (select max(a.accepted_at) from accepted_rates a where a.confirmed_by is not null)) as at
    from clock
  ),
  counting as (
    select coalesce((select usd_to_ngn from standing), fallback) as rate from given
    union all
    select a.usd_to_ngn from accepted_rates a, since where a.accepted_at >= coalesce(since.at, a.accepted_at)
  ),
  judged as (
    select coalesce(s.usd_to_ngn, g.fallback) as standing_rate, s.fetched_at is null as is_first,
      s.candidate_id, s.candidate_since, s.rejected_at, s.told_at,
      (select bool_and(abs(g.rate - c.rate) <= c.rate * ${FARTHEST}) from counting c) as is_accepted,
      coalesce(abs(g.rate - s.candidate_usd_to_ngn) <= s.candidate_usd_to_ngn * ${SAME_CANDIDATE}, false) as is_same
    from given g left join standing s on true
  ),
  decided as (
    select j.*, not is_accepted and (not is_same or rejected_at is null) and (told_at is null
      or (told_at < at - ${MAIL_EVERY} and (not is_same or told_at < candidate_since))) as is_mail_due
    from judged j, clock
  ),
  written as (
    insert into exchange_rates as e (id, ngn_to_usd, usd_to_ngn, fetched_at, asked_at, candidate_id,
      candidate_usd_to_ngn, candidate_since, told_at)
    select 1, case when is_accepted then 1 / rate else fallback_back end,
      case when is_accepted then rate else fallback end, case when is_accepted then at end, at,
      case when not is_accepted then $4::text::uuid end, case when not is_accepted then rate end,
      case when not is_accepted then at end, case when is_mail_due then at end
    from given, decided, clock
    on conflict (id) do update set asked_at = excluded.asked_at, told_at = coalesce(excluded.told_at, e.told_at),
      (ngn_to_usd, usd_to_ngn, fetched_at) = (
        select case when is_accepted then excluded.ngn_to_usd else e.ngn_to_usd end,
          case when is_accepted then excluded.usd_to_ngn else e.usd_to_ngn end,
          coalesce(excluded.fetched_at, e.fetched_at) from decided),
      (candidate_id, candidate_usd_to_ngn, candidate_since, rejected_at, rejected_by) = (
        select case when is_kept then e.candidate_id else excluded.candidate_id end,
          case when is_kept then e.candidate_usd_to_ngn else excluded.candidate_usd_to_ngn end,
          case when is_kept then e.candidate_since else excluded.candidate_since end,
          case when is_kept then e.rejected_at end, case when is_kept then e.rejected_by end
        from (select not is_accepted and is_same as is_kept from decided) as d)
    where exists (select from decided d
      where d.standing_rate = e.usd_to_ngn and d.candidate_id is not distinct from e.candidate_id)
    returning e.usd_to_ngn
  ),
  recorded as (
    insert into accepted_rates (id, usd_to_ngn, accepted_at)
    select $5::text::uuid, rate, at from given, decided, clock, written where is_accepted
    union all
    -- The fallback was in force until now, so that it counts for the first day.
    select $6::text::uuid, fallback, at - interval '1 millisecond' from given, decided, clock, written
    where is_accepted and is_first
  ),
  mailed as (
    insert into outbox (id, kind, data, to_address, user_id, due_at, created_at)
    select gen_random_uuid(), 'rate-to-confirm', json_build_object('standing', standing_rate, 'candidate', rate),
      u.email, u.id, at, at
    from given, decided, clock, written, users u
    where is_mail_due and u.role = 'admin' and u.banned_at is null and u.email_verified_at is not null
  )
  select is_accepted as "isAccepted", is_same as "isSame", standing_rate as standing from decided, written`;

export interface Judged {
  /** True: the offered rate is in force now. False: it waits for an administrator, and the rates in force stay. */
  readonly isAccepted: boolean;
  /** The earlier candidate is still the candidate. */
  readonly isSame: boolean;
  /** The rate in force before, in naira for one dollar. */
  readonly standing: number;
}

/**
 * Offers the provider's rate, in naira for one dollar. It is accepted if it differs by at most a fifth from the rate in
 * force and from every rate that was in force within the last 24 hours, or since an administrator's last confirmation
 * if that was later. Before the first rate, the fallback is in force. Otherwise the rate becomes the candidate, and
 * administrators get a mail, at most one in 24 hours. Returns null and does nothing if the rates changed at the same
 * moment.
 */
export const offerRate = async (database: Database, nairaForDollar: number): Promise<Judged | null> => {
  const { USD_TO_NGN, NGN_TO_USD } = fallbackRates;
  const ids = [randomUUID(), randomUUID(), randomUUID()] as const;
  const [row] = await database.query<Judged & Record<string, unknown>>(offer, [
    nairaForDollar,
    USD_TO_NGN,
    NGN_TO_USD,
    ...ids,
  ]);
  return row ?? null;
};

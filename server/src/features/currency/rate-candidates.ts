// Shows administrators the provider's candidate rate and stores their decision. Each write is one statement that also
// records who did it. An actor who is no longer an administrator changes nothing.
import { randomUUID } from "node:crypto";
import { fallbackRates } from "@jara/shared/money";
import type { ExchangeRateState } from "@jara/shared/rest/currency";
import type { Database, Row } from "../../platform/database/database.ts";
import { isUuid } from "../../platform/database/values.ts";

const iso = (column: string): string => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** Without a row, the fallback is in force and there is no candidate. */
export const loadRateState = async (database: Database): Promise<ExchangeRateState> => {
  const [row] = await database.query<
    Row & { back: number; rate: number; at: string | null; id: string | null } & Record<
        "candidate" | "since" | "rejectedAt",
        never
      >
  >(
    `select ngn_to_usd as back, usd_to_ngn as rate, ${iso("fetched_at")} as at, candidate_id as id,
       candidate_usd_to_ngn as candidate, ${iso("candidate_since")} as since, ${iso("rejected_at")} as "rejectedAt"
     from exchange_rates`,
  );
  if (!row) return { rates: fallbackRates, acceptedAt: null, candidate: null };
  const { id, candidate, since, rejectedAt } = row;
  return {
    rates: { NGN_TO_USD: row.back, USD_TO_NGN: row.rate },
    acceptedAt: row.at,
    candidate: id === null ? null : { _id: id, USD_TO_NGN: candidate, since, rejectedAt },
  };
};

export type Decided = "done" | "not-waiting" | "not-allowed";

const actor = `actor as (
    select id from users where id = $1::text::uuid and role = 'admin' and banned_at is null for share
  ),
  found as (
    select usd_to_ngn as before, candidate_usd_to_ngn as candidate from exchange_rates e, actor
    where e.candidate_id = $2::text::uuid for update of e
  )`;
const recorded = (action: string) => `recorded as (
    insert into admin_actions (id, actor_id, action, details, at)
    select $3::text::uuid, $1::text::uuid, '${action}',
      json_build_object('standing', found.before, 'candidate', found.candidate), clock_timestamp()
    from found, changed
  )
  select exists (select from actor) as "isAllowed", exists (select from changed) as "isDone"`;

/**
 * Puts the candidate in force. The id names the candidate: one that was replaced, decided or withdrawn meanwhile gives
 * "not-waiting". A rejected candidate may still be confirmed while the provider names it.
 */
export const confirmRate = async (database: Database, actorId: string, candidateId: string): Promise<Decided> =>
  decide(
    database,
    `with ${actor},
     changed as (
       update exchange_rates e set usd_to_ngn = found.candidate, ngn_to_usd = 1 / found.candidate,
         fetched_at = clock_timestamp(), candidate_id = null, candidate_usd_to_ngn = null, candidate_since = null,
         rejected_at = null, rejected_by = null
       from found where e.candidate_id = $2::text::uuid
       returning e.fetched_at as at
     ),
     accepted as (
       insert into accepted_rates (id, usd_to_ngn, accepted_at, confirmed_by)
       select gen_random_uuid(), found.candidate, changed.at, $1::text::uuid from found, changed
     ),
     ${recorded("exchange rate confirmed")}`,
    actorId,
    candidateId,
  );

/**
 * Rejects the candidate; the rate in force stays. The same rate does not ask for a decision again, but another rate
 * does.
 */
export const rejectRate = async (database: Database, actorId: string, candidateId: string): Promise<Decided> =>
  decide(
    database,
    `with ${actor},
     changed as (
       update exchange_rates e set rejected_at = clock_timestamp(), rejected_by = $1::text::uuid
       from found where e.candidate_id = $2::text::uuid and e.rejected_at is null
       returning e.id
     ),
     ${recorded("exchange rate rejected")}`,
    actorId,
    candidateId,
  );

const decide = async (database: Database, text: string, actorId: string, candidateId: string): Promise<Decided> => {
  if (!isUuid(candidateId)) return "not-waiting";
  const [row] = await database.query<{ isAllowed: boolean; isDone: boolean }>(text, [
    actorId,
    candidateId,
    randomUUID(),
  ]);
  if (!row?.isAllowed) return "not-allowed";
  return row.isDone ? "done" : "not-waiting";
};

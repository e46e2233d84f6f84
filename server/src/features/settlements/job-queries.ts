// The forfeiting job's statements. A node takes an unpaid settlement or purchase, postpones it after a failure, and
// gives it up after many failures. Each write is one statement, and none of them moves money.
import { randomUUID } from "node:crypto";
import type { SettlementKind } from "@jara/shared/rest/settlements";
import { RING_FOR_S } from "../../engine/close-clock.ts";
import type { Database } from "../../platform/database/database.ts";

/** Seconds until the next try after the first, second, … failure. After the last one the settlement is stuck. */
export const RETRY_AFTER_S = [30, 60, 120, 300, 600];

/** The differences between the two tables. */
const tables = {
  win: { name: "settlements", open: "status = 'open'", due: "due_at" },
  "buy-it-now": {
    name: "purchases",
    open: "status = 'pending'",
    due: `deadline_at + interval '${RING_FOR_S} seconds'`,
  },
} as const;

export interface TakenForfeit {
  readonly id: string;
  readonly auctionId: string;
  /** Including this attempt. */
  readonly attempts: number;
  /** Given up, because it was tried too often without a recorded result. */
  readonly isStuck: boolean;
}

/**
 * Takes the most overdue row that is due for a try. The statement sets the next try at the same time, so that only one
 * node gets the row, and a row that a dead node had taken becomes due again.
 */
export const takeForfeit = async (
  database: Database,
  kind: SettlementKind,
  retryAfterS: readonly number[],
): Promise<TakenForfeit | null> => {
  const { name, open, due } = tables[kind];
  const [row] = await database.query<TakenForfeit & Record<string, unknown>>(
    `with clock as materialized (select clock_timestamp() as at),
     due as (
       select t.id from ${name} t, clock
       where ${open} and ${due} <= clock.at and stuck_at is null and (next_attempt_at is null or next_attempt_at <= clock.at)
       order by ${due} limit 1 for update of t skip locked
     )
     update ${name} t set
       attempts = least(t.attempts + 1, $2::text::int),
       next_attempt_at = clock.at
         + interval '1 second' * ($1::text::float8[])[least(t.attempts + 1, $2::text::int)],
       stuck_at = case when t.attempts >= $2::text::int then clock.at end,
       last_error = case when t.attempts >= $2::text::int then coalesce(t.last_error, 'The server stopped each time.')
         else t.last_error end
     from due, clock where t.id = due.id
     returning t.id, t.auction_id as "auctionId", t.attempts, t.stuck_at is not null as "isStuck"`,
    [`{${retryAfterS.join(",")}}`, retryAfterS.length],
  );
  return row ?? null;
};

/** True where it is stuck now and waits for an administrator. */
export const recordFailure = async (
  database: Database,
  kind: SettlementKind,
  { id, attempts }: Pick<TakenForfeit, "id" | "attempts">,
  error: string,
  maxAttempts: number,
): Promise<boolean> => {
  const { name, open } = tables[kind];
  const [row] = await database.query<{ isStuck: boolean }>(
    `update ${name} set last_error = $2, stuck_at = case when attempts >= $4::text::int then clock_timestamp() end
     where id = $1::text::uuid and ${open} and attempts = $3::text::int and stuck_at is null
     returning stuck_at is not null as "isStuck"`,
    [id, error.slice(0, 500), attempts, maxAttempts],
  );
  return row?.isStuck ?? false;
};

export type Retry = "done" | "done-before" | "not-stuck" | "not-allowed" | "key-reused";

/** Restarts the tries of a stuck settlement, and records who asked for it. */
export const retrySettlement = async (
  database: Database,
  {
    id,
    kind,
    actorId,
    commandId,
  }: { readonly id: string; readonly kind: SettlementKind; readonly actorId: string; readonly commandId: string },
): Promise<Retry> => {
  const { name, open } = tables[kind];
  const buyer = kind === "win" ? "winner_id" : "buyer_id";
  const fingerprint = `RetrySettlement ${id}`;
  const [row] = await database.query<{ isAllowed: boolean; knownAs: string | null; isDone: boolean }>(
    `with actor as (
       select id from users where id = $2::text::uuid and role = 'admin' and banned_at is null for share
     ),
     known as (select fingerprint from stored_outcomes where user_id = $2::text::uuid and command_id = $3),
     freed as (
       update ${name} t set attempts = 0, stuck_at = null, next_attempt_at = clock_timestamp()
       from actor where t.id = $1::text::uuid and ${open} and stuck_at is not null and not exists (select from known)
       returning t.id, t.auction_id, t.${buyer} as buyer_id, t.last_error
     ),
     remembered as (
       insert into commands (user_id, command_id, fingerprint, outcome, created_at)
       select $2::text::uuid, $3, $4, '{"ok":true,"data":{"of":"RetrySettlement"}}', clock_timestamp() from freed
       on conflict do nothing
     ),
     recorded as (
       insert into admin_actions (id, actor_id, action, user_id, auction_id, details, at)
       select $5::text::uuid, $2::text::uuid, 'payment retry', freed.buyer_id, freed.auction_id,
         json_build_object('settlementId', freed.id, 'lastError', freed.last_error), clock_timestamp()
       from freed
     )
     select exists (select from actor) as "isAllowed", (select fingerprint from known) as "knownAs",
       exists (select from freed) as "isDone"`,
    [id, actorId, commandId, fingerprint, randomUUID()],
  );
  if (!row?.isAllowed) return "not-allowed";
  if (row.knownAs !== null) return row.knownAs === fingerprint ? "done-before" : "key-reused";
  return row.isDone ? "done" : "not-stuck";
};

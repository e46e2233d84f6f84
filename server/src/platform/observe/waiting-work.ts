// Counts the work that waits in the database or was given up, by a few cheap counts along indexes, for monitoring.
import type { Database } from "../database/database.ts";

export interface Waiting {
  readonly mailsOverdue: number;
  /** Within the last day. */
  readonly mailsFailed: number;
  readonly settlementsStuck: number;
  readonly auctionsOverdue: number;
}

export const waitingWork = async (database: Pick<Database, "query">): Promise<Waiting> => {
  const [row] = await database.query<Waiting & Record<string, unknown>>(
    `with clock as materialized (select clock_timestamp() as at)
     select
       (select count(*) from outbox, clock where sent_at is null and failed_at is null
          and due_at <= clock.at - interval '1 minute')::int as "mailsOverdue",
       (select count(*) from outbox, clock where created_at > clock.at - interval '1 day'
          and failed_at > clock.at - interval '1 day')::int as "mailsFailed",
       (select count(*) from settlements where status = 'open' and stuck_at is not null)::int
         + (select count(*) from purchases where status = 'pending' and stuck_at is not null)::int as "settlementsStuck",
       (select count(*) from auctions, clock where status = 'active'
          and ends_at <= clock.at - interval '5 seconds')::int as "auctionsOverdue"`,
  );
  if (!row) throw new Error("no counts");
  return row;
};

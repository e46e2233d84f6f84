// Leases for jobs that one node at a time runs. A lease is a row with an end time by the database's clock; a killed
// node loses it when it ends. A lease only avoids duplicate work and load: each job's statements must be correct
// without it.
import type { Database } from "../database/database.ts";

/**
 * True if `holder` (a node's uuid) has the job for the next `forMs`. Calling it again extends the lease. One statement.
 */
export const holdLease = async (
  database: Pick<Database, "query">,
  { job, holder, forMs }: { readonly job: string; readonly holder: string; readonly forMs: number },
): Promise<boolean> => {
  const rows = await database.query(
    `insert into job_leases as l (job, holder, until)
     values ($1, $2::text::uuid, clock_timestamp() + $3::text::int * interval '1 millisecond')
     on conflict (job) do update set holder = excluded.holder, until = excluded.until
     where l.holder = excluded.holder or l.until < clock_timestamp() returning 1`,
    [job, holder, forMs],
  );
  return rows.length > 0;
};

/** Ends the lease, so that the next node may take the job at once. */
export const endLease = async (
  database: Pick<Database, "query">,
  { job, holder }: { readonly job: string; readonly holder: string },
): Promise<void> => {
  await database.query("delete from job_leases where job = $1 and holder = $2::text::uuid", [job, holder]);
};

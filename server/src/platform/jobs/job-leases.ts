// Jobs that one node at a time does. A lease is a row with an end, by the database's clock: a node that is killed loses it
// when it ends. It saves doubled work and keeps the load small; each job's statements are right without it too.
import type { Database } from "../database/database.ts";

/** True where `holder` (a node's uuid) has the job for the next `forMs`; asking again prolongs it. One statement. */
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

/** The next node may have it at once. */
export const endLease = async (
  database: Pick<Database, "query">,
  { job, holder }: { readonly job: string; readonly holder: string },
): Promise<void> => {
  await database.query("delete from job_leases where job = $1 and holder = $2::text::uuid", [job, holder]);
};

// Leases for jobs that one node at a time runs. A lease is a row with an end time by the database's clock; a killed
// node loses it when it ends. The lease of a job only avoids duplicate work and load: each job's statements must be
// correct without it. The booking of a bank transfer also holds a lease (features/booked-before.ts), which prevents
// a second one.
import { and, eq, sql } from "drizzle-orm";
import type { Database } from "../database/database.ts";
import { jobLeases } from "../database/schema/jobs.ts";
import { excluded } from "../database/statements.ts";

/**
 * Takes the lease for the next `forMs`, or extends it; false if another holder has it. `holder`: a uuid, which for a
 * job is the node's. One statement.
 */
export const holdLease = async (
  { db }: Pick<Database, "db">,
  { job, holder, forMs }: { readonly job: string; readonly holder: string; readonly forMs: number },
): Promise<boolean> => {
  const until = sql`clock_now() + ${forMs}::int * interval '1 millisecond'`;
  const rows = await db
    .insert(jobLeases)
    .values({ job, holder, until })
    .onConflictDoUpdate({
      target: jobLeases.job,
      set: { holder: excluded(jobLeases.holder), until: excluded(jobLeases.until) },
      setWhere: sql`${jobLeases.holder} = ${excluded(jobLeases.holder)} or ${jobLeases.until} < clock_now()`,
    })
    .returning({ job: jobLeases.job });
  return rows.length > 0;
};

/** Ends the lease, so that the next node may take the job at once. */
export const endLease = async (
  { db }: Pick<Database, "db">,
  { job, holder }: { readonly job: string; readonly holder: string },
): Promise<void> => {
  await db.delete(jobLeases).where(and(eq(jobLeases.job, job), eq(jobLeases.holder, holder)));
};

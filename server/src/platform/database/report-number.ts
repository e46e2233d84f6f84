// A number of a lot's condition report, as the listing's indexes and filters compare it. Both must have the same text.
import { type SQL, type SQLWrapper, sql } from "drizzle-orm";

export const reportNumber = (report: SQLWrapper, name: "year" | "mileageKm" | "storageGb"): SQL =>
  sql`((${report} ->> ${sql.raw(`'${name}'`)})::int)`;

/** The condition of those indexes. */
export const hasReport = sql.raw("status = 'active' and removed_at is null and condition_report is not null");

// SQL for a number in a lot's condition report (year, mileage, storage). The listing's indexes and filters share it,
// because PostgreSQL uses an index only for an expression with the same text.
import { type Column, type SQL, type SQLWrapper, sql } from "drizzle-orm";

export const reportNumber = (report: SQLWrapper, name: "year" | "mileageKm" | "storageGb"): SQL =>
  sql`((${report} ->> ${sql.raw(`'${name}'`)})::int)`;

interface Lots {
  readonly status: Column;
  readonly removedAt: Column;
  readonly conditionReport: Column;
}
/** The condition of those indexes. The names stand without their table, as in the migration that made the indexes. */
export const hasReport = ({ status, removedAt, conditionReport }: Lots): SQL =>
  sql.raw(`${status.name} = 'active' and ${removedAt.name} is null and ${conditionReport.name} is not null`);

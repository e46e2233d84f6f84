// The nodes that run each job.
import { pgTable, text, uuid } from "drizzle-orm/pg-core";
import { at } from "./columns.ts";

/**
 * Which node runs each job that only one node runs at a time. A node that is gone loses the job when `until` has
 * passed.
 */
export const jobLeases = pgTable("job_leases", {
  job: text("job").primaryKey(),
  holder: uuid("holder").notNull(),
  until: at("until").notNull(),
});

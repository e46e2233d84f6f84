// The leases of jobs, and of transfers that are being booked.
import { pgTable, text, uuid } from "drizzle-orm/pg-core";
import { at } from "./columns.ts";

/**
 * The node that runs each job which only one node runs at a time. A node that is gone loses the job when `until` has
 * passed. A transfer that is being booked also has a row, whose holder is the settlement.
 */
export const jobLeases = pgTable("job_leases", {
  job: text("job").primaryKey(),
  holder: uuid("holder").notNull(),
  until: at("until").notNull(),
});

// The leases of jobs, and of transfers that are being booked. The rows that a job put aside.
import type { Loop } from "@jara/shared/loops";
import { integer, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
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

/**
 * Rows of a loop that failed (guard-rows.ts). No foreign keys, because `key` is of another table in each loop. A row
 * that failed less than three times has no `putAsideAt`, and is tried again at `retryAt`.
 */
export const setAsideRows = pgTable(
  "set_aside_rows",
  {
    loop: text("loop").$type<Loop>().notNull(),
    key: text("key").notNull(),
    reason: text("reason").notNull(),
    attempts: integer("attempts").notNull(),
    /** The first failure. */
    since: at("since").notNull(),
    retryAt: at("retry_at").notNull(),
    putAsideAt: at("put_aside_at"),
  },
  (t) => [primaryKey({ columns: [t.loop, t.key] })],
);

// Requests of people to delete their accounts, and the terms that people accepted.
import { sql } from "drizzle-orm";
import { check, index, json, pgTable, primaryKey, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { users } from "./accounts.ts";
import { at } from "./columns.ts";

/**
 * Requests to delete an account. `users.closes_at` says that one waits, so that no bid is accepted meanwhile; the
 * statement that changes the one changes the other.
 */
export const deletionRequests = pgTable(
  "deletion_requests",
  {
    id: uuid("id").primaryKey(),
    userId: uuid("user_id")
      .notNull()
      .references(() => users.id),
    requestedAt: at("requested_at").notNull(),
    /** The account is deleted at this time, if nothing stands against it then. */
    dueAt: at("due_at").notNull(),
    /** Null: it waits. */
    endedAt: at("ended_at"),
    outcome: text("outcome", { enum: ["deleted", "taken back", "refused"] }),
    /** The names of the obstacles after the week. Null unless refused. */
    reasons: json("reasons").$type<readonly string[]>(),
    /** Time at which the person's name was replaced in the logs of all auctions. Null until then. */
    scrubbedAt: at("scrubbed_at"),
  },
  (t) => [
    uniqueIndex("deletion_requests_one_waiting").on(t.userId).where(sql`${t.endedAt} is null`),
    index("deletion_requests_user").on(t.userId, t.requestedAt),
    index("deletion_requests_due").on(t.dueAt).where(sql`${t.endedAt} is null`),
    index("deletion_requests_to_scrub").on(t.endedAt).where(sql`${t.outcome} = 'deleted' and ${t.scrubbedAt} is null`),
    check("deletion_requests_ended", sql`(${t.endedAt} is null) = (${t.outcome} is null)`),
  ],
);

/** The version of a text that a person accepted, and the time. A row never changes. */
export const consents = pgTable(
  "consents",
  {
    userId: uuid("user_id")
      .notNull()
      .references(() => users.id),
    document: text("document", { enum: ["terms", "privacy"] }).notNull(),
    version: text("version").notNull(),
    at: at("at").notNull(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.document, t.version] })],
);

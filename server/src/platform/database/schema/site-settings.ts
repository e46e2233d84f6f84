// The site's settings with their whole history, and changes of the bank account that are not in force yet.
import { settingSections } from "@jara/shared/site-settings";
import { sql } from "drizzle-orm";
import { check, integer, jsonb, pgTable, primaryKey, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { users } from "./accounts.ts";
import { at } from "./columns.ts";

/** Append-only. The newest version of a section is in force. A section without a row was never set. */
export const settingVersions = pgTable(
  "setting_versions",
  {
    section: text("section", { enum: settingSections }).notNull(),
    /** From 1, without gaps. */
    version: integer("version").notNull(),
    /** A JSON null is a value too. */
    value: jsonb("value").$type<unknown>().notNull(),
    /** `environment`: a server started with a variable that sets this value. */
    source: text("source", { enum: ["staff", "environment"] }).notNull(),
    changedBy: uuid("changed_by").references(() => users.id),
    changedAt: at("changed_at").notNull(),
    reason: text("reason").notNull(),
    /** The earlier version whose value was restored. */
    restores: integer("restores"),
  },
  (t) => [
    primaryKey({ columns: [t.section, t.version] }),
    check("setting_versions_from_one", sql`${t.version} >= 1`),
    check("setting_versions_by_staff", sql`(${t.source} = 'staff') = (${t.changedBy} is not null)`),
  ],
);

/** Changes of the bank account, which one person alone cannot make at once. */
export const bankAccountChanges = pgTable(
  "bank_account_changes",
  {
    id: uuid("id").primaryKey(),
    value: jsonb("value").$type<unknown>().notNull(),
    /** The version that the change was made on. */
    version: integer("version").notNull(),
    restores: integer("restores"),
    reason: text("reason").notNull(),
    askedBy: uuid("asked_by")
      .notNull()
      .references(() => users.id),
    askedAt: at("asked_at").notNull(),
    /** Null: it waits for another administrator. Otherwise it is carried out at this time. */
    dueAt: at("due_at"),
    /** `outdated`: another value came into force before it. */
    status: text("status", { enum: ["waiting", "done", "cancelled", "outdated"] }).notNull(),
    /** The person who approved or cancelled it; null for the clock. */
    decidedBy: uuid("decided_by").references(() => users.id),
    decidedAt: at("decided_at"),
  },
  (t) => [
    uniqueIndex("bank_account_changes_one_waiting").on(t.status).where(sql`${t.status} = 'waiting'`),
    check("bank_account_changes_decided", sql`(${t.status} = 'waiting') = (${t.decidedAt} is null)`),
    check(
      "bank_account_changes_by_another",
      sql`${t.status} <> 'done' or ${t.dueAt} is not null or (${t.decidedBy} is not null and ${t.decidedBy} <> ${t.askedBy})`,
    ),
  ],
);

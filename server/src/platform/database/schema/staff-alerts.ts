// Alerts: mails to staff about what has a deadline. Records who wants them, and which alerts each of the staff got.
import { boolean, index, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { users } from "./accounts.ts";
import { at } from "./columns.ts";

/** Staff without a row want these mails and have got none. */
export const alertSettings = pgTable("alert_settings", {
  userId: uuid("user_id")
    .primaryKey()
    .references(() => users.id),
  wantsMail: boolean("wants_mail").notNull().default(true),
  /** The last mail. The statement that writes a mail claims this row, so that two nodes never write two mails. */
  mailedAt: at("mailed_at"),
});

/** The alerts that each member of the staff got. The statement that writes the mail writes the rows. */
export const sentAlerts = pgTable(
  "sent_alerts",
  {
    userId: uuid("user_id")
      .notNull()
      .references(() => users.id),
    /** The thing and its deadline, so that a moved deadline is another alert. */
    alert: text("alert").notNull(),
    sentAt: at("sent_at").notNull(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.alert] }), index("sent_alerts_at").on(t.sentAt)],
);

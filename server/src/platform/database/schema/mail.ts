// The outbox: e-mails that wait to be sent, were sent or were given up.
import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { index, integer, json, pgTable, text, uuid } from "drizzle-orm/pg-core";
import type { MailData, MailKind } from "../../outbox/mails.ts";
import { at } from "./columns.ts";

/**
 * The plain spelling of an address: mails to `ada+1@` and to `ada@` arrive in one mailbox, and at Gmail dots do not
 * matter. Accounts are told apart by the whole address.
 */
export const mailboxOf = (address: SQLWrapper): SQL => {
  const lower = sql`replace(lower(${address}), '@googlemail.com', '@gmail.com')`;
  const untagged = sql`regexp_replace(${lower}, '\\+[^@]*@', '@')`;
  return sql`regexp_replace(${untagged}, '\\.(?=[^@]*@gmail\\.com$)', '', 'g')`;
};

/** E-mails to send. The transaction that causes a mail writes the row, or a reader of the log. */
export const outbox = pgTable(
  "outbox",
  {
    id: uuid("id").primaryKey(),
    /** The template. `data` fills it when the mail is sent. */
    kind: text("kind").$type<MailKind>().notNull(),
    data: json("data").$type<MailData[MailKind]>().notNull(),
    toAddress: text("to_address").notNull(),
    userId: uuid("user_id"),
    auctionId: uuid("auction_id"),
    attempts: integer("attempts").notNull().default(0),
    /**
     * The earliest time to send. A worker that takes the mail moves this time on, so that no other worker takes it
     * meanwhile.
     */
    dueAt: at("due_at").notNull(),
    sentAt: at("sent_at"),
    /** When sending was given up. */
    failedAt: at("failed_at"),
    lastError: text("last_error"),
    /** The time of the cause. */
    createdAt: at("created_at").notNull(),
    /**
     * The revision of the lot's log from which a reader wrote the mail (log-readers/write-mails-once.ts); null for other mails.
     * Nobody is shown it, because it counts hidden changes too.
     */
    logRevision: integer("log_revision"),
  },
  (t) => [
    index("outbox_created").on(t.createdAt),
    index("outbox_due").on(t.dueAt).where(sql`${t.sentAt} is null and ${t.failedAt} is null`),
    index("outbox_mailbox").on(mailboxOf(t.toAddress), t.kind, t.sentAt).where(sql`${t.sentAt} is not null`),
    index("outbox_failed").on(t.failedAt).where(sql`${t.failedAt} is not null`),
    index("outbox_user_auction").on(t.userId, t.auctionId, t.createdAt),
  ],
);

// Defines the tables of what the house knows of a bidder: a phone that answered a code, a document, and approvals with
// a limit.
import { sql } from "drizzle-orm";
import { check, index, integer, pgTable, text, unique, uuid } from "drizzle-orm/pg-core";
import { users } from "./accounts.ts";
import { at, bytes, minor } from "./columns.ts";
import { sales } from "./sales.ts";

/** The number at which a person received a code. It is removed when the person's number changes. */
export const verifiedPhones = pgTable(
  "verified_phones",
  {
    userId: uuid("user_id")
      .primaryKey()
      .references(() => users.id),
    /** +2348031234567. Several people may share one; staff are warned. */
    number: text("number").notNull(),
    verifiedAt: at("verified_at").notNull(),
  },
  (t) => [index("verified_phones_number").on(t.number)],
);

/** The code that a person waits for. A new one replaces it. */
export const phoneCodes = pgTable(
  "phone_codes",
  {
    userId: uuid("user_id")
      .primaryKey()
      .references(() => users.id),
    number: text("number").notNull(),
    codeHash: text("code_hash").notNull(),
    triesLeft: integer("tries_left").notNull(),
    sentAt: at("sent_at").notNull(),
    expiresAt: at("expires_at").notNull(),
  },
  (t) => [index("phone_codes_expire").on(t.expiresAt)],
);

const states = sql.raw("('waiting', 'approved', 'declined')");

/** One document of a person. A later upload replaces one that waits or was declined. */
export const bidderDocuments = pgTable(
  "bidder_documents",
  {
    userId: uuid("user_id")
      .primaryKey()
      .references(() => users.id),
    status: text("status", { enum: ["waiting", "approved", "declined"] }).notNull(),
    kind: text("kind", { enum: ["picture", "pdf"] }).notNull(),
    /** The file is not with the lots' pictures, because everybody can read those. Null once it was removed. */
    file: bytes("file"),
    uploadedAt: at("uploaded_at").notNull(),
    decidedBy: uuid("decided_by").references(() => users.id),
    decidedAt: at("decided_at"),
    /** Why it was declined. */
    reason: text("reason"),
    /** Rises with each upload and each decision. A decision names the one that was seen. */
    revision: integer("revision").notNull(),
  },
  (t) => [
    index("bidder_documents_state").on(t.status, t.uploadedAt),
    index("bidder_documents_decided").on(t.decidedAt).where(sql`${t.file} is not null`),
    check("bidder_documents_status", sql`${t.status} in ${states}`),
    check("bidder_documents_decided_once", sql`(${t.status} = 'waiting') = (${t.decidedAt} is null)`),
    check("bidder_documents_declined", sql`(${t.status} = 'declined') = (${t.reason} is not null)`),
    check("bidder_documents_file", sql`${t.file} is not null or ${t.decidedAt} is not null`),
  ],
);

/** The approval of a person as a bidder, on the whole site or in one sale. */
export const bidderApprovals = pgTable(
  "bidder_approvals",
  {
    id: uuid("id").primaryKey(),
    userId: uuid("user_id")
      .notNull()
      .references(() => users.id),
    /** Null: on the whole site. */
    saleId: uuid("sale_id").references(() => sales.id),
    status: text("status", { enum: ["waiting", "approved", "declined"] }).notNull(),
    /** NGN kobo. No bid, maximum or purchase may exceed it. Null: no limit. */
    limitMinor: minor("limit_minor"),
    askedAt: at("asked_at").notNull(),
    decidedBy: uuid("decided_by").references(() => users.id),
    decidedAt: at("decided_at"),
    /** Why it was declined. */
    reason: text("reason"),
    revision: integer("revision").notNull(),
  },
  (t) => [
    unique("bidder_approvals_once").on(t.userId, t.saleId).nullsNotDistinct(),
    index("bidder_approvals_state").on(t.status, t.askedAt),
    check("bidder_approvals_status", sql`${t.status} in ${states}`),
    check("bidder_approvals_decided", sql`(${t.status} = 'waiting') = (${t.decidedAt} is null)`),
    check("bidder_approvals_declined", sql`(${t.status} = 'declined') = (${t.reason} is not null)`),
    check("bidder_approvals_limit", sql`${t.limitMinor} > 0`),
  ],
);

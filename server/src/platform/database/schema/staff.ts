// Invitations of staff, and changes of people's money that one of the staff asked for.
import { roles } from "@jara/shared/permissions";
import { approvalKinds, approvalStatuses } from "@jara/shared/rest/approvals";
import { sql } from "drizzle-orm";
import { check, index, integer, json, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { users } from "./accounts.ts";
import { at, minor } from "./columns.ts";

export const invitations = pgTable(
  "invitations",
  {
    id: uuid("id").primaryKey(),
    email: text("email").notNull(),
    role: text("role", { enum: roles }).notNull(),
    tokenHash: text("token_hash").notNull().unique("invitations_token"),
    invitedBy: uuid("invited_by")
      .notNull()
      .references(() => users.id),
    createdAt: at("created_at").notNull(),
    expiresAt: at("expires_at").notNull(),
    acceptedAt: at("accepted_at"),
    acceptedBy: uuid("accepted_by").references(() => users.id),
    /** Taken back, or replaced by a newer invitation of the same address. */
    withdrawnAt: at("withdrawn_at"),
    /** The last time when the owner of an account was told by mail to log in first. */
    noticedAt: at("noticed_at"),
  },
  (t) => [
    uniqueIndex("invitations_standing")
      .on(sql`lower(${t.email})`)
      .where(sql`${t.acceptedAt} is null and ${t.withdrawnAt} is null`),
    index("invitations_created").on(t.createdAt),
    check("invitations_role_of_staff", sql`${t.role} <> 'user'`),
    check("invitations_accepted_by_somebody", sql`(${t.acceptedAt} is null) = (${t.acceptedBy} is null)`),
    check("invitations_one_end", sql`${t.acceptedAt} is null or ${t.withdrawnAt} is null`),
  ],
);

/**
 * Changes of a person's money by staff, while a second person is needed above an amount. A small change is a row too
 * ("not-needed"), so that many small ones count together.
 */
export const approvals = pgTable(
  "approvals",
  {
    id: uuid("id").primaryKey(),
    kind: text("kind", { enum: approvalKinds }).notNull(),
    status: text("status", { enum: approvalStatuses }).notNull(),
    /** The person whose money changes. */
    userId: uuid("user_id")
      .notNull()
      .references(() => users.id),
    settlementId: uuid("settlement_id"),
    auctionId: uuid("auction_id"),
    /** NGN, by the rate in force when it was asked for. */
    amountMinor: minor("amount_minor").notNull(),
    /** The request as it was made; it is carried out exactly so. */
    request: json("request").notNull(),
    askedBy: uuid("asked_by")
      .notNull()
      .references(() => users.id),
    askedAt: at("asked_at").notNull(),
    /** The request's key: the same one again asks for nothing new. */
    commandId: text("command_id").notNull(),
    /**
     * Counts the requests of one person of the staff about one person. Two requests at once take the same number, so
     * that one of them must look again at the sum of the other.
     */
    number: integer("number").notNull(),
    /**
     * Counts all requests of one person of the staff, so that of two at once about different people one must look again
     * at the sum of the other. Null in rows that were written before it existed.
     */
    actorNumber: integer("actor_number"),
    /**
     * Counts all requests about one person's money, so that of two at once by different people of the staff one must look
     * again at the sum of the other. Null in rows that were written before it existed.
     */
    receiverNumber: integer("receiver_number"),
    /** The person who approved, refused or took it back. */
    decidedBy: uuid("decided_by").references(() => users.id),
    decidedAt: at("decided_at"),
    /** The reason of a refusal; or why it could not be carried out. */
    message: text("message"),
  },
  (t) => [
    uniqueIndex("approvals_number").on(t.askedBy, t.userId, t.number),
    uniqueIndex("approvals_actor_number").on(t.askedBy, t.actorNumber),
    uniqueIndex("approvals_receiver_number").on(t.userId, t.receiverNumber),
    uniqueIndex("approvals_command").on(t.askedBy, t.commandId),
    index("approvals_open").on(t.askedAt).where(sql`${t.status} in ('waiting', 'approved')`),
    index("approvals_decided").on(t.decidedAt).where(sql`${t.decidedAt} is not null`),
    index("approvals_small").on(t.askedAt).where(sql`${t.status} = 'not-needed'`),
    check("approvals_amount_positive", sql`${t.amountMinor} > 0`),
    check(
      "approvals_by_another",
      sql`${t.status} in ('not-needed', 'waiting', 'taken-back') or ${t.decidedBy} is distinct from ${t.askedBy}`,
    ),
    check(
      "approvals_by_somebody",
      sql`${t.status} not in ('approved', 'done', 'refused') or ${t.decidedBy} is not null`,
    ),
    check("approvals_not_own", sql`${t.userId} <> ${t.askedBy} and ${t.userId} <> ${t.decidedBy}`),
  ],
);

// Sales: lots that are published, paused, shifted and closed together. The lots themselves stay auctions of their own;
// a bid reads and writes nothing here.
import type { BiddingRequirements } from "@jara/shared/bidding-requirements";
import { sql } from "drizzle-orm";
import {
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import { users } from "./accounts.ts";
import { at } from "./columns.ts";

/** When and where the lots can be seen. */
export interface Viewing {
  /** Epoch ms. */
  readonly from: number;
  readonly until: number;
  readonly place: string;
}

/** When and where the lots are collected, in slots of so many minutes for so many buyers each. */
export interface PickupTime extends Viewing {
  readonly slotMinutes: number;
  readonly buyers: number;
}

export const sales = pgTable(
  "sales",
  {
    id: uuid("id").primaryKey(),
    title: text("title").notNull(),
    description: text("description").notNull(),
    terms: text("terms").notNull(),
    viewings: jsonb("viewings").$type<readonly Viewing[]>().notNull(),
    /** Empty: at the site's own times. */
    pickups: jsonb("pickups").$type<readonly PickupTime[]>().notNull().default([]),
    status: text("status").$type<"draft" | "published">().notNull(),
    /** When bidding opens; null: when the sale is published. */
    opensAt: at("opens_at"),
    /** When the first lot closes. */
    closesAt: at("closes_at").notNull(),
    /** The time between the closings of two lots, or of two groups. 0: all lots close at the same time. */
    spacingSeconds: integer("spacing_seconds").notNull(),
    /** How soft close works: for each lot alone, with the order of the lots kept, or for all lots together. */
    closing: text("closing").$type<"alone" | "in-order" | "together">().notNull(),
    /** For `together`: the number of lots that close together. Null: all do, whatever the spacing. */
    groupSize: integer("group_size"),
    /** Whether a bidder accepts the terms before the first bid. Stays once the sale is published. */
    asksTerms: boolean("asks_terms").notNull().default(false),
    /** Rises with each change of the terms. */
    termsVersion: integer("terms_version").notNull().default(1),
    /** What bidders of the sale must have done before they bid. Null: as the site asks. */
    requirements: jsonb("requirements").$type<BiddingRequirements>(),
    /** The address of an upload. */
    picture: text("picture"),
    /** Null unless the whole sale is paused. Then no lot of it starts. */
    pausedAt: at("paused_at"),
    createdBy: uuid("created_by")
      .notNull()
      .references(() => users.id),
    createdAt: at("created_at").notNull(),
    updatedAt: at("updated_at").notNull(),
    revision: integer("revision").notNull(),
  },
  (t) => [
    check("sales_status", sql`${t.status} in ('draft', 'published')`),
    check("sales_closing", sql`${t.closing} in ('alone', 'in-order', 'together')`),
    check("sales_spacing", sql`${t.spacingSeconds} between 0 and 86400`),
    check("sales_group_size", sql`${t.groupSize} > 0`),
    // Bidders cannot accept what is not written.
    check("sales_terms", sql`not ${t.asksTerms} or ${t.terms} <> ''`),
    check("sales_times", sql`${t.opensAt} is null or ${t.opensAt} < ${t.closesAt}`),
    index("sales_by_close").on(t.status, t.closesAt),
    // Each node reads these every second.
    index("sales_with_requirements").on(t.id).where(sql`${t.requirements} is not null`),
  ],
);

/** A row for each person and each version of a sale's terms that the person accepted. A row never changes. */
export const saleAcceptances = pgTable(
  "sale_acceptances",
  {
    saleId: uuid("sale_id")
      .notNull()
      .references(() => sales.id),
    userId: uuid("user_id")
      .notNull()
      .references(() => users.id),
    termsVersion: integer("terms_version").notNull(),
    acceptedAt: at("accepted_at").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.saleId, t.userId, t.termsVersion] }),
    index("sale_acceptances_of_user").on(t.userId),
  ],
);

/** A lot belongs to one sale at most. */
export const saleLots = pgTable(
  "sale_lots",
  {
    /** No foreign key, because its check would lock the row that every bid locks. Auctions' rows are never deleted. */
    auctionId: uuid("auction_id").primaryKey(),
    saleId: uuid("sale_id")
      .notNull()
      .references(() => sales.id),
    /** From 1, in the order of the catalogue. */
    lotNumber: integer("lot_number").notNull(),
    /**
     * "A" of lot 12A; empty: none. The lot follows those of its number with an earlier suffix, and closes with them.
     */
    suffix: text("suffix").notNull().default(""),
  },
  (t) => [
    index("sale_lots_in_order").on(t.saleId, t.lotNumber),
    // Staff search lots of all sales by their number.
    index("sale_lots_by_number").on(t.lotNumber),
    check("sale_lots_number", sql`${t.lotNumber} > 0`),
  ],
);

/** An action of the staff on a whole sale. A job carries it out on each lot, whatever nodes die. */
export const saleActions = pgTable(
  "sale_actions",
  {
    id: uuid("id").primaryKey(),
    saleId: uuid("sale_id")
      .notNull()
      .references(() => sales.id),
    kind: text("kind").$type<"publish" | "pause" | "resume" | "shift" | "end">().notNull(),
    /** For `shift` alone. */
    seconds: integer("seconds"),
    actorId: uuid("actor_id")
      .notNull()
      .references(() => users.id),
    commandId: text("command_id").notNull(),
    /**
     * The sale's times when the action was asked. A lot that is published after a later shift was asked has these,
     * because the shift moves it afterwards.
     */
    opensAt: at("opens_at"),
    closesAt: at("closes_at").notNull(),
    askedAt: at("asked_at").notNull(),
    /** Until then a node works on it. */
    takenUntil: at("taken_until"),
    /** Null until no lot is left to do. */
    doneAt: at("done_at"),
  },
  (t) => [
    uniqueIndex("sale_actions_once").on(t.actorId, t.commandId),
    index("sale_actions_of_sale").on(t.saleId, t.askedAt),
    index("sale_actions_open").on(t.askedAt).where(sql`${t.doneAt} is null`),
    check("sale_actions_kind", sql`${t.kind} in ('publish', 'pause', 'resume', 'shift', 'end')`),
    check("sale_actions_seconds", sql`(${t.kind} = 'shift') = (${t.seconds} is not null)`),
  ],
);

/** The outcome of an action on each lot. */
export const saleActionLots = pgTable(
  "sale_action_lots",
  {
    actionId: uuid("action_id")
      .notNull()
      .references(() => saleActions.id),
    auctionId: uuid("auction_id").notNull(),
    isDone: boolean("is_done").notNull(),
    /** The reason, as the lot's own command gave it; null if it was done. */
    refusal: text("refusal"),
  },
  (t) => [primaryKey({ columns: [t.actionId, t.auctionId] })],
);

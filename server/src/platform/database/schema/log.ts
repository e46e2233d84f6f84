// The log of every auction and the outcomes of commands. The engine adds to the log. The only other code that writes it
// creates a lot (create-auction.ts) or replaces the name of a deleted account (scrub-logs.ts). Some commands of staff
// do not pass the engine; their outcomes are here too.
import { sql } from "drizzle-orm";
import {
  bigint,
  check,
  index,
  integer,
  json,
  pgTable,
  pgView,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import { at, minor } from "./columns.ts";

/** The log: one row for each change, without gaps for an auction. Replaying it gives the auction's row. */
export const auctionEvents = pgTable(
  "auction_events",
  {
    auctionId: uuid("auction_id").notNull(),
    revision: integer("revision").notNull(),
    /** Null for a hidden change (a maximum set or cancelled without a visible effect). */
    version: integer("version"),
    /** json rather than jsonb, because it is written far more often than read. */
    events: json("events").notNull(),
    /** The user who caused the change. Null: the clock. */
    actorId: uuid("actor_id"),
    at: at("at").notNull(),
    /**
     * The position of the transaction that wrote the row. Readers of the log read rows in this order
     * (log-readers/entries.ts). Null in rows that no reader reads: rows of a version without this column, and rows of
     * made-up markets.
     */
    writtenBy: bigint("written_by", { mode: "number" }).default(sql`log_position(pg_current_xact_id())`),
  },
  (t) => [
    primaryKey({ columns: [t.auctionId, t.revision] }),
    uniqueIndex("auction_events_version").on(t.auctionId, t.version),
    // The public log looks for new changes by time. Rows are added in nearly this order, so a summary of each part of
    // the table is enough, and a bid does not write it.
    index("auction_events_at").using("brin", t.at),
    index("auction_events_written_by").on(t.writtenBy).where(sql`${t.writtenBy} is not null`),
  ],
);

/** How far each reader of the log has read. A reader moves its row in the transaction that writes what it read. */
export const logCursors = pgTable("log_cursors", {
  reader: text("reader").primaryKey(),
  /** It has read everything up to this `written_by`. */
  position: bigint("position", { mode: "number" }).notNull(),
});

/**
 * The outcome of every accepted command, so that sending the command again returns the outcome and does nothing twice.
 * Refused commands have no row. Rows older than 48 hours are removed (delete-expired-commands.ts). Nearly all commands
 * are accepted bids, whose outcome is in the log: such a row has neither fingerprint nor outcome, but names its change.
 * Read this table through `storedOutcomes`.
 */
export const commands = pgTable(
  "commands",
  {
    userId: uuid("user_id").notNull(),
    commandId: text("command_id").notNull(),
    /** The content of the command. The same id with another fingerprint gives COMMAND_ID_REUSED. */
    fingerprint: text("fingerprint"),
    /** JSON (stored-outcome.ts). */
    outcome: text("outcome"),
    createdAt: at("created_at").notNull(),
    auctionId: uuid("auction_id"),
    revision: integer("revision"),
    /** The auction's values in the bidder's answer that the bid did not change. */
    endsAt: at("ends_at"),
    incrementMinor: minor("increment_minor"),
    /**
     * The content version that a bid or a maximum named; 0 if it named none, or has none. Part of the command's
     * content, like the fingerprint. Null in rows that a version without this column wrote: then it is not compared.
     */
    contentVersion: integer("content_version"),
  },
  // No other index, because each index would slow down every bid.
  (t) => [
    primaryKey({ columns: [t.userId, t.commandId] }),
    check(
      "commands_outcome_known",
      sql`num_nonnulls(${t.fingerprint}, ${t.outcome}) = 2
        or num_nonnulls(${t.auctionId}, ${t.revision}, ${t.endsAt}, ${t.incrementMinor}) = 4`,
    ),
  ],
);

/**
 * The first outcome of each command. An accepted bid has no `outcome`: the log has everything that its answer says, in
 * the columns after it (the first event is the bid, the last one has the price and the leader; `priceMinor`, `bidCount`
 * and `leaderId` are those after the change). The fingerprint of such a bid is the text that `fingerprintOf`
 * (engine/outcome.ts) makes for `PlaceBid`. Change both together; test/contracts/engine-contract/commits.ts compares
 * them. The view looks up the change by its key, whatever the plan
 * (docs/decisions/0003-one-statement.md).
 */
export const storedOutcomes = pgView("stored_outcomes", {
  userId: uuid("user_id").notNull(),
  commandId: text("command_id").notNull(),
  fingerprint: text("fingerprint").notNull(),
  createdAt: at("created_at").notNull(),
  outcome: text("outcome"),
  auctionId: uuid("auction_id"),
  version: integer("version"),
  number: integer("number"),
  amountMinor: minor("amount_minor"),
  priceMinor: minor("price_minor"),
  bidCount: integer("bid_count"),
  leaderId: uuid("leader_id"),
  endsAt: at("ends_at"),
  incrementMinor: minor("increment_minor"),
  contentVersion: integer("content_version"),
}).as(sql`
  select c.user_id, c.command_id, coalesce(c.fingerprint, concat_ws(' ', 'PlaceBid', c.auction_id, bid.amount_minor))
      as fingerprint,
    c.created_at, c.outcome, c.auction_id, bid.version, bid.number, bid.amount_minor, bid.price_minor, bid.bid_count,
    bid.leader_id, c.ends_at, c.increment_minor, c.content_version
  from commands c left join lateral (
    select e.version, (e.events->0->>'number')::int as number, (e.events->0->>'amountMinor')::bigint as amount_minor,
      (e.events->-1->>'amountMinor')::bigint as price_minor, (e.events->-1->>'number')::int as bid_count,
      (e.events->-1->'bidder'->>'id')::uuid as leader_id
    from auction_events e where c.outcome is null and e.auction_id = c.auction_id and e.revision = c.revision offset 0
  ) bid on true
`);

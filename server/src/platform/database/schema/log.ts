// The log of every auction and the outcomes of commands. Only the engine writes them.
import { sql } from "drizzle-orm";
import { check, integer, json, pgTable, pgView, primaryKey, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
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
  },
  (t) => [
    primaryKey({ columns: [t.auctionId, t.revision] }),
    uniqueIndex("auction_events_version").on(t.auctionId, t.version),
  ],
);

/**
 * The outcome of every accepted command, so that sending the command again returns the outcome and does nothing twice.
 * Refused commands have no row. Rows older than 48 hours are removed (expired-commands.ts). Nearly all commands are
 * accepted bids, whose outcome is in the log: such a row has neither fingerprint nor outcome, but names its change.
 * Read this table through `commandOutcomes`.
 */
export const commands = pgTable(
  "commands",
  {
    userId: uuid("user_id").notNull(),
    commandId: text("command_id").notNull(),
    /** The content of the command. The same id with another fingerprint gives COMMAND_ID_REUSED. */
    fingerprint: text("fingerprint"),
    /** The format is in outcome-text.ts. */
    outcome: text("outcome"),
    createdAt: at("created_at").notNull(),
    auctionId: uuid("auction_id"),
    revision: integer("revision"),
    /** The auction's values in the bidder's answer that the bid did not change. */
    endsAt: at("ends_at"),
    incrementMinor: minor("increment_minor"),
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
 * The first outcome of each command, with its fingerprint and its text. The outcome of an accepted bid is built from
 * its change: the first event is the bid, the last one has the price and the leader (outcome-text.ts has the order of
 * the values). The view looks up the change by its key, whatever the plan
 * (docs/decisions/0005-group-commit-measured.md).
 */
export const commandOutcomes = pgView("command_outcomes", {
  userId: uuid("user_id").notNull(),
  commandId: text("command_id").notNull(),
  fingerprint: text("fingerprint").notNull(),
  outcome: text("outcome").notNull(),
  createdAt: at("created_at").notNull(),
}).as(sql`
  select c.user_id, c.command_id, coalesce(c.fingerprint, bid.fingerprint) as fingerprint,
    coalesce(c.outcome, bid.outcome) as outcome, c.created_at
  from commands c left join lateral (
    select concat_ws(' ', 'PlaceBid', c.auction_id, e.events->0->>'amountMinor') as fingerprint,
      json_build_array(
        c.auction_id || '-' || (e.events->0->>'number'), (e.events->0->>'amountMinor')::numeric / 100, e.version,
        (e.events->-1->>'amountMinor')::numeric / 100,
        ((e.events->-1->>'amountMinor')::numeric + c.increment_minor) / 100,
        e.events->-1->'number', to_char(c.ends_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'active',
        e.events->-1->'bidder'->>'id' = c.user_id::text
      )::text as outcome
    from auction_events e where e.auction_id = c.auction_id and e.revision = c.revision offset 0
  ) bid on true
`);

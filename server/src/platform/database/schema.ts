// The tables. Money is bigint minor units, times are timestamptz with milliseconds. Constraints must make invalid
// states impossible. The tables that a bid writes have no foreign keys, because a single statement writes them while it
// holds the auction's row lock (docs/decisions/0003-one-statement.md).
import { sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  check,
  date,
  doublePrecision,
  index,
  integer,
  json,
  jsonb,
  pgTable,
  pgView,
  primaryKey,
  smallint,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import { priceStepOf } from "./price-step.ts";

const at = (name: string) => timestamp(name, { withTimezone: true, precision: 3, mode: "date" });
const minor = (name: string) => bigint(name, { mode: "number" });

/** The columns that say who closed a settlement or a purchase, and why it was waived. */
const closing = () => ({
  /** Null: the clock closed it. */
  closedBy: uuid("closed_by").references(() => users.id),
  note: text("note"),
});
/** The forfeiting job's state: how often it tried, when it may try again, and since when it has given up. */
const forfeiting = () => ({
  attempts: integer("attempts").notNull().default(0),
  /** Null: not tried yet. */
  nextAttemptAt: at("next_attempt_at"),
  lastError: text("last_error"),
  stuckAt: at("stuck_at"),
});

export const users = pgTable(
  "users",
  {
    id: uuid("id").primaryKey(),
    username: text("username").notNull(),
    /**
     * The result of checking this username against the rule for new ones (accounts/check-usernames.ts). Null: not
     * checked yet. Any value but "ok" means that the account is older than the rule. It keeps its name and is listed
     * for administrators.
     */
    usernameVerdict: text("username_verdict", { enum: ["ok", "characters", "scripts", "reserved", "confusable"] }),
    email: text("email").notNull(),
    /** Null: the user signs in with Google alone. */
    passwordHash: text("password_hash"),
    /** Google's `sub`, its id of the person. */
    googleId: text("google_id").unique("users_google_key"),
    role: text("role", { enum: ["user", "admin"] })
      .notNull()
      .default("user"),
    emailVerifiedAt: at("email_verified_at"),
    bannedAt: at("banned_at"),
    /** NGN. Always the sum of the user's ledger entries. */
    balanceMinor: minor("balance_minor").notNull().default(0),
    /** Increases with every change that a bid's decision depends on: role, ban, verification, balance. */
    revision: integer("revision").notNull().default(1),
    /** Tokens with an earlier version are void. */
    tokenVersion: integer("token_version").notNull().default(1),
    firstName: text("first_name"),
    lastName: text("last_name"),
    phone: text("phone"),
    street: text("street"),
    city: text("city"),
    state: text("state"),
    zipCode: text("zip_code"),
    country: text("country"),
    wantsOutbidMail: boolean("wants_outbid_mail").notNull().default(true),
    createdAt: at("created_at").notNull(),
    /** The columns that an administrator's search covers, in one short text, so that a scan of all rows is quick. */
    searchText: text("search_text").generatedAlwaysAs(
      sql`lower(username || chr(10) || email || chr(10) || coalesce(first_name, '') || ' ' || coalesce(last_name, ''))`,
    ),
  },
  (t) => [
    uniqueIndex("users_email_key").on(sql`lower(${t.email})`),
    uniqueIndex("users_username_key").on(sql`lower(${t.username})`),
    index("users_created").on(t.createdAt, t.id),
    index("users_admins").on(t.createdAt, t.id).where(sql`${t.role} = 'admin'`),
    index("users_username_unchecked").on(t.createdAt, t.id).where(sql`${t.usernameVerdict} is null`),
    index("users_username_refused").on(t.createdAt, t.id).where(sql`${t.usernameVerdict} <> 'ok'`),
    check("users_revision_positive", sql`${t.revision} > 0`),
  ],
);

/**
 * The skeletons (UTS #39) of each username as written, in lower case and in upper case. A new username is refused if
 * one of its skeletons is here. Among older accounts that look alike, the oldest has the row.
 */
export const usernameSkeletons = pgTable(
  "username_skeletons",
  {
    skeleton: text("skeleton").primaryKey(),
    /** Null: reserved by a registration that made no account, so that nobody can tell it from one that did. */
    userId: uuid("user_id").references(() => users.id),
  },
  (t) => [index("username_skeletons_user").on(t.userId)],
);

export const ledgerEntries = pgTable(
  "ledger_entries",
  {
    id: uuid("id").primaryKey(),
    userId: uuid("user_id")
      .notNull()
      .references(() => users.id),
    amountMinor: minor("amount_minor").notNull(),
    balanceAfterMinor: minor("balance_after_minor").notNull(),
    cause: text("cause").notNull(),
    /** The auction that the entry is about, for a forfeit. */
    auctionId: uuid("auction_id"),
    /** The payment that the entry came from. Unique, so that it is credited once. */
    reference: text("reference").unique("ledger_entries_reference_key"),
    actorId: uuid("actor_id"),
    createdAt: at("created_at").notNull(),
  },
  (t) => [index("ledger_entries_user").on(t.userId, t.createdAt)],
);

/**
 * Administrators' actions on accounts and auctions. The statement that carries out the action writes the row. Rows
 * never change.
 */
export const adminActions = pgTable(
  "admin_actions",
  {
    id: uuid("id").primaryKey(),
    /** Null: the command line. */
    actorId: uuid("actor_id").references(() => users.id),
    action: text("action").notNull(),
    /** The user whom the action affected. */
    userId: uuid("user_id").references(() => users.id),
    auctionId: uuid("auction_id"),
    /** Amounts are in minor units. */
    details: json("details").notNull(),
    at: at("at").notNull(),
  },
  (t) => [
    index("admin_actions_user").on(t.userId, t.at),
    index("admin_actions_auction").on(t.auctionId, t.at).where(sql`${t.auctionId} is not null`),
    // Every node polls each second for recently changed accounts.
    index("admin_actions_at").on(t.at),
  ],
);

export const verificationTokens = pgTable(
  "verification_tokens",
  {
    /** One valid token for each user: a resend replaces it. */
    userId: uuid("user_id")
      .primaryKey()
      .references(() => users.id),
    tokenHash: text("token_hash").notNull(),
    expiresAt: at("expires_at").notNull(),
  },
  (t) => [uniqueIndex("verification_tokens_hash").on(t.tokenHash)],
);

/**
 * Codes that let an account's owner log in past the limits. A row is written whether or not a code was mailed, so that
 * nobody can tell the two cases apart. A row without a mail has the hash of a code that nobody knows.
 */
export const loginCodes = pgTable(
  "login_codes",
  {
    /** SHA-256 of the ticket that the browser holds. */
    ticketHash: text("ticket_hash").primaryKey(),
    /** SHA-256 of ticket and code together, so that nobody can find the code by trying without the ticket. */
    codeHash: text("code_hash").notNull(),
    email: text("email").notNull(),
    triesLeft: integer("tries_left").notNull(),
    expiresAt: at("expires_at").notNull(),
  },
  (t) => [
    index("login_codes_expiry").on(t.expiresAt),
    check("login_codes_tries_not_negative", sql`${t.triesLeft} >= 0`),
  ],
);

/** Failed log-ins by account and by address. They are counted in the database so that every node sees them. */
export const loginFailures = pgTable("login_failures", {
  key: text("key").primaryKey(),
  count: integer("count").notNull(),
  windowEndsAt: at("window_ends_at").notNull(),
});

/** E-mails to send. The statement that causes a mail writes the row. */
export const outbox = pgTable(
  "outbox",
  {
    id: uuid("id").primaryKey(),
    /** The template. `data` fills it when the mail is sent. */
    kind: text("kind").notNull(),
    data: json("data").notNull(),
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
    createdAt: at("created_at").notNull(),
  },
  (t) => [
    index("outbox_created").on(t.createdAt),
    index("outbox_due").on(t.dueAt).where(sql`${t.sentAt} is null and ${t.failedAt} is null`),
    index("outbox_user_auction").on(t.userId, t.auctionId, t.createdAt),
  ],
);

/** Buy It Now purchases. An auction has at most one open purchase. */
export const purchases = pgTable(
  "purchases",
  {
    id: uuid("id").primaryKey(),
    auctionId: uuid("auction_id")
      .notNull()
      .references(() => auctions.id),
    buyerId: uuid("buyer_id")
      .notNull()
      .references(() => users.id),
    /**
     * The buyer's id again, under a unique index: a buyer has at most one pending purchase. Null in purchases made
     * before that rule.
     */
    exclusiveBuyerId: uuid("exclusive_buyer_id"),
    /** In the auction's currency. The fee is added to it. */
    priceMinor: minor("price_minor").notNull(),
    feeMinor: minor("fee_minor").notNull(),
    status: text("status", { enum: ["pending", "paid", "forfeited", "void"] }).notNull(),
    deadlineAt: at("deadline_at").notNull(),
    createdAt: at("created_at").notNull(),
    closedAt: at("closed_at"),
    /** Void because an administrator waived the buyer's payment. */
    isWaived: boolean("is_waived").notNull().default(false),
    ...closing(),
    ...forfeiting(),
  },
  (t) => [
    uniqueIndex("purchases_one_pending").on(t.auctionId).where(sql`${t.status} = 'pending'`),
    uniqueIndex("purchases_one_open_a_buyer").on(t.exclusiveBuyerId).where(sql`${t.status} = 'pending'`),
    index("purchases_auction").on(t.auctionId, t.createdAt),
    index("purchases_buyer").on(t.buyerId, t.createdAt),
    index("purchases_deadline").on(t.deadlineAt).where(sql`${t.status} = 'pending'`),
    // The order of the administrators' list: open ones first with the most urgent at the top, then the newest closed
    // ones.
    index("purchases_listed").on(t.closedAt.desc().nullsFirst(), t.deadlineAt, t.id),
    index("purchases_listed_by_status").on(t.status, t.isWaived, t.closedAt.desc().nullsFirst(), t.deadlineAt, t.id),
    check("purchases_price_positive", sql`${t.priceMinor} > 0`),
    check("purchases_closed", sql`(${t.status} = 'pending') = (${t.closedAt} is null)`),
    check("purchases_waived_are_void", sql`not ${t.isWaived} or ${t.status} = 'void'`),
  ],
);

/** Payments into a balance. Each is credited once, because the ledger entry carries the reference. */
export const topUps = pgTable(
  "top_ups",
  {
    reference: text("reference").primaryKey(),
    userId: uuid("user_id")
      .notNull()
      .references(() => users.id),
    /** NGN. */
    amountMinor: minor("amount_minor").notNull(),
    status: text("status", { enum: ["pending", "paid", "failed"] })
      .notNull()
      .default("pending"),
    isSandbox: boolean("is_sandbox").notNull(),
    /** The address at which the payer pays. Null until the payment service has answered. */
    authorizationUrl: text("authorization_url"),
    createdAt: at("created_at").notNull(),
    /**
     * When the payment service was last asked. A caller updates it before asking, so that no other caller asks
     * meanwhile.
     */
    checkedAt: at("checked_at"),
    closedAt: at("closed_at"),
  },
  (t) => [
    index("top_ups_user").on(t.userId, t.createdAt),
    index("top_ups_pending").on(t.createdAt).where(sql`${t.status} = 'pending'`),
    check("top_ups_amount_positive", sql`${t.amountMinor} > 0`),
    check("top_ups_closed", sql`(${t.status} = 'pending') = (${t.closedAt} is null)`),
  ],
);

/**
 * The exchange rates in force, which all nodes share and which survive a restart, and the provider's candidate rate,
 * which waits for an administrator. There is one row, so that accepting, confirming and rejecting wait for each other.
 */
export const exchangeRates = pgTable(
  "exchange_rates",
  {
    id: integer("id").primaryKey(),
    ngnToUsd: doublePrecision("ngn_to_usd").notNull(),
    usdToNgn: doublePrecision("usd_to_ngn").notNull(),
    /** When rates were last accepted. Null: none was accepted yet and the fallback rates are in force. */
    fetchedAt: at("fetched_at"),
    /** When the provider last named a rate, accepted or not. */
    askedAt: at("asked_at"),
    /** Identifies one candidate rate: another rate gets another id. Null: there is no candidate. */
    candidateId: uuid("candidate_id"),
    candidateUsdToNgn: doublePrecision("candidate_usd_to_ngn"),
    candidateSince: at("candidate_since"),
    rejectedAt: at("rejected_at"),
    rejectedBy: uuid("rejected_by").references(() => users.id),
    /** When administrators were last mailed about a candidate. */
    toldAt: at("told_at"),
  },
  (t) => [check("exchange_rates_one_row", sql`${t.id} = 1`)],
);

/** Every change of the rates in force. The rates of the last 24 hours bound the next one. */
export const acceptedRates = pgTable(
  "accepted_rates",
  {
    id: uuid("id").primaryKey(),
    usdToNgn: doublePrecision("usd_to_ngn").notNull(),
    acceptedAt: at("accepted_at").notNull(),
    /** Null: the rate was within the bounds, so nobody had to confirm it. */
    confirmedBy: uuid("confirmed_by").references(() => users.id),
  },
  (t) => [index("accepted_rates_at").on(t.acceptedAt)],
);

/** Pages are half filled (0001_room_for_bids.sql), so that an update by a bid finds room on the same page. */
export const auctions = pgTable(
  "auctions",
  {
    id: uuid("id").primaryKey(),
    sellerId: uuid("seller_id")
      .notNull()
      .references(() => users.id),
    title: text("title").notNull(),
    description: text("description").notNull(),
    categories: text("categories").array().notNull(),
    condition: text("condition").notNull(),
    location: text("location"),
    media: jsonb("media").notNull(),
    currency: text("currency", { enum: ["NGN", "USD"] }).notNull(),
    startingPriceMinor: minor("starting_price_minor").notNull(),
    incrementMinor: minor("increment_minor").notNull(),
    reserveMinor: minor("reserve_minor"),
    buyItNowMinor: minor("buy_it_now_minor"),
    status: text("status", { enum: ["draft", "active", "paused", "ended", "cancelled", "sold"] }).notNull(),
    priceMinor: minor("price_minor").notNull(),
    priceStep: smallint("price_step").generatedAlwaysAs(sql.raw(priceStepOf("price_minor"))),
    leaderId: uuid("leader_id"),
    winnerId: uuid("winner_id"),
    bidCount: integer("bid_count").notNull().default(0),
    startsAt: at("starts_at"),
    endsAt: at("ends_at").notNull(),
    /** How late bids move the end. Both columns are set, or neither. */
    softCloseSeconds: integer("soft_close_seconds"),
    softCloseCapMinutes: integer("soft_close_cap_minutes"),
    /** The scheduled end, set once bids have moved `ends_at` past it. */
    extendedFrom: at("extended_from"),
    /** Increases with each change of the lot's texts or terms while it has bids or maxima. */
    contentVersion: integer("content_version").notNull().default(1),
    contentChangedAt: at("content_changed_at"),
    /** The number of voided bids. `bid_count` counts the valid ones. */
    voidedBidCount: integer("voided_bid_count").notNull().default(0),
    /** Users who may not bid on this auction again, because their bids were voided. */
    barredIds: uuid("barred_ids").array().notNull().default(sql`'{}'`),
    forfeitedPurchases: integer("forfeited_purchases").notNull().default(0),
    pausedAt: at("paused_at"),
    pausedUntil: at("paused_until"),
    pauseReason: text("pause_reason", { enum: ["buy-it-now", "admin"] }),
    /** An administrator set the end during this pause, so resuming does not move it. */
    isEndSet: boolean("is_end_set").notNull().default(false),
    /** When the auction was removed. Its row stays for the log, but nobody can find it. */
    removedAt: at("removed_at"),
    /** The public version. Increases by 1 with every public change. */
    version: integer("version").notNull(),
    /** Increases by 1 with every change, including hidden ones. The fence checks it. */
    revision: integer("revision").notNull(),
    createdAt: at("created_at").notNull(),
    updatedAt: at("updated_at").notNull(),
  },
  (t) => [
    index("auctions_status_ends").on(t.status, t.endsAt),
    // Active auctions by price step, with the columns that the listing filters by, so that a count needs only the
    // index.
    index("auctions_price_step")
      .on(t.priceStep, t.currency, t.reserveMinor, t.buyItNowMinor)
      .where(sql`${t.status} = 'active' and ${t.removedAt} is null`),
    // Every node polls each second for auctions that are due to start.
    index("auctions_to_start").on(t.startsAt).where(sql`${t.status} = 'draft'`),
    index("auctions_seller").on(t.sellerId, t.createdAt),
    // No index has the current price, because then every bid would have to write every index. Lists use
    // `auction_search`.
    check("auctions_starting_price_positive", sql`${t.startingPriceMinor} > 0`),
    check("auctions_increment_positive", sql`${t.incrementMinor} > 0`),
    check("auctions_price_not_below_start", sql`${t.priceMinor} >= ${t.startingPriceMinor}`),
    check("auctions_reserve_positive", sql`${t.reserveMinor} > 0`),
    check("auctions_buy_it_now_positive", sql`${t.buyItNowMinor} > 0`),
    check("auctions_bids_have_a_leader", sql`(${t.bidCount} = 0) = (${t.leaderId} is null)`),
    check("auctions_paused_since", sql`(${t.status} = 'paused') = (${t.pausedAt} is not null)`),
    check("auctions_end_set_while_paused", sql`not ${t.isEndSet} or ${t.status} = 'paused'`),
    check("auctions_winner_after_the_end", sql`${t.winnerId} is null or ${t.status} in ('ended', 'sold')`),
    check(
      "auctions_soft_close",
      sql`(${t.softCloseSeconds} is null) = (${t.softCloseCapMinutes} is null)
        and (${t.softCloseSeconds} is null or ${t.softCloseCapMinutes} * 60 >= ${t.softCloseSeconds})`,
    ),
    check("auctions_extended_later", sql`${t.extendedFrom} is null or ${t.extendedFrom} <= ${t.endsAt}`),
    check("auctions_versions", sql`${t.version} between 1 and ${t.revision}`),
  ],
);

/**
 * The columns by which auctions are searched and sorted. It holds nothing that a bid changes, so bids never write it,
 * its rows are small, and it can have an index for each order. A trigger updates it (0007_auction_search.sql) in the
 * statement that wrote the auction. Removed auctions are not in it. At the start, two text indexes are added where the
 * database allows it (text-indexes.ts).
 */
export const auctionSearch = pgTable(
  "auction_search",
  {
    auctionId: uuid("auction_id").primaryKey(),
    status: text("status").notNull(),
    currency: text("currency").notNull(),
    hasReserve: boolean("has_reserve").notNull(),
    hasBuyItNow: boolean("has_buy_it_now").notNull(),
    createdAt: at("created_at").notNull(),
    endsAt: at("ends_at").notNull(),
    startingPriceMinor: minor("starting_price_minor").notNull(),
    /** Null while the auction is active, because bids move the price. */
    restingPriceMinor: minor("resting_price_minor"),
    /** Lower case, like every searched column of this table. */
    title: text("title").notNull(),
    /** Title, location and description. */
    text: text("text").notNull(),
    /**
     * Whether the text is in the indexes of closed auctions' texts. Adding a text to them takes longer than ending its
     * auction, and many auctions end at once, so it is done afterwards (index-closed-auctions.ts).
     */
    isFiled: boolean("is_filed").notNull().default(false),
  },
  // The status comes last in these indexes, so that PostgreSQL can answer from the index alone.
  (t) => [
    index("auction_search_to_file").on(t.auctionId).where(sql`not ${t.isFiled} and ${t.status} <> 'active'`),
    index("auction_search_created").on(t.createdAt, t.auctionId),
    index("auction_search_ends").on(t.endsAt, t.auctionId),
    index("auction_search_status_created").on(t.status, t.createdAt, t.auctionId),
    index("auction_search_status_ends").on(t.status, t.endsAt, t.auctionId),
    index("auction_search_starting_price").on(t.startingPriceMinor, t.auctionId, t.status),
    index("auction_search_title").on(t.title, t.auctionId, t.status),
    index("auction_search_resting_price")
      .on(t.restingPriceMinor, t.auctionId, t.status)
      .where(sql`${t.status} <> 'active'`),
  ],
);

/**
 * The number of auctions of each kind, as a sum of changes. Triggers of `auction_search` add one row for each change
 * and never update a row, so that no statement waits for another. auction-counts.ts merges the rows now and then.
 */
export const auctionCounts = pgTable("auction_counts", {
  status: text("status").notNull(),
  currency: text("currency").notNull(),
  hasReserve: boolean("has_reserve").notNull(),
  hasBuyItNow: boolean("has_buy_it_now").notNull(),
  change: integer("change").notNull(),
});

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

/** The differences of each content version of a lot, which everybody may read. The log has them too. */
export const contentChanges = pgTable(
  "content_changes",
  {
    auctionId: uuid("auction_id").notNull(),
    contentVersion: integer("content_version").notNull(),
    /** A list of `{field, before, after}`, with values as the API sends them. */
    fields: json("fields").notNull(),
    at: at("at").notNull(),
  },
  (t) => [primaryKey({ columns: [t.auctionId, t.contentVersion] })],
);

export const bids = pgTable(
  "bids",
  {
    auctionId: uuid("auction_id").notNull(),
    /** 1 for an auction's first bid. In the API, `_id` is `<auctionId>-<number>`. */
    number: integer("number").notNull(),
    bidderId: uuid("bidder_id").notNull(),
    amountMinor: minor("amount_minor").notNull(),
    kind: text("kind", { enum: ["manual", "auto"] }).notNull(),
    createdAt: at("created_at").notNull(),
    /** Since when the bid no longer counts, and why. */
    voidedAt: at("voided_at"),
    voidReason: text("void_reason"),
  },
  (t) => [
    primaryKey({ columns: [t.auctionId, t.number] }),
    index("bids_bidder").on(t.bidderId, t.createdAt),
    check("bids_amount_positive", sql`${t.amountMinor} > 0`),
  ],
);

export const maxBids = pgTable(
  "max_bids",
  {
    id: uuid("id").primaryKey(),
    auctionId: uuid("auction_id").notNull(),
    userId: uuid("user_id").notNull(),
    amountMinor: minor("amount_minor").notNull(),
    /** The auction's revision at which this value was set. It decides who reached an equal value first. */
    reachedRevision: integer("reached_revision").notNull(),
    autoBidCount: integer("auto_bid_count").notNull().default(0),
    lastAutoBidMinor: minor("last_auto_bid_minor").notNull().default(0),
    cancelled: boolean("cancelled").notNull().default(false),
    /** The content version that the owner has agreed to. If it is below the auction's, the maximum is suspended. */
    contentVersion: integer("content_version").notNull().default(1),
    createdAt: at("created_at").notNull(),
    updatedAt: at("updated_at").notNull(),
  },
  (t) => [
    uniqueIndex("max_bids_one_per_user_and_auction").on(t.auctionId, t.userId),
    index("max_bids_user").on(t.userId),
    check("max_bids_amount_positive", sql`${t.amountMinor} > 0`),
    check("max_bids_never_exceeded", sql`${t.lastAutoBidMinor} <= ${t.amountMinor}`),
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
  userId: uuid("user_id"),
  commandId: text("command_id"),
  fingerprint: text("fingerprint"),
  outcome: text("outcome"),
  createdAt: at("created_at"),
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

export const settlements = pgTable(
  "settlements",
  {
    id: uuid("id").primaryKey(),
    auctionId: uuid("auction_id")
      .notNull()
      .references(() => auctions.id),
    winnerId: uuid("winner_id")
      .notNull()
      .references(() => users.id),
    amountMinor: minor("amount_minor").notNull(),
    status: text("status", { enum: ["open", "paid", "waived", "forfeited", "void"] })
      .notNull()
      .default("open"),
    dueAt: at("due_at").notNull(),
    createdAt: at("created_at").notNull(),
    closedAt: at("closed_at"),
    ...closing(),
    ...forfeiting(),
  },
  (t) => [
    uniqueIndex("settlements_one_open").on(t.auctionId).where(sql`${t.status} = 'open'`),
    index("settlements_due").on(t.dueAt).where(sql`${t.status} = 'open'`),
    // The same order as for purchases.
    index("settlements_listed").on(t.closedAt.desc().nullsFirst(), t.dueAt, t.id),
    index("settlements_listed_by_status").on(t.status, t.closedAt.desc().nullsFirst(), t.dueAt, t.id),
    index("settlements_winner").on(t.winnerId, t.auctionId),
    check("settlements_amount_positive", sql`${t.amountMinor} > 0`),
    check("settlements_closed", sql`(${t.status} = 'open') = (${t.closedAt} is null)`),
  ],
);

/** Days on which no payment is due in Lagos. Read whenever an auction ends with a winner. */
export const publicHolidays = pgTable("public_holidays", {
  date: date("date").primaryKey(),
  name: text("name").notNull(),
});

/**
 * Uploaded pictures and videos, by the main file's name. A trigger sets `usedAt` in the statement that adds the file to
 * an auction. It stays set, because the auction's history shows the file even after an edit removed it. Uploads without
 * it are removed (remove-orphans.ts). Files uploaded before this table existed have no row and stay.
 */
export const uploads = pgTable(
  "uploads",
  {
    name: text("name").primaryKey(),
    createdAt: at("created_at").notNull(),
    /** When the file was uploaded, or last named in a request to create or edit an auction. */
    touchedAt: at("touched_at").notNull(),
    usedAt: at("used_at"),
    /** When its removal began. From then on no auction can name it. */
    removingAt: at("removing_at"),
  },
  (t) => [index("uploads_unused").on(t.touchedAt).where(sql`${t.usedAt} is null`)],
);

/**
 * Which node runs each job that only one node runs at a time. A node that is gone loses the job when `until` has
 * passed.
 */
export const jobLeases = pgTable("job_leases", {
  job: text("job").primaryKey(),
  holder: uuid("holder").notNull(),
  until: at("until").notNull(),
});

// The public log: its leaves and the tree above them, which only the sequencer adds to; the keys, cosignatures and
// nightly verdicts; and what the sequencer remembers of each lot and person.
import { sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import { users } from "./accounts.ts";
import { at, bytes, minor } from "./columns.ts";

const count = (name: string) => bigint(name, { mode: "number" });

/** One row for each log. Only the newest one grows; a new one begins after an old backup was restored. */
export const logHeads = pgTable(
  "log_heads",
  {
    /** 1, 2, … */
    log: smallint("log").primaryKey(),
    origin: text("origin").notNull(),
    /** The number of leaves. */
    size: count("size").notNull(),
    /** The hashes of the complete subtrees that make up the tree, the largest first. */
    frontier: bytes("frontier").notNull(),
    /** The signed checkpoint of this size. Readers get it as it is. */
    checkpoint: text("checkpoint").notNull(),
    createdAt: at("created_at").notNull(),
    updatedAt: at("updated_at").notNull(),
    /**
     * Set if the database is older than a checkpoint that was published. Nothing is added until an operator decides.
     */
    stoppedAt: at("stopped_at"),
    stopReason: text("stop_reason"),
  },
  (t) => [check("log_heads_size", sql`${t.size} >= 0`)],
);

/** One row for each leaf: a public version of a lot. */
export const logLeaves = pgTable(
  "log_leaves",
  {
    log: smallint("log").notNull(),
    index: count("index").notNull(),
    /** Null for a leaf about the log itself. */
    auctionId: uuid("auction_id"),
    version: integer("version"),
    /** Canonical JSON, as readers hash it. */
    entry: text("entry").notNull(),
    hash: bytes("hash").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.log, t.index] }),
    uniqueIndex("log_leaves_version").on(t.log, t.auctionId, t.version),
  ],
);

/** The hash above each 256 leaves (level 1), above each 256 of these (level 2), and so on, once they are complete. */
export const logSubtrees = pgTable(
  "log_subtrees",
  {
    log: smallint("log").notNull(),
    level: smallint("level").notNull(),
    n: count("n").notNull(),
    hash: bytes("hash").notNull(),
  },
  (t) => [primaryKey({ columns: [t.log, t.level, t.n] })],
);

/** How far each lot is in the log, and what its next leaf needs. */
export const logLots = pgTable(
  "log_lots",
  {
    log: smallint("log").notNull(),
    auctionId: uuid("auction_id").notNull(),
    /** The newest public version that was looked at. */
    version: integer("version").notNull(),
    /** False for a draft, whose versions are in no leaf. */
    isPublic: boolean("is_public").notNull(),
    /** The reserve to which the newest commitment binds. */
    reserveMinor: minor("reserve_minor"),
    reserveSalt: bytes("reserve_salt"),
    /** The commitment to who sells the lot, the same in all its leaves. Null until one has it. */
    sellerCommitment: text("seller_commitment"),
    /** Deleted with the seller's account. */
    sellerSalt: bytes("seller_salt"),
  },
  (t) => [primaryKey({ columns: [t.log, t.auctionId] })],
);

/** From a person's secret follow the salts of the commitments to that person. It is deleted with the account. */
export const logSecrets = pgTable("log_secrets", {
  userId: uuid("user_id")
    .primaryKey()
    .references(() => users.id),
  secret: bytes("secret").notNull(),
});

/** All keys that have signed, so that readers can check old notes after a key was replaced. */
export const logKeys = pgTable("log_keys", {
  /** The verifier key as C2SP writes it. */
  vkey: text("vkey").primaryKey(),
  signs: text("signs", { enum: ["log", "bid-receipts", "verdicts"] }).notNull(),
  firstUsedAt: at("first_used_at").notNull(),
  lastUsedAt: at("last_used_at").notNull(),
});

/** One row for each checkpoint that a witness signed. */
export const logCosignatures = pgTable(
  "log_cosignatures",
  {
    log: smallint("log").notNull(),
    size: count("size").notNull(),
    witness: text("witness").notNull(),
    line: text("line").notNull(),
    signedAt: at("signed_at").notNull(),
  },
  (t) => [primaryKey({ columns: [t.log, t.size, t.witness] })],
);

/** One row for each nightly verdict. It is never changed: a correction is a further verdict. */
export const logVerdicts = pgTable(
  "log_verdicts",
  {
    log: smallint("log").notNull(),
    /** 1, 2, … in each log. */
    number: integer("number").notNull(),
    /** The name under which it is signed. */
    name: text("name").notNull(),
    /** The day in Lagos, `2026-11-25`. */
    date: text("date").notNull(),
    result: text("result", { enum: ["good", "bad", "unfinished"] }).notNull(),
    /** The signed note. Readers get it as it is. */
    note: text("note").notNull(),
    /** The findings as a JSON list. It may have secrets, so only whoever runs the server reads it. */
    details: text("details").notNull(),
    publishedAt: at("published_at").notNull(),
  },
  (t) => [primaryKey({ columns: [t.log, t.number] }), index("log_verdicts_date").on(t.date)],
);

/** The days whose check was begun, or asked for again, and has no verdict yet. */
export const logVerdictTries = pgTable("log_verdict_tries", {
  date: text("date").primaryKey(),
  tries: integer("tries").notNull(),
  /** The newest try began then. Null: none is under way or has failed. */
  triedAt: at("tried_at"),
  /** Whether an operator asked for a further verdict on the day. */
  isAskedFor: boolean("is_asked_for").notNull(),
});

// What travels to the commit's statement: its sets of rows, and where each stands among the parameters.
import { RowSet } from "../../platform/database/arrays.ts";

/**
 * An auction's and a person's uuid travel once a batch ($1 and $2); everything else names them by their places there,
 * from 1, in the columns `part`, `leader`, `bidder`, `owner`, `person`, `winner`, `buyer` and `payer`.
 */
export const parts = new RowSet({
  /** Its place, as the columns `part` name it. */
  n: "int",
  expected: "int",
  ends_at: "ms",
  paused_until: "ms",
  /** Epoch ms of the database's clock: not before, and before. Null: no bound. */
  from_ms: "bigint",
  until_ms: "bigint",
  revision: "int",
  version: "int",
  price: "bigint",
  leader: "int",
  bid_count: "int",
  /** What changes seldom; null where it stays. */
  life: "json",
  /** What an edit may have changed; null where nothing did. */
  terms: "json",
});
export const people = new RowSet({
  n: "int",
  /** Null where no decision rests on the person's facts. */
  revision: "int",
});
/**
 * A command with what it did, or something that the clock did: what goes to the log, the bid made by hand, and what is
 * remembered. Nearly everything that a batch writes, hence in one set.
 */
export const steps = new RowSet({
  part: "int",
  /** Null: the clock. */
  owner: "int",
  /** Null where nothing changed, as `events`. */
  revision: "int",
  version: "int",
  events: "json",
  /** Of the bid made by hand, as `amount`. */
  number: "int",
  amount: "bigint",
  command: "token",
  /**
   * Null for an accepted bid, as `outcome`: its change tells both. Null for a refused command too, which has no change
   * either: it is fenced and looked for, and not stored.
   */
  fingerprint: "token",
  outcome: "json text",
});
/** Those that standing maxima made. */
export const autoBids = new RowSet({ part: "int", number: "int", bidder: "int", amount: "bigint" });
export const maxima = new RowSet({
  id: "uuid",
  part: "int",
  owner: "int",
  amount: "bigint",
  reached: "int",
  auto_count: "int",
  last_auto: "bigint",
  cancelled: "boolean",
  content: "int",
});
export const settlements = new RowSet({ id: "uuid", part: "int", winner: "int", amount: "bigint", due_at: "ms" });
/** `closing`: `{status, actor, note}`; the actor's uuid, null for the clock. */
export const closings = new RowSet({ id: "uuid", part: "int", winner: "int", closing: "json" });

/**
 * One that is made (`purchase` is `{status, price, fee, deadline}`), or comes to its end (`{status, isWaived, actor,
 * note}`; the actor as of `closings`).
 */
export const purchases = new RowSet({ id: "uuid", part: "int", buyer: "int", purchase: "json" });
/** NGN kobo. */
export const forfeits = new RowSet({ id: "uuid", part: "int", payer: "int", amount: "bigint", cause: "token" });
export const mails = new RowSet({ part: "int", person: "int", kind: "token", data: "json" });
/** Mails to everybody with a bid that counts or a maximum on the part's auction, except `besides`. */
export const notices = new RowSet({ part: "int", besides: "int", kind: "token", data: "json" });
/** The public changes of a new content version. */
export const contentChanges = new RowSet({ part: "int", version: "int", fields: "json", at: "ms" });
/** Recorded bids that no longer count. A null number means all bids of the auction. */
export const struckBids = new RowSet({ part: "int", number: "int", reason: "token" });
/** Bids that a replay made instead of struck ones, at the time of the command that they follow from. */
export const replayedBids = new RowSet({
  part: "int",
  number: "int",
  bidder: "int",
  amount: "bigint",
  kind: "token",
  at: "ms",
});
/** What a winner owes after a void: a lower amount, or null for nothing. */
export const reductions = new RowSet({ part: "int", amount: "bigint" });

/** As a batch's kinds need them (commit-params.ts): the parameters of one are the first of the next. */
const sets = [
  parts,
  people,
  steps,
  autoBids,
  maxima,
  mails,
  settlements,
  closings,
  purchases,
  forfeits,
  notices,
  contentChanges,
  struckBids,
  replayedBids,
  reductions,
];

/** A set of rows as a table expression over its parameters of the statement. */
export const sqlOf = (set: (typeof sets)[number]): string => {
  const before = sets.slice(0, sets.indexOf(set)).reduce((sum, one) => sum + one.width, 2);
  return set.sql(before + 1);
};

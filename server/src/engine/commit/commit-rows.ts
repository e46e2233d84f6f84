// The row sets that are sent to the commit's statement, and the position of each among its parameters.
import { RowSet } from "../../platform/database/arrays.ts";

/**
 * Each auction's and each person's uuid is sent once per batch ($1 and $2; $3 has the revisions of the first persons'
 * facts). All other rows refer to them by their position there, from 1, in the columns `part`, `leader`,
 * `bidder`, `owner`, `person` and `actor`.
 */
export const parts = new RowSet({
  /** Its position, to which the columns `part` refer. */
  n: "int",
  expected: "int",
  ends_at: "ms",
  paused_until: "ms",
  /** Bounds of the commit's time, epoch ms: at or after `from_ms`, before `until_ms`. Null means no bound. */
  from_ms: "bigint",
  until_ms: "bigint",
  revision: "int",
  version: "int",
  price: "bigint",
  leader: "int",
  bid_count: "int",
  /** The columns that seldom change; null if they stay the same. */
  life: "json",
  /** The columns that an edit may change; null if there was none. */
  terms: "json",
});
/**
 * A user's command with its effect, or a change that the clock made: the log row, the manual bid, and what is kept of
 * the command. This is nearly everything that a batch writes, so it is one set.
 */
export const steps = new RowSet({
  part: "int",
  /** Null for the clock. */
  owner: "int",
  /** Null if nothing changed; so is `events`. */
  revision: "int",
  version: "int",
  events: "json",
  /** The manual bid's number; `amount` belongs to it too. */
  number: "int",
  amount: "bigint",
  command: "token",
  /**
   * Null for an accepted bid, like `outcome`, because its change contains both. Null for a refused command too: it has
   * no change either, and it is fenced and checked for duplicates, but not stored.
   */
  fingerprint: "token",
  outcome: "json text",
  /** The content version that the command named; 0 if it named none, null without a command. */
  content: "int",
});
/** The bids that maxima made. */
export const autoBids = new RowSet({
  part: "int",
  number: "int",
  bidder: "int",
  amount: "bigint",
  /** The part misses if the bidder has so many unpaid wins (`MAX_UNPAID_WINS`). Null: no bound. */
  unpaid: "int",
});
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
/**
 * The people whose balance the decisions on a part used or moved. The part misses if the balance has changed, and parts
 * with one payer miss together.
 */
export const payers = new RowSet({ part: "int", person: "int" });
/** `debt`: the whole settlement or purchase after the part (`StoredDebt` in commit-money.ts). */
export const debts = new RowSet({ id: "uuid", part: "int", person: "int", debt: "json" });
/**
 * Ledger entries, `amount` in NGN kobo. Their ids are in their order. `actor` is the person whose command moved the
 * money: the payer or an administrator; null for the clock.
 */
export const postings = new RowSet({
  id: "uuid",
  part: "int",
  person: "int",
  actor: "int",
  amount: "bigint",
  cause: "token",
  settlement: "uuid",
  reference: "token",
});
/** `payment` is `{settlement, method, amount, ngn, surplus, reference, note, actor, invoice}`. */
export const payments = new RowSet({ id: "uuid", part: "int", person: "int", payment: "json" });
/** `receipt` is `{kind, series, settlement, corrects, facts}`. */
export const receipts = new RowSet({ id: "uuid", part: "int", person: "int", receipt: "json" });
/** `offer` is `{price, expires, status, actor}`. */
export const offers = new RowSet({ id: "uuid", part: "int", person: "int", offer: "json" });
/** Commands of staff, for the audit log. `origin` is `{via, device, network}`, or the JSON `null`. */
export const actions = new RowSet({
  part: "int",
  actor: "int",
  /** Null if the command affected a lot alone. */
  person: "int",
  action: "text",
  details: "json",
  origin: "json",
});
/** The public changes of a new content version. */
export const contentChanges = new RowSet({
  part: "int",
  version: "int",
  fields: "json",
  at: "ms",
  correction: "boolean",
  reason: "text",
  by: "token",
});
/** Recorded bids that no longer count. A null number means all bids of the auction. */
export const struckBids = new RowSet({ part: "int", number: "int", reason: "token" });
/** Bids that a replay made in place of voided ones, dated by the command that caused them. */
export const replayedBids = new RowSet({
  part: "int",
  number: "int",
  bidder: "int",
  amount: "bigint",
  kind: "token",
  at: "ms",
});
/** `BALANCE_RULE=hold`: people who have less available after the part, and the next revision of their hold. */
export const raisedHolds = new RowSet({ part: "int", person: "int", revision: "int" });
/**
 * In the order in which the batch kinds need them (commit-params.ts): the parameters of one kind are a prefix of the
 * next kind's.
 */
const sets = [
  parts,
  steps,
  autoBids,
  maxima,
  payers,
  debts,
  postings,
  payments,
  receipts,
  offers,
  actions,
  contentChanges,
  struckBids,
  replayedBids,
];

/**
 * The number of the first parameter of the holds. They follow the other parameters, of which the given set is the last.
 */
export const firstAfter = (last: (typeof sets)[number]): number =>
  sets.slice(0, sets.indexOf(last) + 1).reduce((sum, one) => sum + one.width, 3) + 1;

/** A row set as a table expression over its parameters of the statement. */
export const sqlOf = (set: (typeof sets)[number]): string => {
  const before = sets.slice(0, sets.indexOf(set)).reduce((sum, one) => sum + one.width, 3);
  return set.sql(before + 1);
};

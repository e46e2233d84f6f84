// Schemas of the REST calls on the desk: what the staff must do today, as far as the caller's role may read it.
import * as z from "zod/mini";
import { loops } from "../loops.ts";
import { lotOutcomes } from "../lot-outcome.ts";
import { currencies } from "../money.ts";
import { opaque } from "../text/kinds.ts";
import { wireTime } from "../wire-time.ts";
import { approvalKinds } from "./approvals.ts";
import { lotNumberShape } from "./common.ts";
import { owedSellerSchema } from "./seller-sales.ts";

/** Each panel shows the first rows. */
export const DESK_ROWS = 5;
/** Nothing is counted beyond this: a total of 1,000 means at least so many. */
export const DESK_COUNTED_MAX = 1_000;
/** Failed mails and unsold lots are shown for so long. */
export const DESK_DAYS = 7;

const named = z.object({ _id: z.string(), username: z.string() });
const lot = z.object({ _id: z.string(), title: z.string(), currency: z.enum(currencies) });
const panelOf = <Row extends z.ZodMiniType>(row: Row) => ({ total: z.int(), rows: z.array(row) });

const endingRow = z.object({
  auction: lot,
  currentPrice: z.number(),
  bidCount: z.int(),
  /** True without a reserve. */
  reserveMet: z.boolean(),
  endTime: wireTime,
  sale: z.nullable(z.object({ _id: z.string(), title: z.string(), ...lotNumberShape })),
});
/** A win or a purchase that is not fully paid. */
const owedRow = z.object({ _id: z.string(), auction: lot, buyer: named, remaining: z.number(), dueAt: wireTime });
/** `forfeit`: of a win or a purchase. `transfer`: of a withdrawal. Both were tried, and did not work. */
const stuckRow = z.object({
  kind: z.enum(["forfeit", "transfer"]),
  _id: z.string(),
  auction: z.nullable(lot),
  person: named,
  since: wireTime,
  problem: z.nullable(z.string()),
});
/**
 * A request that waits for a decision. Amounts are in naira. For `bank-account`, `person` is the administrator who
 * asked, and the amount is 0. A `day-close` is of the person who closed the day, with the cash that was counted.
 */
const waitingRow = z.object({
  kind: z.enum(["withdrawal", ...approvalKinds, "bank-account", "day-close"]),
  _id: z.string(),
  person: named,
  amountNgn: z.number(),
  since: wireTime,
  /** The day that was closed; null for the others. */
  date: z.exactOptional(z.nullable(z.iso.date())),
  /** Of a `bank-account` that waits for its time only: when it is carried out. */
  dueAt: z.exactOptional(z.nullable(wireTime)),
  /** Of a `bank-account`: when the reader, an administrator since lately, may approve it. */
  mayFrom: z.exactOptional(z.nullable(wireTime)),
});
/** An offer of an item that is not decided. */
const offerRow = z.object({ _id: z.string(), title: z.string(), seller: named, since: wireTime });
/** A draft of a seller who accepted its prices, that no sale and no start time will open. */
const toPublishRow = z.object({
  auction: lot,
  seller: named,
  /** The seller accepted at this time. */
  since: wireTime,
});
/** A paid win or purchase that was not made ready for pickup. */
const toPrepareRow = z.object({
  _id: z.string(),
  auction: lot,
  buyer: named,
  /** It was paid at this time. */
  since: wireTime,
});
/** A buyer who collects lots today, so many that are paid for. */
const pickupRow = z.object({
  buyer: named,
  startsAt: wireTime,
  endsAt: wireTime,
  place: z.string(),
  /** The title of the lots' sale; null: they are in none. */
  sale: z.nullable(z.string()),
  lots: z.int(),
});
/** A day in Lagos. `closedBy`: who closed it, which nobody has signed; null: money of it was not counted. */
const toCloseRow = z.object({ date: z.iso.date(), closedBy: z.nullable(z.string()) });
const unsoldRow = z.object({
  auction: lot,
  bidCount: z.int(),
  currentPrice: z.number(),
  /** True without a reserve. */
  reserveMet: z.boolean(),
  outcome: z.exactOptional(z.nullable(z.enum(lotOutcomes))),
  /** When bidding ended. */
  endTime: wireTime,
});
const mailRow = z.object({
  _id: z.string(),
  kind: z.string(),
  to: z.string(),
  user: z.nullable(named),
  failedAt: wireTime,
  problem: z.nullable(z.string()),
});

/** A row of a job that failed three times and was put aside. Its loop goes on without it. */
const setAsideRow = z.object({
  loop: z.string(),
  /** The row's name in its loop. */
  key: z.string(),
  /** Names the row in words. */
  what: z.string(),
  /** The error of the last try. */
  reason: z.string(),
  attempts: z.int(),
  since: wireTime,
});

export const deskAnswer = z.object({
  /** The server read everything below at this time. */
  at: wireTime,
  /** True if lots are left out because the caller has an interest in them. */
  isPartial: z.boolean(),
  /**
   * How many tasks the panels show: overdue payments, stuck things, what waits, lots to prepare, offers, drafts to
   * publish, failed mails, and rows put aside.
   */
  needsHand: z.int(),
  /** Whether the caller gets mails about deadlines. */
  wantsMail: z.boolean(),
  /** Open lots that end today in Lagos, the first to end first. */
  ending: z.object(panelOf(endingRow)),
  /** The other panels are absent if the caller's role may not read them. */
  toPay: z.optional(z.object({ ...panelOf(owedRow), overdue: z.int() })),
  buying: z.optional(z.object(panelOf(owedRow))),
  stuck: z.optional(z.object(panelOf(stuckRow))),
  waiting: z.optional(z.object(panelOf(waitingRow))),
  toPrepare: z.optional(z.object(panelOf(toPrepareRow))),
  /** The buyers of today's slots, the first to come first. Absent on older servers. */
  pickups: z.optional(z.object(panelOf(pickupRow))),
  toClose: z.optional(z.object(panelOf(toCloseRow))),
  /** Sellers of paid lots who are not paid, the soonest due first; `owed` to all of them, NGN. */
  sellersOwed: z.optional(z.object({ ...panelOf(owedSellerSchema), owed: z.number() })),
  offers: z.optional(z.object(panelOf(offerRow))),
  toPublish: z.optional(z.object(panelOf(toPublishRow))),
  unsold: z.optional(z.object(panelOf(unsoldRow))),
  mails: z.optional(z.object(panelOf(mailRow))),
  setAside: z.optional(z.object(panelOf(setAsideRow))),
});
export type Desk = z.infer<typeof deskAnswer>;

/** Names one row of `setAside`. */
export const retryRowBody = z.strictObject({ loop: z.enum(loops), key: opaque(300) });
/** False: the row was not put aside, or somebody else asked already. */
export const retryRowAnswer = z.object({ isTriedAgain: z.boolean() });

export const deskAlertsBody = z.strictObject({ wantsMail: z.boolean() });
export const deskAlertsAnswer = z.object({ wantsMail: z.boolean() });

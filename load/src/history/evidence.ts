// The data that the checks share: each auction's log, step by step, and each command with its record and the step that
// it caused. Built once from a history and the stored data. It judges nothing.
import { type Books, booksOf } from "./books.ts";
import type { Call, History } from "./history.ts";
import { followed, type LogEvent, type State, type Step } from "./log.ts";
import { type CommandRecord, recordOf } from "./record.ts";
import type { Stored } from "./stored.ts";

export interface Violation {
  /** The name of the check whose promise was broken. */
  readonly promise: string;
  /** Null if the finding is not about one auction. */
  readonly auctionId: string | null;
  /** The finding, in words that a person can act on. */
  readonly what: string;
}

export interface Auction {
  readonly id: string;
  readonly steps: readonly Step[];
  /** By public version: the auction at the last step of that version. */
  readonly byVersion: ReadonlyMap<number, State>;
  /** By public version: the revision that made it. */
  readonly firstRevision: ReadonlyMap<number, number>;
  readonly lastVersion: number;
  readonly books: Books;
}

/** One step of one auction, which must be explained by a command or by the clock. */
export interface Effect extends Step {
  readonly auctionId: string;
}

export interface Evidence {
  readonly history: History;
  readonly stored: Stored;
  readonly auctions: ReadonlyMap<string, Auction>;
  /** By `keyOf`. */
  readonly calls: ReadonlyMap<string, Call>;
  readonly records: ReadonlyMap<string, CommandRecord>;
  readonly effects: ReadonlyMap<string, Effect>;
  /** Steps that name an actor but match none of that actor's records. */
  readonly unexplained: readonly Effect[];
  /** The auction that a record is about; if the database does not have its subject, the subject's id. */
  auctionOf(record: CommandRecord): string;
}

export const keyOf = ({ userId, commandId }: { readonly userId: string; readonly commandId: string }): string =>
  `${userId} ${commandId}`;

/** The kind of command that a step comes from; `Admin` if only an administrator's command can cause it. */
export const kindOf = (events: readonly LogEvent[]): string => {
  const [first] = events;
  if (first?.type === "BidPlaced") return "PlaceBid";
  if (first?.type === "MaxBidSet") return "SetMaxBid";
  if (first?.type === "MaxBidCancelled" && events.length === 1) return first.voided ? "Admin" : "CancelMaxBid";
  if (first?.type === "MaxBidConfirmed") return "ConfirmMaxBid";
  if (first?.type === "BidsVoided" && first.reason === "withdrawn") return "WithdrawBids";
  if (first?.type === "BuyItNowStarted") return "BuyItNow";
  if (first?.type === "PaymentReceived" || first?.type === "PaymentCredited") {
    return first.method === "balance" ? "PayFromBalance" : first.method === "online" ? "CreditOnlinePayment" : "Admin";
  }
  if (first?.type === "SecondChanceClosed") return "AnswerSecondChance";
  return first?.type === "AuctionCreated" ? "CreateAuction" : "Admin";
};

/** The commands of people who are not administrators. */
export const bidderKinds = new Set([
  "PlaceBid",
  "SetMaxBid",
  "CancelMaxBid",
  "ConfirmMaxBid",
  "WithdrawBids",
  "BuyItNow",
]);
/** The commands of people who pay or answer an offer; most of them after the end. */
export const payerKinds = new Set(["PayFromBalance", "CreditOnlinePayment", "AnswerSecondChance"]);
const kindOfRecord = ({ kind }: CommandRecord): string =>
  bidderKinds.has(kind) || payerKinds.has(kind) || kind === "CreateAuction" ? kind : "Admin";

/** Whether the step can be the result of the record's command; the actor and the time are known to match. */
const fits = (record: CommandRecord, { row }: Effect): boolean => {
  const kind = kindOf(row.events);
  if (kind !== kindOfRecord(record) || (record.revision ?? row.revision) !== row.revision) return false;
  const [first] = row.events;
  const { outcome } = record;
  const isHiddenVoid = first?.type === "MaxBidCancelled" && first.voided !== undefined;
  if ((record.kind === "VoidBids") !== (isHiddenVoid || (first?.type === "BidsVoided" && kind === "Admin")))
    return false;
  if (isHiddenVoid) return record.detail === first.ownerId;
  if (first?.type === "BidsVoided" && kind === "Admin") return record.detail === first.bidder.id;
  if (first?.type === "BidPlaced") return outcome.ok && outcome.bid?._id.endsWith(`-${first.number}`) === true;
  if (first?.type === "MaxBidSet") return String(first.amountMinor) === record.detail;
  return true;
};

export const evidenceOf = (history: History, stored: Stored): Evidence => {
  const auctions = new Map<string, Auction>();
  const fromAt = history.takesDeposits ? (history.since ?? 0) : Number.POSITIVE_INFINITY;
  /** Unexplained steps, by actor and time. */
  const open = new Map<string, Effect[]>();
  for (const [id, rows] of stored.log) {
    const steps = followed(rows);
    const byVersion = new Map(steps.map(({ after }) => [after.version, after]));
    const firstRevision = new Map(steps.toReversed().map(({ after }) => [after.version, after.revision]));
    const lastVersion = steps.at(-1)?.after.version ?? 0;
    auctions.set(id, {
      id,
      steps,
      byVersion,
      firstRevision,
      lastVersion,
      books: booksOf({ id, steps }, stored, fromAt),
    });
    for (const step of steps) {
      const { actorId, at } = step.row;
      if (actorId === null) continue;
      const key = `${id} ${actorId} ${at}`;
      const effect = { ...step, auctionId: id };
      const known = open.get(key);
      if (known) known.push(effect);
      else open.set(key, [effect]);
    }
  }
  const auctionOf = subjects(stored);
  const records = new Map(stored.commands.map((command) => [keyOf(command), recordOf(command)]));
  const effects = new Map<string, Effect>();
  for (const [key, record] of records) {
    if (!record.outcome.ok) continue;
    const candidates = open.get(`${auctionOf(record)} ${record.userId} ${record.at}`) ?? [];
    const index = candidates.findIndex((effect) => fits(record, effect));
    const [effect] = index < 0 ? [] : candidates.splice(index, 1);
    if (effect) effects.set(key, effect);
  }
  return {
    history,
    stored,
    auctions,
    calls: new Map(history.calls.map((call) => [keyOf(call.invocation), call])),
    records,
    effects,
    unexplained: [...open.values()].flat(),
    auctionOf,
  };
};

/** Finds the auction that a record is about. */
const subjects = (stored: Stored): ((record: CommandRecord) => string) => {
  const others = new Map<string, string>();
  for (const rows of [stored.maxima, stored.purchases, stored.settlements, stored.offers]) {
    for (const one of [...rows.values()].flat()) others.set(one.id, one.auctionId);
  }
  return ({ kind, subject, outcome }) => {
    if (kind === "CreateAuction") return outcome.ok ? (outcome.auctionId ?? "") : "";
    return others.get(subject) ?? subject;
  };
};

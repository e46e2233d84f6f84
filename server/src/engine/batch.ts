// Decides a batch: each auction's commands in their order, in memory, on the cached states and facts. A decision here
// is not final: the store's one statement writes it or reports a miss. It is long because all steps work on the same
// open batch and its drafts.

import type { ErrorBody } from "@jara/shared/errors";
import type { ExchangeRates } from "@jara/shared/money";
import { isStaff } from "@jara/shared/permissions";
import {
  type Command,
  type Facts,
  type GoneBidder,
  isOfStaff,
  type LoggedChange,
  restsOnBids,
  type UserCommand,
  type UserFacts,
} from "../auction/commands.ts";
import { decide } from "../auction/decide.ts";
import type { AuctionEvent } from "../auction/events.ts";
import { areKnown, evolveChange } from "../auction/evolve.ts";
import { mayNeedLog, needsLog } from "../auction/needs-log.ts";
import type { Holidays } from "../auction/settlement/settlement-due.ts";
import { type EndsBy, endsByOf } from "../auction/soft-close.ts";
import type { AgreedPrices, AuctionState, SiteIncrements, TakenRules } from "../auction/state.ts";
import { assertStorable } from "../auction/storable.ts";
import type { Origin } from "../platform/lib/origin.ts";
import { refused } from "../platform/lib/result.ts";
import { BatchHolds, type KnownHolds } from "./batch-holds.ts";
import { BatchMoney } from "./batch-money.ts";
import {
  type Answered,
  acceptedOutcome,
  contentVersionOf,
  fingerprintOf,
  newerVersion,
  type Outcome,
  preconditionFailed,
} from "./outcome.ts";
import type { AuctionPart, Change, CommandRecord, CommitBatch, TimeSpan } from "./ports.ts";
import { anyTime, narrower, spanOf, spanOfDates, timeFor } from "./time-spans.ts";

export interface Pending {
  readonly command: Command;
  readonly answer: (
    outcome: Outcome,
    at: number | null,
    more?: Pick<Answered, "failure" | "isOfRow" | "receipts">,
  ) => void;
  attempts: number;
  isAnswered?: boolean;
  /** Only commands with the same value share a batch. Set after their batch failed (failing-auctions.ts). */
  half?: symbol;
  /**
   * Commands with the same value are carried out in one commit or not at all. They are about different auctions and by one
   * person, stand beside each other in the queue, and share no batch with other commands.
   */
  readonly together?: symbol | undefined;
  /** True if what was looked up before is still true of the lot. If it is not, the outcome is `preconditionFailed`. */
  readonly precondition?: ((state: AuctionState) => boolean) | undefined;
  /** The origin of a staff member's command, for the audit log. */
  readonly origin?: Origin | null;
}

export interface Known {
  state(auctionId: string): AuctionState | undefined;
  user(userId: string): UserFacts | undefined;
  readonly rates: ExchangeRates;
  readonly holidays: Holidays;
  /** The site's rules, for a lot that opens. */
  readonly rules?: TakenRules | null;
  /** The site's increment table, for a lot that takes it. */
  readonly increments?: SiteIncrements;
  readonly staffMayBid?: boolean;
  readonly hasSecondPerson?: boolean;
  readonly maxUnpaidWins?: number | undefined;
  /** Whether the user's facts were read for this batch. */
  isFresh?(userId: string): boolean;
  /** Whether the user has a stored bid on the auction that counts. */
  hasBid?(userId: string, auctionId: string): boolean;
  /** Whether the user has a bid by hand on the auction that a void passed over; known only for a withdrawal. */
  hasPassedOverBid?(userId: string, auctionId: string): boolean;
  /** Whether the auction's lot was handed over; known only where the decision depends on it. */
  isHandedOver?(auctionId: string): boolean;
  /** Whether the auction's lot has a copy, or a copy of a copy, that was not removed; known only where it matters. */
  isRelisted?(auctionId: string): boolean;
  /** The prices that the lot's seller accepted; known only where they matter. */
  agreed?(auctionId: string): AgreedPrices | undefined;
  /** The auction's log up to its stored revision; undefined if it was not loaded or has changed since. */
  log?(auctionId: string): readonly LoggedChange[] | undefined;
  /** Loaded with the log, for an administrator's command. */
  goneBidders?(auctionId: string): readonly GoneBidder[] | undefined;
  /** Present if bids reserve money. */
  readonly holds?: Pick<KnownHolds, "isFresh" | "inFlight">;
  /** The database's clock, epoch ms. */
  readonly now: number;
  /** The time at which a change of this auction will be dated, if it is known to be later than `now`. */
  ahead?(auctionId: string): number | undefined;
}

interface Draft {
  readonly before: AuctionState;
  state: AuctionState;
  span: TimeSpan;
  endsBy: EndsBy | null;
  /** True once a bid has narrowed the span: all bids of the batch depend on the same moments, so once is enough. */
  isForBids: boolean;
  readonly changes: Change[];
  /** Set by a change of the auction's life. The commands after it are decided in the next batch, on the stored row. */
  isCut: boolean;
}

export interface Waiting {
  readonly pending: Pending;
  readonly outcome: Outcome;
  /** The auction after the command. */
  readonly after: AuctionState;
}

export interface DecidedBatch {
  readonly commit: CommitBatch;
  /** The commands to answer when their auction's part commits. */
  readonly waiting: readonly Waiting[];
  /** The commands for the next batch, in order. */
  readonly later: readonly Pending[];
  /** The people whose balance a command of the next batch needs and this one did not have. */
  readonly needed: ReadonlySet<string>;
  /** The reservations of the batch; null where bids reserve nothing. */
  readonly holds: BatchHolds | null;
}

const lifeEvents = new Set<AuctionEvent["type"]>([
  "AuctionStarted",
  "AuctionPaused",
  "AuctionResumed",
  "AuctionEnded",
  "AuctionCancelled",
  "AuctionWithdrawn",
  "AuctionSold",
  "AuctionReopened",
  "AuctionEdited",
  "AuctionRemoved",
  "BidsVoided",
  "PurchaseExtended",
  "PurchaseReopened",
  "SettlementOpened",
  "SettlementReopened",
  "DeadlineExtended",
  "SecondChanceOffered",
  "SecondChanceClosed",
  "PaymentReceived",
  "PaymentCredited",
  "PaymentsReversed",
  "SomePaymentsReversed",
]);

/**
 * Decides the batch. Answers at once only a command whose auction or user does not exist, or that needs a log with an
 * event of a newer version, because nothing that such a refusal depends on can have changed.
 */
export const decideBatch = (pendings: readonly Pending[], known: Known): DecidedBatch => {
  const batch = openBatch(known);
  for (const pending of pendings) takeUp(batch, pending);
  return pendings[0]?.together === undefined ? toDecided(batch) : allOrNone(batch, pendings);
};

/**
 * Decides a batch whose commands are carried out together. All wait for the next batch if one of them does, and all are
 * refused, by a commit that changes nothing, if one of them is.
 */
const allOrNone = (batch: OpenBatch, pendings: readonly Pending[]): DecidedBatch => {
  const { known, drafts, commands, waiting } = batch;
  const decided = toDecided(batch);
  const nothing = { ...decided.commit, parts: [], commands: [] };
  if (pendings.some(({ isAnswered }) => isAnswered)) {
    for (const pending of pendings) if (!pending.isAnswered) pending.answer(refused("NOT_FOUND"), null);
    return { ...decided, commit: nothing, waiting: [], later: [] };
  }
  if (batch.later.length > 0) return { ...decided, commit: nothing, waiting: [], later: pendings };
  const outcome = waiting.find((one) => !one.outcome.ok)?.outcome;
  if (!outcome) return decided;
  const unchanged = openBatch(known);
  for (const [id, { before, span }] of drafts) {
    unchanged.drafts.set(id, {
      before,
      state: before,
      span,
      endsBy: null,
      isForBids: false,
      changes: [],
      isCut: false,
    });
  }
  for (const [userId, revision] of decided.commit.users) unchanged.users.set(userId, revision);
  for (const command of commands) unchanged.commands.push({ ...command, outcome, change: null });
  for (const { pending } of waiting) {
    const before = drafts.get(pending.command.auctionId)?.before;
    if (before) unchanged.waiting.push({ pending, outcome, after: before });
  }
  return toDecided(unchanged);
};

/** A batch while its commands are decided. */
interface OpenBatch extends Pick<DecidedBatch, "holds"> {
  readonly known: Known;
  readonly drafts: Map<string, Draft>;
  readonly commands: CommandRecord[];
  /** The revision of each person's facts that the decisions used. */
  readonly users: Map<string, number>;
  readonly waiting: Waiting[];
  readonly later: Pending[];
  readonly needed: Set<string>;
  readonly commandIds: Set<string>;
  readonly buyers: Set<string>;
  readonly money: BatchMoney;
  readonly revisionOf: (user: UserFacts) => number;
}

const openBatch = (known: Known): OpenBatch => {
  const holds = known.holds
    ? new BatchHolds({ ...known.holds, user: (id) => known.user(id), rates: known.rates })
    : null;
  const revisionOf = (user: UserFacts): number => user.revision + (holds ? holds.revisionOf(user) : 0);
  return {
    known,
    drafts: new Map(),
    commands: [],
    users: new Map(),
    waiting: [],
    later: [],
    needed: new Set(),
    commandIds: new Set(),
    buyers: new Set(),
    holds,
    money: new BatchMoney(known, revisionOf),
    revisionOf,
  };
};

const toDecided = ({
  known,
  drafts,
  commands,
  users,
  waiting,
  later,
  needed,
  holds,
  money,
}: OpenBatch): DecidedBatch => {
  const parts = [...drafts.values()].map(toPart);
  for (const [userId, revision] of money.revisions) users.set(userId, revision);
  const raised = holds && { holds: holds.rows(drafts) };
  const { rates, maxUnpaidWins } = known;
  const commit = { parts, commands, users, payers: money.payers, rates, maxUnpaidWins, ...raised };
  return { commit, waiting, later, needed, holds };
};

/** Decides the command, unless it waits for the next batch or is answered at once. */
const takeUp = (batch: OpenBatch, pending: Pending): void => {
  const { command } = pending;
  const { known, drafts, later } = batch;
  const draft = drafts.get(command.auctionId) ?? startDraft(known.state(command.auctionId));
  if (!draft) {
    pending.answer(refused("NOT_FOUND", { message: "Auction not found" }), null);
    return;
  }
  // If a command id comes twice in one batch, the second command waits for the next batch and finds the first one's
  // outcome there. Two users' commands with one id wait too, although each belongs to its own user.
  if (draft.isCut || ("commandId" in command && batch.commandIds.has(command.commandId))) {
    later.push(pending);
    return;
  }
  const now = Math.max(timeFor(draft.before, known.now), known.ahead?.(command.auctionId) ?? 0);
  const log = logFor(command, draft, known, now);
  if (log === null) {
    cut(batch, draft, pending);
    drafts.set(command.auctionId, draft);
    return;
  }
  if (log && !areKnown(log)) {
    pending.answer({ ok: false, error: newerVersion }, null);
    return;
  }
  const isTogether = pending.together !== undefined;
  if (!isTogether && dependsOnMovedMoney(batch, command)) {
    later.push(pending);
    return;
  }
  const person = "userId" in command ? known.user(command.userId) : undefined;
  const user = person && isTogether ? withMoved(batch, person, command.auctionId) : person;
  if ("userId" in command && !user) {
    pending.answer(refused("UNAUTHENTICATED"), null);
    return;
  }
  drafts.set(command.auctionId, draft);
  if (pending.precondition?.(draft.state) === false) {
    batch.waiting.push({ pending, outcome: preconditionFailed, after: draft.state });
    return;
  }
  decideNow(batch, draft, pending, givenBy(batch, command.auctionId, user, log), now);
};

/**
 * The person with the balance that the commands before this one leave. Asking for it makes the person one whose parts are
 * written together or not at all.
 */
const withMoved = ({ money }: OpenBatch, person: UserFacts, auctionId: string): UserFacts => ({
  ...person,
  balanceMinor: (money.asked(auctionId)(person.id) ?? person.balanceMinor) as UserFacts["balanceMinor"],
});

/** Leaves the command, and those that follow on its auction, to the next batch. */
const cut = (batch: OpenBatch, draft: Draft, pending: Pending): void => {
  draft.isCut = true;
  batch.later.push(pending);
};

/**
 * True if the command must wait for the next batch: a buyer's second purchase, because it depends on the first, and any
 * command of a person whose balance this batch has changed.
 */
const dependsOnMovedMoney = ({ money, holds, buyers }: OpenBatch, command: Command): boolean =>
  ("userId" in command && (money.hasMoved(command.userId) || holds?.waiting.has(command.userId) === true)) ||
  (command.type === "BuyItNow" && buyers.has(command.userId));

/** The facts that depend on the batch. */
type GivenByBatch = Pick<Facts, "user" | "balanceOf" | "reservedMinor" | "reservedOf" | "log">;

const givenBy = (
  { known, holds, money }: OpenBatch,
  auctionId: string,
  user: UserFacts | undefined,
  log: readonly LoggedChange[] | undefined,
): GivenByBatch => {
  const balanceOf = money.asked(auctionId);
  const reservedMinor = user && holds?.reservedMinor(user, auctionId);
  const reservedOf = holds
    ? (userId: string) => {
        const person = known.user(userId);
        return person && holds.reservedMinor(person, auctionId);
      }
    : () => undefined;
  return { user: user ?? null, balanceOf, reservedMinor, reservedOf, ...(log && { log }) };
};

/** Decides the command by the draft of its auction, and continues the draft with the change that it makes. */
const decideNow = (batch: OpenBatch, draft: Draft, pending: Pending, given: GivenByBatch, now: number): void => {
  const { command } = pending;
  const { holds, needed, money } = batch;
  const { user } = given;
  const before = draft.state;
  const decision = decide(before, command, factsFor(command, draft.before.id, batch.known, given), now);
  if (decision.kind === "needs-balance") {
    needed.add(decision.userId);
    cut(batch, draft, pending);
    return;
  }
  if (user && holds && decision.kind === "refused" && isForMoney(decision.error) && !holds.isFinal(user.id)) {
    holds.waiting.add(user.id);
    batch.later.push(pending);
    return;
  }
  const events = decision.kind === "refused" ? [] : decision.events;
  narrowSpan(draft, command, events, now);
  const change = events.length > 0 ? changeBy(user, pending, before, events, given.log) : null;
  if (change) {
    const missing = holds?.note(change) ?? [];
    if (missing.length > 0) {
      for (const userId of missing) needed.add(userId);
      cut(batch, draft, pending);
      return;
    }
    addTo(draft, change);
    if (money.note(change)) draft.isCut = true;
    if (command.type === "BuyItNow") batch.buyers.add(command.userId);
  }
  const outcome: Outcome =
    decision.kind === "refused"
      ? { ok: false, error: decision.error }
      : acceptedOutcome(command, draft.state, events, before, draft.endsBy);
  batch.waiting.push({ pending, outcome, after: draft.state });
  if ("userId" in command && user) record(batch, command, user, outcome, change);
};

/** Records the command of a person with its outcome, and the revision of the person's facts for the fence. */
const record = (
  batch: OpenBatch,
  command: UserCommand,
  user: UserFacts,
  outcome: Outcome,
  change: Change | null,
): void => {
  const { auctionId, userId, commandId } = command;
  batch.commandIds.add(commandId);
  const [fingerprint, contentVersion] = [fingerprintOf(command), contentVersionOf(command)];
  batch.commands.push({ auctionId, userId, commandId, fingerprint, contentVersion, outcome, change });
  batch.users.set(userId, batch.revisionOf(user));
};

/** The facts that a decision on the command may use. */
const factsFor = (command: Command, auctionId: string, known: Known, given: GivenByBatch): Facts => {
  const {
    rates,
    holidays,
    rules = null,
    increments,
    staffMayBid = false,
    hasSecondPerson = false,
    maxUnpaidWins,
  } = known;
  return {
    ...given,
    rates,
    holidays,
    rules,
    ...(increments && { increments }),
    staffMayBid,
    hasSecondPerson,
    hasBid: "userId" in command && restsOnBids(command) && (known.hasBid?.(command.userId, auctionId) ?? false),
    ...(command.type === "WithdrawBids" && { hasPassedOverBid: hasPassedOver(command, known) }),
    isHandedOver: known.isHandedOver?.(auctionId) ?? false,
    isRelisted: known.isRelisted?.(auctionId) ?? false,
    agreed: known.agreed?.(auctionId),
    ...(given.log && { goneBidders: known.goneBidders?.(auctionId) ?? [] }),
    maxUnpaidWins,
    // Only by facts that were just read, because a pardon may be newer than cached ones, and the fence does not look for
    // maxima that are suspended by mistake.
    hasTooManyUnpaid: (id) =>
      known.isFresh?.(id) === true && (known.user(id)?.unpaidWins ?? 0) >= (maxUnpaidWins ?? Number.POSITIVE_INFINITY),
    goneAs: (id) => goneAs(known.user(id)),
  };
};

const goneAs = (user: UserFacts | undefined): "deleted" | "suspended" | null => {
  if (user?.isDeleted) return "deleted";
  return user?.isBanned ? "suspended" : null;
};

/** The change that the events make. It says if a member of the staff made it, and from where. */
const changeBy = (
  user: UserFacts | null,
  { origin = null }: Pending,
  before: AuctionState,
  events: readonly AuctionEvent[],
  log: readonly LoggedChange[] | undefined,
): Change => {
  assertStorable(events);
  const made = { before, after: evolveChange(before, events), events, actorId: user?.id ?? null };
  const change = log ? { ...made, log } : made;
  return isStaff(user?.role) ? { ...change, isByStaff: true, origin } : change;
};

/** Continues the auction's draft with the change. */
const addTo = (draft: Draft, change: Change): void => {
  draft.state = change.after;
  draft.changes.push(change);
  draft.isCut ||= change.events.some((event) => lifeEvents.has(event.type));
  const extended = change.events.find((event) => event.type === "AuctionExtended");
  // Start from the end that the first extension moved, because an edit in the same decision may have set that end.
  if (extended) draft.endsBy ??= endsByOf({ ...draft.state, endsAt: extended.from });
};

const isForMoney = ({ code }: ErrorBody): boolean => code === "INSUFFICIENT_BALANCE";

const startDraft = (state: AuctionState | undefined): Draft | undefined =>
  state && { before: state, state, span: anyTime, endsBy: null, isForBids: false, changes: [], isCut: false };

const toPart = ({ before, state, span, endsBy, changes }: Draft): AuctionPart => ({
  auctionId: before.id,
  expectedRevision: before.revision,
  expectedEnd: before.endsAt,
  expectedPausedUntil: before.pausedUntil,
  span,
  after: state,
  changes,
  endsBy,
});

/**
 * Returns the log that the decision needs; undefined if it needs none. Null: the command waits for the next batch,
 * because an administrator's command and a withdrawal depend on stored bids or the stored log, and these do not contain
 * this batch.
 */
const logFor = (
  command: Command,
  { before, changes }: Draft,
  known: Known,
  now: number,
): readonly LoggedChange[] | undefined | null => {
  const hasBid = "userId" in command && (known.hasBid?.(command.userId, command.auctionId) ?? false);
  const isNeeded = needsLog(before, command, now, hasBid || hasPassedOver(command, known));
  const isOwn = ({ actorId }: Change): boolean => "userId" in command && actorId === command.userId;
  if (changes.length > 0 && (isOfStaff(command) || isNeeded || (mayNeedLog(command) && changes.some(isOwn))))
    return null;
  if (!isNeeded) return undefined;
  return logUpTo(before.revision, known.log?.(command.auctionId)) ?? null;
};

const hasPassedOver = (command: Command, known: Known): boolean =>
  command.type === "WithdrawBids" && (known.hasPassedOverBid?.(command.userId, command.auctionId) ?? false);

/**
 * Returns the log of the state with this revision; undefined if the log does not reach it. Empty if the auction has
 * none.
 */
const logUpTo = (revision: number, log: readonly LoggedChange[] | undefined): readonly LoggedChange[] | undefined => {
  const upToHere = log?.filter((change) => change.revision <= revision);
  return upToHere?.length === 0 || upToHere?.at(-1)?.revision === revision ? upToHere : undefined;
};

/** Narrows the draft's span to the times in which the decision on the command holds. */
const narrowSpan = (draft: Draft, command: Command, events: readonly AuctionEvent[], now: number): void => {
  const isBid = command.type === "PlaceBid" || command.type === "SetMaxBid";
  if (!isBid || !draft.isForBids) draft.span = narrower(draft.span, spanOf(command, draft.before, now));
  if (!isBid) draft.span = narrower(draft.span, spanOfDates(events, now));
  draft.isForBids ||= isBid;
};

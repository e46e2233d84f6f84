// Decides a batch: each auction's commands in their order, in memory, on the cached states and facts. A decision here
// is not final: the store's one statement writes it or reports a miss.

import { type ErrorBody, refusal } from "@jara/shared/errors";
import type { ExchangeRates } from "@jara/shared/money";
import { isStaff } from "@jara/shared/permissions";
import {
  type Command,
  type Facts,
  type GoneBidder,
  isAdmins,
  type LoggedChange,
  restsOnBids,
  type UserFacts,
} from "../auction/commands.ts";
import { decide } from "../auction/decide.ts";
import type { AuctionEvent } from "../auction/events.ts";
import { areKnown, evolveChange } from "../auction/evolve.ts";
import { mayNeedLog, needsLog } from "../auction/needs-log.ts";
import type { Holidays } from "../auction/settlement/settlement-due.ts";
import { type EndsBy, endsByOf } from "../auction/soft-close.ts";
import type { AuctionState, SiteIncrements, TakenRules } from "../auction/state.ts";
import type { Origin } from "../platform/lib/origin.ts";
import { BatchHolds, type KnownHolds } from "./batch-holds.ts";
import { BatchMoney } from "./batch-money.ts";
import {
  type Answered,
  acceptedOutcome,
  contentVersionOf,
  fingerprintOf,
  lookAgain,
  newerVersion,
  type Outcome,
  refusedOutcome,
} from "./outcome.ts";
import type { AuctionPart, Change, CommandRecord, CommitBatch, TimeSpan } from "./ports.ts";
import { anyTime, narrower, spanOf, spanOfDates, timeFor } from "./time-spans.ts";

export interface Pending {
  readonly command: Command;
  readonly answer: (outcome: Outcome, at: number | null, more?: Pick<Answered, "failure" | "receipts">) => void;
  attempts: number;
  /** Whether what was looked up before still holds for the lot. If not, the outcome is `lookAgain`. */
  readonly holds?: ((state: AuctionState) => boolean) | undefined;
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
  /** Whether the user has a stored bid on the auction that counts. */
  hasBid?(userId: string, auctionId: string): boolean;
  /** Whether the user has a bid by hand on the auction that a void passed over; known only for a withdrawal. */
  hasPassedOverBid?(userId: string, auctionId: string): boolean;
  /** Whether the auction's lot was handed over; known only where the decision depends on it. */
  isHandedOver?(auctionId: string): boolean;
  /** Whether the auction's lot has a copy, or a copy of a copy, that was not removed; known only where it matters. */
  isRelisted?(auctionId: string): boolean;
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
]);

/**
 * Decides the batch. Answers at once only a command whose auction or user does not exist, or that needs a log with an
 * event of a newer version, because nothing that such a refusal depends on can have changed.
 */
export const decideBatch = (batch: readonly Pending[], known: Known): DecidedBatch => {
  const drafts = new Map<string, Draft>();
  const commands: CommandRecord[] = [];
  const users = new Map<string, number>();
  const waiting: Waiting[] = [];
  const later: Pending[] = [];
  const idsHere = new Set<string>();
  const buyers = new Set<string>();
  const needed = new Set<string>();
  const holds = known.holds
    ? new BatchHolds({ ...known.holds, user: (id) => known.user(id), rates: known.rates })
    : null;
  const revisionOf = (user: UserFacts): number => user.revision + (holds ? holds.revisionOf(user) : 0);
  const money = new BatchMoney(known, revisionOf);
  /** Leaves the command, and those that follow on its auction, to the next batch. */
  const cut = (draft: Draft, pending: Pending): void => {
    draft.isCut = true;
    later.push(pending);
  };

  for (const pending of batch) {
    const { command } = pending;
    const draft = drafts.get(command.auctionId) ?? startDraft(known.state(command.auctionId));
    if (!draft) {
      pending.answer(refusedOutcome(refusal("NOT_FOUND", { message: "Auction not found" })), null);
      continue;
    }
    // If a command id comes twice in one batch, the second command waits for the next batch and finds the first one's
    // outcome there. Two users' commands with one id wait too, although each belongs to its own user.
    if (draft.isCut || ("commandId" in command && idsHere.has(command.commandId))) {
      later.push(pending);
      continue;
    }
    const now = Math.max(timeFor(draft.before, known.now), known.ahead?.(command.auctionId) ?? 0);
    const log = logFor(command, draft, known, now);
    if (log === null) {
      cut(draft, pending);
      drafts.set(command.auctionId, draft);
      continue;
    }
    if (log && !areKnown(log)) {
      pending.answer(refusedOutcome(newerVersion), null);
      continue;
    }
    // A buyer's second purchase depends on the first, so it waits for the next batch. So does any command of a person
    // whose balance this batch has changed.
    const isOfMoved = "userId" in command && (money.hasMoved(command.userId) || holds?.waiting.has(command.userId));
    if (isOfMoved || (command.type === "BuyItNow" && buyers.has(command.userId))) {
      later.push(pending);
      continue;
    }
    const user = "userId" in command ? known.user(command.userId) : undefined;
    if ("userId" in command && !user) {
      pending.answer(refusedOutcome(refusal("UNAUTHENTICATED")), null);
      continue;
    }
    drafts.set(command.auctionId, draft);
    if (pending.holds?.(draft.state) === false) {
      waiting.push({ pending, outcome: lookAgain, after: draft.state });
      continue;
    }

    const balanceOf = money.asked(command.auctionId);
    const reservedMinor = user && holds?.reservedMinor(user, command.auctionId);
    const reservedOf = holds
      ? (userId: string) => {
          const person = known.user(userId);
          return person && holds.reservedMinor(person, command.auctionId);
        }
      : () => undefined;
    const given = { user: user ?? null, balanceOf, reservedMinor, reservedOf, ...(log && { log }) };
    const decision = decide(draft.state, command, factsFor(command, draft.before.id, known, given), now);
    if (decision.kind === "needs-balance") {
      needed.add(decision.userId);
      cut(draft, pending);
      continue;
    }
    if (user && holds && decision.kind === "refused" && isForMoney(decision.error) && !holds.isFinal(user.id)) {
      holds.waiting.add(user.id);
      later.push(pending);
      continue;
    }
    const before = draft.state;
    const events = decision.kind === "refused" ? [] : decision.events;
    narrowSpan(draft, command, events, now);
    const change = events.length > 0 ? changeBy(user, pending, before, events, log) : null;
    if (change) {
      const missing = holds?.note(change) ?? [];
      if (missing.length > 0) {
        for (const userId of missing) needed.add(userId);
        cut(draft, pending);
        continue;
      }
      addTo(draft, change);
      if (money.note(change)) draft.isCut = true;
      if (command.type === "BuyItNow") buyers.add(command.userId);
    }
    const outcome =
      decision.kind === "refused"
        ? refusedOutcome(decision.error)
        : acceptedOutcome(command, draft.state, events, before, draft.endsBy);
    waiting.push({ pending, outcome, after: draft.state });
    if ("userId" in command && user) {
      const { auctionId, userId, commandId } = command;
      idsHere.add(commandId);
      const [fingerprint, contentVersion] = [fingerprintOf(command), contentVersionOf(command)];
      commands.push({ auctionId, userId, commandId, fingerprint, contentVersion, outcome, change });
      users.set(userId, revisionOf(user));
    }
  }
  const parts = [...drafts.values()].map(toPart);
  for (const [userId, revision] of money.revisions) users.set(userId, revision);
  const raised = holds && { holds: holds.rows(drafts) };
  const commit = { parts, commands, users, payers: money.payers, rates: known.rates, ...raised };
  return { commit, waiting, later, needed, holds };
};

/** The facts that a decision on the command may use. `given`: those that depend on the batch. */
const factsFor = (
  command: Command,
  auctionId: string,
  known: Known,
  given: Pick<Facts, "user" | "balanceOf" | "reservedMinor" | "reservedOf" | "log">,
): Facts => {
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
    ...(given.log && { goneBidders: known.goneBidders?.(auctionId) ?? [] }),
    maxUnpaidWins,
    isDeleted: (id) => known.user(id)?.isDeleted ?? false,
  };
};

/** The change that the events make. It says if a member of the staff made it, and from where. */
const changeBy = (
  user: UserFacts | undefined,
  { origin = null }: Pending,
  before: AuctionState,
  events: readonly AuctionEvent[],
  log: readonly LoggedChange[] | undefined,
): Change => {
  const made = { before, after: evolveChange(before, events), events, actorId: user?.id ?? null };
  const change = log ? { ...made, log } : made;
  return isStaff(user?.role) ? { ...change, isByAdmin: true, origin } : change;
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
  if (changes.length > 0 && (isAdmins(command) || isNeeded || (mayNeedLog(command) && changes.some(isOwn))))
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

// Deciding a batch: each auction's commands in their order, in memory, against the states and facts at hand. Nothing
// here is true yet; the store's one statement makes it so or reports a miss.
import { BUY_IT_NOW_MIN_LEFT_MS } from "@jara/shared/bidding-rules";
import { refusal } from "@jara/shared/errors";
import type { ExchangeRates } from "@jara/shared/money";
import { unpaidPurchase } from "../auction/buy-it-now.ts";
import type { Command, UserFacts } from "../auction/commands.ts";
import { decide } from "../auction/decide.ts";
import type { AuctionEvent } from "../auction/events.ts";
import { evolveChange } from "../auction/evolve.ts";
import type { Holidays } from "../auction/settlement-due.ts";
import type { AuctionState } from "../auction/state.ts";
import { acceptedOutcome, fingerprintOf, type Outcome, refusedOutcome } from "./outcome.ts";
import type { AuctionPart, Change, CommandRecord, CommitBatch, TimeGate } from "./ports.ts";

export interface Pending {
  readonly command: Command;
  readonly answer: (outcome: Outcome, at: number | null, failure?: string) => void;
  attempts: number;
}

export interface Known {
  state(auctionId: string): AuctionState | undefined;
  user(userId: string): UserFacts | undefined;
  readonly rates: ExchangeRates;
  readonly holidays: Holidays;
  /** The database's clock, epoch ms. */
  readonly now: number;
}

interface Draft {
  readonly before: AuctionState;
  state: AuctionState;
  gate: TimeGate;
  readonly changes: Change[];
  /** Set by a change of the auction's life: what follows is decided in the next batch, against the stored row. */
  isCut: boolean;
}

export interface DecidedBatch {
  readonly commit: CommitBatch;
  /** To be answered when their auction's part commits. */
  readonly waiting: readonly { readonly pending: Pending; readonly outcome: Outcome }[];
  /** For the next batch, in order. */
  readonly later: readonly Pending[];
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
]);

/** Answers at once what rests on nothing that could have moved: an auction or a user that does not exist. */
export const decideBatch = (batch: readonly Pending[], known: Known): DecidedBatch => {
  const drafts = new Map<string, Draft>();
  const commands: CommandRecord[] = [];
  const users = new Map<string, number>();
  const waiting: { pending: Pending; outcome: Outcome }[] = [];
  const later: Pending[] = [];
  const idsHere = new Set<string>();

  for (const pending of batch) {
    const { command } = pending;
    const draft = drafts.get(command.auctionId) ?? startDraft(known.state(command.auctionId));
    if (!draft) {
      pending.answer(refusedOutcome(refusal("NOT_FOUND", { message: "Auction not found" })), null);
      continue;
    }
    // The same command twice in one batch: the second finds the first's outcome in the next. Two users' under one id wait
    // likewise, though each is its user's own.
    if (draft.isCut || ("commandId" in command && idsHere.has(command.commandId))) {
      later.push(pending);
      continue;
    }
    const user = "userId" in command ? known.user(command.userId) : undefined;
    if ("userId" in command && !user) {
      pending.answer(refusedOutcome(refusal("UNAUTHENTICATED")), null);
      continue;
    }
    drafts.set(command.auctionId, draft);

    const { rates, holidays, now } = known;
    const decision = decide(draft.state, command, { user: user ?? null, rates, holidays }, now);
    draft.gate = narrower(draft.gate, gateOf(command, draft.before, known.now));
    let outcome: Outcome;
    let change: Change | null = null;
    if (decision.kind === "refused") {
      outcome = refusedOutcome(decision.error);
    } else {
      const before = draft.state;
      if (decision.events.length > 0) {
        draft.state = evolveChange(before, decision.events);
        change = { before, after: draft.state, events: decision.events, actorId: user?.id ?? null };
        draft.changes.push(change);
        draft.isCut = decision.events.some((event) => lifeEvents.has(event.type));
      }
      outcome = acceptedOutcome(command, draft.state, decision.events);
    }
    waiting.push({ pending, outcome });
    if ("userId" in command && user) {
      const { auctionId, userId, commandId } = command;
      idsHere.add(commandId);
      commands.push({ auctionId, userId, commandId, fingerprint: fingerprintOf(command), outcome, change });
      users.set(userId, user.revision);
    }
  }
  const parts = [...drafts.values()].map(toPart);
  return { commit: { parts, commands, users }, waiting, later };
};

const startDraft = (state: AuctionState | undefined): Draft | undefined =>
  state && { before: state, state, gate: "any", changes: [], isCut: false };

const toPart = ({ before, state, gate, changes }: Draft): AuctionPart => ({
  auctionId: before.id,
  expectedRevision: before.revision,
  gate,
  after: state,
  changes,
});

/** The side of the moments that matter to the command on which it is decided. */
const gateOf = (command: Command, state: AuctionState, now: number): TimeGate => {
  if (command.type === "ExpirePurchase") {
    const purchase = unpaidPurchase(state);
    if (!purchase) return "any";
    return now < purchase.deadlineAt ? "before-deadline" : "at-or-after-deadline";
  }
  if (!restsOnTheEnd(command) || state.status !== "active") return "any";
  if (now >= state.endsAt) return "at-or-after-end";
  if (command.type !== "BuyItNow") return "before-end";
  return state.endsAt - now > BUY_IT_NOW_MIN_LEFT_MS ? "before-last-hour" : "in-last-hour";
};

/** An admin's word stands whatever the time, except that a pause must come before the end. */
const restsOnTheEnd = (command: Command): boolean =>
  command.type === "ChangeStatus" ? command.status === "paused" : command.type !== "StartAuction";

/** One part is decided at one moment, so of two gates one always implies the other. */
const narrower = (one: TimeGate, other: TimeGate): TimeGate => {
  if (other === "any") return one;
  return one === "before-last-hour" || one === "in-last-hour" ? one : other;
};

// The time range in which a decision holds, so that the commit can refuse it at any other time. Pure functions.
import { BUY_IT_NOW_MIN_LEFT_MS } from "@jara/shared/bidding-rules";
import { unpaidPurchase } from "../auction/buy-it-now.ts";
import type { Command } from "../auction/commands.ts";
import { WITHDRAWAL_MS } from "../auction/content.ts";
import type { AuctionEvent } from "../auction/events.ts";
import { windowStartOf } from "../auction/soft-close.ts";
import { type AuctionState, openSettlement } from "../auction/state.ts";
import type { TimeSpan } from "./ports.ts";

export const anyTime: TimeSpan = { fromMs: null, untilMs: null };

/**
 * If the database's clock goes back by at most this (ms), an auction's times do not go back with it. If it goes back by
 * more, they do, so that one wrong time does not stop all ends (decision 168).
 */
export const MOST_BACK_MS = 10_000;

/**
 * The time for a decision on an auction in this state: not before its newest public change, unless that is more than
 * `MOST_BACK_MS` ahead of the clock.
 */
export const timeFor = ({ updatedAt }: Pick<AuctionState, "updatedAt">, now: number): number =>
  updatedAt <= now + MOST_BACK_MS ? Math.max(now, updatedAt) : now;

/** The time range in which the decision on this command holds: until the next moment at which it could be different. */
export const spanOf = (command: Command, state: AuctionState, now: number): TimeSpan => {
  if (command.type === "ExpirePurchase") {
    const purchase = unpaidPurchase(state);
    return purchase ? between(now, [purchase.deadlineAt]) : anyTime;
  }
  if (command.type === "ForfeitSettlement") {
    const settlement = openSettlement(state);
    return settlement ? between(now, [settlement.dueAt]) : anyTime;
  }
  if (command.type === "ExpireSecondChance" || command.type === "AnswerSecondChance") {
    return state.secondChance ? between(now, [state.secondChance.expiresAt]) : anyTime;
  }
  if (command.type === "WithdrawBids" && state.contentChangedAt !== null) {
    const until = state.contentChangedAt + WITHDRAWAL_MS;
    return between(now, state.status === "active" ? [until, state.endsAt] : [until]);
  }
  // A void does not depend on the window of the soft close.
  if (command.type === "VoidBids") return state.status === "active" ? between(now, [state.endsAt]) : anyTime;
  if (!restsOnTheEnd(command) || state.status !== "active") return anyTime;
  const moments = [state.endsAt];
  if (command.type === "BuyItNow") moments.push(state.endsAt - BUY_IT_NOW_MIN_LEFT_MS);
  const windowStart = windowStartOf(state);
  if (windowStart !== null) moments.push(windowStart + 1);
  return between(now, moments);
};

/**
 * True if the decision depends on the end time. An administrator's command does not, except that a pause must come
 * before the end.
 */
const restsOnTheEnd = (command: Command): boolean =>
  command.type === "ChangeStatus" ? command.status === "paused" : command.type !== "StartAuction";

/** The span from the latest moment that has passed to the next one that has not. */
const between = (now: number, moments: readonly number[]): TimeSpan => {
  let span = anyTime;
  for (const moment of moments) {
    span = narrower(span, moment <= now ? { fromMs: moment, untilMs: null } : { fromMs: null, untilMs: moment });
  }
  return span;
};

const DATED_WITHIN_MS = 1_000;

/**
 * Returns the span for events that are computed from the time of the decision: a new `contentChangedAt`, and the end of
 * a pause, which moves the lot's end by the length of the pause until `now`. The commit must be within a second of
 * `now`, also if the statement waited, or if a new primary with another clock executes it.
 */
export const spanOfDates = (events: readonly AuctionEvent[], now: number): TimeSpan =>
  events.some(
    (event) => event.type === "AuctionResumed" || ("contentChangedAt" in event && event.contentChangedAt === now),
  )
    ? { fromMs: now - DATED_WITHIN_MS, untilMs: now + DATED_WITHIN_MS }
    : anyTime;

/** The times that are in both spans. */
export const narrower = (one: TimeSpan, other: TimeSpan): TimeSpan => {
  if (one === anyTime) return other;
  if (other === anyTime) return one;
  const fromMs = Math.max(one.fromMs ?? -Infinity, other.fromMs ?? -Infinity);
  const untilMs = Math.min(one.untilMs ?? Infinity, other.untilMs ?? Infinity);
  return { fromMs: fromMs === -Infinity ? null : fromMs, untilMs: untilMs === Infinity ? null : untilMs };
};

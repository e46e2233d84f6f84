// Checks that each refusal was right: at some moment while the command was under way, the auction and the command's
// author were as the refusal says.
import type { ErrorBody } from "@jara/shared/errors";
import { toMinor } from "@jara/shared/money";
import { lowestBalance } from "../balances.ts";
import { check } from "../check.ts";
import type { Auction, Evidence } from "../evidence.ts";
import type { Call } from "../history.ts";
import type { State } from "../log.ts";
import { fifthOf, Reservations } from "../reservations.ts";
import { wordsOf } from "./commands.ts";

/** The time in which a command was under way. Epoch ms of the database. */
interface Moment {
  readonly from: number;
  readonly until: number;
}

export const justified = check(
  "justified",
  "Each refusal is right: while the command was in flight, the price, end, status and balance were as the " +
    "refusal says",
  (evidence, tally) => {
    const { clock, reservesMoney } = evidence.history;
    if (!clock) return;
    const highestRate = Math.max(...evidence.stored.rates.map(({ nairaForDollar }) => nairaForDollar));
    const reservations = reservesMoney ? new Reservations(evidence.auctions, highestRate) : null;
    for (const [key, call] of evidence.calls) {
      const { invocation, invokedAt, settledAt, outcome } = call;
      const auction = evidence.auctions.get(invocation.auctionId);
      if (outcome.kind !== "refused" || settledAt === null || !auction) continue;
      // A recorded command was decided at its recorded time.
      const at = evidence.records.get(key)?.at;
      const moment = {
        from: (at ?? invokedAt + clock.offsetMs - clock.errorMs) - 1,
        until: at ?? settledAt + clock.offsetMs + clock.errorMs,
      };
      const isRight = rightness[outcome.error.code];
      if (!isRight) continue;
      const states = statesWithin(auction, moment);
      const isSo = states.some((state) =>
        isRight({ call, state, moment, error: outcome.error, evidence, reservations }),
      );
      const { code, minimumBid, currentPrice } = outcome.error;
      const named = minimumBid ?? currentPrice;
      const said = `${wordsOf(invocation)} was refused as ${code}${named === undefined ? "" : ` (${named})`}`;
      tally.tried(auction.id, isSo ? null : `${said}; as it was then (${words(states)}) it should not have been`);
    }
  },
);

const statesWithin = ({ steps }: Auction, { from, until }: Moment): State[] => {
  // The last state that began before the moment applies when the moment begins.
  let first = 0;
  for (const [index, { row }] of steps.entries()) if (row.at < from) first = index;
  return steps
    .slice(first)
    .filter(({ row }, index) => index === 0 || row.at <= until)
    .map(({ after }) => after);
};

interface Case {
  readonly call: Call;
  readonly state: State;
  readonly moment: Moment;
  readonly error: ErrorBody;
  readonly evidence: Evidence;
  /** Null where bids reserve nothing. */
  readonly reservations: Reservations | null;
}

/** True for an edit with an end time, because that time may have passed. */
const namesEnd = (invocation: Call["invocation"]): boolean =>
  invocation.command === "auction:edit" && invocation.edit.endTime !== undefined;

/** Staff can sell a lot that ended without a winner only to its highest bidder, and only if it ended below its reserve. */
const isSaleByStaff = (invocation: Call["invocation"]): boolean =>
  (invocation.command === "auction:status" && invocation.status === "sold") ||
  (invocation.command === "auction:edit" && invocation.edit.status === "sold");

/** For each code, whether the refusal is right. Codes that are not listed are not checked. */
const rightness: Partial<Record<ErrorBody["code"], (one: Case) => boolean>> = {
  BID_TOO_LOW: ({ call: { invocation }, state, error }) => {
    const least = state.priceMinor + state.incrementMinor;
    const isBelow = "amount" in invocation && toMinor(invocation.amount) < least;
    return isBelow && error.minimumBid !== undefined && toMinor(error.minimumBid) === least;
  },
  MAX_BID_TOO_LOW: ({ call: { invocation }, state, error }) => {
    const isBelow = "amount" in invocation && toMinor(invocation.amount) <= state.priceMinor;
    return isBelow && error.currentPrice !== undefined && toMinor(error.currentPrice) === state.priceMinor;
  },
  WRONG_CURRENCY: ({ call: { invocation }, state }) =>
    "currency" in invocation && invocation.currency !== state.currency,
  AUCTION_ENDED: ({ call: { invocation }, state, moment }) =>
    state.status === "ended" ||
    state.status === "sold" ||
    (state.status === "active" && (state.endsAt <= moment.until || namesEnd(invocation))),
  AUCTION_PAUSED: ({ state }) => state.status === "paused",
  AUCTION_NOT_ACTIVE: ({ call: { invocation }, state }) =>
    state.status === "draft" ||
    state.status === "cancelled" ||
    (state.status === "ended" && state.winner === null && isSaleByStaff(invocation)),
  END_TIME_PASSED: ({ call: { invocation }, state, moment }) => state.endsAt <= moment.until || namesEnd(invocation),
  OWN_AUCTION: ({ call: { invocation }, state }) => invocation.userId === state.seller.id,
  LOT_CHANGED: ({ call: { invocation }, state, error }) => {
    const read = "contentVersion" in invocation ? invocation.contentVersion : undefined;
    return read !== undefined && read < state.contentVersion && error.contentVersion === state.contentVersion;
  },
  CONFLICT_OF_INTEREST: ({ call: { invocation }, state, evidence }) => {
    const { userId } = invocation;
    const user = evidence.stored.users.get(userId);
    if (!isOfStaff(invocation.command)) return user?.role === "admin" && evidence.history.staffMayBid !== true;
    const isOwn = invocation.command === "auction:void" && invocation.bidderId === userId;
    const hasBid = (evidence.stored.bids.get(invocation.auctionId) ?? []).some(({ bidderId }) => bidderId === userId);
    const { leader, winner, purchase, maxima } = state;
    return isOwn || hasBid || maxima.has(userId) || [leader, winner, purchase?.buyer].some((one) => one?.id === userId);
  },
  BUY_IT_NOW_OPEN: ({ call: { invocation }, moment, evidence }) =>
    [...evidence.stored.purchases.values()]
      .flat()
      .some(
        ({ buyerId, createdAt, closedAt }) =>
          buyerId === invocation.userId &&
          createdAt <= moment.until &&
          (closedAt ?? Number.POSITIVE_INFINITY) >= moment.from,
      ),
  FORBIDDEN: ({ call: { invocation }, state, evidence }) => {
    const user = evidence.stored.users.get(invocation.userId);
    if (user?.bannedAt != null) return true;
    // For an administrator's command the account decides; a withdrawal has many possible reasons.
    if (isOfStaff(invocation.command)) return user?.role !== "admin" || user.hadAnotherRole;
    if (invocation.command === "bid:withdraw" || invocation.command === "payment:balance") return true;
    return invocation.command === "offer:answer" || state.barredIds.includes(invocation.userId);
  },
  EMAIL_NOT_VERIFIED: ({ call: { invocation }, moment, evidence }) => {
    const user = evidence.stored.users.get(invocation.userId);
    return user?.verifiedAt == null || user.verifiedAt > moment.from;
  },
  INSUFFICIENT_BALANCE: ({ call: { invocation }, state, moment, evidence, reservations, error }) => {
    const { userId, auctionId } = invocation;
    const elsewhere = reservations?.mostBeside(userId, auctionId, moment) ?? 0;
    const available = lowestBalance(evidence, userId, moment.from, moment.until) - elsewhere;
    // A payment needs the whole rest.
    if (invocation.command === "payment:balance") return available < toMinor(error.required ?? 0);
    // The rate with which a dollar amount was converted is unknown here.
    if (state.currency !== "NGN") return true;
    const amountMinor =
      invocation.command === "buy-it-now"
        ? (state.buyItNowMinor ?? 0)
        : "amount" in invocation
          ? toMinor(invocation.amount)
          : 0;
    return available < fifthOf(amountMinor, state, evidence.stored.lowestRate);
  },
};

const isOfStaff = (command: Call["invocation"]["command"]): boolean =>
  command.startsWith("auction:") ||
  (command.startsWith("payment:") && command !== "payment:balance") ||
  command === "offer:make";

const words = (states: readonly State[]): string =>
  states
    .slice(0, 3)
    .map(({ revision, status, priceMinor }) => `revision ${revision}: ${status}, ${priceMinor}`)
    .join("; ");

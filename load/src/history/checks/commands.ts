// Compares the commands sent with the database: no acknowledged command is lost or applied twice, no refused command is
// applied, and nothing is applied that nobody sent.
import { toMinor } from "@jara/shared/money";
import type { Invocation, Outcome } from "../../observer.ts";
import { check, firstOf, same } from "../check.ts";
import { type Auction, type Effect, kindOf } from "../evidence.ts";
import type { Call, ClockReading } from "../history.ts";
import type { CommandRecord } from "../record.ts";

export const acknowledged = check(
  "acknowledged",
  "A command that was answered as done is done, once, and gets the same answer however often it is sent",
  ({ calls, records, effects, auctions }, tally) => {
    for (const [key, { invocation, outcome, furtherAnswers }] of calls) {
      if (outcome.kind !== "accepted") continue;
      const record = records.get(key);
      const what = wordsOf(invocation);
      const isDone = effects.has(key) || (record && isAlready(record, auctions.get(invocation.auctionId)));
      const differing = furtherAnswers.find((answer) => saysSomething(answer) && !isAlike(answer, outcome));
      tally.tried(
        invocation.auctionId,
        firstOf(
          !record && `${what} was answered as done, and the database does not know it`,
          record &&
            !record.outcome.ok &&
            `${what} was answered as done and is recorded as ${record.outcome.error.code}`,
          record && !isDone && `${what} was answered as done and recorded, and nothing in the log came of it`,
          differing && `${what} was answered differently when it was sent again: ${wordsOfOutcome(differing)}`,
        ),
      );
    }
  },
);

export const refused = check(
  "refused",
  "A refused command is not done, unless it was sent again later; if it is recorded at all, then with the same " +
    "refusal",
  ({ calls, records, history: { clock } }, tally) => {
    for (const [key, call] of calls) {
      const { invocation, outcome, furtherAnswers } = call;
      if (outcome.kind !== "refused" || !saysSomething(outcome, call)) continue;
      const record = records.get(key);
      const said = outcome.error.code;
      const what = wordsOf(invocation);
      const isReused = said === "COMMAND_ID_REUSED";
      // Refusals are not stored, so another node, or the same node later, decides a resent command again by the state
      // at that time.
      const isLater = call.sends > 1 && record !== undefined && isAfterAnswer(record, call, clock);
      const isOpen = (answer: Outcome): boolean => call.sends > 1 && (answer.kind === "refused" || isLater);
      const differing = furtherAnswers.find(
        (answer) => saysSomething(answer, call) && !isAlike(answer, outcome) && !isOpen(answer),
      );
      tally.tried(
        invocation.auctionId,
        firstOf(
          record?.outcome.ok && !isReused && !isLater && `${what} was refused as ${said} and is done all the same`,
          record && !record.outcome.ok && !isReused && record.outcome.error.code !== said
            ? `${what} was refused as ${said} and is recorded as ${record.outcome.error.code}`
            : null,
          differing && `${what} was refused as ${said}, and when it was sent again: ${wordsOfOutcome(differing)}`,
        ),
      );
    }
  },
);

export const invoked = check(
  "invoked",
  "Nothing is done that nobody asked for: each record is a command that was sent, and each step of a log has " +
    "one record",
  (evidence, tally) => {
    const { records, calls, unexplained, auctions, auctionOf, history } = evidence;
    const since = history.since ?? 0;
    for (const [key, record] of records) {
      const call = calls.get(key);
      const auctionId = auctionOf(record);
      // Other commands of these people belong to other runs.
      if (!asked.has(record.kind) || !(call || (auctions.has(auctionId) && record.at >= since))) continue;
      const what = `${record.kind} ${record.commandId} of ${record.userId}`;
      tally.tried(
        auctionId,
        firstOf(
          !call && `${what} is recorded, and nobody sent it`,
          call &&
            !isWhatWasAsked(record, call) &&
            `${what} is recorded as something else than ${wordsOf(call.invocation)}`,
        ),
      );
    }
    for (const effect of unexplained) {
      if (kindOf(effect.row.events) === "CreateAuction" || effect.row.at < since) continue;
      tally.tried(
        effect.auctionId,
        `${wordsOfEffect(effect)} and no command of theirs is recorded that it could come from`,
      );
    }
    for (const { id, steps } of auctions.values()) {
      for (const step of steps.slice(1)) {
        if (step.row.actorId !== null) continue;
        tally.tried(id, isTheClocks(step) ? null : `${wordsOfEffect({ ...step, auctionId: id })}, which no clock does`);
      }
    }
  },
);

const asked = new Set([
  "PlaceBid",
  "SetMaxBid",
  "CancelMaxBid",
  "ConfirmMaxBid",
  "WithdrawBids",
  "BuyItNow",
  "ChangeStatus",
  "EditAuction",
  "ShiftTimes",
  "RemoveAuction",
  "ClosePayment",
  "VoidBids",
  "SellToHighestBidder",
  "PayFromBalance",
  "BookPayment",
  "ExtendDeadline",
  "ReverseSettlement",
  "OfferSecondChance",
  "AnswerSecondChance",
]);

/**
 * True if it was applied after the refusal arrived. The refusing node would have found an earlier one in the database.
 */
const isAfterAnswer = ({ at }: CommandRecord, { settledAt }: Call, clock: ClockReading | null): boolean =>
  settledAt !== null && clock !== null && at >= settledAt + clock.offsetMs - clock.errorMs;

/**
 * Whether the outcome shows if the command was applied. An unknown outcome does not. Neither does a refusal that no
 * engine decided, or a refusal after a resend, if it leaves open whether the earlier sending was applied.
 */
const saysSomething = (outcome: Outcome, { sends }: Pick<Call, "sends"> = { sends: 2 }): boolean => {
  if (outcome.kind !== "refused") return outcome.kind === "accepted";
  const { code } = outcome.error;
  if (code === "UNAVAILABLE" || code === "INTERNAL") return false;
  return sends === 1 || (code !== "RATE_LIMITED" && code !== "UNAUTHENTICATED");
};

const isAlike = (one: Outcome, other: Outcome): boolean => {
  if (one.kind === "refused" && other.kind === "refused") return same(one.error, other.error);
  if (one.kind !== "accepted" || other.kind !== "accepted") return false;
  return same(one.answer, other.answer);
};

/**
 * True for a command that is accepted but changes nothing: a change to the current status, an edit that changes
 * nothing, or confirming a maximum that is not suspended.
 */
const isAlready = ({ kind, detail, at }: CommandRecord, auction: Auction | undefined): boolean =>
  kind === "EditAuction" ||
  kind === "ConfirmMaxBid" ||
  (kind === "ChangeStatus" &&
    auction?.steps.some(({ row, after }) => row.at <= at && after.status === detail) === true);

const isTheClocks = ({ row, before }: Pick<Effect, "row" | "before">): boolean => {
  const [first] = row.events;
  switch (first?.type) {
    case "AuctionStarted":
      return before?.status === "draft" && before.startsAt !== null && before.startsAt <= row.at;
    case "AuctionEnded":
      return before?.status === "active" && before.endsAt <= row.at;
    case "PurchaseForfeited":
      return before?.purchase != null && !before.purchase.isPaid && before.purchase.deadlineAt <= row.at;
    // The checks `payments` and `second-chances` compare the times.
    case "SettlementForfeited":
      return true;
    case "SecondChanceClosed":
      return first.as === "expired";
    // Its owner has too many unpaid wins; a forfeit may be taken back since.
    case "MaxBidSuspended":
      return row.events.length === 1 && before?.maxima.has(first.ownerId) === true;
    // An earlier lot of the same sale is still open.
    case "AuctionEdited":
      return first.isSaleOrder === true && (first.changes.endsAt ?? 0) > (before?.endsAt ?? 0);
    default:
      return false;
  }
};

const kinds = {
  "bid:place": "PlaceBid",
  "maxbid:set": "SetMaxBid",
  "maxbid:cancel": "CancelMaxBid",
  "maxbid:confirm": "ConfirmMaxBid",
  "bid:withdraw": "WithdrawBids",
  "buy-it-now": "BuyItNow",
  "auction:void": "VoidBids",
  "auction:status": "ChangeStatus",
  "auction:edit": "EditAuction",
  "auction:remove": "RemoveAuction",
  "payment:balance": "PayFromBalance",
  "payment:book": "BookPayment",
  "payment:close": "ClosePayment",
  "payment:extend": "ExtendDeadline",
  "payment:reverse": "ReverseSettlement",
  "payment:refund": "RefundSale",
  "offer:make": "OfferSecondChance",
  "offer:answer": "AnswerSecondChance",
} as const;

/** Returns the id that the command's record has for its subject. */
const subjectOf = (invocation: Invocation): string => {
  if ("maxBidId" in invocation) return invocation.maxBidId;
  if ("settlementId" in invocation) return invocation.settlementId;
  return "offerId" in invocation ? invocation.offerId : invocation.auctionId;
};

const isWhatWasAsked = ({ kind, subject, detail }: CommandRecord, { invocation }: Call): boolean => {
  if (kinds[invocation.command] !== kind) return false;
  if (subject !== subjectOf(invocation)) return false;
  if (invocation.command === "maxbid:confirm") return detail === String(invocation.contentVersion);
  if (invocation.command === "auction:void") return detail === invocation.bidderId;
  if (invocation.command === "payment:book") return detail === invocation.method;
  if (invocation.command === "payment:close") return detail === invocation.as;
  if (invocation.command === "payment:refund") return detail === invocation.to;
  if (invocation.command === "payment:extend") return detail === String(Date.parse(invocation.until));
  if (invocation.command === "offer:answer") return detail === invocation.answer;
  if ("amount" in invocation) return detail === String(toMinor(invocation.amount));
  return invocation.command !== "auction:status" || detail === invocation.status;
};

export const wordsOf = (invocation: Invocation): string => {
  const { command, userId, commandId } = invocation;
  const detail =
    "amount" in invocation ? ` of ${invocation.amount}` : "status" in invocation ? ` ${invocation.status}` : "";
  return `${command}${detail} (${commandId}, by ${userId})`;
};

const wordsOfOutcome = (outcome: Outcome): string =>
  outcome.kind === "refused"
    ? outcome.error.code
    : outcome.kind === "accepted"
      ? JSON.stringify(outcome.answer)
      : "unknown";

const wordsOfEffect = ({ row }: Pick<Effect, "row" | "auctionId">): string =>
  `revision ${row.revision} is ${row.events.map(({ type }) => type).join(", ")} by ${row.actorId ?? "the clock"}`;

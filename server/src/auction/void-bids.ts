// Voids one person's bids on an auction, and lets bidders withdraw their own after the lot changed (rules 14 and 15).
// Pure functions: the auction's log is part of the facts. It is long because voids and withdrawals share the replay and
// the comparison with the bids that counted.
import type { BidVoidReason } from "@jara/shared/auction";
import { shareOfMinor } from "@jara/shared/basis-points";
import { type ErrorBody, refusal } from "@jara/shared/errors";
import type { ExchangeRates, Minor } from "@jara/shared/money";
import { type Deposit, depositOf, rulesOf } from "@jara/shared/payment-rules";
import type { LoggedChange, UsersFacts, VoidBids } from "./commands.ts";
import { WITHDRAWAL_MS } from "./content.ts";
import { accepted, type Decision, refused } from "./decision.ts";
import type { AuctionEvent, BidPlaced, BidsVoided, MaxBidCancelled, MaximaRestated, VoidedBid } from "./events.ts";
import { evolve, evolveChange, isBarredBy } from "./evolve.ts";
import { endedAtIn } from "./life-in-log.ts";
import { type Replayed, type ReplayedBid, replayBids, startOfVoid, voidedIn } from "./replay-bids.ts";
import { paidInNaira } from "./settlement/debts.ts";
import { secondChancePrice } from "./settlement/runner-up.ts";
import {
  type AuctionState,
  depositPart,
  isOpen,
  isReserveMet,
  loweredByVoid,
  type MaxBid,
  openSettlement,
  owedAfterVoid,
  type Person,
  remainingMinor,
  type Settlement,
  shareOf,
  totalMinor,
} from "./state.ts";

/** An auction's bids can be voided for this long after its end. */
const VOIDABLE_MS = 90 * 24 * 60 * 60 * 1000;

export const voidBids = (state: AuctionState, command: VoidBids, facts: UsersFacts, now: number): Decision =>
  command.bidderId === facts.user.id
    ? refused(refusal("CONFLICT_OF_INTEREST", { message: "Another administrator must void your bids." }))
    : voiding(state, command, { log: logOf(facts), rates: facts.rates }, now);

type VoidFacts = Pick<UsersFacts, "rates"> & { readonly log: readonly LoggedChange[] };

/** The decision on a void, whoever asks for it. `log`: up to the state's revision. */
const voiding = (
  state: AuctionState,
  command: Pick<VoidBids, "bidderId" | "reason" | "note" | "includesHidden" | "fromBid">,
  { log, rates }: VoidFacts,
  now: number,
): Decision => {
  const { bidderId, reason, note, includesHidden = false, fromBid } = command;
  const no = whyNotVoidable(state, log, now);
  if (no) return refused(no);
  const bidder = bidderIn(state, log, bidderId);
  // A person with only a maximum gets the same refusal as one without bids, because nobody may learn of the maximum.
  const isHidden = isOpen(state) && !placedBy(log, bidderId);
  if (!bidder || (isHidden && !includesHidden)) return refused(nobodyToVoid());
  if (
    fromBid !== undefined &&
    !countingBids(log).some(({ number, bidder }) => number === fromBid && bidder.id === bidderId)
  )
    return refused(noSuchBid());
  const [voided, restated] = voidingOf(state, log, bidder, reason, note, fromBid);
  if (fromBid !== undefined && !voided.voided.some(({ number }) => number === fromBid)) return refused(stands(fromBid));
  const hidden = isHidden ? hiddenVoid(state, voided, restated) : null;
  if (hidden) return accepted(hidden);
  const kept: AuctionEvent[] = fromBid === undefined ? [] : [{ type: "EarlierBidsKept" }];
  const events = [{ ...voided, ...effectOnWin(state, log, voided, rates) }, restated, ...kept];
  // A lower price may be paid already.
  const settlement = openSettlement(events.reduce<AuctionState>(evolve, state));
  if (!settlement || remainingMinor(settlement) > 0) return accepted(...events);
  return accepted(...events, { type: "AuctionSold", winner: settlement.winner });
};

/**
 * Whether the decision on a withdrawal needs the log. If not, it is refused without the log, because reading the log
 * for every request would be too expensive.
 */
export const mayWithdraw = (state: AuctionState, now: number): boolean =>
  isOpen(state) &&
  (state.status === "paused" || now < state.endsAt) &&
  state.contentChangedAt !== null &&
  now < state.contentChangedAt + WITHDRAWAL_MS;

/**
 * Withdraws only bids that were made before the lot's last change, by a bidder who has not bid, or set or confirmed a
 * maximum, since then. A bid by hand that a void passed over is withdrawn too, because another void could bring it
 * back.
 */
export const withdrawBids = (state: AuctionState, facts: UsersFacts, now: number): Decision => {
  const { id } = facts.user;
  const hasNothing = facts.hasBid === false && !facts.hasPassedOverBid && !state.maxBids.has(id);
  if (hasNothing || !mayWithdraw(state, now)) return refused(whyNotWithdrawable(state, hasNothing, now));
  const log = logOf(facts);
  const no = whyNotVoidable(state, log, now);
  if (no) return refused(no);
  const bidder = bidderIn(state, log, id);
  if (!bidder) return refused(nothingToWithdraw());
  if (hasAgreed(state, log, id)) return refused(binding());
  return accepted(...voidingOf(state, log, bidder, "withdrawn", null));
};

const binding = (): ErrorBody =>
  refusal("FORBIDDEN", {
    message: "Your bids are binding. You can withdraw them only if the lot changed after you bid.",
  });

const nothingToWithdraw = (): ErrorBody => refusal("NOT_FOUND", { message: "You have no bids on this auction." });

const whyNotWithdrawable = (state: AuctionState, hasNothing: boolean, now: number): ErrorBody => {
  const { status, contentChangedAt } = state;
  if (state.isUpcoming) return nothingToWithdraw();
  if (status === "draft") return refusal("NOT_FOUND", { message: "Auction not found" });
  if (status === "cancelled") return refusal("AUCTION_NOT_ACTIVE", { status });
  if (status === "ended" || status === "sold") return refusal("AUCTION_ENDED");
  if (status === "active" && now >= state.endsAt) return refusal("AUCTION_ENDED");
  if (hasNothing) return nothingToWithdraw();
  if (contentChangedAt === null) return binding();
  const message = "Bids can be withdrawn for 24 hours after the lot changed. That time is over.";
  return refusal("FORBIDDEN", { message });
};

/**
 * Returns the auction as the void of this person's bids would leave it, or the refusal: the same decision as the void's
 * own, without its author.
 */
export const previewOfVoid = (
  state: AuctionState,
  facts: VoidFacts,
  whose: Pick<VoidBids, "bidderId" | "fromBid">,
  now: number,
): AuctionState | ErrorBody => {
  const decision = voiding(state, { ...whose, reason: "other", note: null }, facts, now);
  if (decision.kind === "accepted") return evolveChange(state, decision.events);
  if (decision.kind === "refused") return decision.error;
  throw new Error("a void needs no balance");
};

const noSuchBid = (): ErrorBody =>
  refusal("NOT_FOUND", { message: "This person has no bid of this number that counts." });

/** The command that placed the bid was somebody else's, and the person's maximum is older. */
const stands = (number: number): ErrorBody => {
  const message = `Bid ${number} would stand, because an earlier maximum of the same person places it. Void from an earlier bid on, or all bids.`;
  return refusal("INVALID", { message, issues: [{ path: "fromBid", message }] });
};

const nobodyToVoid = (): ErrorBody => refusal("NOT_FOUND", { message: "This person has no bids on this auction." });

const logOf = ({ log }: UsersFacts): readonly LoggedChange[] => {
  if (!log) throw new Error("decided without the auction's log");
  return log;
};

const JUST_ENDED = "This auction has just ended, and its end is not recorded yet. Try again in a moment.";

const whyNotVoidable = (state: AuctionState, log: readonly LoggedChange[], now: number): ErrorBody | null => {
  if (log[0]?.events[0]?.type !== "AuctionCreated") {
    return refusal("AUCTION_NOT_ACTIVE", {
      message: "This auction's log is not complete, so its bids cannot be voided.",
    });
  }
  // Until the end is recorded the lot has no winner who could be kept (rule 15).
  if (state.status === "active" && now >= state.endsAt) return refusal("UNAVAILABLE", { message: JUST_ENDED });
  if (isOpen(state)) return null;
  if (state.status === "draft" || state.status === "cancelled") {
    return refusal("AUCTION_NOT_ACTIVE", { message: "This auction has no valid bids.", status: state.status });
  }
  if (now < (endedAtIn(log) ?? state.endsAt) + VOIDABLE_MS) return null;
  return refusal("AUCTION_ENDED", {
    message: "This auction ended more than 90 days ago, so its bids can no longer be voided.",
  });
};

/**
 * Finds the person among those who have a bid that counts, a maximum, or a manual bid that an earlier void's replay
 * passed over. The next void may bring such a bid back.
 */
const bidderIn = (state: AuctionState, log: readonly LoggedChange[], userId: string): Person | null =>
  state.maxBids.get(userId)?.owner ?? placedBy(log, userId);

/**
 * Finds the person among those who have a bid that counts, or one by hand that a replay passed over. Such bids are
 * public.
 */
const placedBy = (log: readonly LoggedChange[], userId: string): Person | null => {
  const isOwn = ({ bidder }: { readonly bidder: Person }): boolean => bidder.id === userId;
  const leftOut = voidedIn(log);
  const placed = log
    .slice(startsIn(log))
    .filter(({ revision }) => !leftOut.has(userId, revision))
    .flatMap(({ events }) => events.filter((event) => isByHand(event)));
  return (countingBids(log).find(isOwn) ?? placed.find(isOwn))?.bidder ?? null;
};

const isByHand = (event: LoggedChange["events"][number]): event is BidPlaced =>
  event.type === "BidPlaced" && event.kind === "manual";

/** The index in the log where the bids begin that a cancellation has not made void. */
const startsIn = (log: readonly LoggedChange[]): number =>
  1 + log.findLastIndex(({ events }) => events.some(({ type }) => type === "AllBidsVoided"));

const hasAgreed = ({ contentVersion }: AuctionState, log: readonly LoggedChange[], userId: string): boolean => {
  const changedIn = log.findLast(({ events }) =>
    events.some((event) => event.type === "AuctionEdited" && event.contentVersion === contentVersion),
  );
  return log.some(
    ({ revision, actorId, events }) =>
      actorId === userId &&
      revision > (changedIn?.revision ?? 0) &&
      events.some((event) => ["BidPlaced", "MaxBidSet", "MaxBidConfirmed"].includes(event.type)),
  );
};

type RecordedBid = BidsVoided["recorded"][number];

/** The bids that the log records and no earlier void struck out, in the order of their changes. */
const countingBids = (log: readonly LoggedChange[]): RecordedBid[] => {
  let bids: RecordedBid[] = [];
  for (const { events, at } of log) {
    for (const event of events) {
      if (event.type === "BidPlaced") bids.push({ ...withoutType(event), at });
      else if (event.type === "AllBidsVoided") bids = [];
      else if (event.type === "BidsVoided") {
        const struck = new Set(event.voided.map(({ number }) => number));
        bids = bids.filter(({ number }) => !struck.has(number));
        bids.push(...event.recorded);
      }
    }
  }
  return bids;
};

const withoutType = ({ type: _, ...bid }: BidPlaced): Omit<BidPlaced, "type"> => bid;

const voidingOf = (
  state: AuctionState,
  log: readonly LoggedChange[],
  bidder: Person,
  reason: BidsVoided["reason"],
  note: string | null,
  fromBid?: number,
): [BidsVoided, MaximaRestated] => {
  const leftOut = voidedIn(log).add(bidder.id, state.revision + 1, startOfVoid(log, fromBid));
  const replayed = replayBids(log, leftOut);
  const isWinnerVoided = losesWin(state, replayed.state, bidder);
  const counting = countingBids(log);
  const { priceMinor, leader, bids, maxBids } = remaining(state, counting, replayed, bidder, isWinnerVoided);
  const { voided, recorded } = matched(state, counting, bids, bidder, reason);
  const showedLimit = hasShownLimit(counting, voided, bids, bidder);
  const event: BidsVoided = {
    type: "BidsVoided",
    bidder,
    ...(fromBid !== undefined && { fromBid }),
    reason,
    note,
    priceMinor,
    leader,
    bidCount: bids.length,
    voidedBidCount: state.voidedBidCount + voided.length,
    voided,
    recorded,
    isWinnerVoided,
    showedLimit,
  };
  return [event, { type: "MaximaRestated", maxBids: [...maxBids.values()] }];
};

/**
 * True if the person had won and does not win any more. The winner stays if the remaining commands still make them lead,
 * at no higher price, and the reserve is met as before.
 */
const losesWin = (state: AuctionState, after: AuctionState, { id }: Person): boolean => {
  if (state.winner?.id !== id || state.purchase !== null) return false;
  const isLeading = after.leader?.id === id && after.priceMinor <= state.priceMinor;
  return !isLeading || (isReserveMet(state) && !isReserveMet(after));
};

/**
 * True if an auto-bid of somebody else falls away with the person's bids, and none of that other person's remaining bids
 * is as high. The person then knows of a limit that is hidden again, so they may not bid here again (rule 14). This
 * holds for a void too: otherwise a mistaken amount would be the cheap way to learn everybody's limits.
 */
const hasShownLimit = (
  counting: readonly RecordedBid[],
  voided: readonly VoidedBid[],
  remaining: readonly ReplayedBid[],
  by: Person,
): boolean => {
  const struck = new Set(voided.map(({ number }) => number));
  return counting.some(
    ({ number, kind, bidder, amountMinor }) =>
      kind === "auto" &&
      bidder.id !== by.id &&
      struck.has(number) &&
      !remaining.some((bid) => bid.bidder.id === bidder.id && bid.amountMinor >= amountMinor),
  );
};

/**
 * Returns the void of a maximum that placed no bid as a secret event. Null if others can see an effect of the void,
 * because then it is as public as any other.
 */
const hiddenVoid = (
  state: AuctionState,
  { bidder, reason, note, priceMinor, leader, voided, recorded }: BidsVoided,
  { maxBids }: MaximaRestated,
): MaxBidCancelled | null => {
  const own = state.maxBids.get(bidder.id);
  const others = [...state.maxBids.values()].filter((maxBid) => maxBid !== own);
  const isSeen =
    voided.length + recorded.length > 0 || priceMinor !== state.priceMinor || leader?.id !== state.leader?.id;
  if (!own || reason === "withdrawn" || isSeen || !areSame(maxBids, others)) return null;
  return { type: "MaxBidCancelled", maxBidId: own.id, ownerId: bidder.id, voided: { reason, note } };
};

const areSame = (these: readonly MaxBid[], those: readonly MaxBid[]): boolean => {
  const words = (all: readonly MaxBid[]): string[] =>
    all.map((one) => JSON.stringify(Object.entries(one).sort())).sort();
  return words(these).join() === words(those).join();
};

/** The effect of the void on the win: the lower amount of a second chance, and the money that goes back. */
const effectOnWin = (
  state: AuctionState,
  log: readonly LoggedChange[],
  voided: BidsVoided,
  rates: ExchangeRates,
): Pick<BidsVoided, "owedMinor" | "deposit" | "refund"> => {
  const { settlement } = state;
  const { bidder, isWinnerVoided, priceMinor, fromBid } = voided;
  if (!settlement || settlement.status === "waived" || isWinnerVoided) return {};
  const from = isBarredBy(voided) ? 0 : startOfVoid(log, fromBid);
  const leftOut = voidedIn(log, isBarredBy).add(bidder.id, state.revision + 1, from);
  const priced = secondChancePrice(state, settlement, log, leftOut);
  const isLower = priced !== null && priced < Math.min(priceMinor, settlement.amountMinor);
  const owed: Pick<BidsVoided, "owedMinor"> = isLower ? { owedMinor: priced } : {};
  if (settlement.status === "forfeited") return owed;
  const amountMinor = owedAfterVoid(settlement.amountMinor, { priceMinor, ...owed });
  const deposit = lowerDeposit(state, settlement, log, amountMinor, rates);
  const effect = { ...owed, ...(deposit && { deposit }) };
  return { ...effect, ...refundOf(loweredByVoid(settlement, { priceMinor, ...effect }, rulesOf(state)), log) };
};

/**
 * The deposit of the lower price if the win's forfeit was taken back before; null if the deposit stays. So a void has
 * the same result before and after the forfeit is taken back. The deposit of any other win stays, and counts towards
 * its price.
 */
const lowerDeposit = (
  state: AuctionState,
  { id, amountMinor: oldMinor, depositMinor, depositWorthMinor }: Settlement,
  log: readonly LoggedChange[],
  amountMinor: Minor,
  rates: ExchangeRates,
): Deposit | null => {
  const wasForfeited = log.some(({ events }) =>
    events.some(
      (event) => event.type === "SettlementReopened" && event.settlementId === id && event.from === "forfeited",
    ),
  );
  const rules = rulesOf(state);
  const worthMinor = shareOfMinor(amountMinor, rules.depositBasisPoints);
  if (!wasForfeited || worthMinor >= depositWorthMinor) return null;
  const { currency } = state;
  const again = depositOf(oldMinor, currency, depositMinor, rates, rules);
  // At the rate of the deposit, exactly what would have been taken for the lower price.
  if (again.takenMinor === depositMinor && again.worthMinor === depositWorthMinor) {
    return depositOf(amountMinor, currency, depositMinor, rates, rules);
  }
  // At another rate, the naira that were taken for this part of the old deposit.
  const ngnMinor = depositMinor - shareOf(depositMinor, depositWorthMinor - worthMinor, depositWorthMinor);
  return { takenMinor: ngnMinor as Minor, worthMinor };
};

/**
 * Returns the amount that the winner has paid above the lower price. It comes from the payments first and then from the
 * deposit, and goes back in the naira that were paid, whatever the present rate is.
 */
const refundOf = (settlement: Settlement, log: readonly LoggedChange[]): Pick<BidsVoided, "refund"> => {
  const { depositWorthMinor, paidMinor } = settlement;
  const excess = depositWorthMinor + paidMinor - totalMinor(settlement);
  if (excess <= 0) return {};
  const ofPayments = Math.min(excess, paidMinor);
  const ofDeposit = depositPart(settlement, excess - ofPayments);
  const ngnMinor = ofDeposit + (ofPayments > 0 ? shareOf(paidInNaira(log, settlement.id), ofPayments, paidMinor) : 0);
  return { refund: { amountMinor: excess as Minor, ngnMinor: ngnMinor as Minor } };
};

interface Remaining extends Pick<AuctionState, "priceMinor" | "leader" | "maxBids"> {
  readonly bids: readonly ReplayedBid[];
}

/**
 * After the end nobody else becomes the winner, and the winner never owes more than before. If the winner would not
 * lead the replay at the same price or less, the auction only loses the voided bids and nothing else changes.
 */
const remaining = (
  state: AuctionState,
  counting: readonly RecordedBid[],
  replayed: Replayed,
  bidder: Person,
  isWinnerVoided: boolean,
): Remaining => {
  const { winner, priceMinor } = state;
  const { state: after, bids } = replayed;
  const isWon = winner !== null && !isWinnerVoided && state.purchase === null;
  if (!isWon || (after.leader?.id === winner.id && after.priceMinor <= priceMinor)) return { ...pick(after), bids };
  const maxBids = new Map(state.maxBids);
  maxBids.delete(bidder.id);
  const kept = after.maxBids.get(bidder.id);
  if (kept) maxBids.set(bidder.id, kept);
  const replayedKeys = new Set(bids.map(keyOf));
  const stays = (bid: RecordedBid): boolean => bid.bidder.id !== bidder.id || replayedKeys.has(keyOf(bid));
  return { priceMinor, leader: winner, maxBids, bids: counting.filter(stays) };
};

const pick = ({ priceMinor, leader, maxBids }: AuctionState): Omit<Remaining, "bids"> => ({
  priceMinor,
  leader,
  maxBids,
});

/**
 * Bids that are in both lists keep their numbers. The other bids that count are struck out, and the other replayed bids
 * get new numbers.
 */
const matched = (
  state: AuctionState,
  counting: readonly RecordedBid[],
  replayed: readonly ReplayedBid[],
  bidder: Person,
  reason: BidsVoided["reason"],
): Pick<BidsVoided, "voided" | "recorded"> => {
  const unmatched = new Map<string, RecordedBid[]>();
  for (const bid of counting) {
    const key = keyOf(bid);
    unmatched.set(key, [...(unmatched.get(key) ?? []), bid]);
  }
  let number = state.bidCount + state.voidedBidCount;
  const recorded: BidsVoided["recorded"][number][] = [];
  for (const bid of replayed) {
    if (!unmatched.get(keyOf(bid))?.shift()) recorded.push({ ...bid, number: ++number });
  }
  const voided = [...unmatched.values()].flat().map((bid): VoidedBid => {
    const why: BidVoidReason = bid.bidder.id === bidder.id ? reason : "recalculated";
    return { number: bid.number, reason: why };
  });
  return { voided: voided.sort((a, b) => a.number - b.number), recorded };
};

/** This key is unique within a change, because one change records no two bids of one person, kind and amount. */
const keyOf = ({
  bidder,
  kind,
  amountMinor,
  at,
}: Pick<ReplayedBid, "bidder" | "kind" | "amountMinor" | "at">): string => `${at} ${bidder.id} ${kind} ${amountMinor}`;

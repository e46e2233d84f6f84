// Turns an auction's log into sentences: who did what, and why the price is what it is. Pure functions. While an
// auction is open it must reveal no maximum, neither its amount nor that one exists, not even to administrators.

import type { SoftClose } from "@jara/shared/auction";
import { paymentDaysWords } from "@jara/shared/lot-rules";
import { type Currency, formatMoney, type Minor, toMajor } from "@jara/shared/money";
import type { HistoryKind } from "@jara/shared/rest/admin-auctions";
import { type AuctionCreated, type AuctionEvent, type BidPlaced, type BidsVoided, isSecret } from "./events.ts";
import type { Person, TakenIncrements, Terms } from "./state.ts";

export type LoggedEvent = AuctionCreated | AuctionEvent;

export interface LoggedContext {
  /** Null for the clock. */
  readonly actor: Person | null;
  /** The terms after the change. */
  readonly terms: Pick<Terms, "currency" | "reserveMinor" | "startingPriceMinor">;
  /** The last bid before the change; null if there was none. */
  readonly lastBid: { readonly bidder: Person; readonly amountMinor: Minor } | null;
  /** Whether maxima may be shown: true once the auction is over. */
  readonly showsMaxima: boolean;
}

/** The events of a change that may be shown; empty if none may. */
export const tellable = <E extends LoggedEvent>(events: readonly E[], showsMaxima: boolean): readonly E[] =>
  showsMaxima ? events : events.filter((event) => event.type === "AuctionCreated" || !isSecret(event));

/** The kinds that the log has. Refused attempts are not in it. */
export type LoggedKind = Exclude<HistoryKind, "refused">;

const typesByKind: Record<LoggedKind, readonly LoggedEvent["type"][]> = {
  bids: ["BidPlaced", "MaxBidSet", "MaxBidCancelled", "MaxBidConfirmed", "MaximaRestated", "BidsVoided"],
  edits: ["AuctionEdited"],
  status: [
    "AuctionCreated",
    "AuctionStarted",
    "LotRulesTaken",
    "IncrementsTaken",
    "AuctionPaused",
    "AuctionResumed",
    "AuctionEnded",
    "AuctionCancelled",
    "AuctionWithdrawn",
    "AuctionSold",
    "AuctionReopened",
    "AuctionRemoved",
    "AuctionExtended",
    "AllBidsVoided",
  ],
  payments: [
    "BuyItNowStarted",
    "PurchasePaid",
    "PurchaseForfeited",
    "PurchaseVoided",
    "PurchaseWaived",
    "PurchaseExtended",
    "PurchaseReopened",
    "PurchasePardoned",
    "PaymentReceived",
    "PaymentCredited",
    "DeadlineExtended",
    "SettlementOpened",
    "SettlementReopened",
    "SettlementWaived",
    "SettlementForfeited",
    "SecondChanceOffered",
    "SecondChanceClosed",
  ],
};

/**
 * The event types of a kind that may be shown. Hidden ones are left out, because a filter must not find them either.
 */
export const typesOf = (kind: LoggedKind, showsMaxima: boolean): readonly LoggedEvent["type"][] =>
  typesByKind[kind].filter((type) => showsMaxima || type === "AuctionCreated" || !isSecret({ type }));

const LAGOS_OFFSET = 60 * 60 * 1000;
const momentOf = (ms: number): string =>
  `${new Date(ms + LAGOS_OFFSET).toISOString().slice(0, 19).replace("T", " ")} (Lagos)`;

/** One or more sentences about one change. */
export const summaryOf = (events: readonly LoggedEvent[], context: LoggedContext): string => {
  let last = context.lastBid;
  const sentences: string[] = [];
  for (const event of tellable(events, context.showsMaxima)) {
    if (event.type === "BidPlaced") {
      sentences.push(bidSentence(event, last, context));
      last = event;
    } else {
      sentences.push(sentenceOf(event, context), ...("staffReason" in event ? reasonSentence(event.staffReason) : []));
    }
  }
  return sentences.join(" ");
};

const reasonSentence = (reason: string | null | undefined): string[] => (reason ? [`Reason: “${reason}”.`] : []);

/** About a lot of which a copy was made. It is no change of the lot, so it is not in its log. */
export const relistedSentence = (by: string, reason: string | null): string =>
  [`${by} relisted the lot as a new draft.`, ...reasonSentence(reason)].join(" ");

const bidSentence = (bid: BidPlaced, last: LoggedContext["lastBid"], { terms }: LoggedContext): string => {
  const amount = money(bid.amountMinor, terms.currency);
  const who = bid.bidder.username;
  const before = last?.amountMinor ?? terms.startingPriceMinor;
  const step = money(Math.max(0, bid.amountMinor - before), terms.currency);
  const whose = last?.bidder.id === bid.bidder.id ? "their own" : `${last?.bidder.username}'s`;
  const than = last ? `${whose} ${money(before, terms.currency)}` : "the starting price";
  if (bid.kind === "manual") return `${who} bid ${amount} (${step} above ${than}).`;
  if (last && bid.amountMinor === before && bid.bidder.id !== last.bidder.id) {
    return `${who}'s auto-bid leads at ${amount} too: its amount was set first.`;
  }
  if (bid.amountMinor === terms.reserveMinor) return `${who}'s auto-bid went to the reserve of ${amount}.`;
  return `${who}'s auto-bid went to ${amount} (${step} above ${than}).`;
};

const methodWords = {
  balance: "from the balance",
  online: "online",
  transfer: " by bank transfer",
  cash: " in cash",
  outside: "",
} as const;

const openedWords = {
  "second-chance": "The second chance was accepted.",
  "below-reserve": "Sold to the highest bidder below the reserve.",
  sold: "Sold.",
} as const;

const sentenceOf = (event: Exclude<LoggedEvent, BidPlaced>, { actor, terms: { currency } }: LoggedContext): string => {
  const by = actor?.username;
  switch (event.type) {
    case "AuctionCreated":
      return (
        `${event.seller.username} created the auction with a starting price of ` +
        `${money(event.startingPriceMinor, event.currency)}${event.relistedFrom ? ", as a copy of a lot that was not sold" : ""}.`
      );
    case "LotRulesTaken": {
      const { depositPercent, feePercent, forfeitPercent, version } = event.rules;
      return (
        `The lot took version ${version} of the site's rules: deposit ${depositPercent}%, Buy It Now fee ${feePercent}%, ` +
        `penalty ${forfeitPercent}%, payment within ${paymentDaysWords(event.rules)}.`
      );
    }
    case "IncrementsTaken":
      return `The lot took version ${event.increments.version} of the house's increment table.`;
    case "MaxBidSet":
      return `${event.owner.username} set a maximum of ${money(event.amountMinor, currency)}.`;
    case "MaxBidCancelled":
      return by === undefined || actor?.id === event.ownerId
        ? `${by ?? "Somebody"} cancelled a maximum.`
        : "A maximum became void.";
    case "MaxBidConfirmed":
      return `${by ?? "Somebody"} confirmed a maximum on the lot as it reads now.`;
    case "MaximaRestated":
      return event.maxBids.length === 0
        ? "No maximum remains."
        : `The maxima that remain: ${listed(event.maxBids.map((one) => `${one.owner.username} ${money(one.amountMinor, currency)}`))}.`;
    case "BidsVoided":
      return voidedSentence(event, by, currency);
    case "AllBidsVoided":
      return "All bids and maxima are void.";
    case "AuctionExtended":
      return `The bid moved the end from ${momentOf(event.from)} to ${momentOf(event.endsAt)}.`;
    case "AuctionStarted":
      return by === undefined ? "The start time came: the auction started." : `${by} started the auction.`;
    case "AuctionPaused":
      return event.reason === "admin"
        ? `${by ?? "An administrator"} paused the auction.`
        : `The auction pauses until ${momentOf(event.pausedUntil ?? event.pausedAt)} for the payment.`;
    case "AuctionResumed":
      return `${by === undefined ? "The auction went on" : `${by} let the auction go on`}; it ends at ${momentOf(event.endsAt)}.`;
    case "BuyItNowStarted":
      return (
        `${event.buyer.username} used Buy It Now for ${money(event.priceMinor, currency)} and a fee of ` +
        `${money(event.feeMinor, currency)}, to be paid before ${momentOf(event.deadlineAt)}.`
      );
    case "PurchasePaid":
      return `${by ?? "An administrator"} confirmed ${event.buyer.username}'s payment of ${money(event.priceMinor, currency)}.`;
    case "PurchaseForfeited":
      return `${event.buyer.username} did not pay in time: ${money(event.penaltyMinor, "NGN")} was taken off the balance.`;
    case "PurchaseVoided":
      return `${event.buyer.username}'s purchase is void without penalty; the price is ${money(event.priceMinor, currency)}.`;
    case "PurchaseWaived":
      return (
        `${by ?? "An administrator"} let ${event.buyer.username} off the purchase without penalty` +
        `${event.note ? `: “${event.note}”` : ""}.`
      );
    case "SettlementWaived":
      return (
        `${by ?? "An administrator"} waived ${event.winner.username}'s payment of ${money(event.amountMinor, currency)} ` +
        `without penalty${event.note ? `: “${event.note}”` : ""}.`
      );
    case "SettlementForfeited":
      return (
        `${event.winner.username} did not pay the winning bid of ${money(event.amountMinor, currency)} in time: ` +
        `${money(event.penaltyMinor, "NGN")} was taken off the balance.`
      );
    case "PurchaseExtended":
    case "DeadlineExtended": {
      const [who, until] = "buyer" in event ? [event.buyer, event.deadlineAt] : [event.winner, event.dueAt];
      return `${by ?? "An administrator"} gave ${who.username} until ${momentOf(until)} to pay: “${event.note}”.`;
    }
    case "PaymentReceived": {
      const amount = money(event.amountMinor, currency);
      const from = event.method === "balance" || event.method === "online" ? event.payer.username : by;
      return event.method === "balance" || event.method === "online"
        ? `${from} paid ${amount} ${methodWords[event.method]}.`
        : `${from ?? "An administrator"} booked ${event.payer.username}'s payment of ${amount}${methodWords[event.method]}.`;
    }
    case "PaymentCredited":
      return `${money(event.ngnMinor, "NGN")} more than was due went to ${event.payer.username}'s balance.`;
    case "SettlementOpened":
      return (
        `${openedWords[event.because]} ${event.winner.username} has the lot for ${money(event.amountMinor, currency)}, ` +
        `to pay before ${momentOf(event.dueAt)}; the deposit is ${money(event.deposit.takenMinor, "NGN")}.`
      );
    case "SettlementReopened":
      return (
        `${by ?? "An administrator"} took back ${event.winner.username}'s ` +
        `${event.from === "paid" ? "payment" : "penalty"}${event.note ? ` (“${event.note}”)` : ""}: the same payment is ` +
        `due before ${momentOf(event.dueAt)}.`
      );
    case "PurchaseReopened":
      return (
        `${by ?? "An administrator"} took back ${event.buyer.username}'s payment (“${event.note}”): it is due before ` +
        `${momentOf(event.deadlineAt)}.`
      );
    case "PurchasePardoned":
      return (
        `${by ?? "An administrator"} gave ${event.buyer.username} the penalty of ` +
        `${money(event.penaltyMinor, "NGN")} back: “${event.note}”.`
      );
    case "SecondChanceOffered":
      return (
        `${by ?? "An administrator"} offered the lot to ${event.person.username} for ` +
        `${money(event.priceMinor, currency)}, until ${momentOf(event.expiresAt)}.`
      );
    case "SecondChanceClosed":
      return event.as === "expired"
        ? `${event.person.username} did not answer the offer in time.`
        : `${event.person.username} ${event.as} the offer.`;
    case "AuctionEnded": {
      const ended = by === undefined ? "The end time came: the auction ended" : `${by} ended the auction`;
      if (!event.winner || event.dueAt === null) return `${ended} without a winner.`;
      return `${ended}. ${event.winner.username} won, to pay before ${momentOf(event.dueAt)}.`;
    }
    case "AuctionCancelled":
      return `${by ?? "An administrator"} cancelled the auction.`;
    case "AuctionWithdrawn":
      return `${by ?? "An administrator"} put the auction back to draft.`;
    case "AuctionSold":
      return `${by ?? "An administrator"} marked the auction as sold${event.winner ? ` to ${event.winner.username}` : ""}.`;
    case "AuctionReopened":
      return `${by ?? "An administrator"} opened the auction again.`;
    case "AuctionEdited": {
      const { changes, before } = event;
      if (event.isSaleOrder && before.endsAt !== undefined && changes.endsAt !== undefined) {
        return `The end moved from ${momentOf(before.endsAt)} to ${momentOf(changes.endsAt)}, because an earlier lot of the sale is still open.`;
      }
      const added = changes.addenda?.at(-1);
      if (added) return `${by ?? "An administrator"} added an addendum: “${added.text}”`;
      const parts = (Object.keys(changes) as (keyof Terms)[]).map((term) => {
        // Long texts and pictures are not repeated here: the lot's public changes show the old and the new.
        if (longTerms.has(term)) return names[term];
        const [from, to] = [valueIn(term, before, currency), valueIn(term, changes, currency)];
        return `${names[term]} from ${from} to ${to}`;
      });
      return `${by ?? "An administrator"} changed ${listed(parts)}.`;
    }
    case "AuctionRemoved":
      return `${by ?? "An administrator"} deleted the auction.`;
    default:
      return event satisfies never;
  }
};

const reasonsInWords: Record<BidsVoided["reason"], string> = {
  "mistaken-amount": "a mistaken amount",
  fraud: "fraud",
  suspended: "a suspended account",
  other: "another reason",
  withdrawn: "the lot changed",
};

const voidedSentence = (event: BidsVoided, by: string | undefined, currency: Currency): string => {
  const { bidder, reason, note, priceMinor, leader } = event;
  const what =
    reason === "withdrawn"
      ? `${bidder.username} withdrew all bids, because ${reasonsInWords.withdrawn}.`
      : `${by ?? "An administrator"} voided all bids of ${bidder.username} (${reasonsInWords[reason]})${note ? `: “${note}”` : ""}.`;
  const lead = leader ? `${leader.username} leads` : "nobody leads";
  const end = event.isWinnerVoided ? " The auction has no winner any more." : "";
  return `${what} The price is ${money(priceMinor, currency)}; ${lead}.${end}`;
};

const longTerms = new Set<keyof Terms>(["description", "media", "addenda", "conditionReport"]);

const names: Record<keyof Terms, string> = {
  title: "the title",
  description: "the description",
  categories: "the categories",
  condition: "the condition",
  location: "the location",
  media: "the media",
  addenda: "the addenda",
  conditionReport: "the condition report",
  currency: "the currency",
  startingPriceMinor: "the starting price",
  incrementMinor: "the bid increment",
  increments: "the increment table",
  reserveMinor: "the reserve",
  buyItNowMinor: "the Buy It Now price",
  softClose: "the soft close",
  startsAt: "the start time",
  endsAt: "the end time",
};

const money = (amountMinor: number, currency: Currency): string => formatMoney(toMajor(amountMinor), currency);

const valueIn = (term: keyof Terms, terms: Partial<Terms>, currency: Currency): string => {
  const value = terms[term];
  if (value === null || value === undefined) return "none";
  if (term === "startsAt" || term === "endsAt") return momentOf(value as number);
  if (term === "softClose") {
    const { windowSeconds, capMinutes } = value as SoftClose;
    return `${windowSeconds} seconds, at most ${capMinutes} minutes`;
  }
  if (term === "increments") return stepsInWords(value as TakenIncrements, terms.currency ?? currency);
  if (typeof value === "number") return money(value, terms.currency ?? currency);
  if (typeof value === "string") return term === "title" || term === "location" ? `“${value}”` : value;
  return Array.isArray(value) && value.length > 0 ? value.join(", ") : "none";
};

/** "below ₦1,000: ₦50, below ₦3,000: ₦100, then: ₦200". */
const stepsInWords = ({ steps }: TakenIncrements, currency: Currency): string =>
  steps
    .map(([below, step]) => `${below === null ? "then" : `below ${money(below, currency)}`}: ${money(step, currency)}`)
    .join(", ");

const listed = (parts: readonly string[]): string =>
  parts.length < 2 ? parts.join() : `${parts.slice(0, -1).join(", ")} and ${parts.at(-1)}`;

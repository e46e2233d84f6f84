// Turns an auction's log into sentences: who did what, and why the price is what it is. Pure functions. While an
// auction is open it must reveal no maximum, neither its amount nor that one exists, not even to staff. It is long
// because it has a sentence for each event.

import type { Currency, Minor } from "@jara/shared/money";
import { isOnSite, methodWords } from "@jara/shared/payment-methods";
import { paymentDaysWords, toLotRules, toPercentRules } from "@jara/shared/payment-rules";
import type { HistoryKind } from "@jara/shared/rest/admin-auctions";
import { type AuctionCreated, type AuctionEvent, type BidPlaced, type BidsVoided, isSecret } from "../events.ts";
import { isKnown } from "../evolve.ts";
import type { Person, Terms } from "../state.ts";
import { changesInWords, listed, momentOf, money } from "./history-words.ts";

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

/**
 * The events of a change that may be shown; empty if none may. While maxima are hidden, so are the events that this
 * version does not know, because they may be about a maximum.
 */
export const disclosable = <E extends LoggedEvent>(events: readonly E[], showsMaxima: boolean): readonly E[] =>
  showsMaxima
    ? events
    : events.filter((event) => event.type === "AuctionCreated" || (isKnown(event) && !isSecret(event)));

/** The kinds that the log has. Refused attempts are not in it. */
export type LoggedKind = Exclude<HistoryKind, "refused">;

const typesByKind: Record<LoggedKind, readonly LoggedEvent["type"][]> = {
  bids: [
    "BidPlaced",
    "MaxBidSet",
    "MaxBidCancelled",
    "MaxBidConfirmed",
    "MaxBidSuspended",
    "MaximaRestated",
    "BidsVoided",
    "EarlierBidsKept",
  ],
  edits: ["AuctionEdited"],
  status: [
    "AuctionCreated",
    "AuctionAnnounced",
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
    "PaymentsReversed",
    "SomePaymentsReversed",
    "SaleRefunded",
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

/** One or more sentences about one change. */
export const summaryOf = (events: readonly LoggedEvent[], context: LoggedContext): string => {
  let last = context.lastBid;
  const sentences: string[] = [];
  for (const event of disclosable(events, context.showsMaxima)) {
    if (event.type === "BidPlaced") {
      sentences.push(bidSentence(event, last, context));
      last = event;
    } else if (isKnown(event)) {
      sentences.push(sentenceOf(event, context), ...reasonsOf(event));
    } else sentences.push(NEWER);
  }
  // The change is public, so it is listed even if its event may not be shown.
  if (sentences.length === 0 && !events.every(isKnown)) return NEWER;
  return sentences.join(" ");
};

const NEWER = "A newer version of the site made a change that this server cannot describe.";

/** A change of the status may have a reason for staff and one for everybody. */
const reasonsOf = (event: LoggedEvent): string[] =>
  ["staffReason" in event ? event.staffReason : null, "publicReason" in event ? event.publicReason : null].flatMap(
    reasonSentence,
  );

const reasonSentence = (reason: string | null | undefined): string[] => (reason ? [`Reason: “${reason}”.`] : []);

/** Says that a copy of the lot was made. The lot itself did not change, so its log has no such event. */
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

const openedWords = {
  "second-chance": "The second chance was accepted.",
  "below-reserve": "Sold to the highest bidder below the reserve.",
  sold: "Sold.",
} as const;

/** The words that a sentence takes from its change. */
interface Words {
  readonly actor: Person | null;
  /** The actor's name; undefined for the clock. */
  readonly by: string | undefined;
  readonly currency: Currency;
}

/** Each function makes the sentence of one kind of event. */
type Sentences = {
  readonly [T in Exclude<LoggedEvent, BidPlaced>["type"]]: (
    event: Extract<LoggedEvent, { type: T }>,
    words: Words,
  ) => string;
};

/** Maxima and voided bids. */
const bidding = {
  MaxBidSet: (event, { currency }) => `${event.owner.username} set a maximum of ${money(event.amountMinor, currency)}.`,
  MaxBidCancelled: (event, { by, actor }) => {
    if (event.voided) {
      const { reason, note } = event.voided;
      return `${by ?? "An administrator"} voided the maximum of somebody without bids: ${note ?? reasonsInWords[reason]}.`;
    }
    return by === undefined || actor?.id === event.ownerId
      ? `${by ?? "Somebody"} cancelled a maximum.`
      : "A maximum became void.";
  },
  MaxBidConfirmed: (_event, { by }) => `${by ?? "Somebody"} confirmed a maximum on the lot as it reads now.`,
  MaxBidSuspended: () => "A maximum was suspended, because its owner has too many unpaid wins.",
  MaximaRestated: (event, { currency }) =>
    event.maxBids.length === 0
      ? "No maximum remains."
      : `The maxima that remain: ${listed(event.maxBids.map((one) => `${one.owner.username} ${money(one.amountMinor, currency)}`))}.`,
  BidsVoided: (event, { by, currency }) => voidedSentence(event, by, currency),
  EarlierBidsKept: () => "Earlier bids of this person stay.",
  AllBidsVoided: () => "All bids and maxima are void.",
} satisfies Partial<Sentences>;

/** From the first draft to the end, and edits. */
const life = {
  AuctionCreated: (event) =>
    `${event.isConsigned ? `The auction was created for ${event.seller.username}` : `${event.seller.username} created the auction`} with a starting price of ` +
    `${money(event.startingPriceMinor, event.currency)}${event.relistedFrom ? ", as a copy of a lot that was not sold" : ""}.`,
  LotRulesTaken: (event) => {
    const { version } = event.rules;
    const { depositPercent, feePercent, forfeitPercent, premiumPercent, vatPercent } = toPercentRules(
      toLotRules(event.rules),
    );
    const premium = premiumPercent > 0 ? `buyer's premium ${premiumPercent}% and ${vatPercent}% VAT on it, ` : "";
    return (
      `The lot took version ${version} of the site's rules: deposit ${depositPercent}%, Buy It Now fee ${feePercent}%, ` +
      `${premium}penalty ${forfeitPercent}%, payment within ${paymentDaysWords(event.rules)}.`
    );
  },
  IncrementsTaken: (event) => `The lot took version ${event.increments.version} of the house's increment table.`,
  AuctionExtended: (event) => `The bid moved the end from ${momentOf(event.from)} to ${momentOf(event.endsAt)}.`,
  AuctionAnnounced: () => "The lot was announced: everybody can see it before bidding opens.",
  AuctionStarted: (_event, { by }) =>
    by === undefined ? "The start time came: the auction started." : `${by} started the auction.`,
  AuctionPaused: (event, { by }) =>
    event.reason === "admin"
      ? `${by ?? "An administrator"} paused the auction.`
      : `The auction pauses until ${momentOf(event.pausedUntil ?? event.pausedAt)} for the payment.`,
  AuctionResumed: (event, { by }) =>
    `${by === undefined ? "The auction went on" : `${by} let the auction go on`}; it ends at ${momentOf(event.endsAt)}.`,
  AuctionEnded: (event, { by }) => {
    const ended = by === undefined ? "The end time came: the auction ended" : `${by} ended the auction`;
    if (!event.winner || event.dueAt === null) return `${ended} without a winner.`;
    return `${ended}. ${event.winner.username} won, to pay before ${momentOf(event.dueAt)}.`;
  },
  AuctionCancelled: (_event, { by }) => `${by ?? "An administrator"} cancelled the auction.`,
  AuctionWithdrawn: (_event, { by }) => `${by ?? "An administrator"} put the auction back to draft.`,
  AuctionSold: ({ winner }, { by, actor }) => {
    // A buyer who pays sells the lot to themselves.
    if (winner && actor?.id === winner.id) return `The auction is sold to ${winner.username}.`;
    return `${by ?? "An administrator"} marked the auction as sold${winner ? ` to ${winner.username}` : ""}.`;
  },
  AuctionReopened: (_event, { by }) => `${by ?? "An administrator"} opened the auction again.`,
  AuctionEdited: (event, { by, currency }) => {
    const { changes, before } = event;
    if (event.isSaleOrder && before.endsAt !== undefined && changes.endsAt !== undefined) {
      return `The end moved from ${momentOf(before.endsAt)} to ${momentOf(changes.endsAt)}, because an earlier lot of the sale is still open.`;
    }
    const added = changes.addenda?.at(-1);
    if (added) return `${by ?? "An administrator"} added an addendum: “${added.text}”`;
    const what = event.correction === undefined ? "changed" : "corrected";
    const said = `${by ?? "An administrator"} ${what} ${changesInWords(changes, before, currency)}.`;
    return [said, ...reasonSentence(event.changeReason)].join(" ");
  },
  AuctionRemoved: (_event, { by }) => `${by ?? "An administrator"} deleted the auction.`,
} satisfies Partial<Sentences>;

/** Buy It Now and wins: what is due, paid, waived and taken back. */
const payments = {
  BuyItNowStarted: (event, { currency }) =>
    `${event.buyer.username} used Buy It Now for ${money(event.priceMinor, currency)} and a fee of ` +
    `${money(event.feeMinor, currency)}, to be paid before ${momentOf(event.deadlineAt)}.`,
  PurchasePaid: (event, { by, currency }) =>
    `${by ?? "An administrator"} confirmed ${event.buyer.username}'s payment of ${money(event.priceMinor, currency)}.`,
  PurchaseForfeited: (event) =>
    `${event.buyer.username} did not pay in time: ${money(event.penaltyMinor, "NGN")} was taken off the balance.`,
  PurchaseVoided: (event, { currency }) =>
    `${event.buyer.username}'s purchase is void without penalty; the price is ${money(event.priceMinor, currency)}.`,
  PurchaseWaived: (event, { by }) =>
    `${by ?? "An administrator"} let ${event.buyer.username} off the purchase without penalty` +
    `${event.note ? `: “${event.note}”` : ""}.`,
  PurchaseReopened: (event, { by }) =>
    `${by ?? "An administrator"} took back ${event.buyer.username}'s payment (“${event.note}”): it is due before ` +
    `${momentOf(event.deadlineAt)}.`,
  PurchasePardoned: (event, { by }) =>
    `${by ?? "An administrator"} gave ${event.buyer.username} the penalty of ` +
    `${money(event.penaltyMinor, "NGN")} back: “${event.note}”.`,
  PurchaseExtended: ({ buyer, deadlineAt, note }, { by }) => extendedSentence(by, buyer, deadlineAt, note),
  SettlementWaived: (event, { by, currency }) =>
    `${by ?? "An administrator"} waived ${event.winner.username}'s payment of ${money(event.amountMinor, currency)} ` +
    `without penalty${event.note ? `: “${event.note}”` : ""}.`,
  SettlementForfeited: (event, { currency }) =>
    `${event.winner.username} did not pay the winning bid of ${money(event.amountMinor, currency)} in time: ` +
    `${money(event.penaltyMinor, "NGN")} was taken off the balance.`,
  PaymentReceived: (event, { by, currency }) => {
    const amount = money(event.amountMinor, currency);
    const { username } = event.payer;
    const how = methodWords[event.method];
    return isOnSite(event)
      ? `${username} paid ${amount} ${how}.`
      : `${by ?? "An administrator"} booked ${username}'s payment of ${amount} ${how}.`;
  },
  PaymentCredited: (event) =>
    `${money(event.ngnMinor, "NGN")} more than was due went to ${event.payer.username}'s balance.`,
  PaymentsReversed: ({ payer, reversed, note }, { by, currency }) => {
    const { amountMinor, takenMinor = 0 } = reversed;
    const amount =
      takenMinor > 0 ? `${money(takenMinor, "NGN")} of them from the balance` : money(amountMinor, currency);
    return `${by ?? "An administrator"} took back the booked payments of ${payer.username}, ${amount}: “${note}”.`;
  },
  SomePaymentsReversed: ({ payer, payments, takenMinor, note }, { by, currency }) => {
    const taken = payments.map(({ amountMinor, method }) => `${money(amountMinor, currency)} ${methodWords[method]}`);
    const fromBalance = takenMinor > 0 ? `, with ${money(takenMinor, "NGN")} from the balance` : "";
    return `${by ?? "An administrator"} took back ${payer.username}'s payment${taken.length === 1 ? "" : "s"} of ${taken.join(" and ")}${fromBalance}: “${note}”.`;
  },
  SaleRefunded: ({ payer, amountMinor, transfer, cashNgnMinor, note }, { by, currency }) =>
    `${by ?? "An administrator"} took the sale back and refunded ${money(amountMinor, currency)} to ` +
    `${payer.username}${transfer ? " by transfer" : cashNgnMinor ? " in cash" : "'s balance"}: “${note}”.`,
  SettlementOpened: (event, { currency }) =>
    `${openedWords[event.because]} ${event.winner.username} has the lot for ${money(event.amountMinor, currency)}, ` +
    `to pay before ${momentOf(event.dueAt)}; the deposit is ${money(event.deposit.takenMinor, "NGN")}.`,
  SettlementReopened: (event, { by, currency }) =>
    `${by ?? "An administrator"} took back ${event.winner.username}'s ` +
    `${event.from === "paid" ? "payment" : "penalty"}${event.note ? ` (“${event.note}”)` : ""}: the same payment is ` +
    `due before ${momentOf(event.dueAt)}.${event.amountMinor === undefined ? "" : ` The winning bid is ${money(event.amountMinor, currency)}.`}`,
  SecondChanceOffered: (event, { by, currency }) =>
    `${by ?? "An administrator"} offered the lot to ${event.person.username} for ` +
    `${money(event.priceMinor, currency)}, until ${momentOf(event.expiresAt)}.`,
  SecondChanceClosed: (event) =>
    event.as === "expired"
      ? `${event.person.username} did not answer the offer in time.`
      : `${event.person.username} ${event.as} the offer.`,
  DeadlineExtended: ({ winner, dueAt, note }, { by }) => extendedSentence(by, winner, dueAt, note),
} satisfies Partial<Sentences>;

const sentences: Sentences = { ...bidding, ...life, ...payments };

const sentenceOf = (event: Exclude<LoggedEvent, BidPlaced>, { actor, terms: { currency } }: LoggedContext): string =>
  sentences[event.type](event as never, { actor, by: actor?.username, currency });

const extendedSentence = (by: string | undefined, payer: Person, until: number, note: string | null): string =>
  `${by ?? "An administrator"} gave ${payer.username} until ${momentOf(until)} to pay: “${note}”.`;

const reasonsInWords: Record<BidsVoided["reason"], string> = {
  "mistaken-amount": "a mistaken amount",
  fraud: "fraud",
  suspended: "a suspended account",
  other: "another reason",
  withdrawn: "the lot changed",
};

const owedSentence = ({ owedMinor }: BidsVoided, currency: Currency): string =>
  owedMinor === undefined ? "" : ` The winner, who accepted a second chance, owes ${money(owedMinor, currency)}.`;

const voidedSentence = (event: BidsVoided, by: string | undefined, currency: Currency): string => {
  const { bidder, reason, note, priceMinor, leader, fromBid } = event;
  const bids =
    fromBid === undefined ? `all bids of ${bidder.username}` : `${bidder.username}'s bids from bid ${fromBid} on`;
  const what =
    reason === "withdrawn"
      ? `${bidder.username} withdrew all bids, because ${reasonsInWords.withdrawn}.`
      : `${by ?? "An administrator"} voided ${bids} (${reasonsInWords[reason]})${note ? `: “${note}”` : ""}.`;
  const lead = leader ? `${leader.username} leads` : "nobody leads";
  const end = event.isWinnerVoided ? " The auction has no winner any more." : owedSentence(event, currency);
  const barred = event.showedLimit
    ? ` ${bidder.username} had shown somebody else's limit and cannot bid here again.`
    : "";
  return `${what} The price is ${money(priceMinor, currency)}; ${lead}.${end}${barred}`;
};

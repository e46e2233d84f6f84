// The mails that a change of a lot causes, from the lot before and after it. Outbids and moved ends are not here
// (bid-notices.ts). It is long because it has the data of each kind of mail.

import { nameInMail } from "@jara/shared/lot-fields";
import { asMinor, type Minor, toMajor } from "@jara/shared/money";
import { toPercentRules } from "@jara/shared/payment-rules";
import { unpaidPurchase } from "../auction/buy-it-now.ts";
import { publicChanges } from "../auction/content.ts";
import type { AuctionEvent, BidsVoided, PaymentReceived, SomePaymentsReversed } from "../auction/events.ts";
import { priceOf, surplusIn } from "../auction/settlement/debts.ts";
import { concernsMoney, postingsOf, undoneBy, undoneWinner } from "../auction/settlement/postings.ts";
import {
  type AuctionState,
  openSettlement,
  type Purchase,
  remainingMinor,
  type Settlement,
  totalMinor,
} from "../auction/state.ts";
import { toIso } from "../auction/view/to-public.ts";
import { everyone } from "../auction/view/viewer.ts";
import { type StateChange, shownAfter } from "../auction/view/visibility.ts";
import type { NoticeKind } from "../platform/outbox/deliveries.ts";
import type { MailData, MailKind } from "../platform/outbox/mails.ts";

type Kinds = { readonly [K in MailKind]: { readonly kind: K; readonly data: MailData[K] } };

/** A mail to a person whom the change is about. */
export type CausedMail = Kinds[MailKind] & { readonly userId: string };

export const mailsOf = (change: StateChange): CausedMail[] => {
  const mails: CausedMail[] = [];
  for (const event of change.events) addMailOf(mails, event, change);
  if (concernsMoney(change)) addMailOfSettlement(mails, change);
  return mails;
};

const mail = <K extends MailKind>(userId: string, kind: K, data: MailData[K]): CausedMail =>
  ({ userId, kind, data }) as unknown as CausedMail;

const lotOf = ({ id: auctionId, lot: { title } }: AuctionState) => ({ auctionId, title });

/** The usual rules are left out. */
const ruled = ({ rules }: AuctionState) => (rules ? { rules: toPercentRules(rules) } : {});

const of = ({ id: auctionId, lot: { title }, currency }: AuctionState) => ({ auctionId, title, currency });

/** A mail names the auction as its reader last saw it, because the change may have edited a draft. */
const shownIn = (change: StateChange) => of(shownAfter(change, everyone) ?? change.before);

const addMailOf = (mails: CausedMail[], event: AuctionEvent, change: StateChange): void => {
  const made = mailOfEvent(event, change);
  if (made) mails.push(made);
};

/** The mail to the person whom the event is about; null if it sends none. */
const mailOfEvent = (event: AuctionEvent, change: StateChange): CausedMail | null => {
  const { before, after } = change;
  switch (event.type) {
    case "BidsVoided": {
      const { bidder, reason, note, showedLimit = false, fromBid } = event;
      const isBarred = showedLimit ? ({ isBarred: true } as const) : {};
      const keepsEarlier = fromBid === undefined ? {} : ({ keepsEarlier: true } as const);
      return mail(bidder.id, "own-bids-voided", { ...lotOf(after), reason, note, ...isBarred, ...keepsEarlier });
    }
    case "MaxBidCancelled":
      return event.voided ? mail(event.ownerId, "own-bids-voided", { ...lotOf(after), ...event.voided }) : null;
    case "MaxBidSuspended":
      return mail(event.ownerId, "maxbid-suspended", lotOf(after));
    case "PurchaseVoided":
      return refundIn(change) ? null : paymentWithdrawn(event.buyer.id, change);
    case "SaleRefunded":
      return paymentWithdrawn(event.payer.id, change);
    case "PurchasePaid":
      return mail(event.buyer.id, "payment-received", {
        ...of(after),
        ...paidFor(after.purchase, event.priceMinor, change),
      });
    case "PurchaseWaived": {
      const price = toMajor(before.purchase?.priceMinor ?? 0);
      return mail(event.buyer.id, "payment-waived", { ...of(after), price });
    }
    case "SettlementWaived":
      return mail(event.winner.id, "payment-waived", { ...of(after), price: toMajor(event.amountMinor) });
    case "AuctionEnded":
    case "SettlementOpened": {
      const { settlement } = after;
      if (!event.winner || event.dueAt === null || settlement?.status !== "open") return null;
      const finalPrice = toMajor(settlement.amountMinor);
      const dueAt = toIso(event.dueAt);
      // A lot that an administrator set to sold is paid at once, so it never gets here.
      const because = "because" in event && event.because !== "sold" ? { because: event.because } : {};
      const data = { ...shownIn(change), finalPrice, dueAt, ...owingOf(settlement), ...because, ...ruled(after) };
      return mail(event.winner.id, "won", data);
    }
    case "BuyItNowStarted": {
      const [price, fee] = [toMajor(event.priceMinor), toMajor(event.feeMinor)];
      const total = toMajor(event.priceMinor + event.feeMinor);
      const deadline = toIso(event.deadlineAt);
      const owing = after.purchase && owingOf(after.purchase);
      return mail(event.buyer.id, "buy-it-now", {
        ...shownIn(change),
        price,
        fee,
        total,
        deadline,
        ...owing,
        ...ruled(after),
      });
    }
    case "PurchaseForfeited": {
      const price = toMajor(before.purchase?.priceMinor ?? 0);
      const penalty = toMajor(event.penaltyMinor);
      const returned = returnedIn(change, event.buyer.id);
      return mail(event.buyer.id, "buy-it-now-forfeited", {
        ...shownIn(change),
        price,
        penalty,
        returned,
        ...ruled(after),
      });
    }
    case "SettlementForfeited": {
      const [price, penalty] = [toMajor(event.amountMinor), toMajor(event.penaltyMinor)];
      const returned = returnedIn(change, event.winner.id);
      return mail(event.winner.id, "win-forfeited", { ...shownIn(change), price, penalty, returned, ...ruled(after) });
    }
    default:
      return mailOfPayment(event, change);
  }
};

/** Mails about payments, deadlines and offers. */
const mailOfPayment = (event: AuctionEvent, change: StateChange): CausedMail | null => {
  const { after } = change;
  const owed = openSettlement(after) ?? unpaidPurchase(after);
  const dueAt = owed && toIso("dueAt" in owed ? owed.dueAt : owed.deadlineAt);
  switch (event.type) {
    case "PaymentReceived": {
      if (!owed || dueAt === null) return null;
      const amount = toMajor(event.amountMinor);
      return mail(event.payer.id, "payment-booked", {
        ...of(after),
        ...accountOf(owed),
        amount,
        method: event.method,
        reference: event.reference,
        dueAt,
      });
    }
    case "DeadlineExtended":
    case "PurchaseExtended": {
      if (!owed || dueAt === null) return null;
      const { id } = "buyer" in event ? event.buyer : event.winner;
      return mail(id, "deadline-extended", { ...of(after), ...owingOf(owed), dueAt, note: event.note });
    }
    case "SomePaymentsReversed":
      return owed && dueAt !== null
        ? mail(event.payer.id, "payment-reversed", {
            ...of(after),
            ...accountOf(owed),
            dueAt,
            ...reversedAlone(event, owed),
          })
        : null;
    case "SettlementReopened":
    case "PurchaseReopened": {
      if (!owed || dueAt === null || event.keepsPayments) return null;
      const { id } = "buyer" in event ? event.buyer : event.winner;
      const from = "from" in event ? event.from : "paid";
      const { amountMinor = 0, takenMinor = 0 } = event.reversed ?? {};
      const moved = {
        returned: returnedIn(change, id),
        ...(amountMinor > 0 && { amount: toMajor(asMinor(amountMinor)) }),
        ...(takenMinor > 0 && { taken: toMajor(takenMinor) }),
      };
      return mail(id, "payment-reversed", {
        ...of(after),
        ...accountOf(owed),
        dueAt,
        note: event.note,
        from,
        ...moved,
      });
    }
    case "PaymentsReversed":
      if (!owed || dueAt === null) return null;
      return mail(event.payer.id, "payment-reversed", {
        ...of(after),
        ...accountOf(owed),
        dueAt,
        note: event.note,
        from: "paid",
        returned: 0,
        amount: toMajor(event.reversed.amountMinor),
      });
    case "PurchasePardoned": {
      const returned = toMajor(event.penaltyMinor);
      return mail(event.buyer.id, "penalty-returned", { ...lotOf(after), returned, note: event.note });
    }
    case "SecondChanceOffered": {
      const [price, expiresAt] = [toMajor(event.priceMinor), toIso(event.expiresAt)];
      return mail(event.person.id, "second-chance", { ...of(after), price, expiresAt, ...ruled(after) });
    }
    case "SecondChanceClosed":
      return event.as === "expired"
        ? mail(event.person.id, "second-chance-closed", { ...lotOf(after), as: "expired" })
        : null;
    default:
      return null;
  }
};

const reversedAlone = ({ payments, takenMinor, note }: SomePaymentsReversed, { paidMinor }: Settlement | Purchase) => ({
  note,
  from: "paid" as const,
  returned: 0,
  amount: toMajor(asMinor(payments.reduce((sum, { amountMinor }) => sum + amountMinor, 0))),
  ...(takenMinor > 0 && { taken: toMajor(takenMinor) }),
  alone: {
    payments: payments.map((payment) => ({ ...mailed(payment, payment.surplusMinor), at: toIso(payment.at) })),
    kept: toMajor(paidMinor),
  },
});

const owingOf = (owed: Settlement | Purchase) => ({
  deposit: toMajor(owed.depositWorthMinor),
  remaining: toMajor(remainingMinor(owed)),
  ...("premiumMinor" in owed &&
    owed.premiumMinor > 0 && {
      premium: toMajor(owed.premiumMinor),
      vat: toMajor(owed.vatMinor),
      total: toMajor(totalMinor(owed)),
    }),
});

/** The amount owed, with the price and what fee or premium add to it. */
const accountOf = (owed: Settlement | Purchase) => ({
  ...owingOf(owed),
  price: toMajor(priceOf(owed)),
  ...("feeMinor" in owed && owed.feeMinor > 0 && { fee: toMajor(owed.feeMinor) }),
  total: toMajor(totalMinor(owed)),
});

type Paid = Pick<PaymentReceived, "method" | "amountMinor" | "reference">;

const mailed = ({ method, amountMinor, reference }: Paid, surplusMinor: Minor) => ({
  method,
  amount: toMajor(amountMinor),
  reference,
  ...(surplusMinor > 0 && { surplus: toMajor(surplusMinor) }),
});

/** The price, what fee or premium add to it, and how it was paid. */
const paidFor = (paid: Settlement | Purchase | null, priceMinor: Minor, { events }: StateChange) => {
  const payment = events.find((event) => event.type === "PaymentReceived");
  return {
    price: toMajor(priceMinor),
    total: toMajor(priceMinor),
    ...(paid && accountOf(paid)),
    ...(payment && { payment: mailed(payment, surplusIn(events, payment.settlementId)) }),
  };
};

/** In NGN: what of deposits and payments went back to the person's balance. */
const returnedIn = (change: StateChange, userId: string): number => {
  let returned = 0;
  for (const { person, amountMinor, cause } of postingsOf(change)) {
    if (person.id === userId && (cause === "deposit-return" || cause === "payment-return")) returned += amountMinor;
  }
  return toMajor(returned);
};

/** A settlement that changed without an event of its own: a sale paid it, a void lowered it, or its end was undone. */
const addMailOfSettlement = (mails: CausedMail[], change: StateChange): void => {
  const { before, after } = change;
  const { settlement } = before;
  const undone = undoneBy(change).settlement;
  if (undone) mails.push(paymentWithdrawn(undone.winner.id, change));
  const now = after.settlement;
  if (now?.status === "paid" && settlement?.status !== "paid") {
    mails.push(mail(now.winner.id, "payment-received", { ...of(after), ...paidFor(now, now.amountMinor, change) }));
  } else if (now && settlement?.id === now.id && now.amountMinor < settlement.amountMinor) {
    const [finalPrice, dueAt] = [toMajor(now.amountMinor), toIso(now.dueAt)];
    const data = { ...of(after), finalPrice, dueAt, ...owingOf(now), returned: returnedIn(change, now.winner.id) };
    mails.push(mail(now.winner.id, "win-lowered", data));
  }
  const offer = before.secondChance;
  if (offer && !after.secondChance && !change.events.some(({ type }) => type === "SecondChanceClosed")) {
    const isOthers = change.events.some((one) => one.type === "BidsVoided" && one.bidder.id !== offer.person.id);
    const as = isOthers ? "voided" : "withdrawn";
    mails.push(mail(offer.person.id, "second-chance-closed", { ...lotOf(before), as }));
  }
};

const paymentWithdrawn = (userId: string, change: StateChange): CausedMail =>
  mail(userId, "payment-withdrawn", {
    ...lotOf(change.before),
    why: whyWithdrawn(change),
    isPaid: change.before.status === "sold",
    returned: returnedIn(change, userId),
    ...cancellationWords(change),
    ...refundWords(refundIn(change)),
  });

/** The reason that everybody reads on the cancelled lot's page. */
const cancellationWords = ({ events }: StateChange) => {
  const reason = events.find((event) => event.type === "AuctionCancelled")?.publicReason;
  return reason === undefined ? {} : { note: reason };
};

const refundIn = ({ events }: StateChange) => events.find((event) => event.type === "SaleRefunded");

const refundWords = (refund: ReturnType<typeof refundIn>) =>
  refund && {
    note: refund.note,
    ...(refund.transfer && { sent: toMajor(refund.transfer.ngnMinor) }),
    ...(refund.cashNgnMinor && { inCash: toMajor(refund.cashNgnMinor) }),
  };

const whyWithdrawn = ({ after, events }: StateChange): MailData["payment-withdrawn"]["why"] => {
  if (events.some(({ type }) => type === "SaleRefunded")) return "refunded";
  if (events.some(({ type }) => type === "BidsVoided")) return "voided";
  if (after.status === "cancelled") return "cancelled";
  if (after.status === "draft") return "withdrawn";
  if (after.status === "active") return "reopened";
  return "other";
};

/**
 * A mail to everybody who had a bid that counts, or a maximum, before the change. A winner whose win the change undoes
 * gets `payment-withdrawn` instead. A winner whose win was forfeited or waived before does not get that mail, so they
 * get this one.
 */
export type Notice = Kinds[NoticeKind] & {
  /** The person who gets a separate mail instead; null if nobody does. */
  readonly besides: string | null;
};

export const noticesOf = (change: StateChange): Notice[] =>
  change.events.flatMap((event) => noticeOf(event, change) ?? []);

const notice = <K extends NoticeKind>(kind: K, data: MailData[K], besides: string | null = null): Notice =>
  ({ kind, besides, data }) as unknown as Notice;

const noticeOf = (event: AuctionEvent, change: StateChange): Notice | null => {
  const { before, after } = change;
  switch (event.type) {
    case "AuctionEdited": {
      if (event.contentVersion === undefined) return null;
      const fields = publicChanges(event).map(({ field }) => nameInMail(field));
      const endTime = after.status === "active" ? toIso(after.endsAt) : null;
      const paused = after.status === "paused" ? { isPaused: true } : {};
      const correction = event.correction === undefined ? {} : { isCorrection: true };
      const reason = event.changeReason === undefined ? {} : { reason: event.changeReason };
      return notice("lot-changed", { ...lotOf(after), fields, endTime, ...paused, ...correction, ...reason });
    }
    case "AuctionCancelled":
      return notice("lot-cancelled", { ...lotOf(before), ...cancellationWords(change) }, undoneWinner(change)?.id);
    // Name the lot as it was before, because an edit in the same command belongs to the draft.
    case "AuctionWithdrawn":
      return notice("lot-withdrawn", lotOf(before), undoneWinner(change)?.id);
    case "AuctionPaused":
    case "AuctionReopened": {
      if (before.status !== "ended" && before.status !== "sold") return null;
      const endTime = after.status === "paused" ? null : toIso(after.endsAt);
      return notice("lot-reopened", { ...lotOf(after), endTime }, undoneWinner(change)?.id);
    }
    case "PurchasePaid":
      return notice("lot-sold", { ...of(after), price: toMajor(event.priceMinor) }, event.buyer.id);
    // Bids and maxima count again, although nobody can bid before the new deadline. The mail names no end, because the
    // pause still moves the end.
    case "PurchaseReopened":
      return notice("lot-sale-undone", { ...lotOf(after), deadline: toIso(event.deadlineAt) }, event.buyer.id);
    case "BidsVoided": {
      if (!changesOthers(event, before)) return null;
      const currentPrice = toMajor(event.priceMinor);
      const isWithdrawn = event.reason === "withdrawn";
      return notice("bids-voided", { ...of(after), currentPrice, isWithdrawn }, event.bidder.id);
    }
    default:
      return null;
  }
};

/** True if the void changed the price, the leader, or bids of other people: then every bidder gets a mail. */
const changesOthers = ({ priceMinor, leader, voided, recorded }: BidsVoided, before: AuctionState): boolean =>
  priceMinor !== (before.purchase?.bidPriceMinor ?? before.priceMinor) ||
  leader?.id !== before.leader?.id ||
  recorded.length > 0 ||
  voided.some(({ reason }) => reason === "recalculated");

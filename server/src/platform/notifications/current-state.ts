// The present state of a notification's subject: whether the notification still holds. One that does not hold any more
// is not counted as unread, not mailed and not pushed.
import type { Currency } from "@jara/shared/money";
import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { purchaseTotal, winTotal } from "../database/debt-totals.ts";
import { auctions } from "../database/schema/auctions.ts";
import { bids, maxBids } from "../database/schema/bids.ts";
import { exchangeRates } from "../database/schema/money.ts";
import { chosenPickups } from "../database/schema/pickups.ts";
import { lotQuestions } from "../database/schema/questions.ts";
import { saleLots } from "../database/schema/sales.ts";
import { savedSearchMatches } from "../database/schema/saved-searches.ts";
import { payments, purchases, secondChances, settlements } from "../database/schema/settlements.ts";
import { clockNow, isoOf } from "../database/statement-text.ts";

const m = alias(savedSearchMatches, "m");
const a = alias(auctions, "a");
const b = alias(bids, "b");
const x = alias(maxBids, "x");
const q = alias(lotQuestions, "q");
const s = alias(settlements, "s");
const p = alias(purchases, "p");

/** The columns of a notification or a mail. */
export interface Subject {
  /** The event, mostly the kind of a mail. */
  readonly about: SQL;
  readonly userId: SQL;
  readonly auctionId: SQL;
  /** JSON. */
  readonly data: SQL;
}

/** The saved search of a notification or a mail. */
export const searchOf = (data: SQL): SQL => sql`(${data} ->> 'searchId')::uuid`;

/** True if bids on the lot are still possible, at once or after a pause. `at`: a time of the database. */
export const isOpenAt = (lot: Readonly<Record<"status" | "endsAt" | "removedAt", SQLWrapper>>, at: SQL): SQL =>
  sql`(${lot.status} = 'paused' or (${lot.status} = 'active' and ${lot.endsAt} > ${at})) and ${lot.removedAt} is null`;
export const isOpen = isOpenAt(auctions, clockNow);

/** The listed lots of a saved search that its owner has not seen, because the owner's list shows only these. */
const unseen = (searchId: SQL): SQL => sql`from ${savedSearchMatches} ${m}
  join ${auctions} ${a} on ${a.id} = ${m.auctionId}
  where ${m.searchId} = ${searchId} and not ${m.isSeen} and ${a.status} = 'active' and ${a.removedAt} is null`;
export const unseenLots = (searchId: SQL): SQL<number> => sql<number>`select count(*)::int ${unseen(searchId)}`;
/** The title of the lot that was found last. */
export const newestUnseen = (searchId: SQL): SQL<string | null> =>
  sql<string | null>`select ${a.title} ${unseen(searchId)} order by ${m.matchedAt} desc, ${a.id} desc limit 1`;

/** False for a person whose bids were voided or withdrawn, or whose lot started anew. */
export const isBidder = ({ userId, auctionId }: Pick<Subject, "userId" | "auctionId">): SQL<boolean> => sql<boolean>`(
  exists (select from ${maxBids} ${x} where ${x.auctionId} = ${auctionId} and ${x.userId} = ${userId} and not ${x.cancelled})
  or exists (select from ${bids} ${b} where ${b.auctionId} = ${auctionId} and ${b.bidderId} = ${userId} and ${b.voidedAt} is null))`;

/** True if the event still holds. For events that always hold, it reads nothing. */
export const stillHolds = ({ about, userId, auctionId, data }: Subject): SQL<boolean> => {
  const auction = (condition: SQL) =>
    sql`exists (select from ${auctions} where ${auctions.id} = ${auctionId} and ${condition})`;
  const owesWin = sql`exists (select from ${settlements} where ${settlements.auctionId} = ${auctionId}
    and ${settlements.winnerId} = ${userId} and ${settlements.status} = 'open')`;
  const owesPurchase = sql`exists (select from ${purchases} where ${purchases.auctionId} = ${auctionId}
    and ${purchases.buyerId} = ${userId} and ${purchases.status} = 'pending')`;
  // A part of a payment that was taken back.
  const isOfAmount = sql`${payments.auctionId} = ${auctionId} and ${payments.payerId} = ${userId}
    and ${payments.amountMinor} = round((${data} ->> 'amount')::numeric * 100)`;
  const isReversed = sql`(exists (select from ${payments} where ${isOfAmount} and ${payments.reversedAt} is not null)
    and not exists (select from ${payments} where ${isOfAmount} and ${payments.reversedAt} is null))`;
  const isToCollect = sql`(exists (select from ${settlements} where ${settlements.auctionId} = ${auctionId}
      and ${settlements.winnerId} = ${userId} and ${settlements.readyAt} is not null and ${settlements.handedOverAt} is null)
    or exists (select from ${purchases} where ${purchases.auctionId} = ${auctionId}
      and ${purchases.buyerId} = ${userId} and ${purchases.readyAt} is not null and ${purchases.handedOverAt} is null))`;
  const hasCode = sql`(exists (select from ${settlements} where ${settlements.auctionId} = ${auctionId}
      and ${settlements.winnerId} = ${userId} and ${settlements.pickupCode} = ${data} ->> 'code')
    or exists (select from ${purchases} where ${purchases.auctionId} = ${auctionId}
      and ${purchases.buyerId} = ${userId} and ${purchases.pickupCode} = ${data} ->> 'code'))`;
  const ofSale = sql`${saleLots.saleId} = (${data} ->> 'saleId')::uuid`;
  const owesInSale = sql`(exists (select from ${settlements} join ${saleLots} on ${saleLots.auctionId} = ${settlements.auctionId}
      where ${ofSale} and ${settlements.winnerId} = ${userId} and ${settlements.status} = 'open')
    or exists (select from ${purchases} join ${saleLots} on ${saleLots.auctionId} = ${purchases.auctionId}
      where ${ofSale} and ${purchases.buyerId} = ${userId} and ${purchases.status} = 'pending'))`;
  // A price that has risen is not below the wish any more.
  const watched = auction(sql`${isOpen} and case ${data} ->> 'what'
    when 'price' then ${auctions.priceMinor} < (${data} ->> 'wishPrice')::numeric * 100
    when 'paused' then ${auctions.status} = 'paused'
    when 'resumed' then ${auctions.status} = 'active' else true end`);
  return sql<boolean>`case ${about}
    when 'outbid' then ${auction(sql`${isOpen} and ${auctions.leaderId} is distinct from ${userId}`)} and ${isBidder({ userId, auctionId })}
    when 'extended' then ${auction(isOpen)}
    when 'lot-listed-again' then ${auction(isOpen)}
    when 'lot-unsold' then ${auction(sql`${auctions.status} = 'ended' and ${auctions.winnerId} is null`)}
    when 'reminder' then ${watched}
    when 'watched-lot' then ${watched}
    when 'saved-search' then (${unseenLots(searchOf(data))}) > 0
    when 'new-lots' then (${unseenLots(searchOf(data))}) > 0
    when 'won' then ${owesWin}
    when 'buy-it-now' then ${owesPurchase}
    when 'deadline-extended' then (${owesWin} or ${owesPurchase})
    when 'payment-reminder' then (${owesWin} or ${owesPurchase})
    when 'payment-reversed' then (${owesWin} or ${owesPurchase})
    when 'payment-booked' then not ${isReversed}
    when 'payment-received' then not (${owesWin} or ${owesPurchase})
    when 'lot-ready' then ${isToCollect}
    when 'pickup-code' then (${isToCollect} and ${hasCode})
    when 'invoices' then ${owesInSale}
    when 'pickup-booked' then exists (select from ${chosenPickups} where ${chosenPickups.buyerId} = ${userId}
      and ${chosenPickups.startsAt} = (${data} ->> 'startsAt')::timestamptz and ${chosenPickups.place} = ${data} ->> 'place')
    when 'question-answered' then not exists (select from ${lotQuestions} ${q}
      where ${q.id} = (${data} ->> 'questionId')::uuid and ${q.hiddenAt} is not null)
    when 'second-chance' then exists (select from ${secondChances} where ${secondChances.auctionId} = ${auctionId}
      and ${secondChances.personId} = ${userId} and ${secondChances.status} = 'open' and ${secondChances.expiresAt} > ${clockNow})
    when 'rate-to-confirm' then exists (select from ${exchangeRates} where ${exchangeRates.candidateId} is not null
      and ${exchangeRates.rejectedAt} is null)
    else true end`;
};

/** A person's present debt for a lot. Amounts are in minor units of the lot's currency. */
export interface OwedNow {
  readonly priceMinor: number;
  readonly remainingMinor: number;
  readonly dueAt: string;
}

/**
 * Selects the person's present debt as JSON; null if they owe nothing, or if the event is not one of `won`,
 * `buy-it-now`, `deadline-extended`, `payment-reminder` and `payment-reversed`.
 */
export const owedNow = ({ about, userId, auctionId }: Subject): SQL<OwedNow | null> => {
  // An auction has at most one open settlement, and at most one pending purchase.
  const win = sql`(select json_build_object('priceMinor', ${s.amountMinor}, 'dueAt', ${isoOf(s.dueAt)},
      'remainingMinor', greatest(0, ${winTotal(s)} - ${s.depositWorthMinor} - ${s.paidMinor}))
    from ${settlements} ${s} where ${s.auctionId} = ${auctionId} and ${s.winnerId} = ${userId} and ${s.status} = 'open')`;
  const purchase = sql`(select json_build_object('priceMinor', ${p.priceMinor}, 'dueAt', ${isoOf(p.deadlineAt)},
      'remainingMinor', greatest(0, ${purchaseTotal(p)} - ${p.depositWorthMinor} - ${p.paidMinor}))
    from ${purchases} ${p} where ${p.auctionId} = ${auctionId} and ${p.buyerId} = ${userId} and ${p.status} = 'pending')`;
  return sql<OwedNow | null>`case ${about} when 'won' then ${win} when 'buy-it-now' then ${purchase}
    when 'deadline-extended' then coalesce(${win}, ${purchase})
    when 'payment-reminder' then coalesce(${win}, ${purchase})
    when 'payment-reversed' then coalesce(${win}, ${purchase}) end`;
};

/** `was-mine`: the reader won or bought it, and did not get it. */
export type EndForReader = "won" | "bought" | "was-mine" | "sold" | "below-reserve" | "unsold" | "cancelled";

/** Events whose title and time are those of the lot's newest state, once they no longer hold. */
export const followsLot = (about: SQL): SQL =>
  sql`${about} in ('outbid', 'extended', 'lot-unsold', 'lot-listed-again', 'reminder')`;

/** Events that say how a lot ended for the reader. */
export const tellsEnd = (about: SQL): SQL => sql`${about} in ('won', 'lot-unsold')`;
/** Events before the end that say how a lot stands for the reader. */
export const tellsChange = (about: SQL): SQL =>
  sql`${about} in ('buy-it-now', 'lot-sold', 'lot-cancelled', 'lot-withdrawn', 'own-bids-voided')`;

/** The parts of the subject's present state that a notification's words need. */
export interface CurrentState {
  readonly holds: boolean;
  /** The auction as everybody sees it; null: there is none, or it is not public. */
  readonly auction: {
    readonly currentPrice: number;
    readonly minimumBid: number;
    readonly endTime: string;
    /** The end moves by the length of the pause, so nobody knows it yet. */
    readonly isPaused: boolean;
    /** True if bids are no longer possible, neither now nor after a pause. */
    readonly isOver: boolean;
    readonly isLeading: boolean;
    /** The reader has a bid or a maximum on it. False if the event is not one of `followsLot`. */
    readonly hasBid: boolean;
    readonly currency: Currency;
    /** How it ended for the reader. Null: it is not over, or the event is not one of `followsLot`. */
    readonly end: EndForReader | null;
  } | null;
  /**
   * The reader's debt for the lot; null or absent if they owe nothing, or if the event is not one of `won`,
   * `buy-it-now`, `deadline-extended` and `payment-reversed`.
   */
  readonly owed?: { readonly price: number; readonly remaining: number; readonly dueAt: string } | null;
}

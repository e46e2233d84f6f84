// Reads what the database holds of a run's auctions and people, once nothing changes any more. It knows the tables and
// nothing of the server's code. Amounts are minor units, times epoch ms of the database. It is long because it has the
// rows of every table that the checker reads, and their queries.
import { setTimeout as sleep } from "node:timers/promises";
import type { MinorEstimates } from "@jara/shared/estimates";
import { eachDetail, type LotDetails } from "@jara/shared/lot-fields";
import type { StoredRules as StoredLotRules } from "@jara/shared/payment-rules";
import type { ClockReading } from "./history.ts";
import { incrementAbove, type LogEvent, type LogRow, type State, type TakenRules, toTakenRules } from "./log.ts";
import { ms, ofIds, type Query } from "./query.ts";
import {
  type ComingBack,
  nothingComingBack,
  notificationStamp,
  readComingBack,
  readNotifications,
  type StoredNotification,
} from "./stored-notifications.ts";

/** The order of `barredIds` has no meaning. */
export type StoredAuction = Omit<State, "seller" | "leader" | "winner" | "purchase" | "maxima" | "publicAt"> & {
  readonly id: string;
  readonly sellerId: string;
  readonly leaderId: string | null;
  readonly winnerId: string | null;
  readonly updatedAt: number;
};
export interface StoredBid extends Record<string, unknown> {
  readonly auctionId: string;
  readonly number: number;
  readonly bidderId: string;
  readonly amountMinor: number;
  readonly kind: string;
  readonly at: number;
  /** When and why it stopped counting; null if it counts. */
  readonly voidedAt: number | null;
  readonly voidReason: string | null;
}
export interface StoredMaximum extends Record<string, unknown> {
  readonly id: string;
  readonly auctionId: string;
  readonly userId: string;
  readonly amountMinor: number;
  readonly reachedRevision: number;
  readonly autoBidCount: number;
  readonly lastAutoBidMinor: number;
  readonly cancelled: boolean;
  readonly contentVersion: number;
}
/**
 * `outcome` and `fingerprint` as stored: see record.ts. The log contains the outcome of an accepted bid. Then `outcome`
 * is null, and the bid's columns have the auction as it was after the bid's change.
 */
export type StoredCommand = CommandRow & ({ readonly outcome: string } | ({ readonly outcome: null } & BidOutcome));
interface BidOutcome {
  readonly auctionId: string;
  readonly version: number;
  readonly number: number;
  readonly amountMinor: number;
  readonly priceMinor: number;
  readonly bidCount: number;
  readonly leaderId: string;
  readonly endsAt: number;
  readonly incrementMinor: number;
}
interface CommandRow {
  readonly userId: string;
  readonly commandId: string;
  readonly fingerprint: string;
  /** The revision that the command gave the auction; null or absent if it changed none, or if the row does not say. */
  readonly revision?: number | null;
  readonly at: number;
}
/** Settlements and purchases share these columns. */
export interface StoredMoney extends Record<string, unknown> {
  readonly id: string;
  readonly auctionId: string;
  readonly status: string;
  readonly createdAt: number;
  readonly closedAt: number | null;
  /** NGN; the next two in the auction's currency, then NGN again. */
  readonly depositMinor: number;
  readonly depositWorthMinor: number;
  readonly paidMinor: number;
  readonly paidNgnMinor: number;
  /** NGN. Null unless it was forfeited. */
  readonly penaltyMinor: number | null;
}
export interface StoredPurchase extends StoredMoney {
  readonly buyerId: string;
  readonly priceMinor: number;
  readonly feeMinor: number;
  readonly deadlineAt: number;
}
export interface StoredSettlement extends StoredMoney {
  readonly winnerId: string;
  readonly amountMinor: number;
  readonly premiumMinor: number;
  readonly vatMinor: number;
  readonly dueAt: number;
  /** When staff said that it no longer counts as unpaid. */
  readonly pardonedAt?: number | null;
}
export interface StoredPayment extends Record<string, unknown> {
  readonly id: string;
  readonly settlementId: string;
  readonly auctionId: string;
  readonly payerId: string;
  readonly method: string;
  readonly amountMinor: number;
  readonly ngnMinor: number;
  readonly reference: string | null;
  readonly bookedBy: string | null;
  readonly at: number;
  readonly reversedAt: number | null;
}
export interface StoredOffer extends Record<string, unknown> {
  readonly id: string;
  readonly auctionId: string;
  readonly personId: string;
  readonly priceMinor: number;
  readonly status: string;
  readonly expiresAt: number;
  readonly at: number;
  readonly closedAt: number | null;
}
/** The facts that the checks read of a receipt; the document has more. Amounts in the auction's currency but `ngnMinor`. */
export interface StoredFacts {
  readonly kind: string;
  readonly currency: string;
  readonly method: string;
  readonly priceMinor: number;
  readonly feeMinor: number;
  /** Absent without a buyer's premium. */
  readonly premiumMinor?: number;
  readonly vatMinor?: number;
  readonly depositWorthMinor: number;
  readonly amountMinor: number;
  readonly ngnMinor: number;
  readonly remainingMinor: number;
}
export interface StoredReceipt extends Record<string, unknown> {
  readonly id: string;
  readonly auctionId: string;
  readonly userId: string;
  readonly settlementId: string | null;
  readonly kind: string;
  readonly series: string;
  readonly correctsId: string | null;
  readonly facts: StoredFacts;
  readonly at: number;
}
/** The numbered receipts of one series and year, on any auction. */
export interface StoredNumbers extends Record<string, unknown> {
  readonly series: string;
  readonly year: number;
  readonly count: number;
  readonly distinct: number;
  readonly least: number;
  readonly most: number;
}
export interface StoredWithdrawal extends Record<string, unknown> {
  readonly id: string;
  readonly userId: string;
  readonly amountMinor: number;
  readonly status: string;
  readonly at: number;
}
/** A payment of a whole invoice of which at least one part was booked. */
export interface StoredInvoicePayment extends Record<string, unknown> {
  readonly id: string;
  /** The auction of its first part. */
  readonly auctionId: string;
  readonly method: string;
  readonly amountMinor: number;
  readonly parts: readonly {
    readonly settlementId: string;
    readonly auctionId: string;
    readonly amountMinor: number;
    /** Of an online payment of lots in dollars: the naira that it takes. */
    readonly promise?: { readonly ngnMinor: number };
  }[];
  /** The payments that it made; `ngnMinor` without the surplus. */
  readonly booked: readonly { readonly settlementId: string; readonly ngnMinor: number; readonly at: number }[];
  /** The money that came online for a part that was no longer due, and went to the balance. */
  readonly credited: readonly { readonly settlementId: string; readonly ngnMinor: number }[];
  /** The debts on the invoice. */
  readonly lots: readonly string[];
}

/** The money that the seller of a sale has of it. */
export interface StoredProceeds extends Record<string, unknown> {
  /** A settlement or a purchase. */
  readonly debtId: string;
  readonly auctionId: string;
  readonly sellerId: string;
  /** In the lot's currency, as are the terms' amounts. 0: all was taken back. */
  readonly hammerMinor: number;
  readonly terms: {
    readonly commissionBasisPoints: number;
    readonly leastCommissionMinor: number;
    readonly vatBasisPoints: number;
    readonly charges: readonly { readonly text: string; readonly amountMinor: number }[];
  };
}
/** An online payment towards a settlement. */
export interface StoredOnline extends Record<string, unknown> {
  readonly reference: string;
  readonly auctionId: string;
  readonly amountMinor: number;
  readonly status: string;
  /** In the auction's currency, promised up to this time. Null in rows from before promises ended. */
  readonly worthMinor: number | null;
  readonly worthUntil: number | null;
}
export interface StoredRules {
  readonly rules: TakenRules;
  /** When the change was asked for; it commits a little later. */
  readonly at: number;
}
export interface StoredIncrements {
  readonly version: number;
  /** By currency, in its major units. */
  readonly table: Readonly<Record<string, readonly (readonly [below: number | null, increment: number])[]>>;
  readonly at: number;
}
export interface StoredRate extends Record<string, unknown> {
  readonly nairaForDollar: number;
  readonly at: number;
}
export interface StoredUser extends Record<string, unknown> {
  readonly id: string;
  readonly username: string;
  readonly role: string;
  /** True if an administrator or the command line ever changed the role. */
  readonly hadAnotherRole: boolean;
  readonly verifiedAt: number | null;
  readonly bannedAt: number | null;
  readonly balanceMinor: number;
}
export interface StoredEntry extends Record<string, unknown> {
  readonly id: string;
  readonly userId: string;
  readonly amountMinor: number;
  readonly balanceAfterMinor: number;
  readonly cause: string;
  readonly auctionId: string | null;
  readonly settlementId: string | null;
  readonly reference: string | null;
  readonly at: number;
}

/** A published sale whose lots do not close each for itself. */
export interface StoredSale {
  readonly id: string;
  readonly closing: "in-order" | "together";
  /** For `together`: so many lots close together; null: all. */
  readonly groupSize: number | null;
  /** The time at which somebody asked for the publication; null if no action published the sale. */
  readonly publishedAt: number | null;
  /** The auctions' ids, in the order of the catalogue. */
  readonly lots: readonly { readonly id: string; readonly lotNumber: number }[];
}

export interface Stored {
  readonly auctions: ReadonlyMap<string, StoredAuction>;
  /** By auction, as are the next four, each in its own order. */
  readonly log: ReadonlyMap<string, readonly LogRow[]>;
  readonly bids: ReadonlyMap<string, readonly StoredBid[]>;
  readonly maxima: ReadonlyMap<string, readonly StoredMaximum[]>;
  /**
   * Includes purchases of the run's people on other auctions, because a buyer may have only one open purchase anywhere.
   */
  readonly purchases: ReadonlyMap<string, readonly StoredPurchase[]>;
  readonly settlements: ReadonlyMap<string, readonly StoredSettlement[]>;
  readonly payments: ReadonlyMap<string, readonly StoredPayment[]>;
  readonly offers: ReadonlyMap<string, readonly StoredOffer[]>;
  readonly receipts: ReadonlyMap<string, readonly StoredReceipt[]>;
  readonly online: ReadonlyMap<string, readonly StoredOnline[]>;
  readonly notifications: ReadonlyMap<string, readonly StoredNotification[]>;
  readonly comingBack: ComingBack;
  /** The numbers of all receipts in the database. */
  readonly numbers: readonly StoredNumbers[];
  /** Receipts of the whole database that should have a number by now, and have none. */
  readonly unnumbered: number;
  readonly withdrawals: readonly StoredWithdrawal[];
  readonly proceeds: readonly StoredProceeds[];
  readonly invoicePayments: readonly StoredInvoicePayment[];
  /** The sales of the run's auctions. */
  readonly sales: readonly StoredSale[];
  /** The run's people, and everybody else whom the log of the run's auctions names. */
  readonly users: ReadonlyMap<string, StoredUser>;
  readonly ledger: ReadonlyMap<string, readonly StoredEntry[]>;
  /** The commands of the run's people, on any auction. */
  readonly commands: readonly StoredCommand[];
  /** Naira per dollar: the lowest rate that can have been in force. */
  readonly lowestRate: number;
  /** Every rate with the time from which it was in force, oldest first. */
  readonly rates: readonly StoredRate[];
  /** Every version of the rules that lots take, oldest first. */
  readonly rules: readonly StoredRules[];
  /** Every version of the increment table, oldest first. */
  readonly increments: readonly StoredIncrements[];
  /** When the data were read. */
  readonly readAt: number;
}

const minor = (column: string): string => {
  const as = column.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
  return `${column}::float8 as "${as}"`;
};
/** The rate in force if no provider was ever asked. */
const FALLBACK_RATE = 833.33;
/** A job numbers receipts within seconds. */
const NUMBERED_WITHIN = "interval '1 minute'";
const TRIES = 20;
const TRIES_OF_READERS = 240;
const LOOK_AGAIN_MS = 250;

/** Computes the increment of a lot with a table, because its column for the one increment does not count. */
const withIncrement = <T extends Pick<StoredAuction, "increments" | "incrementMinor" | "priceMinor">>(row: T): T => ({
  ...row,
  incrementMinor: incrementAbove(row, row.priceMinor),
});

const detailsOf = (text: string | null): LotDetails & MinorEstimates => {
  const {
    lowEstimateMinor = null,
    highEstimateMinor = null,
    ...details
  } = JSON.parse(text ?? "{}") as LotDetails & MinorEstimates;
  return { ...eachDetail((name) => details[name] ?? null), lowEstimateMinor, highEstimateMinor };
};

const readAuctions = async (query: Query, ids: readonly string[]): Promise<Map<string, StoredAuction>> => {
  type AuctionText = StoredAuction & {
    media: string;
    categories: string;
    barred: string;
    rulesText: string | null;
    incrementsText: string | null;
    detailsText: string | null;
    windowSeconds: number | null;
    capMinutes: number | null;
  };
  const rows = await query<AuctionText & Record<string, unknown>>(
    `select id, seller_id as "sellerId", title, description, array_to_json(categories)::text as categories, condition,
       location, media::text as media, currency, ${minor("starting_price_minor")}, ${minor("increment_minor")},
       ${minor("reserve_minor")}, ${minor("buy_it_now_minor")}, status, ${minor("price_minor")}, leader_id as "leaderId",
       winner_id as "winnerId", bid_count as "bidCount", ${ms("starts_at", "startsAt")}, ${ms("ends_at", "endsAt")},
       soft_close_seconds as "windowSeconds", soft_close_cap_minutes as "capMinutes",
       ${ms("extended_from", "extendedFrom")}, content_version as "contentVersion",
       coalesce(full_version, content_version) as "fullVersion", ${ms("scheduled_ends_at", "scheduledEndsAt")},
       ${ms("content_changed_at", "contentChangedAt")}, voided_bid_count as "voidedBidCount",
       array_to_json(barred_ids)::text as barred, forfeited_purchases as "forfeitedPurchases",
       ${ms("paused_at", "pausedAt")}, ${ms("paused_until", "pausedUntil")}, pause_reason as "pauseReason",
       status_reason as "statusReason",
       is_upcoming as "isUpcoming", is_end_set as "isEndSet", rules::text as "rulesText", increments::text as "incrementsText",
       details::text as "detailsText", removed_at is not null as "isRemoved", version, revision,
       ${ms("created_at", "createdAt")}, ${ms("updated_at", "updatedAt")}
     from auctions where ${ofIds("id")} order by id`,
    ids,
  );
  return new Map(
    rows.map(
      ({ media, categories, barred, rulesText, incrementsText, detailsText, windowSeconds, capMinutes, ...row }) => [
        row.id,
        {
          ...detailsOf(detailsText),
          ...withIncrement({ ...row, increments: incrementsText === null ? null : JSON.parse(incrementsText) }),
          media: JSON.parse(media),
          categories: JSON.parse(categories),
          barredIds: JSON.parse(barred),
          rules: rulesText === null ? null : toTakenRules(JSON.parse(rulesText)),
          softClose: windowSeconds === null || capMinutes === null ? null : { windowSeconds, capMinutes },
        },
      ],
    ),
  );
};

const received = [
  minor("deposit_minor"),
  minor("deposit_worth_minor"),
  minor("paid_minor"),
  minor("paid_ngn_minor"),
  minor("penalty_minor"),
].join(", ");

/**
 * `committed`: does not wait for the readers of the log, because no server runs. `records`: without commands and
 * notifications, which are useless without the history of a run.
 */
type Wanted = "all" | "committed" | "records";

/** Reads the payments, second-chance offers and receipts of the auctions. */
const readMoney = async (query: Query, ids: readonly string[]) => {
  const payments = await query<StoredPayment>(
    `select id, settlement_id as "settlementId", auction_id as "auctionId", payer_id as "payerId", method,
       ${minor("amount_minor")}, ${minor("ngn_minor")}, reference, booked_by as "bookedBy", ${ms("created_at", "at")},
       ${ms("reversed_at", "reversedAt")}
     from payments where ${ofIds("auction_id")} order by auction_id, created_at, id`,
    ids,
  );
  const offers = await query<StoredOffer>(
    `select id, auction_id as "auctionId", person_id as "personId", ${minor("price_minor")}, status,
       ${ms("expires_at", "expiresAt")}, ${ms("created_at", "at")}, ${ms("closed_at", "closedAt")}
     from second_chances where ${ofIds("auction_id")} order by auction_id, created_at, id`,
    ids,
  );
  const receipts = await query<StoredReceipt & { facts: never }>(
    `select id, auction_id as "auctionId", user_id as "userId", settlement_id as "settlementId", kind, series,
       corrects_id as "correctsId", facts::text as facts, ${ms("created_at", "at")}
     from receipts where ${ofIds("auction_id")} order by auction_id, created_at, id`,
    ids,
  );
  const online = await query<StoredOnline>(
    `select reference, auction_id as "auctionId", ${minor("amount_minor")}, status, ${minor("worth_minor")},
       ${ms("worth_until", "worthUntil")}
     from top_ups where ${ofIds("auction_id")} order by auction_id, created_at`,
    ids,
  );
  const numbers = await query<StoredNumbers>(
    `select series, year, count(*)::int as count, count(distinct number)::int as distinct, min(number) as least,
       max(number) as most
     from receipts where number is not null group by series, year order by series, year`,
  );
  const [unnumbered] = await query<{ count: number }>(
    `select count(*)::int as count from receipts
     where number is null and created_at < clock_now() - ${NUMBERED_WITHIN}`,
  );
  const rates = await query<StoredRate>(
    `select usd_to_ngn as "nairaForDollar", ${ms("accepted_at", "at")} from accepted_rates order by accepted_at`,
  );
  const settings = await query<{ section: string; version: number; value: string; at: number }>(
    `select section, version, value::text as value, ${ms("changed_at", "at")} from setting_versions
     where section in ('lot-rules', 'increments') order by version`,
  );
  const versionsOf = (wanted: string) => settings.filter(({ section }) => section === wanted);
  return {
    payments: byAuction(payments),
    offers: byAuction(offers),
    receipts: byAuction(receipts.map((row) => ({ ...row, facts: JSON.parse(row.facts) as StoredFacts }))),
    online: byAuction(online),
    numbers,
    unnumbered: unnumbered?.count ?? 0,
    rates: [{ nairaForDollar: FALLBACK_RATE, at: 0 }, ...rates],
    rules: versionsOf("lot-rules").map(({ value, version, at }) => ({
      at,
      rules: toTakenRules({ ...(JSON.parse(value) as StoredLotRules), version }),
    })),
    increments: versionsOf("increments").map(({ value, version, at }) => ({ at, version, table: JSON.parse(value) })),
  };
};

const readWithdrawals = (query: Query, people: readonly string[]): Promise<StoredWithdrawal[]> =>
  query<StoredWithdrawal>(
    `select id, user_id as "userId", ${minor("amount_minor")}, status, ${ms("created_at", "at")}
     from withdrawals where ${ofIds("user_id")} order by user_id, created_at, id`,
    people,
  );

const readProceeds = async (query: Query, ids: readonly string[]): Promise<StoredProceeds[]> => {
  // A database of an older version has no sellers.
  const [known] = await query<{ sales: string | null }>("select to_regclass('sale_proceeds')::text as sales");
  if (!known?.sales) return [];
  const rows = await query<Omit<StoredProceeds, "terms"> & { terms: string }>(
    `select debt_id as "debtId", auction_id as "auctionId", seller_id as "sellerId", ${minor("hammer_minor")},
       terms::text as terms
     from sale_proceeds where ${ofIds("auction_id")} order by debt_id`,
    ids,
  );
  return rows.map(({ terms, ...row }) => ({ ...row, terms: JSON.parse(terms) }) as StoredProceeds);
};

const readInvoicePayments = async (query: Query, ids: readonly string[]): Promise<StoredInvoicePayment[]> => {
  // A database of an older version has no invoices.
  const [known] = await query<{ name: string | null }>("select to_regclass('invoice_payments')::text as name");
  if (!known?.name) return [];
  const rows = await query<{ row: string }>(
    `select json_build_object('id', p.id, 'auctionId', p.parts -> 0 ->> 'auctionId', 'method', p.method,
       'amountMinor', p.amount_minor, 'parts', p.parts, 'booked', b.booked,
       'credited', coalesce((
         select json_agg(json_build_object('settlementId', e.settlement_id, 'ngnMinor', e.amount_minor))
         from top_ups t cross join generate_series(1, jsonb_array_length(p.parts)) n
           join ledger_entries e on e.reference = t.reference || '/' || n
         where t.invoice_payment_id = p.id
       ), '[]'),
       'lots', (select json_agg(settlement_id) from invoice_lots l where l.invoice_id = p.invoice_id))::text as row
     from invoice_payments p cross join lateral (
       select json_agg(json_build_object('settlementId', x.settlement_id, 'ngnMinor', x.ngn_minor,
         'at', (extract(epoch from x.created_at) * 1000)::float8)) as booked
       from payments x where x.invoice_payment_id = p.id and ${ofIds("x.auction_id")}
     ) b where b.booked is not null order by p.created_at, p.id`,
    ids,
  );
  return rows.map(({ row }) => JSON.parse(row) as StoredInvoicePayment);
};

const readSales = async (query: Query, ids: readonly string[]): Promise<StoredSale[]> => {
  const rows = await query<Omit<StoredSale, "lots"> & { auctionId: string; lotNumber: number }>(
    `select s.id, s.closing, s.group_size as "groupSize", l.auction_id as "auctionId", l.lot_number as "lotNumber",
       (select (extract(epoch from max(asked_at)) * 1000)::float8 from sale_actions where sale_id = s.id and kind = 'publish') as "publishedAt"
     from sales s join sale_lots l on l.sale_id = s.id
     where s.status = 'published' and s.closing <> 'alone' and ${ofIds("l.auction_id")} order by s.id, l.lot_number, l.suffix`,
    ids,
  );
  return [...grouped(rows, ({ id }) => id).values()].flatMap((lots) => {
    const [first] = lots;
    if (!first) return [];
    const { id, closing, groupSize, publishedAt } = first;
    return {
      id,
      closing,
      groupSize,
      publishedAt,
      lots: lots.map(({ auctionId, lotNumber }) => ({ id: auctionId, lotNumber })),
    };
  });
};

const readCommands = (query: Query, userIds: readonly string[]) =>
  query<StoredCommand & Record<string, unknown>>(
    `select user_id as "userId", command_id as "commandId", fingerprint, outcome, ${ms("created_at", "at")},
       auction_id as "auctionId", version, number, ${minor("amount_minor")}, ${minor("price_minor")},
       bid_count as "bidCount", leader_id as "leaderId", ${ms("ends_at", "endsAt")}, ${minor("increment_minor")},
       (select c.revision from commands c where c.user_id = o.user_id and c.command_id = o.command_id) as revision
     from stored_outcomes o where ${ofIds("user_id")}`,
    [userIds.join(",")],
  );

const read = async (
  query: Query,
  auctionIds: readonly string[],
  userIds: readonly string[],
  what: Wanted,
): Promise<Stored> => {
  const ids = [auctionIds.join(",")];
  const auctions = await readAuctions(query, ids);
  const log = await query<Omit<LogRow, "events"> & { auctionId: string; events: string }>(
    `select auction_id as "auctionId", revision, version, events::text as events, actor_id as "actorId", ${ms("at", "at")}
     from auction_events where ${ofIds("auction_id")} order by auction_id, revision`,
    ids,
  );
  const bids = await query<StoredBid>(
    `select auction_id as "auctionId", number, bidder_id as "bidderId", ${minor("amount_minor")}, kind,
       ${ms("created_at", "at")}, ${ms("voided_at", "voidedAt")}, void_reason as "voidReason"
     from bids where ${ofIds("auction_id")} order by auction_id, number`,
    ids,
  );
  const maxima = await query<StoredMaximum>(
    `select id, auction_id as "auctionId", user_id as "userId", ${minor("amount_minor")},
       reached_revision as "reachedRevision", auto_bid_count as "autoBidCount",
       last_auto_bid_minor::float8 as "lastAutoBidMinor", cancelled, content_version as "contentVersion"
     from max_bids where ${ofIds("auction_id")} order by auction_id, user_id`,
    ids,
  );
  const purchases = await query<StoredPurchase>(
    `select id, auction_id as "auctionId", buyer_id as "buyerId", ${minor("price_minor")}, ${minor("fee_minor")}, status,
       ${ms("deadline_at", "deadlineAt")}, ${ms("created_at", "createdAt")}, ${ms("closed_at", "closedAt")}, ${received}
     from purchases where ${ofIds("auction_id")} or buyer_id = any(string_to_array($2::text, ',')::uuid[])
     order by auction_id, created_at, id`,
    [...ids, userIds.join(",")],
  );
  const settlements = await query<StoredSettlement>(
    `select id, auction_id as "auctionId", winner_id as "winnerId", ${minor("amount_minor")},
       ${minor("premium_minor")}, ${minor("vat_minor")}, status,
       ${ms("due_at", "dueAt")}, ${ms("created_at", "createdAt")}, ${ms("closed_at", "closedAt")},
       ${ms("pardoned_at", "pardonedAt")}, ${received}
     from settlements where ${ofIds("auction_id")} order by auction_id, created_at, id`,
    ids,
  );
  const named = new Set([
    ...userIds,
    ...[...auctions.values()].map(({ sellerId }) => sellerId),
    ...log.flatMap(({ actorId }) => actorId ?? []),
    ...bids.map(({ bidderId }) => bidderId),
  ]);
  const people = [[...named].join(",")];
  const users = await query<StoredUser>(
    `select id, username, role, ${ms("email_verified_at", "verifiedAt")}, ${ms("banned_at", "bannedAt")},
       ${minor("balance_minor")},
       exists (select from admin_actions a where a.user_id = users.id and a.action = 'role') as "hadAnotherRole"
     from users where ${ofIds("id")}`,
    people,
  );
  const entries = await query<StoredEntry>(
    `select id, user_id as "userId", ${minor("amount_minor")}, ${minor("balance_after_minor")}, cause,
       auction_id as "auctionId", settlement_id as "settlementId", reference, ${ms("created_at", "at")}
     from ledger_entries where ${ofIds("user_id")} order by user_id, created_at`,
    people,
  );
  const commands = what !== "records" ? await readCommands(query, userIds) : [];
  const money = await readMoney(query, ids);
  const withdrawals = await readWithdrawals(query, people);
  const [rate] = await query<{ rate: number }>(`select usd_to_ngn as rate from exchange_rates where id = 1`);
  const [now] = await query<{ at: number }>(`select ${ms("clock_now()", "at")}`);
  return {
    auctions,
    log: byAuction(log.map((row) => ({ ...row, events: JSON.parse(row.events) as LogEvent[] }))),
    bids: byAuction(bids),
    maxima: byAuction(maxima),
    purchases: byAuction(purchases),
    settlements: byAuction(settlements),
    users: new Map(users.map((user) => [user.id, user])),
    ledger: grouped(entries, ({ userId }) => userId),
    commands,
    ...money,
    notifications: byAuction(what !== "records" ? await readNotifications(query, auctionIds) : []),
    comingBack: what !== "records" ? await readComingBack(query, auctionIds, userIds) : nothingComingBack,
    withdrawals,
    proceeds: await readProceeds(query, ids),
    invoicePayments: await readInvoicePayments(query, ids),
    sales: await readSales(query, ids),
    readAt: now?.at ?? 0,
    lowestRate: Math.min(FALLBACK_RATE, rate?.rate ?? FALLBACK_RATE),
  };
};

const byAuction = <T extends { readonly auctionId: string }>(rows: readonly T[]): Map<string, T[]> =>
  grouped(rows, ({ auctionId }) => auctionId);

const grouped = <T>(rows: readonly T[], keyOf: (row: T) => string): Map<string, T[]> => {
  const groups = new Map<string, T[]>();
  for (const row of rows) {
    const key = keyOf(row);
    const group = groups.get(key);
    if (group) group.push(row);
    else groups.set(key, [row]);
  }
  return groups;
};

/** The rows changed during each try, so they cannot be judged. */
export class StillChanging extends Error {}

const CLOCK_SAMPLES = 5;

/**
 * Compares the database's clock with this process's `performance.now()`. Uses the sample with the shortest round trip.
 * `clock_now()` rounds down to milliseconds, so that the time is half a millisecond later on average.
 */
export const readClock = async (query: Query): Promise<ClockReading> => {
  let best: ClockReading = { offsetMs: 0, errorMs: Number.POSITIVE_INFINITY };
  for (let i = 0; i < CLOCK_SAMPLES; i++) {
    const askedAt = performance.now();
    const [row] = await query<{ at: number }>(`select ${ms("clock_now()", "at")}`);
    const halfTripMs = (performance.now() - askedAt) / 2;
    const errorMs = halfTripMs + 0.5;
    if (row && errorMs < best.errorMs) best = { offsetMs: row.at + 0.5 - (askedAt + halfTripMs), errorMs };
  }
  return best;
};

/**
 * Waits until the server's reader of the log has read all entries of these auctions, and so has notified people of
 * them.
 */
const readersAreDone = async (query: Query, auctionIds: readonly string[]): Promise<void> => {
  // A database of an older version has no readers.
  const [known] = await query<{ cursors: string | null }>("select to_regclass('log_cursors')::text as cursors");
  if (!known?.cursors) return;
  for (let tries = 1; tries <= TRIES_OF_READERS; tries += 1) {
    const [left] = await query<{ entries: number }>(
      `select count(*)::int as entries from auction_events where ${ofIds("auction_id")}
         and written_by > (select min(position) from log_cursors where reader <> 'late-outbids')`,
      [auctionIds.join(",")],
    );
    if (left?.entries === 0) return;
    await sleep(LOOK_AGAIN_MS);
  }
  throw new StillChanging("the readers of the log do not reach its end, so what follows from it cannot be checked");
};

/** A stamp that stays the same as long as nothing changes. */
const stamp = async (
  query: Query,
  auctionIds: readonly string[],
  userIds: readonly string[],
  what: Wanted,
): Promise<string> => {
  const commands =
    "count(*) || ' ' || max(created_at) from commands where user_id = any(string_to_array($2::text, ',')::uuid[])";
  const rows = await query<{ auctions: string; commands: string; people: string; notifications: string }>(
    `select (select string_agg(id || ' ' || revision, ',' order by id) from auctions where ${ofIds("id")}) as auctions,
       (select ${what !== "records" ? commands : "0"}) as commands,
       (select sum(revision)::text from users where id = any(string_to_array($2::text, ',')::uuid[])) as people,
       ${what !== "records" ? notificationStamp : "0"} as notifications`,
    [auctionIds.join(","), userIds.join(",")],
  );
  return JSON.stringify(rows);
};

/**
 * `userIds`: everybody who sent something. The tables are read one after the other, so if anything changed meanwhile
 * they are read again; throws if the changes do not stop.
 */
export const readStored = async (
  query: Query,
  auctionIds: readonly string[],
  userIds: readonly string[],
  what: Wanted = "all",
): Promise<Stored> => {
  if (what === "all") await readersAreDone(query, auctionIds);
  for (let tries = 1; tries <= TRIES; tries += 1) {
    const before = await stamp(query, auctionIds, userIds, what);
    const stored = await read(query, auctionIds, userIds, what);
    if ((await stamp(query, auctionIds, userIds, what)) === before) return stored;
    await sleep(LOOK_AGAIN_MS);
  }
  throw new StillChanging("the auctions of the run still change, so they cannot be checked yet");
};

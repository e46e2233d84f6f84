// Schemas of the REST calls on settlements (the debts of winners and buyers), and on the holidays that move the due
// dates. They are in one file because most calls answer with the same settlement.

import * as z from "zod/mini";
import { amountSchema, auctionStatuses, commandIdSchema, lotRulesSchema } from "../auction.ts";
import { LIST_LIMIT_MAX } from "../list-limit.ts";
import { currencies } from "../money.ts";
import { refundWays } from "../refund-ways.ts";
import { asGiven, digits, id, line, lines, searchWords } from "../text/kinds.ts";
import { wireTime } from "../wire-time.ts";
import { approvalSchema } from "./approvals.ts";
import { BANK_REFERENCE_MAX, paginationSchema, queryWhole, when } from "./common.ts";

export const SETTLEMENTS_LIMIT_DEFAULT = 20;
export const settlementKinds = ["win", "buy-it-now"] as const;
export type SettlementKind = (typeof settlementKinds)[number];
export const settlementStatuses = ["open", "paid", "waived", "forfeited", "void", "refunded"] as const;
export type SettlementStatus = (typeof settlementStatuses)[number];

const settlementFilter = {
  status: z.optional(z.enum(settlementStatuses)),
  kind: z.optional(z.enum(settlementKinds)),
  q: z.optional(searchWords),
  /** The lots of this sale, grouped by their buyers. */
  sale: z.optional(id),
  /** What this person won or bought. */
  buyer: z.optional(id),
};
/**
 * Without a status: all of them. `q` searches title, username, e-mail address and full name, or is the reference of one
 * settlement.
 */
export const settlementsQuery = z.object({
  ...settlementFilter,
  page: z.optional(queryWhole(1_000_000)),
  limit: z.optional(queryWhole(LIST_LIMIT_MAX)),
});

export const settlementsFileQuery = z.object(settlementFilter);

/** The form of a settlement's reference. */
export const settlementReference = /^JARA-[0-9A-F]{4}-[0-9A-F]{4}-[0-9A-F]{4}$/;

/** A paid lot passes through these statuses on its way to the buyer. */
export const pickupStatuses = ["waiting", "ready", "handed-over"] as const;
const pickupShape = {
  /** `waiting`: paid, and being made ready. */
  status: z.enum(pickupStatuses),
  place: z.nullable(z.string()),
  hours: z.nullable(z.string()),
  readyAt: z.nullable(wireTime),
  handedOverAt: z.nullable(wireTime),
};
export const paymentMethods = ["balance", "online", "transfer", "cash", "outside"] as const;
export type PaymentMethod = (typeof paymentMethods)[number];

/** Amounts in the auction's currency, where the name does not say naira. */
const owedShape = {
  /** The winning bid, or the Buy It Now price without its fee. */
  price: z.number(),
  /** 0 for a win. */
  fee: z.number(),
  /** The buyer's premium, and the VAT on it; 0 for a purchase. Absent on older servers. */
  premium: z.exactOptional(z.number()),
  vat: z.exactOptional(z.number()),
  /** Price, fee, premium and VAT together. */
  total: z.number(),
  /** The deposit is worth this much in the auction's currency. */
  deposit: z.number(),
  /** The deposit in naira, as it was taken from the balance. */
  depositNgn: z.number(),
  /** Payments after the deposit. */
  paid: z.number(),
  /** The buyer still has to pay this much; 0 once nothing is due. */
  remaining: z.number(),
  /** The same in naira at this moment's rate. */
  remainingNgn: z.number(),
  /** The site keeps this much if it stays unpaid. */
  penalty: z.number(),
  /** Those of the lot. Absent: the usual ones (deposit 20%, fee 5%, penalty 10%, 3 business days). */
  rules: z.exactOptional(lotRulesSchema),
  /** In naira: what was kept; null unless it was forfeited. */
  penaltyNgn: z.nullable(z.number()),
  /** To be named in a bank transfer. */
  reference: z.string(),
};

/** The sale that has the lot, with its number there ("12A"); null: none. Absent on older servers. */
const saleOfLot = z.exactOptional(z.nullable(z.object({ _id: z.string(), title: z.string(), lot: z.string() })));

export const settlementSchema = z.object({
  _id: z.string(),
  kind: z.enum(settlementKinds),
  status: z.enum(settlementStatuses),
  auction: z.object({
    _id: z.string(),
    title: z.string(),
    status: z.enum(auctionStatuses),
    currency: z.enum(currencies),
    /**
     * True if the lot has a copy, or a copy of a copy, that was not deleted, so that nobody else can get this one.
     * Absent on older servers.
     */
    isRelisted: z.exactOptional(z.boolean()),
  }),
  sale: saleOfLot,
  /** The winner or buyer. */
  buyer: z.object({
    _id: z.string(),
    username: z.string(),
    email: z.string(),
    firstName: z.nullable(z.string()),
    lastName: z.nullable(z.string()),
    phone: z.nullable(z.string()),
  }),
  ...owedShape,
  dueAt: wireTime,
  createdAt: wireTime,
  /** Null until it is paid. The buyer alone sees the code. */
  pickup: z.nullable(z.object(pickupShape)),
  /** A forfeited win stopped counting against the person at this time. */
  pardonedAt: z.nullable(wireTime),
  closedAt: z.nullable(wireTime),
  /** One of the staff, who closed it; null while it is open, and if the clock closed it. */
  closedBy: z.nullable(z.object({ _id: z.string(), username: z.string() })),
  /** The reason why it was waived or refunded, in the words of the staff. */
  note: z.nullable(z.string()),
  /** Everything that was paid went back this way. Absent unless the status is `refunded`, and on older servers. */
  refund: z.exactOptional(
    z.object({
      to: z.enum(refundWays),
      amountNgn: z.number(),
      /** Its number; null in the moment before it has one. Absent on older servers. */
      creditNote: z.exactOptional(z.nullable(z.string())),
    }),
  ),
  /** Set when its forfeit has failed so often that it waits for the staff. */
  stuck: z.nullable(z.object({ attempts: z.int(), lastError: z.string(), since: wireTime })),
});
export type Settlement = z.infer<typeof settlementSchema>;
export const settlementAnswer = z.object({ settlement: settlementSchema });
/** Open ones first, the most urgent at the top; then the newest closed. */
export const settlementsAnswer = z.object({ settlements: z.array(settlementSchema), pagination: paginationSchema });
export type Settlements = z.infer<typeof settlementsAnswer>;

const personSchema = z.object({ _id: z.string(), username: z.string() });
/** A payment as staff see it. */
export const settlementPaymentSchema = z.object({
  _id: z.string(),
  /** In the auction's currency. */
  amount: z.number(),
  amountNgn: z.number(),
  /** NGN that came with it beyond what was due, and went to the payer's balance. Absent: nothing. */
  surplusNgn: z.exactOptional(z.number()),
  /** Set for a part of one payment for several lots: their number, and the payment's sum in NGN. */
  together: z.exactOptional(
    z.object({
      lots: z.int(),
      ngn: z.number(),
      /** The parts of the other lots that count. Absent if the caller has an interest in one of these, and on older servers. */
      others: z.exactOptional(
        z.array(
          z.object({
            _id: z.string(),
            title: z.string(),
            lot: z.nullable(z.string()),
            /** All that came, with what went to the payer's balance: `surplusNgn`, absent if nothing did. */
            amountNgn: z.number(),
            surplusNgn: z.exactOptional(z.number()),
          }),
        ),
      ),
    }),
  ),
  method: z.enum(paymentMethods),
  /** The bank's or the payment service's. */
  reference: z.nullable(z.string()),
  note: z.nullable(z.string()),
  /** Null: the payer paid on the site. */
  bookedBy: z.nullable(personSchema),
  at: wireTime,
  /** Null unless it was taken back. */
  reversed: z.nullable(z.object({ at: wireTime, by: z.nullable(personSchema), reason: z.nullable(z.string()) })),
});
export type SettlementPayment = z.infer<typeof settlementPaymentSchema>;
export const offerStatuses = ["open", "accepted", "declined", "expired", "withdrawn"] as const;
/** An offer of the lot to a runner-up. */
export const settlementOfferSchema = z.object({
  _id: z.string(),
  person: personSchema,
  /** In the auction's currency. */
  price: z.number(),
  status: z.enum(offerStatuses),
  createdAt: wireTime,
  expiresAt: wireTime,
  closedAt: z.nullable(wireTime),
});
export type SettlementOffer = z.infer<typeof settlementOfferSchema>;
/** One action of the staff on a settlement. */
export const settlementActionSchema = z.object({
  at: wireTime,
  by: z.nullable(personSchema),
  /** `payment extended`, `lot ready`, … */
  action: z.string(),
  reason: z.nullable(z.string()),
});
export type SettlementAction = z.infer<typeof settlementActionSchema>;
/** Each list newest first. `offers`: those made since the settlement was opened. */
export const settlementDetailsAnswer = z.object({
  settlement: settlementSchema,
  payments: z.array(settlementPaymentSchema),
  offers: z.array(settlementOfferSchema),
  actions: z.array(settlementActionSchema),
  /** Changes that wait for a second person, oldest first, as the caller may see them. Absent on older servers. */
  approvals: z.exactOptional(z.array(approvalSchema)),
  /**
   * The seller of the lot, and what the seller is or was paid for this sale (NGN). `due`: the buyer has paid, so that a
   * handover pays the seller at once. Absent for a lot of the house, for a sale that is over, and on older servers.
   */
  seller: z.exactOptional(
    z.object({ ...personSchema.shape, net: z.number(), status: z.enum(["unpaid", "due", "credited"]) }),
  ),
  /** The deadline if the payment, or the forfeit of a win, were reversed now. Absent if a reversal leaves it, and on older servers. */
  dueAgainAt: z.exactOptional(wireTime),
});
export type SettlementDetails = z.infer<typeof settlementDetailsAnswer>;

/** Counts how a person paid for their wins. Buy It Now purchases do not count. */
export const payerRecordSchema = z.object({
  open: z.int(),
  paid: z.int(),
  /** Forfeited and not pardoned. */
  unpaid: z.int(),
  pardoned: z.int(),
  waived: z.int(),
  /** After so many unpaid wins a person may not bid. */
  maxUnpaidWins: z.int(),
  isBiddingSuspended: z.boolean(),
});
export type PayerRecord = z.infer<typeof payerRecordSchema>;
/** `settlements`: wins and purchases, newest first, without those in which the caller has an interest. */
export const payerRecordAnswer = z.object({ record: payerRecordSchema, settlements: z.array(settlementSchema) });
export const WAIVE_NOTE_MAX = 500;
export const waiveBody = z.strictObject({ note: z.optional(lines(0, WAIVE_NOTE_MAX)) });

/** The site's account for bank transfers. */
export const siteBankAccountSchema = z.object({ bank: z.string(), number: z.string(), name: z.string() });

/** A lot that the caller won or bought. */
export const winSchema = z.object({
  _id: z.string(),
  kind: z.enum(settlementKinds),
  status: z.enum(settlementStatuses),
  auction: z.object({
    _id: z.string(),
    title: z.string(),
    currency: z.enum(currencies),
    /** The address of its first picture. */
    image: z.nullable(z.string()),
    /** The town in which it is; absent if nobody said. */
    location: z.exactOptional(z.string()),
  }),
  sale: saleOfLot,
  ...owedShape,
  dueAt: wireTime,
  createdAt: wireTime,
  closedAt: z.nullable(wireTime),
  /**
   * In naira: the part of the balance that the buyer's bids on this lot reserve. It can pay the lot too. Absent:
   * nothing.
   */
  reservedNgn: z.exactOptional(z.number()),
  /**
   * For transfers: the account that was in force when it became due, or the first one after it; it stays, whatever account
   * follows. Null: none yet.
   */
  bankAccount: z.nullable(siteBankAccountSchema),
  /** Absent: no link for an online payment holds a rate. Naira for a dollar, which further links have until this time. */
  heldRate: z.exactOptional(z.object({ usdToNgn: z.number(), until: wireTime })),
  /** Newest first, without the deposit and without reversed ones. */
  payments: z.array(z.object({ amount: z.number(), method: z.enum(paymentMethods), at: wireTime })),
  /**
   * Where it is collected: the first that is known of the place where it is ready, the places of its sale, the place of
   * the house. Empty: where the lot is (`auction.location`).
   */
  places: z.exactOptional(z.array(z.string())),
  /** Null until it is paid. `code`: six digits to show at the pickup. */
  pickup: z.nullable(z.object({ ...pickupShape, code: z.nullable(z.string()) })),
});
export type Win = z.infer<typeof winSchema>;
/** Null if the caller has neither won nor bought it. */
export const winAnswer = z.object({ win: z.nullable(winSchema) });
/**
 * Open ones first, the most urgent at the top; then those that are ready; then the newest. Within each group, the lots of a
 * sale stand together, in the order of its catalogue. `due` counts the open ones on all pages.
 */
export const purchasesAnswer = z.object({ purchases: z.array(winSchema), due: z.int(), pagination: paginationSchema });
export type Purchases = z.infer<typeof purchasesAnswer>;
export const purchasesQuery = z.object({
  page: z.optional(queryWhole(1_000_000)),
  limit: z.optional(queryWhole(LIST_LIMIT_MAX)),
});

export const PAYMENT_NOTE_MAX = 500;
/** The `Idempotency-Key` of the same call, for clients that send it in the body. */
const commandId = z.optional(commandIdSchema);
/** The fields with which staff describe money that came by transfer or in cash. */
export const bookedMoney = {
  reference: z.optional(line(0, BANK_REFERENCE_MAX)),
  note: z.optional(lines(0, PAYMENT_NOTE_MAX)),
  /** True: the transfer pays another lot too. Otherwise a reference that was booked for another lot is refused. */
  isSplit: z.optional(z.boolean()),
  /**
   * True: this is another transfer than the one that was booked for this lot under the same reference. Otherwise the
   * second one is refused (SAME_TRANSFER).
   */
  isAnother: z.optional(z.boolean()),
  commandId,
};
export const payBody = z.discriminatedUnion("method", [
  z.strictObject({ method: z.literal("balance"), commandId }),
  z.strictObject({ method: z.literal("online"), commandId }),
  z.strictObject({
    method: z.enum(["transfer", "cash"]),
    /** In the auction's currency. More than is due goes to the payer's balance. Absent where `amountNgn` says what came. */
    amount: z.optional(amountSchema),
    /** The naira that came, also for a lot in dollars: they count at the rate in force. */
    amountNgn: z.optional(amountSchema),
    ...bookedMoney,
  }),
]);
export type PayBody = z.infer<typeof payBody>;
/** `authorizationUrl`: where to pay online. `settlement`: after a booking by the staff. `win`: after one's own. */
export const payAnswer = z.object({
  authorizationUrl: z.optional(z.string()),
  reference: z.optional(z.string()),
  /** Online, for a lot in dollars: the naira count for `amount` if they arrive by this time. */
  promise: z.optional(z.object({ amount: z.number(), amountNgn: z.number(), until: wireTime })),
  settlement: z.optional(settlementSchema),
  win: z.optional(winSchema),
});
export type PayAnswer = z.infer<typeof payAnswer>;

/** A person is reminded of one debt at most once in this time. */
export const REMINDER_HOURS = 20;
export const REASON_MAX = 500;
const reason = lines(1, REASON_MAX);
export const reasonBody = z.strictObject({ reason });
/** One reversal takes at most this many payments alone. */
export const REVERSED_MAX = 50;
/** One payment covers at most this many lots. */
export const INVOICE_LOTS_MAX = 100;
const idsTo = (most: number) => z.exactOptional(z.array(id).check(z.minLength(1), z.maxLength(most)));
/**
 * `payments`: the ids of the booked payments that are taken back alone. Absent: all. `others`: the ids of parts of the same
 * payment that went to other lots, if `payments` names one: all of them are taken back, or nothing is.
 */
export const reverseBody = z.strictObject({
  reason,
  payments: idsTo(REVERSED_MAX),
  others: idsTo(INVOICE_LOTS_MAX - 1),
});
export const refundBody = z.strictObject({ to: z.enum(refundWays), reason });
export const extendBody = z.strictObject({ dueAt: when, reason });
export const PICKUP_TEXT_MAX = 200;
const pickupTexts = { place: line(1, PICKUP_TEXT_MAX), hours: line(1, PICKUP_TEXT_MAX) };
/** `seen`: the texts that the caller saw; null if there were none. Others by now are refused (VALUE_CHANGED). */
export const readyBody = z.strictObject({
  ...pickupTexts,
  seen: z.exactOptional(z.nullable(z.strictObject({ place: asGiven, hours: asGiven }))),
});
/** One handover has at most this many lots. */
export const HANDOVER_MAX = 100;
/** `others`: the settlements of other lots of the same buyer and sale that are handed over with it. */
export const handoverBody = z.strictObject({
  code: digits(6),
  others: z.exactOptional(z.array(id).check(z.maxLength(HANDOVER_MAX - 1))),
});

/** An offer of a lot to its runner-up. */
export const secondChanceSchema = z.object({
  _id: z.string(),
  auction: z.object({
    _id: z.string(),
    title: z.string(),
    currency: z.enum(currencies),
    image: z.nullable(z.string()),
  }),
  price: z.number(),
  /** Those of the lot, as in a win. */
  rules: z.exactOptional(lotRulesSchema),
  /** Accepting the offer takes this much from the balance, in naira. */
  depositNgn: z.number(),
  expiresAt: wireTime,
});
export type SecondChance = z.infer<typeof secondChanceSchema>;
export const secondChancesAnswer = z.object({ offers: z.array(secondChanceSchema) });
/** `win`: what is due after accepting; null after declining. */
export const secondChanceAnswer = z.object({ win: z.nullable(winSchema) });

/** A day on which nothing falls due, in Lagos: `2026-10-01`. */
export const holidayDate = z.iso.date();
export const holidaySchema = z.object({ date: holidayDate, name: z.string() });
export type Holiday = z.infer<typeof holidaySchema>;
/** Earliest first. */
export const holidaysAnswer = z.object({ holidays: z.array(holidaySchema) });
export const holidayAnswer = z.object({ holiday: holidaySchema });
export const HOLIDAY_NAME_MAX = 100;
/** `seen`: the name that the caller saw for this day; null for none. Another one is refused (VALUE_CHANGED). */
export const holidayBody = z.strictObject({
  name: line(1, HOLIDAY_NAME_MAX),
  seen: z.exactOptional(z.nullable(asGiven)),
});

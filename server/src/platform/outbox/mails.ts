// The e-mails that the program sends: each kind with its data. The outbox stores kind and data; the words are made when
// the mail is sent (render.ts), so that a wording can be corrected without changing waiting mails. It is long because
// it has the data of every kind. deliveries.ts says how urgent each kind is and to whom it may go.
import type { VoidReason } from "@jara/shared/auction";
import type { Currency } from "@jara/shared/money";
import type { PercentRules } from "@jara/shared/payment-rules";
import type { Role, StaffRole } from "@jara/shared/permissions";
import type { ReceiptKind } from "@jara/shared/receipt-kinds";
import type { DeletionObstacle } from "@jara/shared/rest/own-data";
import type { PickupSlot } from "@jara/shared/rest/pickups";
import type { PaymentMethod } from "@jara/shared/rest/settlements";
import type { SettingSection, SiteBankAccount } from "@jara/shared/site-settings";
import { sql } from "drizzle-orm";
import type { CurrentState } from "../notifications/current-state.ts";

/** The lots that a saved search, or one of several, found. */
export interface NewLots {
  readonly name: string;
  /** How many its owner has not seen. */
  readonly lots: number;
  /** The title of the one that was found last. Absent in older mails and notifications. */
  readonly newest?: string | null;
}

/** Amounts are in major units of `currency`, times are ISO 8601. */
export interface MailData {
  /**
   * This kind and the next three may go to an address that does not belong to the person who caused the mail. They must
   * contain nothing that this person chose.
   */
  "verify-email": { readonly token: string; readonly email: string };
  "login-code": { readonly code: string };
  "already-registered": Readonly<Record<string, never>>;
  /** To an address whose account nobody has verified. `token` sets the password and verifies the address. */
  "registered-again": { readonly token: string; readonly email: string };
  /** This kind may go to an unverified address too, and contains nothing chosen. */
  "password-reset": { readonly token: string; readonly email: string; readonly usesGoogle: boolean };
  "password-reset-suspended": Readonly<Record<string, never>>;
  "password-changed": { readonly at: string; readonly passkeys?: readonly OfPasskey[] };
  /** To the new address. */
  "email-change-confirm": { readonly token: string };
  /** To the new address, which belongs to another account. */
  "email-change-taken": Readonly<Record<string, never>>;
  /** To the old address. `token` takes the change back. */
  "email-change-requested": { readonly token: string; readonly newEmail: string };
  "email-changed": { readonly token: string; readonly newEmail: string; readonly undoUntil: string };
  /** To the old address. `token` sets a new password; it is empty if the account is suspended. */
  "email-change-undone": { readonly token: string; readonly email: string; readonly isSuspended?: boolean };
  "new-device": { readonly device: string; readonly place: string; readonly at: string };
  /**
   * Only a verified account has passkeys. The device is in words from a fixed list, and the owner's name for it is not
   * said.
   */
  "passkey-added": { readonly device: string; readonly at: string };
  "passkey-removed": OfPasskey & { readonly at: string };
  /** Its counter did not grow, so it may have been copied. */
  "passkey-refused": OfPasskey & { readonly at: string };
  /** `codesLeft`: the recovery codes left after one was used; else null. */
  "second-factor": {
    readonly what: "added" | "removed" | "codes" | "recovery-code-used" | "guessed";
    readonly at: string;
    readonly codesLeft: number | null;
  };
  /** Sent to verified addresses only. `until` null: until an administrator lifts it. */
  "account-suspended": { readonly reason: string; readonly until: string | null; readonly voidsBids: boolean };
  /** `reason` null: the time ran out. */
  "account-restored": { readonly reason: string | null };
  "deletion-requested": { readonly dueAt: string };
  /** To the address that the account had before a change that this address can take back until `undoUntil`. */
  "deletion-requested-after-change": { readonly dueAt: string; readonly undoUntil: string };
  /** To the address that the account had. */
  "account-deleted": Readonly<Record<string, never>>;
  "deletion-refused": { readonly reasons: readonly DeletionObstacle[] };
  outbid: {
    readonly auctionId: string;
    readonly title: string;
    readonly currency: Currency;
    readonly currentPrice: number;
    readonly minimumBid: number;
    /** Null in a pause. */
    readonly endTime: string | null;
    /** The reader led before; else their bid was answered at once by a higher maximum. Absent in older mails. */
    readonly hasLed?: boolean;
  };
  won: {
    readonly auctionId: string;
    readonly title: string;
    readonly currency: Currency;
    readonly finalPrice: number;
    readonly dueAt: string;
    /** The way in which the reader got the lot after its end. Absent if their bid won at the end. */
    readonly because?: "second-chance" | "below-reserve";
    /** The title of the lot's sale when it is sent. It is not stored. */
    readonly sale?: string;
  } & OfRules &
    Partial<Owing>;
  "buy-it-now": {
    readonly auctionId: string;
    readonly title: string;
    readonly currency: Currency;
    readonly price: number;
    readonly fee: number;
    readonly total: number;
    readonly deadline: string;
  } & OfRules &
    Partial<Owing>;
  /** `penalty` is in NGN, as taken from the balance. */
  "buy-it-now-forfeited": {
    readonly auctionId: string;
    readonly title: string;
    readonly currency: Currency;
    readonly price: number;
    readonly penalty: number;
    /** In NGN: what went back to the balance. Absent in mails that were written before deposits existed. */
    readonly returned?: number;
  } & OfRules;
  /** The same data as for a purchase. */
  "win-forfeited": MailData["buy-it-now-forfeited"];
  /**
   * `fields` are in words. `endTime` is the end when it is sent; null if the lot is over, and if `isPaused`, because
   * the pause moves the end. Older mails have no `isPaused`.
   */
  "lot-changed": OfLot & {
    readonly fields: readonly string[];
    readonly endTime: string | null;
    readonly isPaused?: boolean;
    /** Absent in older mails, like `reason`: nothing that matters changed, so maxima are not suspended. */
    readonly isCorrection?: boolean;
    /** Why, in the words of the staff. */
    readonly reason?: string;
  };
  /** `note`: the reason that staff published; absent if they gave none. */
  "lot-cancelled": OfLot & { readonly note?: string };
  "lot-withdrawn": OfLot;
  /**
   * `endTime` is the lot's end when the mail is sent. If the lot is over then, it is the end of the reopening. Null if
   * bidding is paused, because the pause moves the end.
   */
  "lot-reopened": OfLot & { readonly endTime: string | null };
  /** Somebody else bought the lot with Buy It Now and paid. */
  "lot-sold": OfLot & { readonly currency: Currency; readonly price: number };
  /** To the leader of a lot that ended below its reserve. `price`: their bid. */
  "lot-unsold": OfLot & { readonly currency: Currency; readonly price: number };
  /** The payment of that purchase was taken back. `deadline`: the time until which its buyer can still pay. */
  "lot-sale-undone": OfLot & { readonly deadline: string };
  /** To the other bidders. */
  "bids-voided": OfLot & { readonly currency: Currency; readonly currentPrice: number; readonly isWithdrawn: boolean };
  /** To the user who placed the voided bids. */
  "own-bids-voided": OfLot & {
    readonly reason: VoidReason | "withdrawn";
    readonly note: string | null;
    readonly isBarred?: boolean;
    /** True if the person's earlier bids still count. */
    readonly keepsEarlier?: boolean;
  };
  /** The person's maximum does not bid any more, because they did not pay too many wins. */
  "maxbid-suspended": OfLot;
  /** Cancels an earlier mail that asked for money. */
  "payment-withdrawn": OfLot & {
    readonly why: "cancelled" | "withdrawn" | "reopened" | "voided" | "refunded" | "other";
    /** True if the reader had paid, and the lot was sold to them. Absent in older mails. */
    readonly isPaid?: boolean;
    /** The amount that went back to the balance, in NGN. Absent in older mails. */
    readonly returned?: number;
    /** The reason that staff gave for the refund, or published for the cancellation. */
    readonly note?: string;
    /** The amount that is sent to the reader's bank account after a refund, in NGN. */
    readonly sent?: number;
    /** The amount that the staff paid out in cash after a refund, in NGN. */
    readonly inCash?: number;
  };
  /** Tells a winner the amount owed after somebody else's bids were voided. */
  "win-lowered": OfLot &
    Partial<Owing> & {
      readonly currency: Currency;
      readonly finalPrice: number;
      readonly dueAt: string;
      /** In NGN: what went back to the balance. */
      readonly returned?: number;
    };
  /** The whole price was paid. Older mails lack what is optional. */
  "payment-received": OfLot &
    Partial<Owing> & {
      readonly currency: Currency;
      readonly price: number;
      /** Of Buy It Now. */
      readonly fee?: number;
      /** The last payment. Absent if nothing had to be paid after the deposit. */
      readonly payment?: MailedPayment;
    };
  /** What is due on the invoices of a sale. `sale`: its title. `lot`: its number there. */
  invoices: {
    readonly saleId: string;
    readonly sale: string;
    readonly dueAt: string;
    /** Older mails have neither this nor what follows from it. */
    readonly deposits?: readonly MailedDeposit[];
    readonly invoices: readonly {
      /** The PDF is made and attached when the mail is sent. */
      readonly id?: string;
      /** The part of `paid` that is deposits. */
      readonly deposit?: number;
      /** The accounts to which the buyer can transfer what is due. */
      readonly banks?: readonly SiteBankAccount[];
      readonly number: string;
      readonly currency: Currency;
      readonly total: number;
      readonly paid: number;
      readonly remaining: number;
      readonly lots: readonly {
        readonly lot: string | null;
        readonly title: string;
        readonly total: number;
        /** The parts of the total. Absent if a part of it is credited, and in older mails. */
        readonly parts?: Readonly<Record<"price" | "fee" | "premium" | "vat", number>> & { readonly isBid: boolean };
      }[];
    }[];
  };
  /**
   * The lot can be collected. `hours`: in the words of the staff. `slot`: the one that the reader chose. `choosesSlot`: slots
   * are offered to the reader, who chose none.
   */
  "lot-ready": OfLot & {
    readonly place: string;
    readonly hours: string;
    readonly slot?: PickupSlot;
    readonly choosesSlot?: boolean;
  };
  /**
   * Some of the reader's lots were handed over, and the others have another code now. `lot`: "Lot 12A: Drum". The code is
   * blanked once the mail is sent.
   */
  "pickup-code": {
    readonly sale: string | null;
    readonly handedOver: readonly string[];
    readonly left: readonly string[];
    readonly code: string;
  };
  /** The reader chose a slot for these lots. `sale`: its title; null: they are in none. */
  "pickup-booked": PickupSlot & { readonly sale: string | null; readonly titles: readonly string[] };
  /** A part was paid. Older mails have no `total` unless there is a premium, and no `method` and `price`. */
  "payment-booked": OfLot &
    Owing & {
      readonly price?: number;
      readonly fee?: number;
      readonly currency: Currency;
      readonly amount: number;
      readonly method?: PaymentMethod;
      readonly reference?: string | null;
      readonly dueAt: string;
    };
  "deadline-extended": OfLot & Owing & { readonly currency: Currency; readonly dueAt: string; readonly note: string };
  /** Staff remind somebody of what is due. */
  "payment-reminder": OfLot & Owing & { readonly currency: Currency; readonly dueAt: string };
  /** A payment or a penalty was taken back, so the same payment is due again. `returned` is in NGN. */
  "payment-reversed": OfLot &
    Owing & {
      /** Absent in older mails, like the fee and, without a premium, the total. */
      readonly price?: number;
      readonly fee?: number;
      readonly currency: Currency;
      readonly dueAt: string;
      readonly note: string;
      readonly from: "paid" | "forfeited";
      readonly returned: number;
      /** The payments that were taken back. Absent if there were none, and in older mails. */
      readonly amount?: number;
      /** NGN: taken from the balance, because the booked money that had put it there never came. */
      readonly taken?: number;
      /** Staff took these booked payments back alone. `kept`: the sum of the other payments, which still count. */
      readonly alone?: {
        readonly payments: readonly (MailedPayment & { readonly at: string })[];
        readonly kept: number;
      };
    };
  /** The penalty of an unpaid purchase was given back, in NGN. */
  "penalty-returned": OfLot & { readonly returned: number; readonly note: string };
  "second-chance": OfLot &
    OfRules & { readonly currency: Currency; readonly price: number; readonly expiresAt: string };
  /**
   * `voided`: withdrawn because bids of somebody else were voided, so the lot may be offered again at another price.
   */
  "second-chance-closed": OfLot & { readonly as: "expired" | "withdrawn" | "voided" };
  "payment-waived": OfLot & { readonly currency: Currency; readonly price: number };
  /** `usableAt`: when the account can be used. */
  "bank-account-added": OfBankAccount & { readonly accountName: string; readonly usableAt: string };
  /** Amounts of withdrawals are in NGN. */
  "withdrawal-requested": OfWithdrawal;
  "withdrawal-sent": OfWithdrawal;
  "withdrawal-paid": OfWithdrawal;
  "withdrawal-refused": OfWithdrawal & { readonly reason: string };
  "withdrawal-failed": OfWithdrawal & { readonly reason: string };
  /**
   * To the person who asked. `isChanged`: there was another answer before. `isNamed` false: the lot was not public when
   * the answer was written, so `title` is the words "a lot". Older mails have neither `isNamed` nor `questionId`.
   */
  "question-answered": OfLot & {
    readonly questionId?: string;
    readonly question: string;
    readonly answer: string;
    readonly isChanged: boolean;
    readonly isNamed?: boolean;
  };
  /** About a watched lot. Price and end are those of the moment when it is sent. `endTime` is null in a pause. */
  "watched-lot": OfLot &
    OfNotification & {
      readonly what: "24h" | "1h" | "started" | "price" | "changed" | "relisted";
      readonly currency: Currency;
      readonly wishPrice: number | null;
      readonly currentPrice: number;
      readonly endTime: string | null;
    };
  /** New lots of a saved search, as they are when it is sent. */
  "new-lots": OfNotification & { readonly searchId: string } & NewLots;
  "new-lots-daily": OfNotification & {
    /** `searchId` is absent in older mails. */
    readonly searches: readonly ({ readonly searchId?: string } & NewLots)[];
  };
  /** To the seller of a lot. `price` is in the lot's currency, `amount` in NGN: what was added or taken back. */
  "own-lot": {
    readonly auctionId: string;
    readonly title: string;
    readonly what:
      | "published"
      | "sold"
      | "unsold"
      | "paid"
      | "not-paid"
      | "undone"
      | "payment-reversed"
      | "forfeit-reversed"
      | "handed-over"
      | "credited"
      | "taken-back";
    readonly currency: Currency;
    readonly price: number | null;
    readonly amount: number | null;
    readonly endTime: string | null;
    /** Of an unsold lot: the highest bid; null: none. Absent in older mails. */
    readonly highBid?: number | null;
    /** Of a lot that its buyer must pay again: until when. `amount` is then what the seller gets for it; null: not known. */
    readonly dueAt?: string;
  };
  /** A decision about a bidder. `reason`: why it was declined. */
  "bidder-document": { readonly reason: string | null };
  /** `limit`: in NGN; null: none. `sale`: its title, if the decision is for its lots alone. */
  "bidder-approval": { readonly reason: string | null; readonly limit: number | null; readonly sale: string | null } & {
    readonly status: "approved" | "changed" | "declined";
  };
  /** To the seller of an item. */
  "offer-message": { readonly offerId: string; readonly title: string; readonly text: string };
  "offer-declined": { readonly offerId: string; readonly title: string; readonly reason: string };
  /** `isChanged`: the terms are other ones than those of before. `others`: so many more items have terms. */
  "offer-accepted": {
    readonly agreementId: string;
    readonly title: string;
    readonly isChanged: boolean;
    readonly at: string;
    readonly others?: number;
  };
  /** The PDF is made and attached when the mail is sent. `others`: the agreements that were accepted with it. */
  "agreement-accepted": { readonly agreementId: string; readonly title: string; readonly others?: readonly string[] };
  /** The PDF is made and attached when the mail is sent. */
  receipt: {
    readonly receiptId: string;
    readonly number: string;
    readonly receiptKind: ReceiptKind;
    readonly auctionId: string | null;
    readonly title: string;
    readonly currency: Currency;
    readonly amount: number;
    /** Of a refund: NGN that went to the balance, and a sentence that says why. Absent in refunds queued before it. */
    readonly back?: { readonly ngn: number; readonly why: string };
    /** The receipts of deposits that come with it. */
    readonly deposits?: readonly MailedDeposit[];
  };
  /**
   * To every administrator; about the bank account also to everybody who was one within the last day. `by` null: the
   * environment or the clock made the change. `dueAt`: the time at which a waiting change is carried out.
   */
  "setting-changed": {
    readonly section: SettingSection;
    readonly what: "changed" | "asked" | "approved" | "cancelled" | "carried-out";
    readonly by: string | null;
    readonly reason: string;
    readonly at: string;
    readonly dueAt: string | null;
  };
  /** May go to an address that nobody has verified, so it contains nothing that the inviter chose but the role. */
  "staff-invitation": { readonly token: string; readonly role: StaffRole; readonly expiresAt: string };
  /** To the invited address: somebody opened the invitation without logging in, though the address has an account. */
  "staff-invitation-log-in": Readonly<Record<string, never>>;
  /** To whoever invited. */
  "staff-joined": { readonly username: string; readonly role: StaffRole };
  /** To the person whose role it is now. */
  "staff-welcome": { readonly role: StaffRole };
  /** To the person whose role an administrator or the operator changed, if the address is verified. */
  "role-changed": { readonly from: Role; readonly to: Role; readonly at: string };
  /**
   * To one of the staff, about what has a deadline. It names no people. `role`: the reader's role when it was written;
   * the mail is not sent to somebody whose role has changed.
   */
  "staff-alerts": {
    readonly role: StaffRole;
    readonly readAt: string;
    readonly items: readonly {
      readonly kind:
        | "due"
        | "overdue"
        | "buying"
        | "stuck"
        | "transfer"
        | "withdrawal"
        | "approval"
        | "bank-account"
        | "mail"
        | "log-stopped"
        | "log-verdict"
        | "set-aside";
      /** The lot's. */
      readonly title: string | null;
      readonly amount: number | null;
      readonly currency: Currency;
      /** The kind of a mail that failed, why the public log was stopped, the day of a verdict, or the loop of a row put aside. */
      readonly note: string | null;
      readonly at: string;
    }[];
  };
  /** One mail a day instead of several. The items are notifications, the newest first. */
  digest: {
    readonly items: readonly {
      readonly about: string;
      readonly data: object;
      readonly count: number;
      readonly at: string;
      /** The state at the time when the mail is sent. It is not stored. */
      readonly present?: CurrentState;
    }[];
    /** The number of entries for which the mail has no room. */
    readonly others: number;
  };
  /** To administrators and managers. Both rates are in naira for one US dollar. */
  "rate-to-confirm": { readonly standing: number; readonly candidate: number };
}

/** `amount`: the part for the lot, in its currency. `surplus`: NGN that was more than due, and went to the balance. */
export interface MailedPayment {
  readonly method: PaymentMethod;
  readonly amount: number;
  readonly surplus?: number;
  readonly reference: string | null;
}

/** The amounts of a win or a purchase that is not fully paid, in the auction's currency. */
interface Owing {
  readonly deposit: number;
  readonly remaining: number;
  /** The buyer's premium, the VAT on it, and the sum with the winning bid. All absent without a premium. */
  readonly premium?: number;
  readonly vat?: number;
  readonly total?: number;
  /** True if a later mail that becomes one with it says what is due for the lot. It is never stored. */
  readonly isOlder?: boolean;
}

/**
 * A mail about more receipts than this has none of their files, but leads to them on the site. Drawing one takes about 30 ms
 * (2026, 2 cores): the worker sends up to ten such mails at once, each of up to a hundred receipts, and has 25 seconds for
 * all of them.
 */
export const RECEIPTS_MAILED_MAX = 20;

/** The receipt of a deposit. It is attached to the next mail with a paper about the lot. */
export interface MailedDeposit {
  readonly receiptId: string;
  readonly number: string;
}

interface OfRules {
  /** Those of the lot. Absent: the usual ones. */
  readonly rules?: PercentRules;
}

interface OfLot {
  readonly auctionId: string;
  readonly title: string;
  /** False if the lot is a draft again or deleted when the mail is sent, so that it has no page. It is not stored. */
  readonly hasPage?: boolean;
}

/** The mail is not sent if this notification was read before. */
interface OfNotification {
  readonly notificationId: string;
}

interface OfPasskey {
  readonly device: string;
  readonly addedAt: string;
}

interface OfBankAccount {
  readonly bankName: string;
  readonly accountNumber: string;
}

interface OfWithdrawal extends OfBankAccount {
  readonly amount: number;
}

export type MailKind = keyof MailData;

/** A mail to write to the outbox. */
export type Mail = { [K in MailKind]: { readonly id: string; readonly kind: K; readonly data: MailData[K] } }[MailKind];

/** An SQL interval. A mail with an older code is not sent. */
export const LOGIN_CODE_LIFE = sql`interval '10 minutes'`;

/** An SQL interval. A link to set a new password is valid for so long. */
export const PASSWORD_RESET_LIFE = sql`interval '30 minutes'`;

/** An SQL interval: the time to confirm a new e-mail address, and the time to take its change back. */
export const EMAIL_CHANGE_LIFE = sql`interval '24 hours'`;

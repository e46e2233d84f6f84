// Lists the events that notifications are about, with their data and kinds. Most are mails too: a trigger on
// `outbox` copies them (migration `notifications`), and a test compares its kinds with those here.
import type { Currency } from "@jara/shared/money";
import type { NotificationKind } from "@jara/shared/notification-kinds";
import type { Reminder } from "@jara/shared/reminders";
import type { MailData, MailKind, NewLots } from "../outbox/mails.ts";

/**
 * Mails that are notifications too. The others contain a code or a link that belongs to the mail alone. The
 * notification `role-changed` is written separately (role-notices.ts).
 */
export const kindOfMail = {
  won: "won",
  "buy-it-now": "won",
  "deadline-extended": "due",
  "win-lowered": "due",
  "payment-reversed": "due",
  "payment-withdrawn": "due",
  "win-forfeited": "due",
  "buy-it-now-forfeited": "due",
  "second-chance": "second-chance",
  "second-chance-closed": "second-chance",
  "payment-received": "paid",
  "lot-ready": "paid",
  "payment-booked": "paid",
  "payment-waived": "paid",
  "penalty-returned": "paid",
  "own-lot": "own-lot",
  "offer-message": "own-lot",
  "offer-declined": "own-lot",
  "offer-accepted": "own-lot",
  "agreement-accepted": "own-lot",
  receipt: "receipt",
  "lot-changed": "lot-changed",
  "lot-cancelled": "lot-changed",
  "lot-withdrawn": "lot-changed",
  "lot-reopened": "lot-changed",
  "lot-sold": "lot-changed",
  "lot-sale-undone": "lot-changed",
  "bids-voided": "bids-voided",
  "own-bids-voided": "bids-voided",
  "maxbid-suspended": "bids-voided",
  "question-answered": "question-answered",
  "withdrawal-requested": "withdrawal",
  "withdrawal-sent": "withdrawal",
  "withdrawal-paid": "withdrawal",
  "withdrawal-refused": "withdrawal",
  "withdrawal-failed": "withdrawal",
  "bank-account-added": "security",
  "password-changed": "security",
  "email-change-requested": "security",
  "email-changed": "security",
  "email-change-undone": "security",
  "new-device": "security",
  "passkey-added": "security",
  "passkey-removed": "security",
  "passkey-refused": "security",
  "second-factor": "security",
  "account-suspended": "security",
  "account-restored": "security",
  "deletion-requested": "security",
  "deletion-refused": "security",
  "staff-alerts": "staff",
  "rate-to-confirm": "staff",
  "staff-joined": "staff",
  "staff-welcome": "staff",
} as const satisfies Partial<Record<MailKind, NotificationKind>>;

type Mailed = keyof typeof kindOfMail;

/** The data of each event. Tokens and codes never get here. */
export type AboutData = { readonly [K in Mailed]: Omit<MailData[K], "token" | "code"> } & {
  readonly outbid: MailData["outbid"];
  /** Written with its mail, like `outbid`. */
  readonly "lot-unsold": MailData["lot-unsold"];
  /** The copy of a lot that was not sold is open. `auctionId` and `title` are the copy's. */
  readonly "lot-listed-again": { readonly auctionId: string; readonly title: string };
  /** A late bid moved the end. The words name the end as it is when they are read. */
  readonly extended: { readonly auctionId: string; readonly title: string };
  readonly reminder: ReminderData;
  /** Goes to staff. */
  readonly "offer-news": OfferNews;
  /** It is written with its mail, because an address that is not verified gets no mail. */
  readonly "role-changed": MailData["role-changed"];
  /** New lots of a search, whose owner wants to know at once. */
  readonly "saved-search": { readonly searchId: string } & NewLots;
  /** New lots of the searches whose owner wants to know once a day. */
  readonly "saved-searches-daily": {
    readonly searches: readonly NewLots[];
  };
};

/** Says what the seller of an offer did: sent it, wrote a message, or accepted the terms. */
export interface OfferNews {
  readonly offerId: string;
  readonly title: string;
  readonly what: "sent" | "message" | "withdrawn" | "terms-accepted";
  /** So many more offers of the same seller. */
  readonly others?: number;
}

/** The data of a reminder about a watched lot. */
export interface ReminderData {
  readonly auctionId: string;
  readonly title: string;
  readonly what: Exclude<Reminder, "start"> | "started" | "resumed";
  readonly currency: Currency;
  /** In the lot's currency; null: none. */
  readonly wishPrice: number | null;
}

export type About = keyof AboutData;
export type NotificationData = AboutData[About];

export const kindOfAbout: Readonly<Record<About, NotificationKind>> = {
  ...kindOfMail,
  outbid: "outbid",
  "lot-unsold": "lot-changed",
  "lot-listed-again": "lot-changed",
  extended: "extended",
  reminder: "reminder",
  "offer-news": "staff",
  "role-changed": "security",
  "saved-search": "saved-search",
  "saved-searches-daily": "saved-search",
};

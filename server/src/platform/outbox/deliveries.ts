// Says of each kind of mail how urgent it is and to whom it may go. The mail worker sends urgent classes first, and
// limits the mails of one kind to one mailbox.
import { isSurplusWords, surplusWords } from "@jara/shared/surplus";
import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import type { Mail, MailData, MailKind } from "./mails.ts";

/**
 * The order in which due mails are sent: what somebody waits for to get in, then bids and money, then the rest. So a
 * flood of one class delays only the classes after it.
 */
export const mailClasses = ["access", "money", "rest"] as const;
export type MailClass = (typeof mailClasses)[number];

/**
 * `anyone`: reading the mail proves that the address is one's own, so it may go to an address that nobody has verified.
 * `owner`: only if the account of the row had verified its address when the mail was written. `holder`: only if some
 * account has verified the address. `former`: the statement that writes the mail has checked that the account had
 * verified the address, which it no longer uses or may lose.
 */
export type MayGoTo = "anyone" | "owner" | "holder" | "former";

/**
 * The most mails of one kind to one mailbox in an hour. Further ones wait until the hour is over. The first is above
 * the limits of the calls that cause such mails, so that nobody can use up the owner's. The second allows a winner of
 * a whole sale one mail for each lot.
 */
export const MOST_AN_HOUR: Readonly<Record<MailClass, number>> = { access: 15, money: 200, rest: 30 };

interface Delivery {
  readonly class: MailClass;
  readonly to: MayGoTo;
}
const access: Delivery = { class: "access", to: "anyone" };
const money: Delivery = { class: "money", to: "owner" };
const rest: Delivery = { class: "rest", to: "owner" };

export const deliveries: Readonly<Record<MailKind, Delivery>> = {
  "verify-email": access,
  "login-code": access,
  "registered-again": access,
  "password-reset": access,
  "email-change-confirm": access,
  "staff-invitation": { class: "rest", to: "anyone" },
  "already-registered": { class: "access", to: "holder" },
  "email-change-taken": { class: "rest", to: "holder" },
  "staff-invitation-log-in": { class: "rest", to: "holder" },
  "password-reset-suspended": rest,
  "password-changed": rest,
  "email-change-requested": { class: "access", to: "former" },
  "email-changed": { class: "access", to: "former" },
  "email-change-undone": { class: "access", to: "former" },
  "deletion-requested-after-change": { class: "access", to: "former" },
  "account-deleted": { class: "rest", to: "former" },
  "deletion-refused": { class: "rest", to: "former" },
  "new-device": rest,
  "passkey-added": rest,
  "passkey-removed": rest,
  "passkey-refused": rest,
  "second-factor": rest,
  "account-suspended": rest,
  "account-restored": rest,
  "deletion-requested": rest,
  outbid: money,
  won: money,
  "buy-it-now": money,
  "buy-it-now-forfeited": money,
  "win-forfeited": money,
  "lot-changed": money,
  "lot-cancelled": money,
  "lot-withdrawn": money,
  "lot-reopened": money,
  "lot-sold": money,
  "lot-unsold": money,
  "lot-sale-undone": money,
  "bids-voided": money,
  "own-bids-voided": money,
  "maxbid-suspended": money,
  "payment-withdrawn": money,
  "win-lowered": money,
  "payment-received": money,
  invoices: money,
  "lot-ready": money,
  "pickup-booked": money,
  "pickup-code": money,
  "payment-booked": money,
  "deadline-extended": money,
  "payment-reminder": money,
  "payment-reversed": money,
  "penalty-returned": money,
  "second-chance": money,
  "second-chance-closed": money,
  "payment-waived": money,
  "bank-account-added": money,
  "withdrawal-requested": money,
  "withdrawal-sent": money,
  "withdrawal-paid": money,
  "withdrawal-refused": money,
  "withdrawal-failed": money,
  "own-lot": money,
  receipt: money,
  "bidder-document": rest,
  "bidder-approval": rest,
  "offer-message": rest,
  "offer-declined": rest,
  "offer-accepted": money,
  "agreement-accepted": money,
  "question-answered": rest,
  "watched-lot": rest,
  "new-lots": rest,
  "new-lots-daily": rest,
  "setting-changed": rest,
  "staff-joined": rest,
  "staff-welcome": rest,
  "role-changed": rest,
  "staff-alerts": rest,
  digest: rest,
  "rate-to-confirm": rest,
};

/** The kinds of mails that `matches` says yes to. */
export const kindsThat = (matches: (delivery: Delivery) => boolean): MailKind[] =>
  (Object.keys(deliveries) as MailKind[]).filter((kind) => matches(deliveries[kind]));

/** Mails to everybody who has a bid or a maximum on a lot. */
export const noticeKinds = [
  "lot-changed",
  "lot-cancelled",
  "lot-withdrawn",
  "lot-reopened",
  "lot-sold",
  "lot-sale-undone",
  "bids-voided",
] satisfies readonly MailKind[];
export type NoticeKind = (typeof noticeKinds)[number];

/** Mails about payments for lots: with the receipts of the payment they are one mail. */
const kindsOfPayment = ["payment-received", "payment-booked"] satisfies readonly MailKind[];

/**
 * Mails that follow from what is done to lots or paid for them, often to many at once. Those of one kind that wait for
 * the same person become one mail, and so do those of a payment.
 */
export const jointKinds = [
  ...noticeKinds,
  ...kindsOfPayment,
  "payment-reversed",
  "receipt",
  "won",
  "own-lot",
  "own-bids-voided",
  "deadline-extended",
  "payment-reminder",
  "lot-ready",
] satisfies readonly MailKind[];
export type JointKind = (typeof jointKinds)[number];

export const isJoint = (kind: string): kind is JointKind => (jointKinds as readonly string[]).includes(kind);

type Named = Pick<Mail, "kind" | "data">;

/** True for the receipts of a payment: of its parts, and of what was more than what was due. */
const isOfPayment = ({ receiptKind, back }: MailData["receipt"]): boolean =>
  receiptKind === "payment" || (receiptKind === "refund" && isSurplusWords(back?.why ?? null));

/** Mails with the same name become one. A payment that was reversed and the credit note for it are a correction. */
export const jointName = ({ kind, data }: Named): string => {
  if (kind === "receipt") return isOfPayment(data as MailData["receipt"]) ? "payment" : "correction";
  if (kind === "payment-reversed") return "correction";
  return (kindsOfPayment as readonly string[]).includes(kind) ? "payment" : kind;
};

/** `jointName` as SQL. It has no parameters, because `distinct on` compares the expressions of its columns. */
export const jointNameOf = (kind: SQLWrapper, data: SQLWrapper): SQL => {
  const listed = (words: readonly string[]): SQL => sql.raw(words.map((one) => `'${one}'`).join(", "));
  return sql`case when ${kind} = 'receipt' then case when ${data} ->> 'receiptKind' = 'payment'
      or (${data} ->> 'receiptKind' = 'refund' and ${data} -> 'back' ->> 'why' in (${listed(Object.values(surplusWords))}))
      then 'payment' else 'correction' end
    when ${kind} = 'payment-reversed' then 'correction'
    when ${kind} in (${listed(kindsOfPayment)}) then 'payment' else ${kind} end`;
};

/**
 * The kinds of mails that a hidden maximum alone can cause. Until the lot is over, such a mail would reveal the maximum
 * to staff.
 */
export const kindsForMaxima: readonly MailKind[] = [...noticeKinds, "own-bids-voided", "maxbid-suspended"];

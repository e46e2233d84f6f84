// The name and description of each kind of notification on the screen.
import type { NotificationKind } from "@jara/shared/notification-kinds";

export const kindWords: Readonly<Record<NotificationKind, { readonly name: string; readonly about: string }>> = {
  outbid: { name: "Outbid", about: "Somebody bids more than you. At most one email for an auction in 15 minutes." },
  extended: { name: "A lot ends later", about: "A late bid moves the end of a lot you bid on." },
  "lot-changed": {
    name: "A lot has changed",
    about: "A lot you bid on is edited, cancelled, sold, not sold, opened again or listed again.",
  },
  "bids-voided": { name: "Bids that no longer count", about: "Bids on a lot you bid on no longer count." },
  "question-answered": { name: "Answers", about: "We answer your question about a lot." },
  reminder: { name: "Reminders", about: "A lot you watch opens, ends soon, or has changed." },
  "saved-search": { name: "Saved searches", about: "New lots that match your search." },
  won: { name: "Won and bought", about: "You win a lot or use Buy It Now, and have to pay." },
  due: { name: "Payments due", about: "A deadline or an amount that you owe changes." },
  "second-chance": { name: "Second chances", about: "The winner did not buy the lot, and you can have it." },
  "own-lot": {
    name: "Your sales",
    about: "We answer your offer, a lot that you sell is published, sold, paid or handed over, or you are paid.",
  },
  paid: { name: "Payments received", about: "We received your payment, in full or in part." },
  receipt: { name: "Receipts", about: "A receipt or a credit note, as a PDF file in the email." },
  withdrawal: { name: "Withdrawals", about: "Money on its way to your bank account." },
  security: { name: "Security", about: "Logins, passwords, passkeys and other changes of your account." },
  staff: { name: "Staff", about: "Tasks with a deadline, and what sellers answer." },
};

// An example of each kind of mail.
import type { MailData, MailKind } from "../../src/platform/outbox/mails.ts";

export const SAMPLE_AUCTION = "0d9b8a3e-0000-4000-8000-000000000001";

export const SAMPLE_SEARCH = "0d9b8a3e-0000-4000-8000-000000000003";

const notificationId = "0d9b8a3e-0000-4000-8000-000000000002";
const auctionId = SAMPLE_AUCTION;

const aboutAuction = (title: string) => ({ auctionId, title, currency: "NGN" }) as const;
const owing = { deposit: 5_000, remaining: 15_000 };
const aboutBank = (bankName: string) => ({ bankName, accountNumber: "0123456789" });

/** Data of each kind. `title` stands wherever a person chose the words. */
export const mailSamples = (title: string): { [K in MailKind]: MailData[K] } => ({
  "verify-email": { token: "tok_-1", email: "ada+1@people.test" },
  "login-code": { code: "01234567" },
  "already-registered": {},
  "registered-again": { token: "tok_-1", email: "ada+1@people.test" },
  "account-suspended": { reason: title, until: "2026-11-21T13:05:00.000Z", voidsBids: true },
  "account-restored": { reason: title },
  "staff-invitation": { token: "tok_-1", role: "cashier", expiresAt: "2026-11-28T13:05:00.000Z" },
  "staff-invitation-log-in": {},
  "staff-joined": { username: title, role: "manager" },
  "staff-welcome": { role: "cataloguer" },
  "role-changed": { from: "user", to: "manager", at: "2026-11-21T13:05:00.000Z" },
  "setting-changed": {
    section: "bank-account",
    what: "asked",
    by: "tola",
    reason: title,
    at: "2026-11-21T13:05:00.000Z",
    dueAt: "2026-11-22T13:05:00.000Z",
  },
  "staff-alerts": {
    role: "cashier",
    readAt: "2026-11-21T13:05:00.000Z",
    items: [
      { kind: "due", title, amount: 25_000, currency: "NGN", note: null, at: "2026-11-22T13:05:00.000Z" },
      {
        kind: "mail",
        title: null,
        amount: null,
        currency: "NGN",
        note: "staff-joined",
        at: "2026-11-21T12:00:00.000Z",
      },
      { kind: "withdrawal", title: null, amount: 300, currency: "NGN", note: null, at: "2026-11-20T12:00:00.000Z" },
    ],
  },
  "deletion-requested": { dueAt: "2026-11-21T13:05:00.000Z" },
  "deletion-requested-after-change": { dueAt: "2026-11-21T13:05:00.000Z", undoUntil: "2026-11-15T13:05:00.000Z" },
  "account-deleted": {},
  "deletion-refused": { reasons: ["balance"] },
  "password-reset": { token: "tok_-1", email: "ada+1@people.test", usesGoogle: true },
  "password-reset-suspended": {},
  "password-changed": { at: "2026-11-21T13:05:00.000Z" },
  "email-change-confirm": { token: "tok_-1" },
  "email-change-taken": {},
  "email-change-requested": { token: "tok_-1", newEmail: title },
  "email-changed": { token: "tok_-1", newEmail: title, undoUntil: "2026-11-21T13:05:00.000Z" },
  "email-change-undone": { token: "tok_-1", email: "ada+1@people.test" },
  "passkey-added": { device: title, at: "2026-11-21T13:05:00.000Z" },
  "passkey-removed": { device: title, addedAt: "2026-11-20T13:05:00.000Z", at: "2026-11-21T13:05:00.000Z" },
  "passkey-refused": { device: title, addedAt: "2026-11-20T13:05:00.000Z", at: "2026-11-21T13:05:00.000Z" },
  "new-device": { device: title, place: title, at: "2026-11-21T13:05:00.000Z" },
  "second-factor": { what: "recovery-code-used", at: "2026-11-21T13:05:00.000Z", codesLeft: 9 },
  outbid: { ...aboutAuction(title), currentPrice: 25_000, minimumBid: 25_500, endTime: "2026-11-21T13:05:00.000Z" },
  won: {
    ...aboutAuction(title),
    finalPrice: 100_000.5,
    deposit: 20_000.1,
    remaining: 80_000.4,
    dueAt: "2026-11-25T13:05:00.000Z",
  },
  "buy-it-now": {
    ...aboutAuction(title),
    price: 80_000,
    fee: 4_000,
    total: 84_000,
    deposit: 16_000,
    remaining: 68_000,
    deadline: "2026-11-21T14:05:00.000Z",
  },
  "buy-it-now-forfeited": { ...aboutAuction(title), price: 80_000, penalty: 8_000, returned: 16_000 },
  "win-forfeited": { ...aboutAuction(title), price: 90_000, penalty: 9_000, returned: 18_000 },
  "lot-changed": { auctionId, title, fields: ["the title", "the pictures"], endTime: "2026-11-21T14:05:00.000Z" },
  "lot-cancelled": { auctionId, title, note: "The drum is cracked" },
  "lot-withdrawn": { auctionId, title },
  "lot-reopened": { auctionId, title, endTime: "2026-11-21T14:05:00.000Z" },
  "lot-sold": { ...aboutAuction(title), price: 80_000 },
  "lot-unsold": { ...aboutAuction(title), price: 80_000 },
  "lot-sale-undone": { auctionId, title, deadline: "2026-11-21T14:05:00.000Z" },
  "bids-voided": { ...aboutAuction(title), currentPrice: 25_000, isWithdrawn: false },
  "maxbid-suspended": { auctionId, title },
  "own-lot": { ...aboutAuction(title), what: "credited", price: 25_000, amount: 21_500, endTime: null },
  "own-bids-voided": { auctionId, title, reason: "mistaken-amount", note: "Three zeros too many" },
  "question-answered": {
    auctionId,
    title,
    question: "Is it original?",
    answer: "No, replaced in 2019.",
    isChanged: false,
  },
  "payment-withdrawn": { auctionId, title, why: "cancelled" },
  "win-lowered": { ...aboutAuction(title), finalPrice: 25_000, dueAt: "2026-11-25T13:05:00.000Z" },
  "payment-received": { ...aboutAuction(title), price: 25_000 },
  "payment-waived": { ...aboutAuction(title), price: 25_000 },
  "payment-booked": { ...aboutAuction(title), ...owing, amount: 5_000, dueAt: "2026-11-25T13:05:00.000Z" },
  "deadline-extended": { ...aboutAuction(title), ...owing, dueAt: "2026-11-25T13:05:00.000Z", note: "She travels" },
  "payment-reversed": {
    ...aboutAuction(title),
    ...owing,
    dueAt: "2026-11-25T13:05:00.000Z",
    note: "It bounced",
    from: "paid",
    returned: 15_000,
  },
  "penalty-returned": { auctionId, title, returned: 2_500, note: "Our mistake" },
  "second-chance": { ...aboutAuction(title), price: 21_000, expiresAt: "2026-11-25T13:05:00.000Z" },
  "second-chance-closed": { auctionId, title, as: "expired" },
  "watched-lot": {
    ...aboutAuction(title),
    notificationId,
    what: "price",
    wishPrice: 30_000,
    currentPrice: 25_000,
    endTime: "2026-11-21T13:05:00.000Z",
  },
  "new-lots": { notificationId, searchId: SAMPLE_SEARCH, name: title, lots: 3, newest: "Carved ekwe" },
  "new-lots-daily": {
    notificationId,
    searches: [
      { name: title, lots: 2 },
      { name: "Flutes", lots: 1 },
    ],
  },
  receipt: {
    ...aboutAuction(title),
    receiptId: "8d3f6f0e-3c52-4c1c-9f0b-5f6e2f4f0a12",
    receiptKind: "credit-note",
    number: "C-2026-000004",
    amount: 5_000,
  },
  digest: {
    items: [
      {
        about: "question-answered",
        data: { auctionId, title, question: "Is it original?", answer: "No, replaced in 2019.", isChanged: false },
        count: 1,
        at: "2026-11-21T13:05:00.000Z",
      },
    ],
    others: 2,
  },
  "rate-to-confirm": { standing: 833.33, candidate: 1520.125 },
  "bank-account-added": { ...aboutBank(title), accountName: title, usableAt: "2026-11-21T13:05:00.000Z" },
  "withdrawal-requested": { ...aboutBank(title), amount: 25_000 },
  "withdrawal-sent": { ...aboutBank(title), amount: 25_000 },
  "withdrawal-paid": { ...aboutBank(title), amount: 25_000 },
  "withdrawal-refused": { ...aboutBank(title), amount: 25_000, reason: title },
  "withdrawal-failed": { ...aboutBank(title), amount: 25_000, reason: title },
});

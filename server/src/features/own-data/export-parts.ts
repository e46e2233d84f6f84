// The parts of the file with a person's own data: what is read from each table. Nothing of another person is in it, no
// hash and no token. It is long because it has a part for each table.
import { toMajor } from "@jara/shared/money";
import { and, eq, notInArray, or, sql } from "drizzle-orm";
import { adminActions, users } from "../../platform/database/schema/accounts.ts";
import { auctions } from "../../platform/database/schema/auctions.ts";
import { bids, maxBids } from "../../platform/database/schema/bids.ts";
import { invoices } from "../../platform/database/schema/invoices.ts";
import { lotDrafts } from "../../platform/database/schema/lot-drafts.ts";
import { outbox } from "../../platform/database/schema/mail.ts";
import { bankAccounts, ledgerEntries, receipts, topUps, withdrawals } from "../../platform/database/schema/money.ts";
import {
  notificationPreferences,
  notificationSettings,
  notifications,
  pushSubscriptions,
} from "../../platform/database/schema/notifications.ts";
import { consents, deletionRequests } from "../../platform/database/schema/own-data.ts";
import { passkeys } from "../../platform/database/schema/passkeys.ts";
import { chosenPickups } from "../../platform/database/schema/pickups.ts";
import { lotQuestions } from "../../platform/database/schema/questions.ts";
import { savedSearches } from "../../platform/database/schema/saved-searches.ts";
import { totpFactors } from "../../platform/database/schema/second-factors.ts";
import { agreements, offers } from "../../platform/database/schema/sellers.ts";
import { sessions } from "../../platform/database/schema/sessions.ts";
import { payments, purchases, secondChances, settlements } from "../../platform/database/schema/settlements.ts";
import { suspensions } from "../../platform/database/schema/suspensions.ts";
import { reminderSettings, watches } from "../../platform/database/schema/watches.ts";
import { bidderApprovals, bidderDocuments, verifiedPhones } from "../../platform/database/schema/who-may-bid.ts";
import { isoOf, major, ofColumn, type Part, part } from "./export-part.ts";
import { logPart } from "./log-part.ts";

const debt = { deposit: "depositMinor", paid: "paidMinor", penalty: "penaltyMinor" } as const;
const debtColumns = (table: typeof settlements | typeof purchases) => ({
  ...Object.fromEntries(Object.entries(debt).map(([key, column]) => [key, major(table[column])])),
  status: table.status,
  opened: table.createdAt,
  closed: table.closedAt,
  "ready since": table.readyAt,
  place: table.pickupPlace,
  hours: table.pickupHours,
  "handed over": table.handedOverAt,
});

const ownParts: readonly Part[] = [
  part({
    name: "bids",
    says: "Your bids and the bids of your auto-bids, including those that no longer count.",
    table: bids,
    of: ofColumn(bids.bidderId),
    at: bids.createdAt,
    lot: bids.auctionId,
    id: sql`(${bids.auctionId}::text || lpad(${bids.number}::text, 12, '0'))`,
    columns: {
      time: bids.createdAt,
      amount: major(bids.amountMinor),
      currency: auctions.currency,
      kind: bids.kind,
      number: sql`${bids.number}::text`,
      "void since": bids.voidedAt,
      "void because": bids.voidReason,
    },
  }),
  part({
    name: "auto-bids",
    says: "The maximum of each auto-bid that you set.",
    table: maxBids,
    of: ofColumn(maxBids.userId),
    at: maxBids.createdAt,
    id: maxBids.id,
    lot: maxBids.auctionId,
    columns: {
      "set first": maxBids.createdAt,
      "set last": maxBids.updatedAt,
      maximum: major(maxBids.amountMinor),
      currency: auctions.currency,
      cancelled: maxBids.cancelled,
    },
  }),
  part({
    name: "offered-items",
    says: "What you offered us to sell.",
    table: offers,
    of: ofColumn(offers.sellerId),
    at: offers.createdAt,
    id: offers.id,
    columns: {
      begun: offers.createdAt,
      sent: offers.offeredAt,
      status: offers.status,
      decided: offers.decidedAt,
      "declined because": offers.declineReason,
      content: offers.content,
    },
  }),
  part({
    name: "agreements",
    says: "The terms that we proposed for what you offered, and what you accepted.",
    table: agreements,
    of: ofColumn(agreements.sellerId),
    at: agreements.proposedAt,
    id: agreements.id,
    columns: {
      proposed: agreements.proposedAt,
      version: sql`${agreements.version}::text`,
      currency: agreements.currency,
      "starting price": major(agreements.startingPriceMinor),
      reserve: major(agreements.reserveMinor),
      "commission in hundredths of a percent": sql`${agreements.commissionPoints}::text`,
      "least commission": major(agreements.leastCommissionMinor),
      charges: agreements.charges,
      accepted: agreements.acceptedAt,
      "accepted as": agreements.acceptedName,
      "seller terms": agreements.termsVersion,
      network: agreements.network,
    },
  }),
  part({
    name: "watchlist",
    says: "The lots that you watch.",
    table: watches,
    of: ofColumn(watches.userId),
    at: watches.createdAt,
    id: watches.auctionId,
    lot: watches.auctionId,
    columns: { since: watches.createdAt, "wish price": major(watches.wishMinor), currency: auctions.currency },
  }),
  part({
    name: "verified-phone",
    says: "The phone number at which you received a code.",
    table: verifiedPhones,
    of: ofColumn(verifiedPhones.userId),
    at: verifiedPhones.verifiedAt,
    id: verifiedPhones.userId,
    columns: { number: verifiedPhones.number, verified: verifiedPhones.verifiedAt },
  }),
  part({
    name: "bidder-document",
    says: "The document that you sent us before bidding, and our decision. You can read the file itself under “Your data”.",
    table: bidderDocuments,
    of: ofColumn(bidderDocuments.userId),
    at: bidderDocuments.uploadedAt,
    id: bidderDocuments.userId,
    columns: {
      sent: bidderDocuments.uploadedAt,
      kind: bidderDocuments.kind,
      status: bidderDocuments.status,
      decided: bidderDocuments.decidedAt,
      reason: bidderDocuments.reason,
    },
  }),
  part({
    name: "bidder-approvals",
    says: "Your requests to bid on the site or in a sale, and our decisions.",
    table: bidderApprovals,
    of: ofColumn(bidderApprovals.userId),
    at: bidderApprovals.askedAt,
    id: bidderApprovals.id,
    columns: {
      asked: bidderApprovals.askedAt,
      sale: bidderApprovals.saleId,
      status: bidderApprovals.status,
      limit: major(bidderApprovals.limitMinor),
      decided: bidderApprovals.decidedAt,
      reason: bidderApprovals.reason,
    },
  }),
  part({
    name: "reminders",
    says: "The reminders about watched lots that you chose.",
    table: reminderSettings,
    of: ofColumn(reminderSettings.userId),
    at: reminderSettings.chosenAt,
    id: reminderSettings.userId,
    columns: { chosen: reminderSettings.chosenAt, reminders: sql`to_json(${reminderSettings.reminders})` },
  }),
  part({
    name: "saved-searches",
    says: "The searches that you saved, and when you want to hear of new lots.",
    table: savedSearches,
    of: ofColumn(savedSearches.userId),
    at: savedSearches.createdAt,
    id: savedSearches.id,
    columns: {
      saved: savedSearches.createdAt,
      name: savedSearches.name,
      alert: savedSearches.alert,
      search: savedSearches.query,
    },
  }),
  part({
    name: "notifications",
    says: "The messages in your inbox. We keep them for 90 days.",
    table: notifications,
    of: ofColumn(notifications.userId),
    at: notifications.at,
    id: notifications.id,
    lot: notifications.auctionId,
    columns: {
      first: notifications.createdAt,
      last: notifications.at,
      times: notifications.count,
      about: notifications.about,
      read: notifications.readAt,
      data: sql`${notifications.data}::text`,
    },
  }),
  part({
    name: "notification choices",
    says: "The notifications that you chose, and how you get them.",
    table: notificationPreferences,
    of: ofColumn(notificationPreferences.userId),
    at: sql`'epoch'::timestamptz`,
    id: notificationPreferences.kind,
    columns: {
      about: notificationPreferences.kind,
      "on screen": notificationPreferences.onScreen,
      push: notificationPreferences.push,
      mail: notificationPreferences.mail,
    },
  }),
  part({
    name: "quiet hours",
    says: "Your quiet hours, in minutes of the day in Lagos, and whether you get one mail a day.",
    table: notificationSettings,
    of: ofColumn(notificationSettings.userId),
    at: sql`'epoch'::timestamptz`,
    id: notificationSettings.userId,
    columns: {
      from: notificationSettings.quietFrom,
      to: notificationSettings.quietTo,
      "one mail a day": notificationSettings.wantsDigest,
    },
  }),
  part({
    name: "push messages",
    says: "The browsers that get push messages. Their keys are left out.",
    table: pushSubscriptions,
    of: ofColumn(pushSubscriptions.userId),
    at: pushSubscriptions.createdAt,
    id: pushSubscriptions.id,
    columns: {
      since: pushSubscriptions.createdAt,
      device: pushSubscriptions.device,
      used: pushSubscriptions.lastUsedAt,
      stopped: pushSubscriptions.disabledAt,
    },
  }),
  part({
    name: "questions",
    says: "What you asked about lots, and the answers.",
    table: lotQuestions,
    of: ofColumn(lotQuestions.askerId),
    at: lotQuestions.askedAt,
    id: lotQuestions.id,
    lot: lotQuestions.auctionId,
    columns: {
      asked: lotQuestions.askedAt,
      question: lotQuestions.text,
      answer: lotQuestions.answer,
      answered: lotQuestions.answeredAt,
      hidden: lotQuestions.hiddenAt,
    },
  }),
  part({
    name: "lot-drafts",
    says: "Lots that you began and have not published.",
    table: lotDrafts,
    of: ofColumn(lotDrafts.ownerId),
    at: lotDrafts.createdAt,
    id: lotDrafts.id,
    columns: { begun: lotDrafts.createdAt, saved: lotDrafts.updatedAt, content: lotDrafts.content },
  }),
  part({
    name: "wins",
    says: "Lots that you won, what was due and what you paid. Amounts are in the lot's currency.",
    table: settlements,
    of: ofColumn(settlements.winnerId),
    at: settlements.createdAt,
    id: settlements.id,
    lot: settlements.auctionId,
    columns: {
      price: major(settlements.amountMinor),
      "buyer's premium": major(settlements.premiumMinor),
      "VAT on the premium": major(settlements.vatMinor),
      currency: auctions.currency,
      due: settlements.dueAt,
      ...debtColumns(settlements),
    },
  }),
  part({
    name: "purchases",
    says: "Lots that you bought with Buy It Now. Amounts are in the lot's currency.",
    table: purchases,
    of: ofColumn(purchases.buyerId),
    at: purchases.createdAt,
    id: purchases.id,
    lot: purchases.auctionId,
    columns: {
      price: major(purchases.priceMinor),
      fee: major(purchases.feeMinor),
      currency: auctions.currency,
      due: purchases.deadlineAt,
      ...debtColumns(purchases),
    },
  }),
  part({
    name: "payments",
    says: "Your payments for lots.",
    table: payments,
    of: ofColumn(payments.payerId),
    at: payments.createdAt,
    id: payments.id,
    lot: payments.auctionId,
    columns: {
      time: payments.createdAt,
      method: payments.method,
      amount: major(payments.amountMinor),
      "amount in naira": major(payments.ngnMinor),
      reference: payments.reference,
      "taken back": payments.reversedAt,
      "taken back because": payments.reverseReason,
    },
  }),
  part({
    name: "offers",
    says: "Lots that were offered to you after their winner did not pay.",
    table: secondChances,
    of: ofColumn(secondChances.personId),
    at: secondChances.createdAt,
    id: secondChances.id,
    lot: secondChances.auctionId,
    columns: {
      time: secondChances.createdAt,
      price: major(secondChances.priceMinor),
      status: secondChances.status,
      "open until": secondChances.expiresAt,
      closed: secondChances.closedAt,
    },
  }),
  part({
    name: "balance",
    says: "Every change of your balance, in naira.",
    table: ledgerEntries,
    of: ofColumn(ledgerEntries.userId),
    at: ledgerEntries.createdAt,
    id: ledgerEntries.id,
    lot: ledgerEntries.auctionId,
    columns: {
      time: ledgerEntries.createdAt,
      amount: major(ledgerEntries.amountMinor),
      "balance after": major(ledgerEntries.balanceAfterMinor),
      cause: ledgerEntries.cause,
      reference: ledgerEntries.reference,
      note: ledgerEntries.note,
    },
  }),
  part({
    name: "receipts",
    says: "Your receipts and credit notes. The site has each of them as a PDF file.",
    table: receipts,
    of: ofColumn(receipts.userId),
    at: receipts.createdAt,
    id: receipts.id,
    lot: receipts.auctionId,
    columns: {
      time: receipts.createdAt,
      number: sql`${receipts.series} || '-' || ${receipts.year} || '-' || lpad(${receipts.number}::text, 6, '0')`,
      kind: receipts.kind,
    },
  }),
  part({
    name: "invoices",
    says: "Your invoices. The site has each of them as a PDF file.",
    table: invoices,
    of: ofColumn(invoices.buyerId),
    at: invoices.createdAt,
    id: invoices.id,
    columns: {
      time: invoices.createdAt,
      number: sql`'I-' || ${invoices.year} || '-' || lpad(${invoices.number}::text, 6, '0')`,
      currency: invoices.currency,
    },
  }),
  part({
    name: "pickups",
    says: "The slots that you chose to collect your lots.",
    table: chosenPickups,
    of: ofColumn(chosenPickups.buyerId),
    at: chosenPickups.chosenAt,
    id: sql`coalesce(${chosenPickups.saleId}::text, '')`,
    columns: {
      chosen: chosenPickups.chosenAt,
      begins: chosenPickups.startsAt,
      ends: chosenPickups.endsAt,
      place: chosenPickups.place,
    },
  }),
  part({
    name: "top-ups",
    says: "Online payments that you started, in naira.",
    table: topUps,
    of: ofColumn(topUps.userId),
    at: topUps.createdAt,
    id: topUps.reference,
    columns: {
      time: topUps.createdAt,
      reference: topUps.reference,
      amount: major(topUps.amountMinor),
      status: topUps.status,
      closed: topUps.closedAt,
    },
  }),
  part({
    name: "withdrawals",
    says: "Withdrawals to your bank, in naira.",
    table: withdrawals,
    of: ofColumn(withdrawals.userId),
    at: withdrawals.createdAt,
    id: withdrawals.id,
    columns: {
      time: withdrawals.createdAt,
      amount: major(withdrawals.amountMinor),
      status: withdrawals.status,
      reference: withdrawals.reference,
      decided: withdrawals.decidedAt,
      closed: withdrawals.closedAt,
      reason: withdrawals.reason,
    },
  }),
  part({
    name: "bank-accounts",
    says: "Bank accounts that you added, with the end of their numbers.",
    table: bankAccounts,
    of: ofColumn(bankAccounts.userId),
    at: bankAccounts.createdAt,
    id: bankAccounts.id,
    columns: {
      added: bankAccounts.createdAt,
      bank: bankAccounts.bankName,
      name: bankAccounts.accountName,
      number: sql`'******' || right(${bankAccounts.accountNumber}, 4)`,
      removed: bankAccounts.removedAt,
    },
  }),
  part({
    name: "sessions",
    says: "Devices that were logged in, as long as we keep them.",
    table: sessions,
    of: ofColumn(sessions.userId),
    at: sessions.createdAt,
    id: sessions.id,
    columns: {
      "logged in": sessions.createdAt,
      "last used": sessions.lastSeenAt,
      device: sessions.device,
      network: sessions.network,
      "user agent": sessions.userAgent,
      ended: sessions.revokedAt,
      "ended by": sessions.endedBy,
    },
  }),
  part({
    name: "passkeys",
    says: "Your passkeys. Their keys are on your devices.",
    table: passkeys,
    of: ofColumn(passkeys.userId),
    at: passkeys.createdAt,
    id: passkeys.id,
    columns: {
      added: passkeys.createdAt,
      "last used": passkeys.lastUsedAt,
      name: passkeys.name,
      device: passkeys.device,
    },
  }),
  part({
    name: "two-step-verification",
    says: "Since when a log-in to your account needs a code of your app.",
    table: totpFactors,
    of: ofColumn(totpFactors.userId),
    at: totpFactors.addedAt,
    id: totpFactors.userId,
    columns: { since: totpFactors.addedAt },
  }),
  part({
    name: "consents",
    says: "The terms and privacy notices that you accepted.",
    table: consents,
    of: ofColumn(consents.userId),
    at: consents.at,
    id: sql`(${consents.document} || ${consents.version})`,
    columns: { time: consents.at, document: consents.document, version: consents.version },
  }),
  part({
    name: "suspensions",
    says: "When and why your account was suspended.",
    table: suspensions,
    of: ofColumn(suspensions.userId),
    at: suspensions.at,
    id: suspensions.id,
    columns: {
      time: suspensions.at,
      reason: suspensions.reason,
      until: suspensions.until,
      lifted: suspensions.liftedAt,
      "lifted because": suspensions.liftReason,
    },
  }),
  part({
    name: "deletion-requests",
    says: "When you asked us to delete your account, and what became of it.",
    table: deletionRequests,
    of: ofColumn(deletionRequests.userId),
    at: deletionRequests.requestedAt,
    id: deletionRequests.id,
    columns: {
      time: deletionRequests.requestedAt,
      due: deletionRequests.dueAt,
      ended: deletionRequests.endedAt,
      outcome: deletionRequests.outcome,
    },
  }),
];

/** Actions on the account, and actions of the person as staff. Staff have no names in it. */
const actionsPart = part({
  name: "actions",
  says: "What you, our team and our servers did to your account, without the names of our team.",
  table: adminActions,
  at: adminActions.at,
  id: adminActions.id,
  of: (userId) => or(eq(adminActions.userId, userId), eq(adminActions.actorId, userId)),
  columns: {
    time: adminActions.at,
    action: adminActions.action,
    by: sql`case when ${adminActions.actorId} is null then 'the site'
      when ${adminActions.actorId} = ${adminActions.userId} or ${adminActions.userId} is null then 'you' else 'staff' end`,
    reason: sql`coalesce(${adminActions.details} ->> 'reason', ${adminActions.details} ->> 'note')`,
  },
});

export interface MailText {
  readonly subject: string;
  readonly text: string;
}

/** `textOf` makes the words of a mail, as the worker that sends it does. Null: a kind that it does not know any more. */
const mailsPart = (textOf: (kind: string, data: object) => MailText | null): Part => ({
  ...part({
    name: "mails",
    says: "The mails that we sent you, as long as we keep them. Links and codes are left out.",
    table: outbox,
    at: outbox.createdAt,
    id: outbox.id,
    // A mail to a new address says whether another account has it, which the person must not learn.
    of: (userId) =>
      and(eq(outbox.userId, userId), notInArray(outbox.kind, ["email-change-confirm", "email-change-taken"])),
    columns: {
      written: outbox.createdAt,
      sent: outbox.sentAt,
      to: outbox.toAddress,
      kind: outbox.kind,
      data: outbox.data,
    },
    shown: ({ data, ...row }) => {
      const given = typeof data === "string" ? (JSON.parse(data) as object) : (data as object);
      const words = textOf(String(row.kind), withoutSecrets(given));
      return { ...row, subject: words?.subject ?? "", text: words?.text ?? "" };
    },
  }),
  columns: ["written", "sent", "to", "kind", "subject", "text"],
});

/** Mails with a link or a code open the account to whoever has them. */
const withoutSecrets = (data: object): object =>
  Object.fromEntries(
    Object.entries(data).map(([key, value]) => [key, key === "token" || key === "code" ? "(left out)" : value]),
  );

const profilePart: Part = {
  name: "profile",
  says: "Your account: names, addresses, phone number and settings.",
  columns: [
    "username",
    "email",
    "email verified",
    "first name",
    "last name",
    "phone",
    "street",
    "city",
    "state",
    "zip code",
    "country",
    "balance",
    "mails about being outbid",
    "signs in with Google",
    "registered",
  ],
  async *read({ db }, userId) {
    const [row] = await db.select().from(users).where(eq(users.id, userId));
    if (!row) return;
    yield [
      {
        username: row.username,
        email: row.email,
        "email verified": isoOf(row.emailVerifiedAt),
        "first name": row.firstName,
        "last name": row.lastName,
        phone: row.phone,
        street: row.street,
        city: row.city,
        state: row.state,
        "zip code": row.zipCode,
        country: row.country,
        balance: toMajor(row.balanceMinor),
        "mails about being outbid": row.wantsOutbidMail,
        "signs in with Google": row.googleId !== null,
        registered: isoOf(row.createdAt),
      },
    ];
  },
};

/** All parts, in the order of the file. */
export const partsOf = (textOf: (kind: string, data: object) => MailText | null): readonly Part[] => [
  profilePart,
  ...ownParts,
  logPart,
  actionsPart,
  mailsPart(textOf),
];

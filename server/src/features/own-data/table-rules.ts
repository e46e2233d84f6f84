// Says for every table what happens to its rows when an account is deleted. A test fails if a table has no rule here. A new
// table with personal data gets `removed(column)`, or a rule of its own.
import { and, eq, exists, inArray, not, or, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import type { Db } from "../../platform/database/database.ts";
import { loginCodes, usernameSkeletons, users, verificationTokens } from "../../platform/database/schema/accounts.ts";
import { auctions } from "../../platform/database/schema/auctions.ts";
import { bids } from "../../platform/database/schema/bids.ts";
import { importedLots, importHeads, imports } from "../../platform/database/schema/imports.ts";
import { lotDrafts } from "../../platform/database/schema/lot-drafts.ts";
import { outbox } from "../../platform/database/schema/mail.ts";
import { uploads } from "../../platform/database/schema/media.ts";
import { bankAccounts, topUps } from "../../platform/database/schema/money.ts";
import {
  notificationPreferences,
  notificationSettings,
  notifications,
  pushSubscriptions,
} from "../../platform/database/schema/notifications.ts";
import { passkeyChallenges, passkeys } from "../../platform/database/schema/passkeys.ts";
import { chosenPickups } from "../../platform/database/schema/pickups.ts";
import { logLots, logSecrets } from "../../platform/database/schema/public-log.ts";
import { lotQuestions } from "../../platform/database/schema/questions.ts";
import { savedSearches } from "../../platform/database/schema/saved-searches.ts";
import { recoveryCodes, totpEnrolments, totpFactors } from "../../platform/database/schema/second-factors.ts";
import { agreements, consignments, offerMessages, offers } from "../../platform/database/schema/sellers.ts";
import { emailChanges, passwordResets, sessions } from "../../platform/database/schema/sessions.ts";
import { invitations } from "../../platform/database/schema/staff.ts";
import { alertSettings, sentAlerts } from "../../platform/database/schema/staff-alerts.ts";
import { suspensionVoids, userNotes } from "../../platform/database/schema/suspensions.ts";
import { reminderSettings, sentReminders, watches } from "../../platform/database/schema/watches.ts";
import {
  bidderApprovals,
  bidderDocuments,
  phoneCodes,
  verifiedPhones,
} from "../../platform/database/schema/who-may-bid.ts";
import { clockNow } from "../../platform/database/statement-text.ts";
import { increased } from "../../platform/database/statements.ts";
import type { LockedAccount } from "../accounts/account.ts";

export type TableRule =
  /** The rows name the person by id alone, or must be kept; `why` says which. */
  | { readonly is: "kept"; readonly why: string }
  /** The rows have nothing of a person. */
  | { readonly is: "not personal" }
  /** Rows that expire soon by themselves. */
  | { readonly is: "expires"; readonly within: string }
  | { readonly is: "removed" | "pseudonymised"; readonly carryOut: Rule };

/** Changes what is left of a person who is deleted. */
type Rule = (tx: Db, person: Pick<LockedAccount, "id" | "email" | "username">) => Promise<unknown>;

const kept = (why: string): TableRule => ({ is: "kept", why });
const notPersonal: TableRule = { is: "not personal" };
const expires = (within: string): TableRule => ({ is: "expires", within });
/** Removes the person's rows. `column` has the person's id. */
const removed = (column: PgColumn): TableRule => ({
  is: "removed",
  carryOut: (tx, { id }) => tx.delete(column.table).where(eq(column, id)),
});
const pseudonymised = (carryOut: Rule): TableRule => ({ is: "pseudonymised", carryOut });

const offersOf = (tx: Db, sellerId: string) =>
  tx.select({ id: offers.id }).from(offers).where(eq(offers.sellerId, sellerId));

const lotsSoldFor = (tx: Db, sellerId: string) =>
  tx
    .select({ id: auctions.id })
    .from(auctions)
    .where(and(eq(auctions.sellerId, sellerId), auctions.isConsigned));

const law = "books must be kept, and they name the person by id";

/** By the name of the table. */
export const tableRules: Readonly<Record<string, TableRule>> = {
  // deletion.ts changes the account's own row.
  users: kept("the row stays as a pseudonym"),
  sessions: removed(sessions.userId),
  verification_tokens: removed(verificationTokens.userId),
  password_resets: removed(passwordResets.userId),
  passkeys: removed(passkeys.userId),
  passkey_challenges: removed(passkeyChallenges.userId),
  totp_factors: removed(totpFactors.userId),
  totp_enrolments: removed(totpEnrolments.userId),
  recovery_codes: removed(recoveryCodes.userId),
  email_changes: removed(emailChanges.userId),
  verified_phones: removed(verifiedPhones.userId),
  phone_codes: removed(phoneCodes.userId),
  bidder_documents: removed(bidderDocuments.userId),
  bidder_approvals: removed(bidderApprovals.userId),
  user_notes: removed(userNotes.userId),
  watches: removed(watches.userId),
  reminder_settings: removed(reminderSettings.userId),
  sent_reminders: removed(sentReminders.userId),
  // The lots that a search found are removed with the search.
  saved_searches: removed(savedSearches.userId),
  chosen_pickups: removed(chosenPickups.buyerId),
  alert_settings: removed(alertSettings.userId),
  sent_alerts: removed(sentAlerts.userId),
  notifications: removed(notifications.userId),
  notification_preferences: removed(notificationPreferences.userId),
  notification_settings: removed(notificationSettings.userId),
  push_subscriptions: removed(pushSubscriptions.userId),
  lot_drafts: removed(lotDrafts.ownerId),
  imports: removed(imports.ownerId),
  import_heads: removed(importHeads.ownerId),
  imported_lots: removed(importedLots.ownerId),
  outbox: removed(outbox.userId),
  // Without the secret nobody can show which commitments in the public log are the person's.
  log_secrets: removed(logSecrets.userId),
  // The same for the lots that the person sold.
  log_lots: pseudonymised((tx, { id }) =>
    tx
      .update(logLots)
      .set({ sellerSalt: null })
      .where(inArray(logLots.auctionId, lotsSoldFor(tx, id))),
  ),
  login_codes: {
    is: "removed",
    carryOut: (tx, { email }) => tx.delete(loginCodes).where(sql`lower(${loginCodes.email}) = lower(${email})`),
  },
  // The name stays reserved, but no longer leads to the account.
  username_skeletons: pseudonymised((tx, { id }) =>
    tx.update(usernameSkeletons).set({ userId: null }).where(eq(usernameSkeletons.userId, id)),
  ),
  // Withdrawals that were paid refer to their bank account.
  bank_accounts: pseudonymised((tx, { id }) =>
    tx
      .update(bankAccounts)
      .set({
        accountName: "deleted",
        accountNumber: sql`'******' || right(${bankAccounts.accountNumber}, 4)`,
        removedAt: sql`coalesce(${bankAccounts.removedAt}, clock_now())`,
      })
      .where(eq(bankAccounts.userId, id)),
  ),
  top_ups: pseudonymised((tx, { id }) =>
    tx.update(topUps).set({ authorizationUrl: null }).where(eq(topUps.userId, id)),
  ),
  // The effect of a void names the leaders before and after it.
  suspension_voids: pseudonymised((tx, { id, username }) => {
    const [effect, name] = [sql`${suspensionVoids.effect}::text`, sql`${JSON.stringify(username)}::text`];
    const bidOn = tx.select({ id: bids.auctionId }).from(bids).where(eq(bids.bidderId, id));
    return tx
      .update(suspensionVoids)
      .set({ effect: sql`replace(${effect}, ${name}, '"deleted"')::json` })
      .where(and(sql`position(${name} in ${effect}) > 0`, inArray(suspensionVoids.auctionId, bidOn)));
  }),
  invitations: pseudonymised((tx, { id, email }) =>
    tx
      .update(invitations)
      .set({
        email: sql`'deleted-' || ${invitations.id} || '@address.invalid'`,
        withdrawnAt: sql`case when ${invitations.acceptedAt} is null
          then coalesce(${invitations.withdrawnAt}, clock_now()) end`,
      })
      .where(or(eq(invitations.acceptedBy, id), sql`lower(${invitations.email}) = lower(${email})`)),
  ),
  auction_events: kept("the log of an auction; scrub-logs.ts replaces the name in it by the pseudonym"),

  bids: kept("a bid is part of the auction's record, and names the person by id"),
  max_bids: kept("it is part of the auction's record, and names the person by id"),
  auctions: kept("the leader and the winner are named by id"),
  settlements: kept(law),
  purchases: kept(law),
  payments: kept(law),
  second_chances: kept(law),
  ledger_entries: kept(law),
  withdrawals: kept(law),
  approvals: kept(law),
  day_closes: kept(law),
  invoices: kept("invoices must be kept with the name and address that they were made out to"),
  invoice_payments: kept(law),
  receipts: kept("receipts must be kept with the name and address that they were made out to"),
  holds: kept("a number, by the person's id"),
  suspensions: kept("the record of a decision, by the person's id"),
  // An answered question stays, because it is part of the lot's page. The text of a question that was never answered,
  // or is hidden, is removed.
  lot_questions: pseudonymised((tx, { id }) => {
    const { answer, hiddenAt, hideReason, text, revision } = lotQuestions;
    return tx
      .update(lotQuestions)
      .set({
        askerId: null,
        slot: null,
        revision: increased(revision),
        text: sql`case when ${answer} is null or ${hiddenAt} is not null then '(removed)' else ${text} end`,
        hiddenAt: sql`case when ${answer} is null then coalesce(${hiddenAt}, clock_now()) else ${hiddenAt} end`,
        hideReason: sql`case when ${answer} is null
          then coalesce(${hideReason}, 'The account was deleted.') else ${hideReason} end`,
      })
      .where(eq(lotQuestions.askerId, id));
  }),
  // What became a contract stays with its item; the rest is removed.
  offer_messages: {
    is: "removed",
    carryOut: (tx, { id }) => tx.delete(offerMessages).where(inArray(offerMessages.offerId, offersOf(tx, id))),
  },
  offers: pseudonymised(async (tx, { id }) => {
    const hasTerms = exists(tx.select().from(agreements).where(eq(agreements.offerId, offers.id)));
    // An imported lot has an offer before there are terms.
    const hasLot = exists(tx.select().from(consignments).where(eq(consignments.offerId, offers.id)));
    await tx.delete(offers).where(and(eq(offers.sellerId, id), not(hasTerms), not(hasLot)));
    const content = sql`${offers.content} || '{"receipt": null, "location": ""}'`;
    return tx.update(offers).set({ content }).where(eq(offers.sellerId, id));
  }),
  seller_codes: kept("the house's tables name lots by it; it is given to nobody else"),
  agreements: kept("the contract, with the name that accepted it"),
  sale_proceeds: kept(law),
  seller_statements: kept(law),
  issued_statements: kept(law),
  consignments: kept("whose lot it was, by the person's id"),
  sales: kept("the record of a decision; the member of the staff who made it is named by id"),
  sale_acceptances: kept("the proof of what was accepted, by the person's id"),
  sale_actions: kept("the record of a decision, by the id of the member of the staff"),
  admin_actions: kept("the audit log never changes; it names people by id"),
  consents: kept("the proof of what was accepted, by the person's id"),
  setting_versions: kept("the record of a decision, by the administrator's id"),
  bank_account_changes: kept("the record of a decision, by the administrators' ids"),
  deletion_requests: kept("the proof of the deletion, by the person's id"),

  parted_uploads: expires("a day"),
  commands: expires("48 hours"),
  refused_attempts: expires("90 days"),
  login_failures: expires("a day"),
  login_challenges: expires("5 minutes"),

  accepted_rates: notPersonal,
  auction_counts: notPersonal,
  auction_search: notPersonal,
  content_changes: notPersonal,
  exchange_rates: notPersonal,
  import_pictures: notPersonal,
  invoice_lots: notPersonal,
  import_rows: notPersonal,
  job_leases: notPersonal,
  log_cursors: notPersonal,
  set_aside_rows: kept("staff must see them; they name rows by id"),
  log_cosignatures: notPersonal,
  log_heads: notPersonal,
  log_keys: notPersonal,
  log_leaves: notPersonal,
  log_subtrees: notPersonal,
  log_verdict_tries: notPersonal,
  log_verdicts: kept("its details name people by id, for whoever runs the server"),
  lot_news: notPersonal,
  public_holidays: notPersonal,
  proceeds_checks: notPersonal,
  published_lots: notPersonal,
  receipt_numbers: notPersonal,
  saved_search_matches: notPersonal,
  sale_action_lots: notPersonal,
  sale_lots: notPersonal,
  relistings: notPersonal,
  uploads: pseudonymised((tx, { id }) => tx.update(uploads).set({ ownerId: null }).where(eq(uploads.ownerId, id))),
};

/** The account's own row after the deletion. */
export const pseudonymOf = (userId: string) => ({
  username: sql`'deleted-' || left(md5(gen_random_uuid()::text), 6)`,
  usernameVerdict: "ok" as const,
  email: `deleted-${userId}@address.invalid`,
  passwordHash: null,
  googleId: null,
  emailVerifiedAt: null,
  firstSessionAt: null,
  closesAt: null,
  firstName: null,
  lastName: null,
  phone: null,
  street: null,
  city: null,
  state: null,
  zipCode: null,
  country: null,
  wantsOutbidMail: false,
  bannedAt: clockNow,
  deletedAt: clockNow,
  revision: increased(users.revision),
  tokenVersion: increased(users.tokenVersion),
});

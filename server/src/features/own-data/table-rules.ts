// Says for every table what happens to its rows when an account is deleted. A test fails if a table has no rule here. A new
// table with personal data gets `removed(column)`, or a statement of its own.
import { type SQL, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import { loginCodes, usernameSkeletons, users, verificationTokens } from "../../platform/database/schema/accounts.ts";
import { bids } from "../../platform/database/schema/bids.ts";
import { importedLots, importHeads, imports } from "../../platform/database/schema/imports.ts";
import { lotDrafts } from "../../platform/database/schema/lot-drafts.ts";
import { outbox } from "../../platform/database/schema/mail.ts";
import { bankAccounts, topUps } from "../../platform/database/schema/money.ts";
import {
  notificationPreferences,
  notificationSettings,
  notifications,
  pushSubscriptions,
} from "../../platform/database/schema/notifications.ts";
import { passkeyChallenges, passkeys } from "../../platform/database/schema/passkeys.ts";
import { logSecrets } from "../../platform/database/schema/public-log.ts";
import { lotQuestions } from "../../platform/database/schema/questions.ts";
import { savedSearches } from "../../platform/database/schema/saved-searches.ts";
import { recoveryCodes, totpEnrolments, totpFactors } from "../../platform/database/schema/second-factors.ts";
import { emailChanges, passwordResets, sessions } from "../../platform/database/schema/sessions.ts";
import { invitations } from "../../platform/database/schema/staff.ts";
import { alertSettings, sentAlerts } from "../../platform/database/schema/staff-alerts.ts";
import { suspensionVoids, userNotes } from "../../platform/database/schema/suspensions.ts";
import { reminderSettings, sentReminders, watches } from "../../platform/database/schema/watches.ts";
import { nameOf } from "../../platform/database/statement-text.ts";

export type TableRule =
  /** The rows name the person by id alone, or must be kept; `why` says which. */
  | { readonly is: "kept"; readonly why: string }
  /** The rows have nothing of a person. */
  | { readonly is: "not personal" }
  /** Rows that expire soon by themselves. */
  | { readonly is: "expires"; readonly within: string }
  /** `statement` runs for the accounts in `deleted (id, email, username)`. */
  | { readonly is: "removed" | "pseudonymised"; readonly statement: SQL };

const kept = (why: string): TableRule => ({ is: "kept", why });
const notPersonal: TableRule = { is: "not personal" };
const expires = (within: string): TableRule => ({ is: "expires", within });
const deletedIds = sql`select id from deleted`;
/** Removes the person's rows. `column` has the person's id. */
const removed = (column: PgColumn): TableRule => ({
  is: "removed",
  statement: sql`delete from ${column.table} where ${column} in (${deletedIds})`,
});
const pseudonymised = (statement: SQL): TableRule => ({ is: "pseudonymised", statement });

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
  user_notes: removed(userNotes.userId),
  watches: removed(watches.userId),
  reminder_settings: removed(reminderSettings.userId),
  sent_reminders: removed(sentReminders.userId),
  // The lots that a search found are removed with the search.
  saved_searches: removed(savedSearches.userId),
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
  login_codes: {
    is: "removed",
    statement: sql`delete from ${loginCodes} where lower(${loginCodes.email}) in (select lower(email) from deleted)`,
  },
  // The name stays reserved, but no longer leads to the account.
  username_skeletons: pseudonymised(
    sql`update ${usernameSkeletons} set ${nameOf(usernameSkeletons.userId)} = null
      where ${usernameSkeletons.userId} in (${deletedIds})`,
  ),
  // Withdrawals that were paid refer to their bank account.
  bank_accounts: pseudonymised(
    sql`update ${bankAccounts} set ${nameOf(bankAccounts.accountName)} = 'deleted',
        ${nameOf(bankAccounts.accountNumber)} = '******' || right(${bankAccounts.accountNumber}, 4),
        ${nameOf(bankAccounts.removedAt)} = coalesce(${bankAccounts.removedAt}, clock_now())
      where ${bankAccounts.userId} in (${deletedIds})`,
  ),
  top_ups: pseudonymised(
    sql`update ${topUps} set ${nameOf(topUps.authorizationUrl)} = null where ${topUps.userId} in (${deletedIds})`,
  ),
  // The effect of a void names the leaders before and after it.
  suspension_voids: pseudonymised(
    sql`update ${suspensionVoids}
      set ${nameOf(suspensionVoids.effect)} = replace(${suspensionVoids.effect}::text, to_json(deleted.username)::text, '"deleted"')::json from deleted
      where position(to_json(deleted.username)::text in ${suspensionVoids.effect}::text) > 0
        and ${suspensionVoids.auctionId} in (select ${bids.auctionId} from ${bids} where ${bids.bidderId} = deleted.id)`,
  ),
  invitations: pseudonymised(
    sql`update ${invitations} set ${nameOf(invitations.email)} = 'deleted-' || ${invitations.id} || '@address.invalid',
        ${nameOf(invitations.withdrawnAt)} = case when ${invitations.acceptedAt} is null
          then coalesce(${invitations.withdrawnAt}, clock_now()) end
      where ${invitations.acceptedBy} in (${deletedIds})
        or lower(${invitations.email}) in (select lower(email) from deleted)`,
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
  receipts: kept("receipts must be kept with the name and address that they were made out to"),
  holds: kept("a number, by the person's id"),
  suspensions: kept("the record of a decision, by the person's id"),
  // An answered question stays, because it is part of the lot's page. The text of a question that was never answered,
  // or is hidden, is removed.
  lot_questions: pseudonymised(
    sql`update ${lotQuestions} set ${nameOf(lotQuestions.askerId)} = null, ${nameOf(lotQuestions.slot)} = null,
        ${nameOf(lotQuestions.revision)} = ${lotQuestions.revision} + 1,
        ${nameOf(lotQuestions.text)} = case when ${lotQuestions.answer} is null or ${lotQuestions.hiddenAt} is not null
          then '(removed)' else ${lotQuestions.text} end,
        ${nameOf(lotQuestions.hiddenAt)} = case when ${lotQuestions.answer} is null
          then coalesce(${lotQuestions.hiddenAt}, clock_now()) else ${lotQuestions.hiddenAt} end,
        ${nameOf(lotQuestions.hideReason)} = case when ${lotQuestions.answer} is null
          then coalesce(${lotQuestions.hideReason}, 'The account was deleted.') else ${lotQuestions.hideReason} end
      where ${lotQuestions.askerId} in (${deletedIds})`,
  ),
  sales: kept("the record of a decision; the member of the staff who made it is named by id"),
  sale_acceptances: kept("the proof of what was accepted, by the person's id"),
  sale_actions: kept("the record of a decision, by the id of the member of the staff"),
  admin_actions: kept("the audit log never changes; it names people by id"),
  consents: kept("the proof of what was accepted, by the person's id"),
  setting_versions: kept("the record of a decision, by the administrator's id"),
  bank_account_changes: kept("the record of a decision, by the administrators' ids"),
  deletion_requests: kept("the proof of the deletion, by the person's id"),

  commands: expires("48 hours"),
  refused_attempts: expires("90 days"),
  login_failures: expires("an hour"),
  login_challenges: expires("5 minutes"),

  accepted_rates: notPersonal,
  auction_counts: notPersonal,
  auction_search: notPersonal,
  content_changes: notPersonal,
  exchange_rates: notPersonal,
  import_pictures: notPersonal,
  import_rows: notPersonal,
  job_leases: notPersonal,
  set_aside_rows: kept("staff must see them; they name rows by id"),
  log_cosignatures: notPersonal,
  log_heads: notPersonal,
  log_keys: notPersonal,
  log_leaves: notPersonal,
  log_lots: notPersonal,
  log_subtrees: notPersonal,
  log_verdict_tries: notPersonal,
  log_verdicts: kept("its details name people by id, for whoever runs the server"),
  lot_news: notPersonal,
  public_holidays: notPersonal,
  published_lots: notPersonal,
  receipt_numbers: notPersonal,
  saved_search_matches: notPersonal,
  sale_action_lots: notPersonal,
  sale_lots: notPersonal,
  relistings: notPersonal,
  uploads: notPersonal,
};

/** The statements of all rules, as parts of the statement that deletes an account. */
export const ruleParts = (): SQL =>
  sql.join(
    Object.entries(tableRules).flatMap(([table, rule]) =>
      "statement" in rule ? [sql`${sql.identifier(`rule_${table}`)} as (${rule.statement})`] : [],
    ),
    sql`, `,
  );

/** The columns of the account's own row after the deletion. */
export const pseudonym: SQL = sql.join(
  [
    sql`${nameOf(users.username)} = 'deleted-' || left(md5(gen_random_uuid()::text), 6)`,
    sql`${nameOf(users.usernameVerdict)} = 'ok'`,
    sql`${nameOf(users.email)} = 'deleted-' || ${users.id} || '@address.invalid'`,
    ...[users.passwordHash, users.googleId, users.emailVerifiedAt, users.firstSessionAt, users.closesAt].map(toNull),
    ...[users.firstName, users.lastName, users.phone].map(toNull),
    ...[users.street, users.city, users.state, users.zipCode, users.country].map(toNull),
    sql`${nameOf(users.wantsOutbidMail)} = false`,
    sql`${nameOf(users.bannedAt)} = clock.at`,
    sql`${nameOf(users.deletedAt)} = clock.at`,
    sql`${nameOf(users.revision)} = ${users.revision} + 1`,
    sql`${nameOf(users.tokenVersion)} = ${users.tokenVersion} + 1`,
  ],
  sql`, `,
);

function toNull(column: PgColumn): SQL {
  return sql`${nameOf(column)} = null`;
}

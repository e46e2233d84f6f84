// Defines the SQL condition that hides from staff the entries of the audit log that would reveal a hidden maximum.
import { type SQL, sql } from "drizzle-orm";
import { adminActions } from "../../platform/database/schema/accounts.ts";
import { showsMaxima } from "./shows-maxima.ts";

/**
 * True for the entries that staff may see now: false for the void of a hidden maximum until its lot is over. SQL,
 * because the builder has no operator for a field of JSON.
 */
export const isDisclosed: SQL = sql`(${adminActions.action} <> 'bids voided'
  or ${adminActions.details} ->> 'isHidden' is null
  or ${showsMaxima(adminActions.auctionId)})`;

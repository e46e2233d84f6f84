// Finds the entries of the audit log that would tell staff of a hidden maximum.
import { type SQL, sql } from "drizzle-orm";
import { adminActions } from "../../platform/database/schema/accounts.ts";
import { auctions } from "../../platform/database/schema/auctions.ts";
import { aliased, qualified } from "../../platform/database/statement-text.ts";

const l = aliased(auctions, "l");

/**
 * False for the void of a hidden maximum until its lot is over. SQL, because the builder has no operator for a field of
 * JSON.
 */
export const isTold: SQL = sql`(${qualified(adminActions.action)} <> 'bids voided'
  or ${qualified(adminActions.details)} ->> 'isHidden' is null or exists (
  select from ${l.table} where ${l.id} = ${qualified(adminActions.auctionId)}
    and (${l.status} in ('ended', 'sold') or ${l.removedAt} is not null)))`;

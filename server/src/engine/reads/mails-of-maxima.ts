// Has the conditions that hide from staff the mails that would reveal a hidden maximum. Some kinds also go to people
// who have only a maximum on the lot, so until the lot is over staff may see such a mail only if the person had a bid
// that counted.
import { type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { arrayLiteral } from "../../platform/database/arrays.ts";
import { bids } from "../../platform/database/schema/bids.ts";
import { outbox } from "../../platform/database/schema/mail.ts";
import { kindsForMaxima } from "../../platform/outbox/deliveries.ts";
import { showsMaxima } from "./shows-maxima.ts";

const b = alias(bids, "b");

/**
 * True if the mail's kind reveals no maximum, or the person had a bid that counted then. The mail about voided bids has
 * the time of the void.
 */
export const isNoMailOfMaximum: SQL = sql`(${outbox.kind} <> all(${arrayLiteral(kindsForMaxima)}::text[])
  or exists (select from ${bids} ${b} where ${b.auctionId} = ${outbox.auctionId} and ${b.bidderId} = ${outbox.userId}
    and ${b.createdAt} < ${outbox.createdAt} and (${b.voidedAt} is null or ${b.voidedAt} >= ${outbox.createdAt})))`;

/** True for the mails that staff may see now. */
export const isMailForStaff: SQL = sql`(${isNoMailOfMaximum} or ${showsMaxima(sql`${outbox.auctionId}`)})`;

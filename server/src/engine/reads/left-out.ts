// Says which lots were left out of their sale's publication, because somebody had published them on their own before.
// Until such a lot opens again, it keeps its own times, does not ask for the sale's terms, and is in no order of
// closings.
import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { saleActionLots, saleActions } from "../../platform/database/schema/sales.ts";

const p = alias(saleActions, "publication");
const o = alias(saleActionLots, "left_out");

/**
 * The reason why a lot that opened on its own is left out. It is stored with the publication, and `isLeftOut` finds
 * such a lot by this text, so the text must never change.
 */
export const LEFT_OUT = "This lot was published on its own before the sale, so it keeps its own times.";

/**
 * True for a lot that had opened when the publication of its sale was asked for, and has not opened again since. SQL,
 * because the statements that contain it have different aliases.
 */
export const isLeftOut = (saleId: SQLWrapper, auctionId: SQLWrapper, startsAt: SQLWrapper): SQL<boolean> => {
  // A template within a template, because Drizzle takes the tables' names off the columns of the outer one.
  const leftOut = sql`select from ${saleActions} ${p} join ${saleActionLots} ${o} on ${o.actionId} = ${p.id}
  where ${p.saleId} = ${saleId} and ${p.kind} = 'publish' and ${p.askedAt} > ${startsAt}
    and ${o.auctionId} = ${auctionId} and ${o.refusal} = ${LEFT_OUT}`;
  return sql<boolean>`exists (${leftOut})`;
};

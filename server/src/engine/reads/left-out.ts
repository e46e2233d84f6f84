// Lots that were left out of their sale's publication, because somebody had published them on their own before. They keep
// their own times, ask for none of the sale's terms, and are in no order of closings, until they open again.
import { type SQL, sql } from "drizzle-orm";
import { saleActionLots, saleActions } from "../../platform/database/schema/sales.ts";
import { aliased } from "../../platform/database/statement-text.ts";

const p = aliased(saleActions, "publication");
const o = aliased(saleActionLots, "left_out");

/**
 * The reason of a lot that opened on its own before its sale was published. It is stored with the publication, and is how
 * such a lot is found, so it must never change.
 */
export const LEFT_OUT = "This lot was published on its own before the sale, so it keeps its own times.";

/**
 * True for a lot that had opened when the publication of its sale was asked for, and has not opened again since. It is SQL,
 * because it is a part of statements on different aliases.
 */
export const isLeftOut = (saleId: SQL, auctionId: SQL, startsAt: SQL): SQL<boolean> => sql<boolean>`exists (
  select from ${p.table} join ${o.table} on ${o.actionId} = ${p.id}
  where ${p.saleId} = ${saleId} and ${p.kind} = 'publish' and ${p.askedAt} > ${startsAt}
    and ${o.auctionId} = ${auctionId} and ${o.refusal} = ${LEFT_OUT})`;

// The handover of a paid lot, and the pardon of an unpaid win. Neither touches the auction, so each is one statement of its
// own, which records who of the staff did it. A change that was made before is not an error.

import { randomUUID } from "node:crypto";
import type { ErrorBody } from "@jara/shared/errors";
import type { Permission } from "@jara/shared/permissions";
import type { Settlement } from "@jara/shared/rest/settlements";
import { whyChangedSince } from "@jara/shared/seen-value";
import { and, eq, isNull, type SQL, sql } from "drizzle-orm";
import type { Database } from "../../platform/database/database.ts";
import { adminActions, users } from "../../platform/database/schema/accounts.ts";
import { purchases, settlements } from "../../platform/database/schema/settlements.ts";
import { clockNow, insertSelect, nameOf } from "../../platform/database/statement-text.ts";
import { actorPart } from "../../platform/database/who-may.ts";

interface Asked {
  readonly adminId: string;
  readonly settlement: Settlement;
}

const tableOf = ({ kind }: Settlement) => (kind === "win" ? settlements : purchases);

interface Change {
  /** Needed when the statement writes; "settlements:book" by default. */
  readonly permission?: Permission;
  readonly set: SQL;
  readonly where: SQL | undefined;
  readonly action: string;
  readonly details: object;
  /** Is true if decisions on the buyer's later bids depend on it. The buyer's revision must then increase. */
  readonly concernsBids?: true;
}

/** An `insert` of the record that somebody of the staff did this. Follow it with the rows that it is written for. */
const recordOf = ({ adminId, settlement }: Asked, action: string, details: object): SQL =>
  insertSelect(adminActions, {
    id: randomUUID(),
    actorId: adminId,
    action,
    userId: settlement.buyer._id,
    auctionId: settlement.auction._id,
    details: sql`${JSON.stringify({ settlementId: settlement._id, ...details })}::json`,
    at: clockNow,
  });

/** Updates the row if the condition holds, and records the action with it. True if the row was changed. */
const change = async (
  { db }: Database,
  { adminId, settlement }: Asked,
  { permission = "settlements:book", set, where, action, details, concernsBids }: Change,
): Promise<boolean> => {
  const table = tableOf(settlement);
  // SQL, because Drizzle's builder cannot insert what another part returns into some of a table's columns.
  const [row] = await db.execute<{ isDone: boolean }>(sql`
    with ${actorPart(adminId, permission)},
    -- Lock the buyer before the settlement, because the engine locks people first.
    buyer as (
      update ${users} set ${nameOf(users.revision)} = ${users.revision} + ${concernsBids ? 1 : 0}
      from actor where ${users.id} = ${settlement.buyer._id} and ${concernsBids === true}::boolean
        and exists (select from ${table} where ${table.id} = ${settlement._id} and ${where})
      returning ${users.id}
    ),
    changed as (
      update ${table} set ${set} from actor where ${table.id} = ${settlement._id} and ${where}
        and (${concernsBids !== true}::boolean or exists (select from buyer))
      returning ${table.id}
    ),
    recorded as (${recordOf({ adminId, settlement }, action, details)} from changed)
    select exists (select from changed) as "isDone"`);
  return row?.isDone ?? false;
};

interface Pickup {
  readonly place: string;
  readonly hours: string;
}

/**
 * Returns why it cannot be done; null if it is done. Another place or time replaces the first, unless the author saw
 * others than the stored ones (`seen`; null: none).
 */
export const markReady = async (
  database: Database,
  { place, hours, seen, ...asked }: Asked & Pickup & { readonly seen?: Pickup | null },
): Promise<string | ErrorBody | null> => {
  const table = tableOf(asked.settlement);
  const before = seen === undefined ? undefined : { place: seen?.place ?? null, hours: seen?.hours ?? null };
  const isAsSeen =
    before &&
    sql`((${table.pickupPlace}, ${table.pickupHours}) is not distinct from (${before.place}::text, ${before.hours}::text)
      or (${table.pickupPlace}, ${table.pickupHours}) = (${place}::text, ${hours}::text))`;
  const isDone = await change(database, asked, {
    set: sql`${nameOf(table.readyAt)} = coalesce(${table.readyAt}, ${clockNow}), ${nameOf(table.pickupPlace)} = ${place},
      ${nameOf(table.pickupHours)} = ${hours}`,
    where: and(eq(table.status, "paid"), sql`${table.handedOverAt} is null`, isAsSeen),
    action: "lot ready",
    details: { place, hours },
  });
  if (isDone) return null;
  const [stored] = await database.db
    .select({
      place: table.pickupPlace,
      hours: table.pickupHours,
      status: table.status,
      handedOverAt: table.handedOverAt,
    })
    .from(table)
    .where(eq(table.id, asked.settlement._id));
  const isPossible = stored?.status === "paid" && stored.handedOverAt === null;
  const changed = isPossible ? whyChangedSince(before, stored, { place, hours }) : null;
  return changed ?? "Only a paid lot that was not handed over can be made ready.";
};

/** `code`: what the buyer showed. */
export interface HandoverAsked extends Asked {
  readonly code: string;
}

/** Returns why it cannot be done; null if it is done. A wrong code is recorded. */
export const markHandedOver = async (database: Database, { code, ...asked }: HandoverAsked): Promise<string | null> => {
  const table = tableOf(asked.settlement);
  if (asked.settlement.pickup?.status === "handed-over") return null;
  const isDone = await change(database, asked, {
    set: sql`${nameOf(table.handedOverAt)} = ${clockNow}, ${nameOf(table.handedOverBy)} = ${asked.adminId}`,
    where: and(
      eq(table.status, "paid"),
      sql`${table.readyAt} is not null and ${table.handedOverAt} is null`,
      eq(table.pickupCode, code),
    ),
    action: "lot handed over",
    details: {},
  });
  if (isDone) return null;
  const { status, pickup } = asked.settlement;
  if (status !== "paid") return "This lot is not paid.";
  if (pickup?.status !== "ready") return "Make the lot ready first.";
  await recordWrongCode(database, asked);
  return "The code is not this buyer's. Ask the buyer to show it again.";
};

const recordWrongCode = async ({ db }: Database, asked: Asked): Promise<void> => {
  // SQL, because Drizzle's builder cannot insert what another part returns into some of a table's columns.
  await db.execute(sql`
    with ${actorPart(asked.adminId, "settlements:book")}
    ${recordOf(asked, "wrong handover code", {})} from actor`);
};

export const pardon = async (
  database: Database,
  { reason, ...asked }: Asked & { readonly reason: string },
): Promise<string | null> => {
  if (asked.settlement.kind !== "win")
    return "Only an unpaid win can be pardoned. Reverse the forfeit of a purchase instead.";
  if (asked.settlement.pardonedAt !== null) return null;
  const isDone = await change(database, asked, {
    permission: "settlements:waive",
    set: sql`${nameOf(settlements.pardonedAt)} = ${clockNow}`,
    where: and(eq(settlements.status, "forfeited"), isNull(settlements.pardonedAt)),
    action: "unpaid win pardoned",
    details: { reason },
    concernsBids: true,
  });
  return isDone ? null : "Only a forfeited win can be pardoned.";
};

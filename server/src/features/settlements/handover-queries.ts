// The handover of a paid lot, and the pardon of an unpaid win. Neither touches the auction, so each is one transaction of its
// own, which records who of the staff did it. A change that was made before is not an error.
import { type ErrorBody, refusal } from "@jara/shared/errors";
import type { Permission } from "@jara/shared/permissions";
import type { Settlement } from "@jara/shared/rest/settlements";
import { lotNumberText, numberedTitle } from "@jara/shared/sale-order";
import { whyChangedSince } from "@jara/shared/seen-value";
import { and, asc, eq, isNotNull, isNull, sql } from "drizzle-orm";
import type { Database, Db } from "../../platform/database/database.ts";
import { lockPeople, mayStill } from "../../platform/database/lock-people.ts";
import { recordAction } from "../../platform/database/record-action.ts";
import { users } from "../../platform/database/schema/accounts.ts";
import { auctions } from "../../platform/database/schema/auctions.ts";
import { saleLots } from "../../platform/database/schema/sales.ts";
import { consignments } from "../../platform/database/schema/sellers.ts";
import { purchases, settlements } from "../../platform/database/schema/settlements.ts";
import { clockNow } from "../../platform/database/statement-text.ts";
import { increased } from "../../platform/database/statements.ts";
import { newPickupCode } from "../../platform/lib/pickup-code.ts";
import { queueMail } from "../../platform/outbox/queue-mail.ts";
import { owedIn } from "./owed.ts";
import { choosesSlot, slotOfLot } from "./pickups/queries.ts";
import type { UsualPickups } from "./pickups/slots.ts";

interface Asked {
  readonly adminId: string;
  readonly settlement: Settlement;
}

const tableOf = ({ kind }: Pick<Settlement, "kind">) => (kind === "win" ? settlements : purchases);

/**
 * Locks the rows of the actor and of the buyer, whose lots have one code. The row of the settlement is locked after them,
 * because the engine locks people first.
 */
const mayActorStill = async (tx: Db, { adminId, settlement }: Asked, permission: Permission): Promise<boolean> =>
  mayStill((await lockPeople(tx, [adminId, settlement.buyer._id])).get(adminId), permission);

/** The row of the settlement or the purchase, locked. */
const lockHandover = async (tx: Db, { settlement }: Asked) => {
  const table = tableOf(settlement);
  const { status, pickupPlace: place, pickupHours: hours, pickupCode, readyAt, handedOverAt } = table;
  const [row] = await tx
    .select({ status, place, hours, pickupCode, readyAt, handedOverAt })
    .from(table)
    .where(eq(table.id, settlement._id))
    .for("update");
  return row;
};

const record = (tx: Db, { adminId, settlement }: Asked, action: string, details: object = {}): Promise<void> =>
  recordAction(tx, {
    actorId: adminId,
    action,
    userId: settlement.buyer._id,
    auctionId: settlement.auction._id,
    details: { settlementId: settlement._id, ...details },
  });

interface Pickup {
  readonly place: string;
  readonly hours: string;
}

interface MarkReady extends Asked, Pickup {
  readonly seen?: Pickup | null;
  /** The site's own pickup times. */
  readonly usual: UsualPickups;
}

/**
 * Returns why it cannot be done; null if it is done. Another place or time replaces the first, unless the author saw
 * others than the stored ones (`seen`; null: none).
 */
export const markReady = (
  { transaction }: Database,
  { place, hours, seen, usual, ...asked }: MarkReady,
): Promise<string | ErrorBody | null> =>
  transaction(async (tx) => {
    if (!(await mayActorStill(tx, asked, "settlements:book"))) return refusal("FORBIDDEN");
    const stored = await lockHandover(tx, asked);
    if (stored?.status !== "paid" || stored.handedOverAt !== null) {
      return "Only a paid lot that was not handed over can be made ready.";
    }
    const before = seen === undefined ? undefined : { place: seen?.place ?? null, hours: seen?.hours ?? null };
    const changed = whyChangedSince(before, stored, { place, hours });
    if (changed) return changed;

    const table = tableOf(asked.settlement);
    const readyAt = sql`coalesce(${table.readyAt}, ${clockNow})`;
    const sharedCode = stored.readyAt === null ? (await readyLots(tx, asked.settlement))[0]?.pickupCode : null;
    await tx
      .update(table)
      .set({ readyAt, pickupPlace: place, pickupHours: hours, ...(sharedCode && { pickupCode: sharedCode }) })
      .where(eq(table.id, asked.settlement._id));
    await record(tx, asked, "lot ready", { place, hours });
    if (stored.readyAt === null || stored.place !== place || stored.hours !== hours) {
      const { auction, buyer } = asked.settlement;
      const { _id: auctionId, title } = auction;
      const of = { userId: buyer._id, toAddress: buyer.email, auctionId };
      const slot = await slotOfLot(tx, buyer._id, auctionId);
      const comes = slot ? { slot } : { choosesSlot: await choosesSlot(tx, buyer._id, auctionId, usual) };
      await queueMail(tx, { kind: "lot-ready", ...of, data: { auctionId, title, place, hours, ...comes } });
    }
    return null;
  });

/** The buyer's lots of the same sale that wait for their handover. They have one code, unless an older version wrote it. */
const readyLots = async (tx: Db, { buyer, auction }: Settlement) => {
  const owed = owedIn(tx, { buyerId: buyer._id });
  const [{ saleId = null } = {}] = await tx
    .select({ saleId: saleLots.saleId })
    .from(saleLots)
    .where(eq(saleLots.auctionId, auction._id));
  return await tx
    .select({
      id: owed.id,
      kind: owed.kind,
      pickupCode: owed.pickupCode,
      auctionId: owed.auctionId,
      title: auctions.title,
      lotNumber: saleLots.lotNumber,
      suffix: saleLots.suffix,
    })
    .from(owed)
    .innerJoin(auctions, eq(auctions.id, owed.auctionId))
    .leftJoin(saleLots, eq(saleLots.auctionId, owed.auctionId))
    .where(
      and(
        sql`${owed.status} = 'paid'`,
        isNotNull(owed.readyAt),
        isNull(owed.handedOverAt),
        sql`${saleLots.saleId} is not distinct from ${saleId}::uuid`,
      ),
    )
    .orderBy(asc(owed.readyAt), asc(owed.id));
};

/** `settlements`: of one buyer and sale, at least one. `code`: what the buyer showed. */
export interface HandoverAsked {
  readonly adminId: string;
  readonly settlements: readonly [Settlement, ...Settlement[]];
  readonly code: string;
}

/** `renewed`: the settlements of lots that stay, which have another code now. */
type HandedOver = { readonly refused: string | ErrorBody } | { readonly renewed: readonly string[] };

/** Hands all of the lots over, or none. A wrong code is recorded. */
export const markHandedOver = async (
  { transaction }: Database,
  { code, adminId, settlements: asked }: HandoverAsked,
): Promise<HandedOver> => {
  if (asked.every(({ pickup }) => pickup?.status === "handed-over")) return { renewed: [] };
  return await transaction(async (tx): Promise<HandedOver> => {
    const people = await lockPeople(tx, [adminId, asked[0].buyer._id]);
    if (!mayStill(people.get(adminId), "settlements:book")) return { refused: refusal("FORBIDDEN") };
    const waiting: Settlement[] = [];
    const codes = new Set<string | null>();
    for (const settlement of asked.toSorted((one, other) => (one._id < other._id ? -1 : 1))) {
      const stored = await lockHandover(tx, { adminId, settlement });
      const { title } = settlement.auction;
      if (stored?.status !== "paid") return { refused: `“${title}” is not paid.` };
      if (stored.handedOverAt !== null) continue;
      if (stored.readyAt === null) return { refused: `Make “${title}” ready first.` };
      waiting.push(settlement);
      codes.add(stored.pickupCode);
    }
    const [first] = waiting;
    if (!first) return { renewed: [] };
    if (!codes.has(code)) {
      await record(tx, { adminId, settlement: first }, "wrong handover code");
      return { refused: "The code is not this buyer's. Ask the buyer to show it again." };
    }
    for (const settlement of waiting) await handOver(tx, { adminId, settlement });
    tx.wake("proceeds");
    return { renewed: await renewCode(tx, first, waiting) };
  });
};

const handOver = async (tx: Db, asked: Asked): Promise<void> => {
  const table = tableOf(asked.settlement);
  await tx
    .update(table)
    .set({ handedOverAt: clockNow, handedOverBy: asked.adminId })
    .where(eq(table.id, asked.settlement._id));
  await record(tx, asked, "lot handed over");
  await notifySeller(tx, asked);
};

/** Gives the lots that stay another code, because the staff know the old one by now, and mails it to the buyer. */
const renewCode = async (tx: Db, settlement: Settlement, handedOver: readonly Settlement[]): Promise<string[]> => {
  const left = await readyLots(tx, settlement);
  const pickupCode = newPickupCode();
  for (const { id, kind } of left) {
    const table = tableOf({ kind });
    await tx.update(table).set({ pickupCode }).where(eq(table.id, id));
  }
  const [first] = left;
  if (first) {
    const { buyer, sale } = settlement;
    await queueMail(tx, {
      kind: "pickup-code",
      userId: buyer._id,
      toAddress: buyer.email,
      auctionId: first.auctionId,
      data: {
        sale: sale?.title ?? null,
        handedOver: handedOver.map(({ auction, sale: of }) => numberedTitle(auction.title, of?.lot ?? null)),
        left: left.map(({ title, lotNumber, suffix }) =>
          numberedTitle(title, lotNumber === null ? null : lotNumberText({ lotNumber, suffix: suffix ?? "" })),
        ),
        code: pickupCode,
      },
    });
  }
  return left.map(({ id }) => id);
};

/** Mails the seller of the lot, if it is not the house's. */
const notifySeller = async (tx: Db, { settlement: { auction } }: Asked): Promise<void> => {
  const [seller] = await tx
    .select({ userId: users.id, toAddress: users.email })
    .from(consignments)
    .innerJoin(users, eq(users.id, consignments.sellerId))
    .where(eq(consignments.auctionId, auction._id));
  if (!seller) return;
  const { _id: auctionId, title, currency } = auction;
  const data = { auctionId, title, currency, what: "handed-over" as const, price: null, amount: null, endTime: null };
  await queueMail(tx, { kind: "own-lot", ...seller, auctionId, data });
};

/** Decisions on the buyer's later bids depend on it, so the buyer's revision increases. */
export const pardon = async (
  { transaction }: Database,
  { reason, ...asked }: Asked & { readonly reason: string },
): Promise<string | ErrorBody | null> => {
  const { adminId, settlement } = asked;
  if (settlement.kind !== "win")
    return "Only an unpaid win can be pardoned. Reverse the forfeit of a purchase instead.";
  if (settlement.pardonedAt !== null) return null;
  return await transaction(async (tx) => {
    const people = await lockPeople(tx, [adminId, settlement.buyer._id]);
    if (!mayStill(people.get(adminId), "settlements:waive")) return refusal("FORBIDDEN");
    const isOfWin = eq(settlements.id, settlement._id);
    const { status, pardonedAt } = settlements;
    const [stored] = await tx.select({ status, pardonedAt }).from(settlements).where(isOfWin).for("update");
    if (stored?.status !== "forfeited") return "Only a forfeited win can be pardoned.";
    if (stored.pardonedAt !== null) return null;

    await tx.update(settlements).set({ pardonedAt: clockNow }).where(isOfWin);
    await record(tx, asked, "unpaid win pardoned", { reason });
    await tx
      .update(users)
      .set({ revision: increased(users.revision) })
      .where(eq(users.id, settlement.buyer._id));
    return null;
  });
};

// Keeps one bank transfer from paying two lots by mistake: refuses a booking if the transfer was booked for another lot
// before, or is being booked for one at this moment.
import { createHash } from "node:crypto";
import { formatMoney, toMajor } from "@jara/shared/money";
import { and, desc, eq, isNull, ne, notExists, type SQL, sql } from "drizzle-orm";
import { toIso } from "../../auction/view/to-public.ts";
import { interestsOf } from "../../engine/reads/interests.ts";
import type { Database } from "../../platform/database/database.ts";
import { auctions } from "../../platform/database/schema/auctions.ts";
import { storedOutcomes } from "../../platform/database/schema/log.ts";
import { payments } from "../../platform/database/schema/settlements.ts";
import { approvals } from "../../platform/database/schema/staff.ts";
import { Refused, refuse } from "../../platform/http/refused.ts";
import { endLease, holdLease } from "../../platform/jobs/job-leases.ts";
import { writtenLagosTime } from "../../platform/lib/lagos-time.ts";

/** Older bookings are not searched, because banks use references again, and the index of payments is by time. */
const WITHIN = sql`interval '1 year'`;
const normalised = (text: SQL | typeof payments.reference): SQL => sql`lower(btrim(${text}))`;

export interface Booking {
  readonly actorId: string;
  /** A booking under this id that was done, or that waits for a second person, is not refused: it is answered again. */
  readonly commandId: string;
  readonly settlementId: string;
  readonly reference: string;
  /**
   * True if the caller tries the same booking again later. Then the answer is UNAVAILABLE while the transfer is being
   * booked for another lot.
   */
  readonly comesAgain?: boolean;
}

/**
 * A booking takes much less time. If its node dies, the transfer can be booked for another lot when this time is over.
 */
const LEASE_MS = 300_000;

/**
 * Books a transfer with `book`, unless its reference counts for another settlement already, or is being booked for one at
 * this moment. Only a booking that takes longer than the lease escapes the second check.
 */
export const bookTransfer = async <T>(database: Database, booking: Booking, book: () => Promise<T>): Promise<T> => {
  const { reference, settlementId, comesAgain } = booking;
  const hash = createHash("sha256").update(reference.trim().toLowerCase()).digest("hex");
  // A request that is sent twice has the same holder both times, so both get its answer.
  const lease = { job: `transfer ${hash}`, holder: settlementId };
  if (!(await holdLease(database, { ...lease, forMs: LEASE_MS }))) {
    const what = "A transfer with this reference is being booked for another lot at this moment.";
    if (comesAgain) return refuse("UNAVAILABLE", { message: what });
    return refuse("ALREADY_EXISTS", { message: `${what} If this transfer pays both lots, confirm that.` });
  }
  // If this fails, the lease ends by itself.
  const end = () => endLease(database, lease).catch(() => undefined);
  try {
    await refuseBookedBefore(database, booking);
    const booked = await book();
    await end();
    return booked;
  } catch (error) {
    // After an unknown outcome the booking may still be done, so the lease stays.
    if (error instanceof Refused && error.body.code !== "UNAVAILABLE") await end();
    throw error;
  }
};

const refuseBookedBefore = async (database: Database, booking: Booking): Promise<void> => {
  const { db } = database;
  const { actorId, commandId, settlementId, reference } = booking;
  const [found] = await db
    .select({
      ...{ auctionId: payments.auctionId, title: auctions.title, currency: auctions.currency },
      ...{ amountMinor: payments.amountMinor, createdAt: payments.createdAt },
    })
    .from(payments)
    .innerJoin(auctions, eq(auctions.id, payments.auctionId))
    .where(
      and(
        sql`${payments.createdAt} > clock_timestamp() - ${WITHIN}`,
        eq(normalised(payments.reference), normalised(sql`${reference}::text`)),
        ...[eq(payments.method, "transfer"), isNull(payments.reversedAt), ne(payments.settlementId, settlementId)],
        notExists(
          db
            .select({ one: sql`1` })
            .from(storedOutcomes)
            .where(and(eq(storedOutcomes.userId, actorId), eq(storedOutcomes.commandId, commandId))),
        ),
        notExists(
          db
            .select({ one: sql`1` })
            .from(approvals)
            .where(
              and(
                ...[eq(approvals.askedBy, actorId), eq(approvals.commandId, commandId)],
                // A small order that was not carried out has booked nothing.
                ne(approvals.status, "not-needed"),
              ),
            ),
        ),
      ),
    )
    .orderBy(desc(payments.createdAt))
    .limit(1);
  if (!found) return;
  // Staff with an interest in the other lot may not see what was paid for it.
  const isTheirs = (await interestsOf(database, actorId)).has(found.auctionId);
  const what = isTheirs
    ? "for another lot"
    : `on ${writtenLagosTime(toIso(found.createdAt))}: ${formatMoney(toMajor(found.amountMinor), found.currency)} for “${found.title}”`;
  const message = `A transfer with this reference was booked before ${what}. If this transfer pays both lots, confirm that.`;
  refuse("ALREADY_EXISTS", { message });
};

// Refuses to book a bank transfer that was booked for another lot before, so that one transfer does not pay two lots by
// mistake.
import { formatMoney, toMajor } from "@jara/shared/money";
import { and, desc, eq, isNull, ne, notExists, type SQL, sql } from "drizzle-orm";
import { toIso } from "../../auction/view/to-public.ts";
import { interestsOf } from "../../engine/reads/interests.ts";
import type { Database } from "../../platform/database/database.ts";
import { auctions } from "../../platform/database/schema/auctions.ts";
import { storedOutcomes } from "../../platform/database/schema/log.ts";
import { payments } from "../../platform/database/schema/settlements.ts";
import { approvals } from "../../platform/database/schema/staff.ts";
import { refuse } from "../../platform/http/refused.ts";
import { writtenLagosTime } from "../../platform/lib/lagos-time.ts";

/** Older bookings are not searched, because banks use references again, and the index of payments is by time. */
const WITHIN = sql`interval '1 year'`;
const normalised = (text: SQL | typeof payments.reference): SQL => sql`lower(btrim(${text}))`;

interface Booking {
  readonly actorId: string;
  /** A booking under this id that was done, or that waits for a second person, is not refused: it is answered again. */
  readonly commandId: string;
  readonly settlementId: string;
  readonly reference: string;
}

/** Refuses the booking of a transfer whose reference counts for another settlement already. */
export const refuseBookedBefore = async (database: Database, booking: Booking): Promise<void> => {
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
            .where(and(eq(approvals.askedBy, actorId), eq(approvals.commandId, commandId))),
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
  const message = `A transfer with this reference was booked before ${what}. If the one transfer pays both lots, confirm that.`;
  refuse("ALREADY_EXISTS", { message });
};

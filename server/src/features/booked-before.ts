// Keeps one bank transfer from counting twice by mistake: refuses a booking if the transfer was booked before, for the
// same lot, for another one or for a balance, or is being booked at this moment.
import { createHash } from "node:crypto";
import { formatMoney, toMajor } from "@jara/shared/money";
import { and, desc, eq, isNull, ne, notExists, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { toIso } from "../auction/view/to-public.ts";
import { interestsOf } from "../engine/reads/interests.ts";
import type { Database } from "../platform/database/database.ts";
import { users } from "../platform/database/schema/accounts.ts";
import { auctions } from "../platform/database/schema/auctions.ts";
import { storedOutcomes } from "../platform/database/schema/log.ts";
import { ledgerEntries } from "../platform/database/schema/money.ts";
import { payments } from "../platform/database/schema/settlements.ts";
import { approvals } from "../platform/database/schema/staff.ts";
import { RefusedError, refuse } from "../platform/http/refused.ts";
import { endLease, holdLease } from "../platform/jobs/job-leases.ts";
import { writtenLagosTime } from "../platform/lib/lagos-time.ts";

/** Older bookings are not searched, because banks use references again, and the index of payments is by time. */
const WITHIN = sql`interval '1 year'`;

/** People type these differently, or leave them out. `normalised` in SQL and in the program removes the same ones. */
const IGNORED = " \t\n\r\u00a0\u2007\u2009\u202f-\u2010\u2011\u2012\u2013\u2014\u2212_./\\";
const normalised = (text: SQLWrapper): SQL => sql`translate(lower(${text}), ${IGNORED}, '')`;
const normalise = (text: string): string =>
  [...text.toLowerCase()].filter((letter) => !IGNORED.includes(letter)).join("");

export interface Booking {
  readonly actorId: string;
  /** A booking under this id that was done, or that waits for a second person, is not refused: it is answered again. */
  readonly commandId: string;
  /** The settlement that the transfer pays. Null: it goes to a balance. */
  readonly settlementId: string | null;
  readonly reference: string;
  /** The caller says that the transfer pays another lot too, so bookings for others are not looked at. */
  readonly isSplit?: boolean | undefined;
  /** The caller says that this is another transfer, so bookings for the same settlement are not looked at. */
  readonly isAnother?: boolean | undefined;
  /**
   * True if the caller tries the same booking again later. Then the answer is UNAVAILABLE while the transfer is being
   * booked for another lot.
   */
  readonly comesAgain?: boolean;
}

/**
 * A booking takes much less time. If its node dies, the transfer can be booked again when this time is over.
 */
const LEASE_MS = 300_000;
const hashOf = (text: string): string => createHash("sha256").update(text).digest("hex");

/**
 * Books a transfer with `book`, unless its reference counts already, or is being booked at this moment. Only a booking
 * that takes longer than the lease escapes the second check.
 */
export const bookTransfer = async <T>(database: Database, booking: Booking, book: () => Promise<T>): Promise<T> => {
  const { reference, settlementId, isSplit, isAnother, actorId, commandId } = booking;
  if (normalise(reference) === "") return await book();
  const job = `transfer ${hashOf(normalise(reference))}`;
  // A request that is sent twice has the same holder both times, so both get its answer. A uuid has as many digits.
  const ofRequest = hashOf(JSON.stringify([actorId, commandId])).slice(0, 32);
  const checked = async (): Promise<T> => {
    await refuseBookedBefore(database, booking);
    return await book();
  };
  const amongLots = isSplit
    ? checked
    : () => withLease(database, { job, holder: settlementId ?? ofRequest, isOfLot: false }, booking, checked);
  // The lease of the lot comes first: a second booking for it must not end the other lease of the first one.
  if (isAnother || settlementId === null) return await amongLots();
  return await withLease(
    database,
    { job: `${job} ${settlementId}`, holder: ofRequest, isOfLot: true },
    booking,
    amongLots,
  );
};

const withLease = async <T>(
  database: Database,
  { isOfLot, ...lease }: { readonly job: string; readonly holder: string; readonly isOfLot: boolean },
  { comesAgain }: Booking,
  run: () => Promise<T>,
): Promise<T> => {
  if (!(await holdLease(database, { ...lease, forMs: LEASE_MS }))) {
    const what = `A transfer with this reference is being booked for ${isOfLot ? "this" : "another"} lot at this moment.`;
    if (comesAgain) return refuse("UNAVAILABLE", { message: what });
    if (isOfLot) return refuse("SAME_TRANSFER", { message: `${what} Is this the same transfer?` });
    return refuse("ALREADY_EXISTS", { message: `${what} If this transfer pays both lots, confirm that.` });
  }
  // If this fails, the lease ends by itself.
  const end = () => endLease(database, lease).catch(() => undefined);
  try {
    const booked = await run();
    await end();
    return booked;
  } catch (error) {
    // After an unknown outcome the booking may still be done, so the lease stays.
    if (error instanceof RefusedError && error.body.code !== "UNAVAILABLE") await end();
    throw error;
  }
};

const refuseBookedBefore = async (database: Database, booking: Booking): Promise<void> => {
  const { settlementId, isSplit, isAnother, comesAgain } = booking;
  if (settlementId !== null && !isAnother && !comesAgain && (await isWaiting(database, booking))) {
    const message = "A transfer with this reference waits for a second person. Is this the same transfer?";
    refuse("SAME_TRANSFER", { message });
  }
  const [forLots, forBalances] = await Promise.all([
    isSplit && (isAnother || settlementId === null) ? [] : bookedForLots(database, booking),
    isSplit ? [] : bookedForBalances(database, booking),
  ]);
  const found = forLots[0] ?? forBalances[0];
  if (!found) return;
  // Staff with an interest in the other lot may not see what was paid for it.
  const isTheirs = found.auctionId !== null && (await interestsOf(database, booking.actorId)).has(found.auctionId);
  const sum = formatMoney(toMajor(found.amountMinor), found.currency);
  const what = isTheirs
    ? "for another lot"
    : `on ${writtenLagosTime(toIso(found.createdAt))}: ${sum} ${found.auctionId === null ? `to the balance of ${found.title}` : `for “${found.title}”`}`;
  const message = `A transfer with this reference was booked before ${what}.`;
  if (found.isSame || settlementId === null) {
    refuse("SAME_TRANSFER", { message: `${message} Is this the same transfer?` });
  }
  const both = found.auctionId === null ? "this lot too" : "both lots";
  refuse("ALREADY_EXISTS", { message: `${message} If this transfer pays ${both}, confirm that.` });
};

/** Neither done nor asked for under the booking's own id, which is answered again. */
const isNotRepeated = ({ db }: Database, { actorId, commandId }: Booking): SQL | undefined => {
  const done = db
    .select({ one: sql`1` })
    .from(storedOutcomes)
    .where(and(eq(storedOutcomes.userId, actorId), eq(storedOutcomes.commandId, commandId)));
  const asked = db
    .select({ one: sql`1` })
    .from(approvals)
    .where(
      // A small order that was not carried out has booked nothing.
      and(eq(approvals.askedBy, actorId), eq(approvals.commandId, commandId), ne(approvals.status, "not-needed")),
    );
  return and(notExists(done), notExists(asked));
};

/** The newest payment under the reference that counts, first for the same settlement. */
const bookedForLots = async (database: Database, booking: Booking) => {
  const { settlementId, reference, isSplit, isAnother } = booking;
  const isSame = sql<boolean>`${payments.settlementId} is not distinct from ${settlementId}::text::uuid`;
  return await database.db
    .select({
      isSame,
      auctionId: sql<string | null>`${payments.auctionId}`,
      title: auctions.title,
      currency: auctions.currency,
      amountMinor: payments.amountMinor,
      createdAt: payments.createdAt,
    })
    .from(payments)
    .innerJoin(auctions, eq(auctions.id, payments.auctionId))
    .where(
      and(
        sql`${payments.createdAt} > clock_now() - ${WITHIN}`,
        eq(normalised(payments.reference), normalised(sql`${reference}::text`)),
        eq(payments.method, "transfer"),
        isNull(payments.reversedAt),
        isSplit ? isSame : isAnother ? sql`not ${isSame}` : undefined,
        isNotRepeated(database, booking),
      ),
    )
    .orderBy(desc(isSame), desc(payments.createdAt))
    .limit(1);
};

/** The newest edit of a balance under the reference. `title` is the person's name. */
const bookedForBalances = async (database: Database, booking: Booking) =>
  await database.db
    .select({
      isSame: sql<boolean>`false`,
      auctionId: sql<string | null>`null`,
      title: users.username,
      currency: sql<"NGN">`'NGN'`,
      amountMinor: sql<number>`abs(${ledgerEntries.amountMinor})::float8`,
      createdAt: ledgerEntries.createdAt,
    })
    .from(ledgerEntries)
    .innerJoin(users, eq(users.id, ledgerEntries.userId))
    .where(
      and(
        sql`${ledgerEntries.createdAt} > clock_now() - ${WITHIN}`,
        eq(normalised(ledgerEntries.bankReference), normalised(sql`${booking.reference}::text`)),
        eq(ledgerEntries.method, "transfer"),
        isNotRepeated(database, booking),
      ),
    )
    .orderBy(desc(ledgerEntries.createdAt))
    .limit(1);

/** True if another booking of the transfer for the same settlement waits for a second person. */
const isWaiting = async (
  { db }: Database,
  { actorId, commandId, settlementId, reference }: Booking,
): Promise<boolean> => {
  const rows = await db
    .select({ id: approvals.id })
    .from(approvals)
    .where(
      and(
        eq(approvals.status, "waiting"),
        eq(approvals.settlementId, settlementId ?? ""),
        sql`${approvals.request} ->> 'method' = 'transfer'`,
        eq(normalised(sql`${approvals.request} ->> 'reference'`), normalised(sql`${reference}::text`)),
        sql`not (${approvals.askedBy} = ${actorId} and ${approvals.commandId} = ${commandId})`,
      ),
    )
    .limit(1);
  return rows.length > 0;
};

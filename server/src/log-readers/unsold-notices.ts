// Notifies the leader of a lot that ended below its reserve, and the bidders of an unsold lot that is listed again. Each
// is left out if it no longer holds when it is written, or if the person was notified of it before.
import { toMajor } from "@jara/shared/money";
import { and, eq, exists, isNotNull, isNull, not, or, type SQL, sql } from "drizzle-orm";
import type { AuctionEvent } from "../auction/events.ts";
import { outcome } from "../engine/reads/outcomes.ts";
import { arrayLiteral } from "../platform/database/arrays.ts";
import type { Db } from "../platform/database/database.ts";
import { users } from "../platform/database/schema/accounts.ts";
import { auctions } from "../platform/database/schema/auctions.ts";
import { bids } from "../platform/database/schema/bids.ts";
import { notifications } from "../platform/database/schema/notifications.ts";
import { relistings } from "../platform/database/schema/relistings.ts";
import { watches } from "../platform/database/schema/watches.ts";
import { hasValue } from "../platform/database/statement-text.ts";
import type { About } from "../platform/notifications/about.ts";
import { isOpen } from "../platform/notifications/current-state.ts";
import { writeNotifications } from "../platform/notifications/write.ts";
import { queueMails } from "../platform/outbox/queue-mail.ts";
import type { LogEntry } from "./entries.ts";

const k = { auctionId: sql`k.auction_id`, at: sql`k.at` };

/** The lots of the entries with such an event, each with the time of its newest one. */
const lotsWith = (entries: readonly LogEntry[], type: AuctionEvent["type"]): SQL | null => {
  const found = new Map(
    entries.flatMap(({ auctionId, events, at }) =>
      events.some((event) => event.type === type) ? [[auctionId, at]] : [],
    ),
  );
  if (found.size === 0) return null;
  const times = [...found.values()].map((at) => new Date(at).toISOString());
  return sql`unnest(${arrayLiteral([...found.keys()])}::uuid[], ${arrayLiteral(times)}::timestamptz[]) as k(auction_id, at)`;
};

const isNotified = (tx: Db, about: About, userId: SQL, since?: SQL): SQL =>
  exists(
    tx
      .select({ one: sql`1` })
      .from(notifications)
      .where(
        and(
          eq(notifications.userId, userId),
          eq(notifications.auctionId, k.auctionId),
          hasValue(notifications.about, about),
          since && sql`${notifications.at} >= ${since}`,
        ),
      ),
  );

/** Resolves to the people who were notified. */
export const writeUnsold = async (tx: Db, entries: readonly LogEntry[]): Promise<string[]> => [
  ...(await writeBelowReserve(tx, entries)),
  ...(await writeListedAgain(tx, entries)),
];

const writeBelowReserve = async (tx: Db, entries: readonly LogEntry[]): Promise<string[]> => {
  const ended = lotsWith(entries, "AuctionEnded");
  if (!ended) return [];
  const { id, title, currency, priceMinor, updatedAt } = auctions;
  const lots = await tx
    .select({
      lot: { id, title, currency, priceMinor, updatedAt },
      userId: users.id,
      toAddress: sql<string | null>`case when ${isNotNull(users.emailVerifiedAt)} then ${users.email} end`,
    })
    .from(ended)
    .innerJoin(auctions, and(eq(id, k.auctionId), isNull(auctions.removedAt)))
    .innerJoin(users, eq(users.id, auctions.leaderId))
    .where(and(sql`${outcome()} = 'reserve-not-met'`, not(isNotified(tx, "lot-unsold", sql`${users.id}`, k.at))));
  if (lots.length === 0) return [];
  const dataOf = ({ id: auctionId, title, currency, priceMinor }: (typeof lots)[number]["lot"]) => ({
    auctionId,
    title,
    currency,
    price: toMajor(priceMinor),
  });
  await writeNotifications(
    tx,
    lots.map(({ lot, userId }) => ({
      about: "lot-unsold",
      userId,
      auctionId: lot.id,
      mergeKey: `lot-unsold:${lot.id}`,
      data: dataOf(lot),
      causedAt: lot.updatedAt,
    })),
  );
  await queueMails(
    tx,
    lots.flatMap(({ lot, userId, toAddress }) =>
      toAddress === null
        ? []
        : [{ kind: "lot-unsold", toAddress, userId, auctionId: lot.id, data: dataOf(lot) } as const],
    ),
  );
  return lots.map(({ userId }) => userId);
};

/**
 * Notifies the bidders of the old lot when its copy opens. Watchers of the old lot are left out, because their reminder
 * says the same (features/watchlist/lot-news.ts).
 */
const writeListedAgain = async (tx: Db, entries: readonly LogEntry[]): Promise<string[]> => {
  const started = lotsWith(entries, "AuctionStarted");
  if (!started) return [];
  const { id, title, updatedAt } = auctions;
  const isOfOld = eq(bids.auctionId, relistings.relistedFrom);
  const watched = tx
    .select({ one: sql`1` })
    .from(watches)
    .where(and(eq(watches.userId, bids.bidderId), eq(watches.auctionId, relistings.relistedFrom)));
  const people = await tx
    .selectDistinct({ auctionId: id, title, updatedAt, userId: bids.bidderId })
    .from(started)
    .innerJoin(auctions, and(eq(id, k.auctionId), isOpen))
    .innerJoin(relistings, eq(relistings.auctionId, id))
    .innerJoin(bids, and(isOfOld, or(isNull(bids.voidedAt), eq(bids.voidReason, "cancelled"))))
    .where(and(not(exists(watched)), not(isNotified(tx, "lot-listed-again", sql`${bids.bidderId}`))));
  if (people.length === 0) return [];
  await writeNotifications(
    tx,
    people.map(({ auctionId, title, updatedAt, userId }) => ({
      about: "lot-listed-again",
      userId,
      auctionId,
      mergeKey: `lot-listed-again:${auctionId}`,
      data: { auctionId, title },
      causedAt: updatedAt,
    })),
  );
  return people.map(({ userId }) => userId);
};

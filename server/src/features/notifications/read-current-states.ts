// Reads the present state of the lots that notifications are about, and whether a notification still holds, for its
// words.

import { minimumBidMinor } from "@jara/shared/bidding-rules";
import { toMajor } from "@jara/shared/money";
import type { NotificationKind } from "@jara/shared/notification-kinds";
import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { incrementAbove } from "../../auction/state.ts";
import { biddingEnded } from "../../engine/reads/bidding-ended.ts";
import { isBuyer, outcome } from "../../engine/reads/outcomes.ts";
import { isThisPublicLot } from "../../engine/reads/public-lots.ts";
import type { Database } from "../../platform/database/database.ts";
import { auctions } from "../../platform/database/schema/auctions.ts";
import { bids } from "../../platform/database/schema/bids.ts";
import { purchases, settlements } from "../../platform/database/schema/settlements.ts";
import { kindOfAbout } from "../../platform/notifications/about.ts";
import { isAskedFor } from "../../platform/notifications/asked-for.ts";
import { wants } from "../../platform/notifications/choices.ts";
import {
  type CurrentState,
  type EndForReader,
  followsLot,
  isBidder,
  isOpen,
  type OwedNow,
  owedNow,
  type Subject,
  stillHolds,
} from "../../platform/notifications/current-state.ts";

const { priceMinor, incrementMinor, increments, endsAt, leaderId, status, currency } = auctions;

/** True if the person has such a settlement or purchase of the lot. */
const has = (table: typeof settlements | typeof purchases, buyer: SQLWrapper, userId: SQL, more = sql``): SQL =>
  sql`exists (select from ${table} where ${table.auctionId} = ${auctions.id} and ${buyer} = ${userId}${more})`;

/** The public does not learn that a winner did not pay, so such a lot is `unsold`. */
const endForReader = ({ about, userId }: Subject): SQL<EndForReader | null> => sql<EndForReader | null>`case
  when ${status} not in ('ended', 'sold', 'cancelled') or not ${followsLot(about)} then null
  when ${has(purchases, purchases.buyerId, userId, sql` and ${purchases.status} = 'paid'`)} then 'bought'
  when ${isBuyer(userId)} then 'won'
  when ${has(purchases, purchases.buyerId, userId)} or ${has(settlements, settlements.winnerId, userId)} then 'was-mine'
  else case ${outcome()} when 'sold' then 'sold' when 'cancelled' then 'cancelled'
    when 'reserve-not-met' then 'below-reserve' else 'unsold' end end`;

/**
 * The time of the state that the words describe: for an event that no longer holds, the lot's end or the person's
 * newest bid with which they lead; else the event's own time.
 */
export const timeOfState = ({ about, userId }: Subject, at: SQLWrapper, holds: SQL): SQL<number> => {
  const lead = sql`(select max(${bids.createdAt}) from ${bids} where ${bids.auctionId} = ${auctions.id}
    and ${bids.bidderId} = ${userId} and ${bids.voidedAt} is null)`;
  return sql<number>`case when ${followsLot(about)} and not ${holds} then greatest(${at}, case
    when not ${isOpen} then ${biddingEnded}
    when ${about} = 'outbid' and ${leaderId} = ${userId} then ${lead} end) else ${at} end`;
};

/** The columns of the auction that `currentStateOf` needs, and what the person owes for it. */
export const currentStateColumns = (subject: Subject) => ({
  priceMinor,
  incrementMinor,
  increments,
  endsAt,
  leaderId,
  status,
  currency,
  isOpen: sql<boolean | null>`(${isOpen})`,
  hasBid: sql<boolean>`(${followsLot(subject.about)} and ${isBidder(subject)})`,
  end: endForReader(subject),
  owed: owedNow(subject),
});
type CurrentStateColumns = ReturnType<typeof currentStateColumns>;

type CurrentStateRow = Pick<typeof auctions.$inferSelect, "increments"> & {
  readonly [K in Exclude<keyof CurrentStateColumns, "increments" | "isOpen" | "hasBid" | "end" | "owed">]:
    | (typeof auctions.$inferSelect)[K]
    | null;
} & {
  readonly isOpen: boolean | null;
  readonly hasBid: boolean;
  readonly end: EndForReader | null;
  readonly owed: OwedNow | null;
  readonly holds: boolean;
  readonly userId: string;
};

export const currentStateOf = ({
  holds,
  userId,
  priceMinor,
  incrementMinor,
  increments,
  endsAt,
  leaderId,
  status,
  currency,
  isOpen,
  hasBid,
  end,
  owed,
}: CurrentStateRow): CurrentState => ({
  holds,
  owed: owed && { price: toMajor(owed.priceMinor), remaining: toMajor(owed.remainingMinor), dueAt: owed.dueAt },
  auction:
    priceMinor === null || incrementMinor === null || endsAt === null || currency === null
      ? null
      : {
          currentPrice: toMajor(priceMinor),
          minimumBid: toMajor(minimumBidMinor(priceMinor, incrementAbove({ increments, incrementMinor }, priceMinor))),
          endTime: new Date(endsAt).toISOString(),
          isPaused: status === "paused",
          isOver: !isOpen,
          isLeading: leaderId === userId,
          hasBid,
          currency,
          end,
        },
});

/**
 * Returns the present state of the events that a mail lists, in the same order. An event that its person no longer
 * wants by mail counts as one that does not hold. A part is SQL, because the builder cannot read rows from JSON.
 */
export const currentStatesOf = async (
  { db }: Pick<Database, "db">,
  items: readonly { readonly userId: string; readonly about: string; readonly data: object }[],
): Promise<CurrentState[]> => {
  if (items.length === 0) return [];
  const kinds: Readonly<Record<string, NotificationKind>> = kindOfAbout;
  const given = JSON.stringify(items.map((item, place) => ({ ...item, kind: kinds[item.about], place })));
  const auctionId = sql`(item.data ->> 'auctionId')::uuid`;
  const [userId, kind] = [sql`item."userId"`, sql`item.kind`];
  const subject: Subject = { about: sql`item.about`, userId, auctionId, data: sql`item.data` };
  // A newer version of the program may have written the mail, with an event that this version does not know.
  const isWanted = sql`(${kind} is null or ${wants("mail", userId, kind)})`;
  const rows = await db
    .select({
      userId: sql<string>`item."userId"`,
      holds: sql<boolean>`(${stillHolds(subject)} and ${isAskedFor(subject)} and ${isWanted})`,
      ...currentStateColumns(subject),
    })
    .from(sql`json_to_recordset(${given}::json) as item (place int, "userId" uuid, about text, kind text, data json)`)
    .leftJoin(auctions, isThisPublicLot(auctionId))
    .orderBy(sql`item.place`);
  return rows.map(currentStateOf);
};

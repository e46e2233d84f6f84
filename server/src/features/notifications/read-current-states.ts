// Reads the present state of the lots that notifications are about, and whether a notification still holds, for its
// words.
import { minimumBidMinor } from "@jara/shared/bidding-rules";
import { toMajor } from "@jara/shared/money";
import type { NotificationKind } from "@jara/shared/notification-kinds";
import { type SQL, sql } from "drizzle-orm";
import { incrementAbove } from "../../auction/state.ts";
import { isBuyer, outcome } from "../../engine/reads/outcomes.ts";
import { isThisPublicLot } from "../../engine/reads/public-lots.ts";
import type { Database } from "../../platform/database/database.ts";
import { auctions } from "../../platform/database/schema/auctions.ts";
import { purchases } from "../../platform/database/schema/settlements.ts";
import { kindOfAbout } from "../../platform/notifications/about.ts";
import { isAskedFor } from "../../platform/notifications/asked-for.ts";
import { wants } from "../../platform/notifications/choices.ts";
import {
  type CurrentState,
  isOpen,
  type OwedNow,
  owedNow,
  type Subject,
  stillHolds,
} from "../../platform/notifications/current-state.ts";

const { priceMinor, incrementMinor, increments, endsAt, leaderId, status } = auctions;
/** Only the words of `outbid` need it: the lot was sold to somebody else. */
const isLost = ({ about, userId }: Subject): SQL<boolean | null> => sql<boolean | null>`case ${about} when 'outbid' then
  ${outcome()} = 'sold' and not ${isBuyer(userId)} and not exists (select from ${purchases}
    where ${purchases.auctionId} = ${auctions.id} and ${purchases.buyerId} = ${userId} and ${purchases.status} = 'paid') end`;

/** The columns of the auction that `currentStateOf` needs, and what the person owes for it. */
export const currentStateColumns = (subject: Subject) => ({
  priceMinor,
  incrementMinor,
  increments,
  endsAt,
  leaderId,
  status,
  isOpen: sql<boolean | null>`(${isOpen})`,
  isLost: isLost(subject),
  owed: owedNow(subject),
});
type CurrentStateColumns = ReturnType<typeof currentStateColumns>;

type CurrentStateRow = Pick<typeof auctions.$inferSelect, "increments"> & {
  readonly [K in Exclude<keyof CurrentStateColumns, "increments" | "isOpen" | "isLost" | "owed">]:
    | (typeof auctions.$inferSelect)[K]
    | null;
} & {
  readonly isOpen: boolean | null;
  readonly isLost: boolean | null;
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
  isOpen,
  isLost,
  owed,
}: CurrentStateRow): CurrentState => ({
  holds,
  owed: owed && { price: toMajor(owed.priceMinor), remaining: toMajor(owed.remainingMinor), dueAt: owed.dueAt },
  auction:
    priceMinor === null || incrementMinor === null || endsAt === null
      ? null
      : {
          currentPrice: toMajor(priceMinor),
          minimumBid: toMajor(minimumBidMinor(priceMinor, incrementAbove({ increments, incrementMinor }, priceMinor))),
          endTime: new Date(endsAt).toISOString(),
          isPaused: status === "paused",
          isOver: !isOpen,
          isLeading: leaderId === userId,
          isLost: isLost === true,
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

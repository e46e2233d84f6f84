// Notifies bidders that they were outbid, that the end of a lot moved, that the lot was not sold, or that it is listed
// again. A reader leaves out events that no longer hold when it writes, and makes one notification of all that one
// reading finds for a person and a lot.
import { minimumBidMinor } from "@jara/shared/bidding-rules";
import { toMajor } from "@jara/shared/money";
import { eq } from "drizzle-orm";
import { toIso } from "../auction/view/to-public.ts";
import type { Db } from "../platform/database/database.ts";
import { logCursors } from "../platform/database/schema/log.ts";
import type { AboutData } from "../platform/notifications/about.ts";
import { PUSHED_AGAIN_AFTER_S, writeNotifications } from "../platform/notifications/write.ts";
import { queueMails } from "../platform/outbox/queue-mail.ts";
import { biddersToNotifyOfEnd, type Outbid, stillOutbid } from "./bidders.ts";
import { byLot, type LogEntry } from "./entries.ts";
import { type Lot, readLots } from "./lots.ts";
import { hasBid, outbidsOn } from "./outbids.ts";
import type { LogReader } from "./reader.ts";
import { writeUnsold } from "./unsold-notices.ts";

/** The least time between two notifications of a person about one lot, as between two push messages. */
export const OUTBID_NOTIFIED_EVERY_MS = PUSHED_AGAIN_AFTER_S * 1000;

/** Finds the commits of other nodes, which do not wake a reader here. */
const LOOK_EVERY_MS = 250;
/** The later reader is not woken, and looks seldom, because the newest entries are too new for it. */
const LOOK_LATE_EVERY_MS = 2_000;

const AT_ONCE = "bid-notices";

interface BidNotices {
  readonly name: string;
  readonly afterMs: number;
  readonly everyMs: number;
  readonly wokenBy: LogReader["wokenBy"];
  /** `OUTBID_NOTIFIED_EVERY_MS`, except in tests. */
  readonly notifiedEveryMs: number;
  /** Called after the commit with the people whose inbox may have changed. */
  readonly inboxChanged: (userIds: readonly string[]) => void;
}

/**
 * Returns the two readers. The first reads at once, and leaves out people who were notified a moment ago. The second
 * reads the same entries later, and notifies those who were left out, are still outbid, and have not read the
 * notification since.
 */
export const bidNoticeReaders = (
  inboxChanged: BidNotices["inboxChanged"],
  notifiedEveryMs = OUTBID_NOTIFIED_EVERY_MS,
): [atOnce: LogReader, later: LogReader] => {
  const both = { notifiedEveryMs, inboxChanged };
  return [
    bidNotices({ ...both, name: AT_ONCE, afterMs: 0, everyMs: LOOK_EVERY_MS, wokenBy: ["log", "clock-set"] }),
    bidNotices({
      ...both,
      name: "late-outbids",
      afterMs: notifiedEveryMs,
      everyMs: LOOK_LATE_EVERY_MS,
      wokenBy: ["clock-set"],
    }),
  ];
};

const bidNotices = ({ notifiedEveryMs, inboxChanged, ...reader }: BidNotices): LogReader => ({
  ...reader,
  loop: "missed-outbids",
  read: async (tx, entries) => {
    const isAtOnce = reader.afterMs === 0;
    const people = isAtOnce ? await writeUnsold(tx, entries) : [];
    const open = await openLotsWithBids(tx, entries);
    if (open.length > 0) {
      await waitForOtherReader(tx);
      people.push(...(await writeOutbids(tx, open, notifiedEveryMs)));
      if (isAtOnce) people.push(...(await writeMovedEnds(tx, open)));
    }
    return () => inboxChanged([...new Set(people)]);
  },
});

/** Each of the two readers looks for what the other one has written, so they write one after the other. */
const waitForOtherReader = async (tx: Db): Promise<void> => {
  const { reader } = logCursors;
  await tx.select({ reader }).from(logCursors).where(eq(reader, AT_ONCE)).for("update");
};

interface OpenLot {
  readonly lot: Lot;
  readonly entries: readonly LogEntry[];
}

const openLotsWithBids = async (tx: Db, entries: readonly LogEntry[]): Promise<OpenLot[]> => {
  const groups = byLot(entries);
  const withBids = [...groups.values()].filter((ofLot) => ofLot.some(hasBid));
  if (withBids.length === 0) return [];
  const lots = (await readLots(tx, withBids)).filter(({ isOpen }) => isOpen);
  return lots.map((lot) => ({ lot, entries: groups.get(lot.id) ?? [] }));
};

/** Resolves to everybody who is outbid, whether notified or not: an earlier notification may hold again. */
const writeOutbids = async (tx: Db, open: readonly OpenLot[], everyMs: number): Promise<string[]> => {
  const found = open.flatMap(({ lot, entries }) =>
    outbidsOn(entries, lot.leaderBefore).filter(({ userId }) => userId !== lot.leaderId),
  );
  if (found.length === 0) return [];
  const lots = new Map(open.map(({ lot }) => [lot.id, lot]));
  const dataOf = ({ auctionId, hasLed }: Outbid) => outbidData(lots.get(auctionId) as Lot, hasLed);
  const outbid = await stillOutbid(tx, found, everyMs);
  const toNotify = outbid.filter(({ isNotified }) => !isNotified);
  if (toNotify.length > 0) {
    await writeNotifications(
      tx,
      toNotify.map((one) => ({
        about: "outbid",
        userId: one.userId,
        auctionId: one.auctionId,
        data: dataOf(one),
        mergeKey: `outbid:${one.auctionId}`,
        causedAt: (lots.get(one.auctionId) as Lot).updatedAt,
      })),
    );
  }
  await queueMails(
    tx,
    outbid.flatMap(({ toAddress, ...one }) =>
      toAddress === null
        ? []
        : [{ kind: "outbid", toAddress, userId: one.userId, auctionId: one.auctionId, data: dataOf(one) } as const],
    ),
  );
  return outbid.map(({ userId }) => userId);
};

/** Resolves to the people who were notified. */
const writeMovedEnds = async (tx: Db, open: readonly OpenLot[]): Promise<string[]> => {
  const moved = open.flatMap(({ entries }) => entries.filter(movesEnd).slice(-1));
  const people = await biddersToNotifyOfEnd(tx, moved);
  if (people.length === 0) return [];
  const titles = new Map(open.map(({ lot }) => [lot.id, lot.title]));
  const rows = await writeNotifications(
    tx,
    people.map(({ userId, auctionId }) => ({
      about: "extended",
      userId,
      auctionId,
      mergeKey: `extended:${auctionId}`,
      data: { auctionId, title: titles.get(auctionId) ?? "" },
    })),
  );
  return rows.map(({ userId }) => userId);
};

const movesEnd = ({ events }: LogEntry): boolean => events.some(({ type }) => type === "AuctionExtended");

/** The data of a mail and of a notification. */
const outbidData = (lot: Lot, hasLed: boolean): AboutData["outbid"] => ({
  auctionId: lot.id,
  title: lot.title,
  currency: lot.currency,
  currentPrice: toMajor(lot.priceMinor),
  minimumBid: toMajor(minimumBidMinor(lot.priceMinor, lot.incrementMinor)),
  endTime: toIso(lot.endsAt),
  hasLed,
});

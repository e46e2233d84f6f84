// Notifies bidders of what bids on their lots did: they were outbid, or the end moved. What no longer holds when it is
// written is left out, and all that one reading finds for a person and a lot is one notification.
import { minimumBidMinor } from "@jara/shared/bidding-rules";
import { toMajor } from "@jara/shared/money";
import { inArray } from "drizzle-orm";
import type { AuctionState } from "../auction/state.ts";
import { toIso } from "../auction/view/to-public.ts";
import { selectAuctions, toState } from "../engine/commit/auction-rows.ts";
import type { Db } from "../platform/database/database.ts";
import { auctions } from "../platform/database/schema/auctions.ts";
import { readNow } from "../platform/database/statements.ts";
import type { AboutData } from "../platform/notifications/about.ts";
import { PUSHED_AGAIN_AFTER_S, writeNotifications } from "../platform/notifications/write.ts";
import { queueMails } from "../platform/outbox/queue-mail.ts";
import { biddersToNotifyOfEnd, type Outbid, outbidToNotify, readersOfMails } from "./bidders.ts";
import { byLot, type LogEntry } from "./entries.ts";
import { outbidsIn } from "./outbids.ts";
import type { LogReader } from "./reader.ts";

/** The least time between two notifications of a person about one lot, as between two push messages. */
export const OUTBID_NOTIFIED_EVERY_MS = PUSHED_AGAIN_AFTER_S * 1000;

interface BidNotices {
  readonly name: string;
  /** An entry is read once it is so old. */
  readonly afterMs: number;
  /** `OUTBID_NOTIFIED_EVERY_MS` but in tests. */
  readonly everyMs: number;
  /** Called after the commit with the people whose inbox may have changed. */
  readonly inboxChanged: (userIds: readonly string[]) => void;
}

/**
 * The two readers. The first reads at once, and leaves out who was notified a moment ago. The second reads the same
 * entries later, and notifies those who were left out, are still outbid, and have not read the notification since.
 */
export const bidNoticeReaders = (
  inboxChanged: BidNotices["inboxChanged"],
  everyMs = OUTBID_NOTIFIED_EVERY_MS,
): [atOnce: LogReader, later: LogReader] => [
  bidNotices({ name: "bid-notices", afterMs: 0, everyMs, inboxChanged }),
  bidNotices({ name: "late-outbids", afterMs: everyMs, everyMs, inboxChanged }),
];

const bidNotices = ({ name, afterMs, everyMs, inboxChanged }: BidNotices): LogReader => ({
  name,
  loop: "missed-outbids",
  afterMs,
  read: async (tx, entries) => {
    const people = await writeOutbids(tx, entries, everyMs);
    if (afterMs === 0) people.push(...(await writeMovedEnds(tx, entries)));
    return () => inboxChanged([...new Set(people)]);
  },
});

/** Resolves to everybody who is outbid, whether notified or not: an earlier notification may hold again. */
const writeOutbids = async (tx: Db, entries: readonly LogEntry[], everyMs: number): Promise<string[]> => {
  const found = await outbidsIn(tx, entries);
  if (found.length === 0) return [];
  const [now, lots] = [await readNow(tx), await lotsOf(tx, found)];
  const still = found.filter(({ auctionId, userId }) => {
    const lot = lots.get(auctionId);
    return lot && isOpen(lot, now) && lot.leader?.id !== userId;
  });
  const { outbid, toNotify } = await outbidToNotify(tx, still, everyMs);
  const dataOf = ({ auctionId, hasLed }: Outbid) => outbidData(lots.get(auctionId) as AuctionState, hasLed);
  if (toNotify.length > 0) {
    await writeNotifications(
      tx,
      toNotify.map((one) => ({
        about: "outbid",
        userId: one.userId,
        auctionId: one.auctionId,
        data: dataOf(one),
        mergeKey: `outbid:${one.auctionId}`,
      })),
    );
  }
  const mailed = await readersOfMails(tx, outbid);
  await queueMails(
    tx,
    mailed.map(({ toAddress, ...one }) => ({
      kind: "outbid",
      toAddress,
      userId: one.userId,
      auctionId: one.auctionId,
      data: dataOf(one),
    })),
  );
  return outbid.map(({ userId }) => userId);
};

/** Resolves to the people who were notified. */
const writeMovedEnds = async (tx: Db, entries: readonly LogEntry[]): Promise<string[]> => {
  const moved = [
    ...byLot(entries.filter(({ events }) => events.some(({ type }) => type === "AuctionExtended"))).values(),
  ]
    .map((ofLot) => ofLot.at(-1))
    .filter((entry) => entry !== undefined);
  if (moved.length === 0) return [];
  const [now, lots] = [await readNow(tx), await lotsOf(tx, moved)];
  const open = moved.filter(({ auctionId }) => isOpen(lots.get(auctionId), now));
  const people = await biddersToNotifyOfEnd(tx, open);
  if (people.length === 0) return [];
  const rows = await writeNotifications(
    tx,
    people.map(({ userId, auctionId }) => ({
      about: "extended",
      userId,
      auctionId,
      mergeKey: `extended:${auctionId}`,
      data: { auctionId, title: lots.get(auctionId)?.lot.title ?? "" },
    })),
  );
  return rows.map(({ userId }) => userId);
};

const lotsOf = async (tx: Db, of: readonly { readonly auctionId: string }[]): Promise<Map<string, AuctionState>> => {
  const ids = [...new Set(of.map(({ auctionId }) => auctionId))];
  const rows = await selectAuctions(tx).where(inArray(auctions.id, ids));
  return new Map(rows.map((row) => [row.id, toState(row)]));
};

const isOpen = (lot: AuctionState | undefined, now: number): lot is AuctionState =>
  lot?.status === "active" && lot.endsAt > now && !lot.isRemoved;

/** The data of a mail and of a notification. */
const outbidData = (lot: AuctionState, hasLed: boolean): AboutData["outbid"] => ({
  auctionId: lot.id,
  title: lot.lot.title,
  currency: lot.currency,
  currentPrice: toMajor(lot.priceMinor),
  minimumBid: toMajor(minimumBidMinor(lot.priceMinor, lot.incrementMinor)),
  endTime: toIso(lot.endsAt),
  hasLed,
});

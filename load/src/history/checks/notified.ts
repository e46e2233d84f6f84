// Checks people's inboxes: each outbid, each win, each void of their bids, each reminder of a watched lot and each new
// lot of a saved search is there once, for the right person, and true, and reveals no maximum.
import { toMajor } from "@jara/shared/money";
import { check, firstOf } from "../check.ts";
import type { Auction, Evidence } from "../evidence.ts";
import type { Step } from "../log.ts";
import type { StoredNotification } from "../stored-notifications.ts";
import { alertedWrongly } from "./alerted.ts";
import { remindedWrongly } from "./reminded.ts";

/** An outbid notification has only these fields. */
const outbidFacts = new Set(["auctionId", "title", "currency", "currentPrice", "minimumBid", "endTime", "hasLed"]);
/** A statement reads the auction a moment before it reads the clock. */
const READ_WITHIN_MS = 5_000;
/**
 * The readers of the log notify people within this time, if a server runs. People who lead again by then, or on whose
 * lot nobody can bid any more, need not be notified.
 */
const NOTIFIED_WITHIN_MS = 20_000;
/**
 * A log without an entry for this time means that no server ran. If no command was accepted for this time, commits wait,
 * perhaps for a standby. Until they end, PostgreSQL counts their transactions as running, so no reader may pass them,
 * and the commits of the readers wait too.
 */
const SILENCE_MS = 3_000;

export const notified = check(
  "notified",
  "Whoever is outbid and stays so, wins, or whose bids are voided has one notification of it, and nobody else has one; so " +
    "has each watcher of each reminder that they chose, and each owner of a saved search of new lots that it finds; it names " +
    "the public price and nothing of a maximum; its event reaches its owner alone",
  (evidence, tally) => {
    const notifiedBy = notifiedByOf(evidence);
    for (const auction of evidence.auctions.values()) {
      const rows = evidence.stored.notifications.get(auction.id) ?? [];
      const of = (about: string) => rows.filter((row) => row.about === about);
      for (const row of of("outbid")) tally.tried(auction.id, outbidDiffers(auction, row));
      for (const wrong of twiceUnread(of("outbid"))) tally.tried(auction.id, wrong);
      for (const [userId, at] of outbidFirst(auction, notifiedBy)) {
        const isNotified = of("outbid").some((row) => row.userId === userId && row.createdAt <= notifiedBy(at));
        tally.tried(auction.id, isNotified ? null : `${userId} was outbid at ${at} and has no notification of it`);
      }
      for (const about of ["won", "own-bids-voided"] as const) {
        for (const wrong of eachOnce(about, of(about), causesOf(about, auction))) tally.tried(auction.id, wrong);
      }
      for (const wrong of remindedWrongly(auction, evidence.stored)) tally.tried(auction.id, wrong);
    }
    for (const wrong of alertedWrongly(evidence)) tally.tried(null, wrong);
    for (const wrong of eventsOfOthers(evidence)) tally.tried(null, wrong);
  },
);

/** Returns the latest time at which a person who was outbid at a time must have been notified. */
const notifiedByOf = ({ auctions, history: { calls, clock } }: Evidence): ((at: number) => number) => {
  const logged = [...auctions.values()].flatMap(({ steps }) => steps.map(({ row }) => row.at));
  const accepted = calls.flatMap(({ outcome, settledAt }) =>
    clock && settledAt !== null && outcome.kind === "accepted" ? [settledAt + clock.offsetMs] : [],
  );
  const silences = [...silencesIn(logged), ...silencesIn(accepted)];
  return (at) => {
    const during = silences.filter(({ from, until }) => until > at && from < at + NOTIFIED_WITHIN_MS);
    return at + NOTIFIED_WITHIN_MS + Math.max(0, ...during.map(({ from, until }) => until - from));
  };
};

const silencesIn = (moments: readonly number[]) => {
  const times = moments.toSorted((a, b) => a - b);
  return times
    .slice(1)
    .map((until, n) => ({ from: times[n] ?? until, until }))
    .filter(({ from, until }) => until - from >= SILENCE_MS);
};

/** Null for each that is right. */
const outbidDiffers = ({ steps }: Auction, { userId, at, data }: StoredNotification): string | null => {
  const strange = Object.keys(data).find((key) => !outbidFacts.has(key));
  const stepAt = (time: number) => steps.findLastIndex(({ row }) => row.at <= time);
  // The first of these was the newest step when the reading may have begun.
  const seen = steps.slice(Math.max(0, stepAt(at - READ_WITHIN_MS)), stepAt(at) + 1);
  const isSo = seen.some(
    ({ after }) =>
      after.leader?.id !== userId &&
      toMajor(after.priceMinor) === data.currentPrice &&
      toMajor(after.priceMinor + after.incrementMinor) === data.minimumBid,
  );
  const hasBid = steps.some(({ row }) => row.at <= at && bidders(row.events).includes(userId));
  return firstOf(
    strange && `${userId} is told ${strange}`,
    !hasBid && `${userId} is told of being outbid at ${at} and had not bid`,
    !isSo && `${userId} is told at ${at} of a price of ${data.currentPrice}, at which they were not outbid`,
  );
};

const bidders = (events: Step["row"]["events"]): string[] =>
  events.flatMap((event) => (event.type === "BidPlaced" ? [event.bidder.id] : []));

/** Events about one thing are merged while they are unread. */
const twiceUnread = (rows: readonly StoredNotification[]): (string | null)[] => {
  const seen = new Set<string>();
  return rows
    .filter(({ isRead }) => !isRead)
    .map(({ userId }) => {
      if (seen.has(userId)) return `${userId} has two unread notifications of being outbid`;
      seen.add(userId);
      return null;
    });
};

/**
 * Returns everybody who was outbid after a commit and stayed so, with the first time. The steps of one commit have one
 * time.
 */
const outbidFirst = ({ steps }: Auction, notifiedBy: (at: number) => number): Map<string, number> => {
  const first = new Map<string, number>();
  for (let from = 0; from < steps.length; ) {
    const at = steps[from]?.row.at ?? 0;
    let to = from;
    while (steps[to + 1]?.row.at === at) to += 1;
    const after = steps[to]?.after;
    const outbid = new Set<string>();
    for (const { before, row } of steps.slice(from, to + 1)) {
      const placed = bidders(row.events);
      if (placed.length > 0 && before?.leader) outbid.add(before.leader.id);
      for (const userId of placed) outbid.add(userId);
    }
    if (after?.leader) outbid.delete(after.leader.id);
    const until = notifiedBy(at);
    const later = steps.slice(to).filter(({ row }) => row.at <= until);
    const isOpen = later.every((step) => step.after.status === "active" && step.after.endsAt > until);
    for (const userId of isOpen ? outbid : []) {
      const isSo = later.every((step) => step.after.leader?.id !== userId && !withdraws(step, userId));
      if (isSo && !first.has(userId)) first.set(userId, at);
    }
    from = to + 1;
  }
  return first;
};

const withdraws = ({ row }: Step, userId: string): boolean =>
  row.events.some((event) => event.type === "BidsVoided" && event.bidder.id === userId);

interface Cause {
  readonly userId: string;
  readonly at: number;
}

const causesOf = (about: "won" | "own-bids-voided", { steps }: Auction): Cause[] =>
  steps.flatMap(({ row: { at, events } }) =>
    events.flatMap((event): Cause[] => {
      if (about === "own-bids-voided" && event.type === "MaxBidCancelled" && event.voided) {
        return [{ userId: event.ownerId, at }];
      }
      if (about === "own-bids-voided") return event.type === "BidsVoided" ? [{ userId: event.bidder.id, at }] : [];
      if (event.type === "AuctionEnded" && event.winner && event.dueAt !== null) {
        return [{ userId: event.winner.id, at }];
      }
      return event.type === "SettlementOpened" && event.because !== "sold" ? [{ userId: event.winner.id, at }] : [];
    }),
  );

const eachOnce = (about: string, rows: readonly StoredNotification[], causes: readonly Cause[]): (string | null)[] => {
  const left = [...rows];
  const missing = causes.map(({ userId, at }) => {
    const index = left.findIndex((row) => row.userId === userId && row.createdAt === at);
    if (index >= 0) left.splice(index, 1);
    return index >= 0 ? null : `${userId} has no notification “${about}” of ${at}`;
  });
  return [
    ...missing,
    ...left.map(({ userId, createdAt }) => `${userId} has “${about}” of ${createdAt}, and nothing caused it`),
  ];
};

/** Null for each event that reached its owner. */
function* eventsOfOthers({ history, stored }: Evidence): Generator<string | null> {
  const rows = [...[...stored.notifications.values()].flat(), ...stored.comingBack.alerts];
  const owners = new Map(rows.map(({ id, userId }) => [id, userId]));
  for (const { watcher, seen } of history.watching) {
    let userId: string | null = null;
    for (const one of seen) {
      if (one.kind === "connected") userId = one.userId;
      if (one.kind !== "event" || one.type !== "notification:created") continue;
      const { _id } = (one.data as { notification: { _id: string } }).notification;
      const owner = owners.get(_id);
      const isWrong = userId === null || (owner !== undefined && owner !== userId);
      yield isWrong ? `watcher ${watcher} was told notification ${_id}, which is for ${owner}` : null;
    }
  }
}

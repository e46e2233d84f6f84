// Checks that events and views match what the log says of their version. It is long because it compares each kind of
// event, and they share the comparisons of names, prices and views.
import type { Auction as Shown } from "@jara/shared/auction";
import type { EventName, Events, PushFrame } from "@jara/shared/live-commands";
import { MAX_BIDS_IN_EVENT } from "@jara/shared/live-limits";
import { eachDetail } from "@jara/shared/lot-fields";
import { maskUsername } from "@jara/shared/mask-username";
import { toMajor } from "@jara/shared/money";
import { check, firstOf, iso, same, unlike } from "../check.ts";
import type { Auction } from "../evidence.ts";
import { isHidden, type LogEvent, type Named, type State } from "../log.ts";

type Wrong = string | null;

export const eventsMatchLog = check(
  "published",
  "What an event or a view says about a version (price, bids, leader, status, end) equals what the log says " +
    "about it",
  ({ history, auctions, stored }, tally) => {
    const isStaff = (userId: string | null): boolean => stored.users.get(userId ?? "")?.role === "admin";
    /** A text that many viewers received is checked once for each viewer who may see a different text. */
    const looked = new Map<string | null, WeakMap<object, Wrong>>();
    const lookAt = (auction: Auction, type: EventName, data: object, userId: string | null): Wrong => {
      const known = looked.get(userId) ?? new WeakMap<object, Wrong>();
      looked.set(userId, known);
      const before = known.get(data);
      if (before !== undefined) return before;
      const wrong = eventDiffers(auction, { type, data } as PushFrame, userId, isStaff(userId));
      known.set(data, wrong);
      return wrong;
    };
    for (const { watcher, seen } of history.watching) {
      let userId: string | null = null;
      for (const one of seen) {
        if (one.kind === "connected") {
          userId = one.userId;
        } else if (one.kind === "event") {
          const auction = auctions.get((one.data as { auctionId?: string }).auctionId ?? "");
          if (!auction) continue;
          const wrong = lookAt(auction, one.type, one.data as object, userId);
          tally.tried(auction.id, wrong && `watcher ${watcher} was told ${one.type}: ${wrong}`);
        } else if (one.kind === "shown") {
          const auction = auctions.get(one.auctionId);
          if (!auction) continue;
          const { events = [], auction: view } = one.shown;
          const viewer = userId;
          const wrong = firstOf(
            viewDiffers(auction, view, view.version, viewer, { isOwn: true, isStaff: isStaff(viewer) }),
            ...events.map(({ type, data }) => lookAt(auction, type, data, viewer)),
          );
          tally.tried(auction.id, wrong && `watcher ${watcher} was shown version ${view.version}: ${wrong}`);
        }
      }
    }
  },
);

type FrameData<T extends PushFrame["type"]> = Extract<PushFrame, { type: T }>["data"];

/** Is true if the version continues an earlier pause or undoes a sale. */
const goesOn = ({ steps, firstRevision }: Auction, version: number): boolean =>
  steps[(firstRevision.get(version) ?? 0) - 1]?.row.events.some(
    ({ type }) => type === "PurchaseExtended" || type === "PurchaseReopened",
  ) === true;

const eventDiffers = (auction: Auction, frame: PushFrame, userId: string | null, isStaff: boolean): Wrong => {
  switch (frame.type) {
    case "auction:price":
      return priceEventDiffers(auction, frame.data, userId);
    case "auction:countdown":
      return countdownDiffers(auction, frame.data);
    case "auction:paused":
      return pauseDiffers(auction, frame.data);
    case "auction:resumed": {
      const { version, endTime } = frame.data;
      return compared(auction, version, (is) =>
        firstOf(
          ofVersion(is, unlike("status", "active", is.status)),
          ofVersion(is, unlike("endTime", endTime, iso(is.endsAt))),
        ),
      );
    }
    case "auction:extended":
      return extensionDiffers(auction, frame.data);
    case "auction:bids-voided":
      return voidDiffers(auction, frame.data, userId);
    case "auction:ended":
      return endDiffers(auction, frame.data, userId);
    case "auction:updated":
      return firstOf(
        viewDiffers(auction, frame.data.auction, frame.data.version, userId, { isOwn: false, isStaff }),
        unlike("contentVersion", frame.data.contentVersion, frame.data.auction.contentVersion),
      );
    case "auction:removed":
      return compared(auction, frame.data.version, (is) => ofVersion(is, unlike("isRemoved", true, is.isRemoved)));
    case "auction:status": {
      const { version, status } = frame.data;
      return compared(auction, version, (is) => ofVersion(is, unlike("status", status, is.status)));
    }
    default:
      return null;
  }
};

/** Compares with the auction as the log has it at this version. */
const compared = ({ byVersion }: Auction, version: number, differs: (is: State) => Wrong): Wrong => {
  const is = byVersion.get(version);
  return is ? differs(is) : missing(version);
};

const missing = (version: number): string => `version ${version} is not in the log`;

const priceEventDiffers = (auction: Auction, data: FrameData<"auction:price">, userId: string | null): Wrong =>
  compared(auction, data.version, (is) =>
    firstOf(
      data.fromVersion > data.version && `it covers versions ${data.fromVersion} to ${data.version}`,
      ofVersion(is, unlike("currency", data.currency, is.currency)),
      priceDiffers(is, data, userId),
      "bids" in data && bidsDiffer(auction, data, userId),
    ),
  );

/** The event names the version that the reader had, with the end time of that version or of one still under way. */
const countdownDiffers = (
  { byVersion, lastVersion }: Auction,
  { version, status, endTime }: FrameData<"auction:countdown">,
): Wrong => {
  for (let later = version; later <= lastVersion; later++) {
    const is = byVersion.get(later);
    if (is && is.status === status && iso(is.endsAt) === endTime) return null;
  }
  return byVersion.has(version)
    ? `no version from ${version} on is ${status} and ends at ${endTime}`
    : missing(version);
};

const pauseDiffers = (
  auction: Auction,
  { version, reason, statusReason, pausedUntil, serverTime }: FrameData<"auction:paused">,
): Wrong =>
  compared(auction, version, (is) =>
    firstOf(
      ofVersion(is, unlike("status", "paused", is.status)),
      ofVersion(is, unlike("reason", reason, is.pauseReason)),
      ofVersion(is, unlike("statusReason", statusReason ?? null, is.statusReason)),
      ofVersion(is, unlike("pausedUntil", pausedUntil, iso(is.pausedUntil))),
      // A longer pause, or a sale that is undone, is told by `auction:updated` first.
      !goesOn(auction, version) && ofVersion(is, unlike("pausedAt", serverTime, iso(is.pausedAt))),
    ),
  );

const extensionDiffers = (auction: Auction, { version, endTime, extendedBy }: FrameData<"auction:extended">): Wrong =>
  compared(auction, version, (is) => {
    const starts = endsBefore(auction, version);
    const from = Date.parse(endTime) - extendedBy;
    return firstOf(
      starts.length === 0 && `version ${version} moves no end`,
      ofVersion(is, unlike("endTime", endTime, iso(is.endsAt))),
      starts.length > 0 &&
        !starts.includes(from) &&
        ofVersion(is, unlike("extendedBy", extendedBy, is.endsAt - (starts[0] ?? 0))),
    );
  });

const voidDiffers = (auction: Auction, data: FrameData<"auction:bids-voided">, userId: string | null): Wrong =>
  compared(auction, data.version, (is) => {
    const voided = eventOf(auction, data.version, "BidsVoided");
    return firstOf(
      !voided && `version ${data.version} voids no bids`,
      voided && ofVersion(is, nameDiffers("bidder", data.bidder, voided.bidder, null)),
      voided && ofVersion(is, unlike("reason", data.reason, voided.reason)),
      priceDiffers(is, data, userId),
    );
  });

const endDiffers = (
  auction: Auction,
  { version, status, finalPrice, winner, reserveMet }: FrameData<"auction:ended">,
  userId: string | null,
): Wrong =>
  compared(auction, version, (is) =>
    firstOf(
      ofVersion(is, unlike("status", status, is.status)),
      ofVersion(is, unlike("finalPrice", finalPrice, toMajor(is.priceMinor))),
      ofVersion(is, unlike("reserveMet", reserveMet, isReserveMet(is))),
      ofVersion(is, nameDiffers("winner", winner, is.winner, userId)),
    ),
  );

/** Compares the fields that a price event and a voided event share. */
const priceDiffers = (
  is: State,
  data: FrameData<"auction:price" | "auction:bids-voided">,
  userId: string | null,
): Wrong =>
  firstOf(
    ofVersion(is, unlike("currentPrice", data.currentPrice, toMajor(is.priceMinor))),
    ofVersion(is, unlike("minimumBid", data.minimumBid, toMajor(is.priceMinor + is.incrementMinor))),
    ofVersion(is, unlike("bidCount", data.bidCount, is.bidCount)),
    ofVersion(is, unlike("reserveMet", data.reserveMet, isReserveMet(is))),
    ofVersion(is, nameDiffers("leader", data.leader, is.leader, userId)),
  );

const ofVersion = ({ version }: State, wrong: Wrong): Wrong => wrong && `of version ${version}, ${wrong}`;
const isReserveMet = ({ reserveMinor, priceMinor }: State): boolean =>
  reserveMinor === null || priceMinor >= reserveMinor;

const latestEnd = ({ softClose, extendedFrom, endsAt }: State): number | null =>
  softClose && Math.max(endsAt, (extendedFrom ?? endsAt) + softClose.capMinutes * 60_000);

/** The event of this type that made a public version, if there is one. */
const eventOf = <T extends LogEvent["type"]>({ steps, firstRevision }: Auction, version: number, type: T) =>
  steps[(firstRevision.get(version) ?? 0) - 1]?.row.events.find(
    (event): event is Extract<LogEvent, { type: T }> => event.type === type,
  );

/**
 * The ends from which an extension of this version may count: live, bids that follow each other are merged into one event.
 * Newest first.
 */
const endsBefore = (auction: Auction, version: number): number[] => {
  const ends: number[] = [];
  for (let at = version; eventOf(auction, at, "BidPlaced"); at--) {
    const extended = eventOf(auction, at, "AuctionExtended");
    if (extended) ends.push(extended.from);
  }
  return ends;
};

/** Names are masked, in full for administrators, or "You" for the person themselves. */
const nameDiffers = (
  what: string,
  said: { username: string } | null,
  is: Named | null,
  userId: string | null,
): Wrong => {
  if (said === null || is === null) return unlike(what, said, is && { username: maskUsername(is.username) });
  const right = [maskUsername(is.username), is.username, ...(is.id === userId ? ["You"] : [])];
  return right.includes(said.username) ? null : unlike(what, said.username, right[0]);
};

/** The newest bids of the versions that the event covers, newest first. */
const bidsDiffer = (
  { id, steps, firstRevision }: Auction,
  { bids, fromVersion, version }: Extract<Events["auction:price"], { bids: unknown }>,
  userId: string | null,
): Wrong => {
  const from = firstRevision.get(fromVersion);
  const until = firstRevision.get(version);
  if (from === undefined || until === undefined) return missing(fromVersion);
  const placed = steps
    .slice(from - 1, until)
    .flatMap(({ row: { events, at } }) =>
      events.flatMap((event) => (event.type === "BidPlaced" ? [{ event, at }] : [])),
    );
  const right = placed.slice(-MAX_BIDS_IN_EVENT).toReversed();
  if (bids.length !== right.length) {
    return `it names ${bids.length} bids of versions ${fromVersion} to ${version}, whose newest are ${right.length}`;
  }
  for (const [index, bid] of bids.entries()) {
    const one = right[index];
    if (!one) break;
    const { number, amountMinor, kind, bidder } = one.event;
    const { bidder: saidBidder, ...said } = bid;
    const is = { _id: `${id}-${number}`, amount: toMajor(amountMinor), kind, timestamp: iso(one.at) };
    const wrong = same(said, is)
      ? nameDiffers("bidder", saidBidder, bidder, userId)
      : unlike(`bid ${number}`, said, is);
    if (wrong) return wrong;
  }
  return null;
};

/**
 * For a lot that became a hidden draft, everybody except administrators sees its earlier content, with its new status
 * and version.
 */
const shownAt = (
  { byVersion, steps, firstRevision }: Auction,
  version: number,
  isStaff: boolean,
): State | undefined => {
  const is = byVersion.get(version);
  const step = steps[(firstRevision.get(version) ?? 0) - 1];
  if (isStaff || !step?.before || !isHidden(step.after) || isHidden(step.before)) return is;
  const { publicAt } = step.after;
  const still = {
    isUpcoming: false,
    winner: null,
    pausedAt: null,
    pausedUntil: null,
    pauseReason: null,
    statusReason: null,
  };
  return { ...step.before, ...still, status: "draft", version, publicAt };
};

/** `isOwn`: a complete view, read for this viewer; an event's copy is the same for everybody. */
const viewDiffers = (
  auction: Auction,
  view: Shown,
  version: number,
  userId: string | null,
  { isOwn, isStaff }: { readonly isOwn: boolean; readonly isStaff: boolean },
): Wrong => {
  const was = shownAt(auction, version, isStaff);
  // A reader who catches up from the log does not learn when a lot started that was put back to draft.
  const isCaughtUp = was?.status === "draft" && view.startTime === null;
  const is = was && isCaughtUp ? { ...was, startsAt: null } : was;
  if (!is) return missing(version);
  const right: Record<string, unknown> = {
    version: is.version,
    title: is.title,
    description: is.description,
    ...eachDetail((name) => is[name] ?? undefined),
    lowEstimate: is.lowEstimateMinor == null ? undefined : toMajor(is.lowEstimateMinor),
    highEstimate: is.highEstimateMinor == null ? undefined : toMajor(is.highEstimateMinor),
    currency: is.currency,
    startingPrice: toMajor(is.startingPriceMinor),
    currentPrice: toMajor(is.priceMinor),
    minimumBid: toMajor(is.priceMinor + is.incrementMinor),
    bidIncrement: toMajor(is.incrementMinor),
    incrementSteps: is.increments?.steps.map(([below, step]) => [
      below === null ? null : toMajor(below),
      toMajor(step),
    ]),
    bidCount: is.bidCount,
    buyItNowPrice: is.buyItNowMinor === null ? null : toMajor(is.buyItNowMinor),
    hasReserve: is.reserveMinor !== null,
    reserveMet: isReserveMet(is),
    startTime: iso(is.startsAt),
    endTime: iso(is.endsAt),
    softClose: is.softClose,
    latestEndTime: iso(latestEnd(is)),
    isUpcoming: is.isUpcoming || undefined,
    isHouseLot: is.isConsigned ? undefined : true,
    contentVersion: is.contentVersion,
    contentChangedAt: iso(is.contentChangedAt),
    status: is.status,
    pausedAt: iso(is.pausedAt),
    pausedUntil: iso(is.pausedUntil),
    ...(isOwn && { updatedAt: iso(is.publicAt), isLeading: userId !== null && is.leader?.id === userId }),
  };
  const said = view as unknown as Record<string, unknown>;
  return firstOf(
    ...Object.entries(right).map(([name, value]) => ofVersion(is, unlike(name, said[name], value))),
    ofVersion(is, nameDiffers("leader", view.leader, is.leader, userId)),
    view.winner === null && isUnpaid(auction)
      ? null
      : ofVersion(is, nameDiffers("winner", view.winner, is.winner, userId)),
  );
};

/** A view names no winner once a win was forfeited or waived, which makes no version. */
const isUnpaid = ({ steps }: Auction): boolean =>
  steps.some(({ row }) => row.events.some(({ type }) => type === "SettlementForfeited" || type === "SettlementWaived"));

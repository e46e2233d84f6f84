// Publishes changes of an auction to bidders, on their own connections, if the commit wrote them a mail about the
// change. A bidder may be on any page.

import type { PushFrame } from "@jara/shared/live-commands";
import type { AuctionEvent } from "../auction/events.ts";
import { undoneWinner } from "../auction/settlement/postings.ts";
import type { AuctionState } from "../auction/state.ts";
import { toLifeFrames } from "../auction/view/to-public.ts";
import { everyone } from "../auction/view/viewer.ts";
import type { Change, Committed, Notified } from "../engine/ports.ts";
import { type Rooms, rooms } from "./rooms.ts";

/** `now`: epoch ms by the database's clock. */
export const publishNotices = (
  allRooms: Rooms,
  notified: readonly Notified[],
  changes: readonly Committed<Change>[],
  now: number,
): void => {
  const people = [...notified, ...changes.flatMap(withMailsOfTheirOwn)];
  if (people.length === 0) return;
  const changed = new Map(changes.map(({ after, events }) => [after.id, { after, events }]));
  for (const { userId, auctionId, kind } of people) {
    const change = changed.get(auctionId);
    const room = rooms.user(userId);
    if (!change || !allRooms.mayReach(room)) continue;
    for (const frame of toNotice(kind, change.events, change.after, now)) allRooms.publishEverywhere(room, frame);
  }
};

/** Frames for a bidder who may be on any page: the event that the lot's watchers get, or the lot's new status. */
const toNotice = (
  kind: string,
  events: readonly AuctionEvent[],
  state: AuctionState,
  now: number,
): readonly PushFrame[] => {
  const { id: auctionId, version, status } = state;
  if (kind !== "lot-changed" && kind !== "bids-voided") {
    return [{ type: "auction:status", data: { auctionId, version, status } }];
  }
  const type = kind === "lot-changed" ? "AuctionEdited" : "BidsVoided";
  const event = events.find((one) => one.type === type);
  return event ? toLifeFrames(event, state, everyone, now).filter(({ type }) => type !== "auction:countdown") : [];
};

/**
 * The users who get a different mail than the other bidders but the same event: those whose bids are void, and those
 * whose win is undone.
 */
const withMailsOfTheirOwn = (change: Change): Notified[] => {
  const auctionId = change.after.id;
  return change.events.flatMap((event): Notified[] => {
    if (event.type === "BidsVoided") return [{ userId: event.bidder.id, auctionId, kind: "bids-voided" }];
    const winner = undoesWin.has(event.type) ? undoneWinner(change) : null;
    return winner ? [{ userId: winner.id, auctionId, kind: "payment-withdrawn" }] : [];
  });
};

const undoesWin = new Set<AuctionEvent["type"]>([
  "AuctionCancelled",
  "AuctionWithdrawn",
  "AuctionReopened",
  "AuctionPaused",
]);

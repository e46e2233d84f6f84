// Publishes changes of an auction to bidders, on their own connections, if a reader of the log wrote them a mail about
// the change. A bidder may be on any page.

import type { PushFrame } from "@jara/shared/live-commands";
import { undoneWinner } from "../auction/settlement/postings.ts";
import { toLifeFrames } from "../auction/view/to-public.ts";
import { everyone } from "../auction/view/viewer.ts";
import type { StateChange } from "../auction/view/visibility.ts";
import type { Committed } from "../engine/ports.ts";
import type { NoticeKind } from "../platform/outbox/deliveries.ts";
import type { MailKind } from "../platform/outbox/mails.ts";
import { type Rooms, rooms } from "./rooms.ts";

/** A mail to a user, with the change that caused it. */
export interface MailedChange {
  readonly userId: string;
  readonly kind: MailKind;
  readonly change: Committed<StateChange>;
}

/** `now`: epoch ms by the database's clock. */
export const publishNotices = (allRooms: Rooms, mails: readonly MailedChange[], now: number): void => {
  const inOrder = mails.toSorted((one, other) => one.change.after.version - other.change.after.version);
  for (const { userId, kind, change } of inOrder) {
    const shows = shownFor[kind as keyof typeof shownFor];
    if (kind === "payment-withdrawn" && !undoesWinOf(userId, change)) continue;
    const room = rooms.user(userId);
    if (!shows || !allRooms.mayReach(room)) continue;
    for (const frame of framesOf(shows, change, now)) allRooms.publishEverywhere(room, frame);
  }
};

type Shown = "status" | "AuctionEdited" | "BidsVoided";

/** Says what bidders get with each kind of mail: the event that the lot's watchers get, or the lot's new status. */
const shownFor: Readonly<Record<NoticeKind | "own-bids-voided" | "payment-withdrawn", Shown>> = {
  "lot-changed": "AuctionEdited",
  "bids-voided": "BidsVoided",
  "own-bids-voided": "BidsVoided",
  "lot-cancelled": "status",
  "lot-withdrawn": "status",
  "lot-reopened": "status",
  "lot-sold": "status",
  "lot-sale-undone": "status",
  "payment-withdrawn": "status",
};

/**
 * Returns true for the winner whose win the change undoes. Others whose payment ends get another mail about the lot's
 * new status.
 */
const undoesWinOf = (userId: string, change: StateChange): boolean =>
  change.events.some(({ type }) => undoesWin.has(type)) && undoneWinner(change)?.id === userId;

const undoesWin: ReadonlySet<string> = new Set([
  "AuctionCancelled",
  "AuctionWithdrawn",
  "AuctionReopened",
  "AuctionPaused",
]);

const framesOf = (shows: Shown, { after, events }: StateChange, now: number): readonly PushFrame[] => {
  const { id: auctionId, version, status } = after;
  if (shows === "status") return [{ type: "auction:status", data: { auctionId, version, status } }];
  const event = events.find(({ type }) => type === shows);
  return event ? toLifeFrames(event, after, everyone, now).filter(({ type }) => type !== "auction:countdown") : [];
};

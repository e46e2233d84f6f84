// Publishes to single users, on their own connections only, what a committed change means to them: outbid, leading,
// their maximum, their win, their purchase. An event here must never reach another user, because it would reveal a
// maximum.
import { minimumBidMinor } from "@jara/shared/bidding-rules";
import type { Events, PushFrame } from "@jara/shared/live-commands";
import { toMajor } from "@jara/shared/money";
import type { PurchaseStatus } from "@jara/shared/rest/buy-it-now";
import type { AuctionEvent } from "../auction/events.ts";
import type { AuctionState } from "../auction/state.ts";
import { bidId, toIso, toMaxBidView } from "../auction/view/to-public.ts";
import { isShown } from "../auction/view/visibility.ts";
import type { Change, Committed } from "../engine/ports.ts";
import { type Rooms, rooms } from "./rooms.ts";

/** One user's part in one auction over a batch of changes. Only the result is published, not each step. */
interface Part {
  state: AuctionState;
  readonly ledBefore: boolean;
  readonly bidIds: string[];
  isMaxBidTouched: boolean;
  removedMaxBidId: string | null;
  /** An administrator voided the user's bids, or the user withdrew them. */
  isVoided: boolean;
}

const emptyPart = (state: AuctionState, ledBefore: boolean): Part => ({
  state,
  ledBefore,
  bidIds: [],
  isMaxBidTouched: false,
  removedMaxBidId: null,
  isVoided: false,
});

/**
 * Publishes the private events of these changes. "here": only to connections of this node, for changes that another
 * node committed and whose events it could not send.
 */
export const publishPrivateEvents = (
  allRooms: Rooms,
  changes: readonly Committed<Change>[],
  where: "everywhere" | "here" = "everywhere",
): void => {
  const isHere = where === "here";
  const mayReach = (room: string): boolean => (isHere ? allRooms.has(room) : allRooms.mayReach(room));
  const publish = (room: string, frame: PushFrame): void =>
    isHere ? allRooms.publish(room, frame) : allRooms.publishEverywhere(room, frame);
  const parts = new Map<string, { userId: string; part: Part }>();
  for (const { before, after, events } of changes) {
    const partOf = (userId: string): Part | null => {
      if (!mayReach(rooms.user(userId))) return null;
      const key = `${after.id} ${userId}`;
      const known = parts.get(key);
      if (known) return known.part;
      const part = emptyPart(after, before.leader?.id === userId);
      parts.set(key, { userId, part });
      return part;
    };
    const touch = (userId: string | undefined, change: (part: Part) => void): void => {
      const part = userId === undefined ? null : partOf(userId);
      if (!part) return;
      part.state = after;
      change(part);
    };
    const suspended = (ownerId: string, data: Events["maxbid:suspended"]): void => {
      if (mayReach(rooms.user(ownerId))) publish(rooms.user(ownerId), { type: "maxbid:suspended", data });
      touch(ownerId, (part) => {
        part.isMaxBidTouched = true;
      });
    };
    for (const event of events) {
      if (event.type === "BidPlaced") {
        touch(event.bidder.id, (part) => {
          part.bidIds.push(bidId(after.id, event.number));
          if (event.kind === "auto") part.isMaxBidTouched = true;
        });
      } else if (event.type === "MaxBidSet") {
        touch(event.owner.id, (part) => {
          part.isMaxBidTouched = true;
          part.removedMaxBidId = null;
        });
      } else if (event.type === "MaxBidCancelled") {
        touch(event.ownerId, (part) => {
          part.removedMaxBidId = event.maxBidId;
        });
      } else if (event.type === "MaxBidSuspended") {
        const { id: auctionId, contentVersion } = after;
        suspended(event.ownerId, { auctionId, maxBidId: event.maxBidId, contentVersion, because: "unpaid-wins" });
      } else if (event.type === "MaxBidConfirmed") {
        touch(event.ownerId, (part) => {
          part.isMaxBidTouched = true;
        });
      } else if (event.type === "BidsVoided") {
        touch(event.bidder.id, (part) => {
          part.isVoided = true;
        });
      } else if (event.type === "MaximaRestated" || event.type === "AllBidsVoided") {
        for (const { id, owner } of before.maxBids.values()) {
          touch(owner.id, (part) => {
            if (after.maxBids.has(owner.id)) part.isMaxBidTouched = true;
            else part.removedMaxBidId = id;
          });
        }
      } else if (
        event.type === "AuctionEdited" &&
        event.contentVersion !== undefined &&
        event.correction === undefined
      ) {
        for (const { id: maxBidId, owner } of after.maxBids.values()) {
          suspended(owner.id, { auctionId: after.id, maxBidId, contentVersion: event.contentVersion });
        }
      } else if ((event.type === "AuctionEnded" || event.type === "SettlementOpened") && event.winner) {
        // A winner who hears in the same change that the lot is paid does not need to hear that they owe.
        const isPaid = event.type === "SettlementOpened" && event.because === "sold";
        if (event.dueAt !== null && !isPaid) publish(rooms.user(event.winner.id), wonFrame(after, event.dueAt));
      } else {
        const purchaseChange = purchaseStatusAfter(event, after);
        const purchase = after.purchase ?? before.purchase;
        if (!purchaseChange || !purchase) continue;
        const data = { auctionId: after.id, status: purchaseChange.status, deadline: toIso(purchase.deadlineAt) };
        publish(rooms.user(purchaseChange.buyerId), { type: "purchase:changed", data });
      }
    }
    if (before.leader?.id !== after.leader?.id) {
      touch(before.leader?.id, () => {});
      touch(after.leader?.id, () => {});
    }
  }
  for (const { userId, part } of parts.values()) {
    for (const frame of framesOf(userId, part)) publish(rooms.user(userId), frame);
  }
};

const purchaseStatusAfter = (
  event: AuctionEvent,
  { purchase }: AuctionState,
): { buyerId: string; status: PurchaseStatus } | null => {
  switch (event.type) {
    case "BuyItNowStarted":
      return { buyerId: event.buyer.id, status: "pending" };
    case "PurchaseExtended":
    case "PurchaseReopened":
      return { buyerId: event.buyer.id, status: "pending" };
    // A part was paid, or taken back.
    case "PaymentReceived":
    case "PaymentsReversed":
    case "SomePaymentsReversed":
      return purchase?.bidPriceMinor === null ? { buyerId: event.payer.id, status: "pending" } : null;
    case "PurchasePaid":
      return { buyerId: event.buyer.id, status: "paid" };
    case "PurchaseForfeited":
      return { buyerId: event.buyer.id, status: "forfeited" };
    case "PurchaseVoided":
    case "PurchaseWaived":
      return { buyerId: event.buyer.id, status: "void" };
    default:
      return null;
  }
};

function* framesOf(userId: string, part: Part): Generator<PushFrame> {
  const { state, bidIds } = part;
  const auctionId = state.id;
  const isLeading = state.leader?.id === userId;
  // If the auction was withdrawn, a bidder is only sent that they no longer lead, because its title and price may be
  // those of a draft.
  const isHidden = !isShown(state, { kind: "user", id: userId });
  if ((bidIds.length > 0 && !isHidden) || part.ledBefore !== isLeading) {
    const ids = isHidden ? [] : bidIds.slice(-200);
    yield { type: "auction:mine", data: { auctionId, version: state.version, isLeading, bidIds: ids } };
  }
  if (part.removedMaxBidId !== null) yield { type: "maxbid:removed", data: { _id: part.removedMaxBidId } };
  if (isHidden) return;
  // A user whose bids were voided, alone or with all bids of the auction, was not outbid.
  const isOutbid = state.leader !== null && !part.isVoided;
  if (!isLeading && isOutbid && (part.ledBefore || bidIds.length > 0)) {
    const currentPrice = toMajor(state.priceMinor);
    const minimumBid = toMajor(minimumBidMinor(state.priceMinor, state.incrementMinor));
    yield { type: "bid:outbid", data: { auctionId, title: state.lot.title, currentPrice, minimumBid } };
  }
  const maxBid = state.maxBids.get(userId);
  if (part.removedMaxBidId === null && part.isMaxBidTouched && maxBid) {
    yield { type: "maxbid:changed", data: { maxBid: toMaxBidView(state, maxBid) } };
  }
}

const wonFrame = (state: AuctionState, dueAt: number): PushFrame => ({
  type: "auction:won",
  data: {
    auctionId: state.id,
    title: state.lot.title,
    finalPrice: toMajor(state.settlement?.amountMinor ?? state.priceMinor),
    dueAt: toIso(dueAt),
  },
});

// Gives the live lots of a sale with their winners, because the listing says that a lot ended, but not who won it.
import type { Auction } from "@jara/shared/auction";
import type { SaleLots } from "@jara/shared/rest/sales";
import { useState } from "react";
import { usePushedEvents } from "../../../connection/use-live-event.ts";
import { type SaleLot, useLiveLots } from "./use-sale-lots.ts";

/**
 * Lots for which `auction:updated` came after their end. That event has the winner; the listing gets it when bids are
 * voided.
 */
const useUpdatedAfterEnd = (): ReadonlySet<string> => {
  const [updated, setUpdated] = useState<ReadonlySet<string>>(new Set());
  usePushedEvents((frame) => {
    if (frame.type === "auction:updated" && frame.data.auction.status === "ended") {
      setUpdated((before) => new Set(before).add(frame.data.auctionId));
    }
    if (frame.type === "auction:status" && frame.data.status !== "ended") {
      const { auctionId } = frame.data;
      setUpdated((before) => (before.has(auctionId) ? new Set([...before].filter((id) => id !== auctionId)) : before));
    }
  });
  return updated;
};

/** A lot that ended after it was read was won by its leader, if the reserve is met. */
const withWinner = (read: Auction | undefined, now: Auction): Auction => {
  const endedSince = now.status === "ended" && read?.status !== "ended" && read?.status !== "sold";
  if (!endedSince || now.winner || (now.hasReserve && !now.reserveMet)) return now;
  return { ...now, winner: now.leader };
};

export const useLotsWithWinners = (lots: SaleLots["lots"]): SaleLot[] => {
  const read = new Map(lots.map(({ auction }) => [auction._id, auction]));
  const updated = useUpdatedAfterEnd();
  return useLiveLots(lots).map(({ lotNumber, auction }) => ({
    lotNumber,
    auction: updated.has(auction._id) ? auction : withWinner(read.get(auction._id), auction),
  }));
};

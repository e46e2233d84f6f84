// Gives live auctions with their winners, because the listing says that an auction ended, but not who won it.
import type { Auction } from "@jara/shared/auction";
import { useState } from "react";
import { usePushedEvents } from "../connection/use-live-event.ts";
import { useLiveAuctions } from "./live.ts";

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

export const useAuctionsWithWinners = (auctions: readonly Auction[]): Auction[] => {
  const read = new Map(auctions.map((auction) => [auction._id, auction]));
  const updated = useUpdatedAfterEnd();
  return useLiveAuctions(auctions).map((auction) =>
    updated.has(auction._id) ? auction : withWinner(read.get(auction._id), auction),
  );
};

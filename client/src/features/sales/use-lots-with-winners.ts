// The lots of a sale, live, with their winners. The listing says that a lot ended, and not who won it.
import type { Auction } from "@jara/shared/auction";
import type { SaleLots } from "@jara/shared/rest/sales";
import { useState } from "react";
import { usePushedEvents } from "../../connection/use-live-event.ts";
import { type SaleLot, useLiveLots } from "./use-sale-lots.ts";

/**
 * The lots that an event showed whole after their end, so that its winner holds. The listing gets such an event when bids
 * are voided.
 */
const useToldAfterEnd = (): ReadonlySet<string> => {
  const [told, setTold] = useState<ReadonlySet<string>>(new Set());
  usePushedEvents((frame) => {
    if (frame.type === "auction:updated" && frame.data.auction.status === "ended") {
      setTold((before) => new Set(before).add(frame.data.auctionId));
    }
    if (frame.type === "auction:status" && frame.data.status !== "ended") {
      setTold((before) => new Set([...before].filter((id) => id !== frame.data.auctionId)));
    }
  });
  return told;
};

/** A lot that ended after it was read was won by its leader, if the reserve is met. */
const withWinner = (read: Auction | undefined, now: Auction): Auction => {
  const endedSince = now.status === "ended" && read?.status !== "ended" && read?.status !== "sold";
  if (!endedSince || now.winner || (now.hasReserve && !now.reserveMet)) return now;
  return { ...now, winner: now.leader };
};

export const useLotsWithWinners = (lots: SaleLots["lots"]): SaleLot[] => {
  const read = new Map(lots.map(({ auction }) => [auction._id, auction]));
  const told = useToldAfterEnd();
  return useLiveLots(lots).map(({ lotNumber, auction }) => ({
    lotNumber,
    auction: told.has(auction._id) ? auction : withWinner(read.get(auction._id), auction),
  }));
};

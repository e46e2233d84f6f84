// Says when something may have changed that belongs to the user: on the events about their own bids, maxima, wins and
// purchases and about the lots that they bid on, and after a lost connection, whose events were missed.
import type { PushFrame } from "@jara/shared/live-commands";
import { useGathered } from "../lib/use-gathered.ts";
import { useOnLive } from "./use-connection-state.ts";
import { usePushedEvents } from "./use-live-event.ts";

const ownEvents: readonly string[] = [
  "auction:mine",
  "bid:outbid",
  "auction:won",
  "win:changed",
  "purchase:changed",
  "maxbid:changed",
  "maxbid:removed",
  "maxbid:suspended",
];

export const isOwnNews = (frame: PushFrame): boolean =>
  ownEvents.includes(frame.type) || (frame.type === "list:changed" && frame.data.list === "own-bids");

/** Many events in a row cause one call. */
const GATHERED_MS = 300;

const auctionOf = ({ data }: PushFrame): string | undefined => {
  if ("auctionId" in data) return data.auctionId;
  return "maxBid" in data ? data.maxBid.auction._id : undefined;
};

/** `exceptAuctionId`: news of this auction does not count. */
export const useOwnNews = (onNews: () => void, exceptAuctionId?: string): void => {
  const soon = useGathered(onNews, GATHERED_MS);
  useOnLive(onNews);
  usePushedEvents((frame) => {
    const isExcepted = exceptAuctionId !== undefined && auctionOf(frame) === exceptAuctionId;
    if (isOwnNews(frame) && !isExcepted) soon();
  });
};

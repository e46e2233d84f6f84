// Reads what a lot asks of the user before bidding. It is read again when the server says that something of it has changed.
import type { MayBid } from "@jara/shared/rest/who-may-bid";
import { useQuery } from "@tanstack/react-query";
import { useListNews } from "../../connection/use-list-news.ts";
import { MAY_BID, mayBidQuery } from "./queries.ts";

/** Undefined while it is unknown, and for people who do not bid on the lot. */
export const useMayBid = (auctionId: string, isBidder: boolean): MayBid | undefined => {
  useListNews({ queryKey: [MAY_BID] }, "own-bidder-checks");
  const { data } = useQuery({ ...mayBidQuery({ is: "lot", id: auctionId }), enabled: isBidder });
  return isBidder ? data : undefined;
};

/** Says why the buttons that bid are off; null if they are on. What is typed stays. */
export const heldReason = (mayBid: MayBid | undefined): string | null =>
  mayBid && mayBid.missing.length > 0 ? "You can bid as soon as the steps above are done." : null;

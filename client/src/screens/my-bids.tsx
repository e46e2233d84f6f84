// My Bids: every auction the user bid on, live. A signed-out user is sent to the login and back.
import { skipToken, useInfiniteQuery, useQuery, useQueryClient } from "@tanstack/react-query";
import { useMemo } from "react";
import { Link } from "react-router-dom";
import { usePushedEvents } from "../connection/use-live-event.ts";
import { BidGroupCard } from "../features/my-bids/bid-group-card.tsx";
import { groupBids } from "../features/my-bids/group-bids.ts";
import { myBidsQuery } from "../features/my-bids/queries.ts";
import { DUE } from "../features/payments/queries.ts";
import { useAuth } from "../features/session/auth-context.tsx";
import { ToLogin } from "../features/session/components/to-login.tsx";
import { usePageTitle } from "../lib/page-title.ts";
import { uniqueBy } from "../queries/own-list.ts";
import { useRefetchOnJoin } from "../queries/use-refetch-on-join.ts";
import { useLiveAuctions } from "../store/live.ts";
import { Button, buttonClass } from "../ui/button.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { Notice } from "../ui/notice.tsx";
import { RetryNotice } from "../ui/retry-notice.tsx";
import { Skeleton } from "../ui/skeleton.tsx";

export const Component = () => {
  usePageTitle("My Bids");
  const { isAuthenticated, isLoading } = useAuth();
  if (isLoading) return null;
  if (!isAuthenticated) return <ToLogin />;
  return (
    <div className="grid gap-6">
      <div className="flex flex-wrap items-center justify-between gap-4">
        <h1 className="font-bold text-xl">My Bids</h1>
        <Link to="/" className={buttonClass("secondary")}>
          Browse Auctions
        </Link>
      </div>
      <PaymentsDue />
      <MyBids />
    </div>
  );
};

/** Above all for a Buy It Now, which has an hour to be paid and need not have a bid. */
const PaymentsDue = () => {
  const { data: due } = useQuery<number>({ queryKey: [DUE], queryFn: skipToken });
  if (!due) return null;
  return (
    <Notice
      tone="warning"
      title={due === 1 ? "One payment is due" : `${due} payments are due`}
      action={
        <Link to="/purchases" className={buttonClass("primary", "sm")}>
          Pay
        </Link>
      }
    >
      What you won or bought is under Purchases.
    </Notice>
  );
};

const MyBids = () => {
  const client = useQueryClient();
  const bids = useInfiniteQuery(myBidsQuery);
  // A bid placed while pages were being read appears on two of them.
  const own = useMemo(() => uniqueBy(bids.data?.pages.flat() ?? [], ({ _id }) => _id), [bids.data]);
  // Fetch again on these events, because an auto-bid may be placed while the page is open, and the feed does not name
  // the winner.
  const news = ["auction:mine", "bid:outbid", "auction:won"];
  // No feed says which bids are void either; but only a void lowers a price.
  const isOwn = (auctionId: string) => own.some(({ auction }) => auction._id === auctionId);
  usePushedEvents((frame) => {
    const over =
      (frame.type === "auction:status" || frame.type === "auction:bids-voided" || frame.type === "auction:removed") &&
      isOwn(frame.data.auctionId);
    const isFallen =
      frame.type === "auction:price" &&
      auctions.some(({ _id, currentPrice }) => _id === frame.data.auctionId && frame.data.currentPrice < currentPrice);
    if (over || isFallen || news.includes(frame.type))
      void client.invalidateQueries({ queryKey: myBidsQuery.queryKey });
  });
  const groups = useMemo(() => groupBids(own), [own]);
  const auctions = useLiveAuctions(useMemo(() => groups.map((group) => group.auction), [groups]));
  useRefetchOnJoin("listing", bids);
  const live = new Map(auctions.map((auction) => [auction._id, auction]));

  if (bids.isPending) {
    return (
      <div className="grid gap-4">
        <p role="status" className="text-ink-soft">
          Loading your bids...
        </p>
        <Skeleton className="h-48" />
        <Skeleton className="h-48" />
      </div>
    );
  }
  if (bids.isError && !bids.data) {
    return <RetryNotice onRetry={() => void bids.refetch()}>Failed to fetch your bids</RetryNotice>;
  }
  if (groups.length === 0) {
    return (
      <EmptyState title="You have not placed any bids yet.">Your bids and how they stand will be here.</EmptyState>
    );
  }
  return (
    <div className="grid gap-6">
      <ul className="grid gap-4">
        {groups.map(({ auction, bids: own, highest }) => (
          <li key={auction._id}>
            <BidGroupCard auction={live.get(auction._id) ?? auction} bids={own} highest={highest} />
          </li>
        ))}
      </ul>
      {bids.hasNextPage && (
        <Button
          variant="secondary"
          className="justify-self-center"
          pending={bids.isFetchingNextPage}
          onClick={() => void bids.fetchNextPage()}
        >
          Show earlier bids
        </Button>
      )}
    </div>
  );
};

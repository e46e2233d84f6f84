// My Bids: every auction the user bid on, live. Signed out, it leads to the login and back.
import type { MyBid } from "@jara/shared/auction";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useMemo } from "react";
import { Link, Navigate } from "react-router-dom";
import { usePushedEvents } from "../connection/use-pushed-events.ts";
import { BidGroupCard } from "../features/my-bids/bid-group-card.tsx";
import { groupBids } from "../features/my-bids/group-bids.ts";
import { useAuth } from "../features/session/auth-context.tsx";
import { api } from "../lib/api.ts";
import { usePageTitle } from "../lib/page-title.ts";
import { useLiveAuctions } from "../store/live.ts";
import { buttonClass } from "../ui/button.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { RetryNotice } from "../ui/retry-notice.tsx";
import { Skeleton } from "../ui/skeleton.tsx";

export const Component = () => {
  usePageTitle("My Bids");
  const { isAuthenticated, isLoading } = useAuth();
  if (isLoading) return null;
  if (!isAuthenticated) return <Navigate to="/login" state={{ from: "/my-bids" }} replace />;
  return (
    <div className="grid gap-6">
      <div className="flex flex-wrap items-center justify-between gap-4">
        <h1 className="font-bold text-xl">My Bids</h1>
        <Link to="/" className={buttonClass("secondary")}>
          Browse Auctions
        </Link>
      </div>
      <MyBids />
    </div>
  );
};

const MyBids = () => {
  const client = useQueryClient();
  const bids = useQuery({
    queryKey: ["my-bids"],
    queryFn: ({ signal }) => api.get<MyBid[]>("/bids/user/my-bids", undefined, signal),
  });
  // An auto-bid may be made while the page is open, and who has won is not in the feed.
  const news = ["auction:mine", "bid:outbid", "auction:won"];
  usePushedEvents((frame) => {
    const over =
      frame.type === "auction:status" && bids.data?.some(({ auction }) => auction._id === frame.data.auctionId);
    if (over || news.includes(frame.type)) void client.invalidateQueries({ queryKey: ["my-bids"] });
  });
  const groups = useMemo(() => groupBids(bids.data ?? []), [bids.data]);
  const auctions = useLiveAuctions(useMemo(() => groups.map((group) => group.auction), [groups]));
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
    <ul className="grid gap-4">
      {groups.map(({ auction, bids: own, highest }) => (
        <li key={auction._id}>
          <BidGroupCard auction={live.get(auction._id) ?? auction} bids={own} highest={highest} />
        </li>
      ))}
    </ul>
  );
};

// My Auto-Bids: the user's active max bids, live.
import { Link } from "react-router-dom";
import { AutoBidCard } from "../features/my-auto-bids/components/auto-bid-card.tsx";
import { useMyAutoBids } from "../features/my-auto-bids/hooks/use-my-auto-bids.ts";
import { useAuth } from "../features/session/auth-context.tsx";
import { usePageTitle } from "../lib/page-title.ts";
import { buttonClass } from "../ui/button.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { RetryNotice } from "../ui/retry-notice.tsx";
import { Skeleton } from "../ui/skeleton.tsx";

export const Component = () => {
  usePageTitle("My Auto-Bids");
  const { isAuthenticated, isLoading } = useAuth();
  if (isLoading) return null;
  return (
    <div className="grid gap-6">
      <div className="grid gap-1">
        <h1 className="font-bold text-xl">My Auto-Bids</h1>
        <p className="max-w-prose text-ink-soft">
          Each maximum bids for you, only as much as it takes to lead. Nobody else can see it.
        </p>
      </div>
      {isAuthenticated ? <MyAutoBids /> : <SignedOut />}
    </div>
  );
};

const SignedOut = () => (
  <EmptyState
    title="Please log in to view your max bids."
    action={
      <Link to="/login" state={{ from: "/my-max-bids" }} className={buttonClass("primary")}>
        Login
      </Link>
    }
  />
);

const MyAutoBids = () => {
  const { maxBids, error, retry, remove, replace } = useMyAutoBids();
  if (error) {
    return <RetryNotice onRetry={retry}>Failed to fetch your max bids</RetryNotice>;
  }
  if (!maxBids) {
    return (
      <div className="grid gap-4">
        <p role="status" className="text-ink-soft">
          Loading your max bids...
        </p>
        <Skeleton className="h-48" />
        <Skeleton className="h-48" />
      </div>
    );
  }
  if (maxBids.length === 0) {
    return (
      <EmptyState
        title="No Active Auto-Bids"
        action={
          <Link to="/" className={buttonClass("primary")}>
            Browse Auctions
          </Link>
        }
      >
        Open an auction and set a maximum: it bids for you up to that amount.
      </EmptyState>
    );
  }
  return (
    <ul className="grid gap-4">
      {maxBids.map((maxBid) => (
        <li key={maxBid._id}>
          <AutoBidCard maxBid={maxBid} onGone={remove} onConfirmed={replace} />
        </li>
      ))}
    </ul>
  );
};

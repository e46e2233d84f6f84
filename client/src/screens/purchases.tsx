// Purchases: what the user won or bought, what is due, and offers of a second chance. A signed-out user is sent to the
// login and back.
import { Link, useSearchParams } from "react-router-dom";
import { PurchaseList } from "../features/payments/components/purchase-list.tsx";
import { SecondChances } from "../features/payments/components/second-chances.tsx";
import { usePurchases } from "../features/payments/hooks/use-purchases.ts";
import { useAuth } from "../features/session/auth-context.tsx";
import { ToLogin } from "../features/session/components/to-login.tsx";
import { messageOf } from "../lib/api.ts";
import { usePageTitle } from "../lib/page-title.ts";
import { buttonClass } from "../ui/button.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { Pager } from "../ui/pager.tsx";
import { RetryNotice } from "../ui/retry-notice.tsx";
import { Skeleton } from "../ui/skeleton.tsx";

export const Component = () => {
  usePageTitle("Purchases");
  const { isAuthenticated, isLoading } = useAuth();
  if (isLoading) return null;
  if (!isAuthenticated) return <ToLogin />;
  return (
    <div className="grid gap-6">
      <h1 className="font-bold text-xl">Purchases</h1>
      <SecondChances />
      <Purchases />
    </div>
  );
};

const Purchases = () => {
  const [params] = useSearchParams();
  const page = Math.max(1, Math.floor(Number(params.get("page"))) || 1);
  const { data, isError, error, refetch } = usePurchases(page);
  if (!data && isError) {
    return (
      <RetryNotice onRetry={() => void refetch()}>{messageOf(error, "Failed to load your purchases")}</RetryNotice>
    );
  }
  if (!data) {
    return (
      <div className="grid gap-4 lg:grid-cols-2">
        <p role="status" className="sr-only">
          Loading your purchases...
        </p>
        <Skeleton className="h-96" />
        <Skeleton className="h-96" />
      </div>
    );
  }
  if (data.pagination.total === 0) {
    return (
      <EmptyState
        title="You have not bought anything yet."
        action={
          <Link to="/" className={buttonClass("secondary")}>
            Browse Auctions
          </Link>
        }
      >
        This page lists the lots that you win or buy, the payments that are due, and where to collect each lot.
      </EmptyState>
    );
  }
  return (
    <>
      <PurchaseList purchases={data.purchases} />
      <Pager pagination={data.pagination} addressOf={(to) => (to > 1 ? `/purchases?page=${to}` : "/purchases")} />
    </>
  );
};

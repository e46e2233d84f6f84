// Purchases: what the user won or bought, what is due, and offers of a second chance. A signed-out user is sent to the
// login and back.
import { Link, useSearchParams } from "#router";
import { InvoiceList } from "../features/payments/components/invoice-list.tsx";
import { PayTogether } from "../features/payments/components/pay-together.tsx";
import { PurchaseList } from "../features/payments/components/purchase-list.tsx";
import { ReturnedPayment } from "../features/payments/components/returned-payment.tsx";
import { SecondChances } from "../features/payments/components/second-chances.tsx";
import { usePurchases } from "../features/payments/hooks/use-purchases.ts";
import { owedKeys } from "../features/payments/queries.ts";
import { useAuth } from "../features/session/auth-context.tsx";
import { ToLogin } from "../features/session/components/to-login.tsx";
import { pageIn } from "../lib/address-filters.ts";
import { messageOf } from "../lib/api.ts";
import { usePageTitle } from "../lib/page-title.ts";
import { buttonClass } from "../ui/button.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { Loaded, Loading } from "../ui/loaded.tsx";
import { Pager } from "../ui/pager.tsx";

export const Component = () => {
  usePageTitle("Purchases");
  const { isAuthenticated, isLoading } = useAuth();
  if (isLoading) return null;
  if (!isAuthenticated) return <ToLogin />;
  return (
    <div className="grid gap-6">
      <h1 className="font-bold text-xl">Purchases</h1>
      <ReturnedPayment paidFor="your lots" queryKeys={owedKeys.map((key) => [key])} />
      <SecondChances />
      <PayTogether />
      <Purchases />
      <InvoiceList />
    </div>
  );
};

const NothingBought = () => (
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

const Purchases = () => {
  const [params] = useSearchParams();
  const page = pageIn(params);
  const query = usePurchases(page);
  return (
    <Loaded
      query={query}
      failed={(error) => messageOf(error, "Failed to load your purchases")}
      loading={
        <Loading isHidden shapes={["h-96", "h-96"]} className="lg:grid-cols-2">
          Loading your purchases...
        </Loading>
      }
      empty={({ pagination }) => pagination.total === 0 && <NothingBought />}
    >
      {({ purchases, pagination }) => (
        <>
          <PurchaseList purchases={purchases} />
          <Pager pagination={pagination} addressOf={(to) => (to > 1 ? `/purchases?page=${to}` : "/purchases")} />
        </>
      )}
    </Loaded>
  );
};

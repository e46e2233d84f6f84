// My Sales: the lots that the user sells, live, and the statement of what the user was paid for them. A signed-out user is
// sent to the login and back.
import { Link, useSearchParams } from "#router";
import { TimeLeft } from "../features/lot-card/time-left-label.tsx";
import { SaleRow } from "../features/my-sales/sale-row.tsx";
import { SellerStatementView } from "../features/my-sales/seller-statement.tsx";
import { useOwnSales } from "../features/my-sales/use-own-sales.ts";
import { useAuth } from "../features/session/auth-context.tsx";
import { ToLogin } from "../features/session/components/to-login.tsx";
import { pageIn } from "../lib/address-filters.ts";
import { messageOf } from "../lib/api.ts";
import { usePageTitle } from "../lib/page-title.ts";
import { SellerTabs } from "../lots/seller-tabs.tsx";
import { buttonClass } from "../ui/button.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { Loaded, Loading } from "../ui/loaded.tsx";
import { Pager } from "../ui/pager.tsx";

export const Component = () => {
  usePageTitle("My Sales");
  const { isAuthenticated, isLoading, user } = useAuth();
  const [params] = useSearchParams();
  const isStatement = params.get("tab") === "statement";
  if (isLoading) return null;
  if (!isAuthenticated || !user) return <ToLogin />;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <h1 className="font-bold text-xl">My Sales</h1>
      <SellerTabs current={isStatement ? "Statement" : "Lots"} />
      {isStatement ? <SellerStatementView userId={user._id} /> : <Lots key={user._id} userId={user._id} />}
    </div>
  );
};

const Lots = ({ userId }: { userId: string }) => {
  const [params] = useSearchParams();
  const { query, rows } = useOwnSales(userId, pageIn(params));
  return (
    <Loaded
      query={query}
      failed={(error) => messageOf(error, "Failed to fetch your lots")}
      loading={
        <Loading isHidden shapes={["h-40", "h-40"]}>
          Loading your lots...
        </Loading>
      }
      empty={({ pagination }) => pagination.total === 0 && <NothingHere />}
    >
      {({ pagination }) => (
        <>
          <ul
            aria-label="Your lots"
            className="grid divide-y divide-line overflow-hidden rounded-box border border-line bg-surface"
          >
            {rows.map((row) => (
              <li key={row.auction._id}>
                <SaleRow row={row} timeLeft={<TimeLeft auction={row.auction} />} />
              </li>
            ))}
          </ul>
          <Pager pagination={pagination} addressOf={(page) => `/my-sales?page=${page}`} />
        </>
      )}
    </Loaded>
  );
};

const NothingHere = () => (
  <EmptyState
    title="You sell no lots yet."
    action={
      <Link to="/sell" className={buttonClass("primary")}>
        Sell an item
      </Link>
    }
  >
    A lot that we sell for you is here once it is public: its price, its bids, and what you are paid for it.
  </EmptyState>
);

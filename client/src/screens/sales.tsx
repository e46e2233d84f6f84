// All sales: those that are running or come, the soonest first; below them those that are over.
import { useInfiniteQuery } from "@tanstack/react-query";
import { Link } from "#router";
import { SaleList } from "../features/sales/components/sale-list.tsx";
import { salesQuery } from "../features/sales/queries.ts";
import { usePageTitle } from "../lib/page-title.ts";
import { buttonClass } from "../ui/button.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { LoadMore } from "../ui/load-more.tsx";
import { Loaded, Loading } from "../ui/loaded.tsx";

export const Component = () => {
  usePageTitle("Sales");
  const query = useInfiniteQuery(salesQuery);
  const sales = query.data?.pages.flatMap((page) => page.sales).filter(({ status }) => status === "published") ?? [];
  const over = sales.filter(({ isOver }) => isOver);
  const running = sales.filter(({ isOver }) => !isOver);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4 md:gap-6">
      <div className="grid gap-1">
        <h1 className="font-bold text-xl">Sales</h1>
        <p className="text-ink-soft">Lots that are sold together, one after the other.</p>
      </div>
      <Loaded
        query={query}
        failed="Failed to load the sales"
        loading={
          <Loading isHidden shapes={["h-32", "h-32", "h-32", "h-32"]} className="lg:grid-cols-2">
            Loading sales...
          </Loading>
        }
        empty={() =>
          sales.length === 0 && (
            <EmptyState
              title="There are no sales yet."
              action={
                <Link to="/" className={buttonClass("primary")}>
                  Browse Auctions
                </Link>
              }
            >
              Single lots are on the first page.
            </EmptyState>
          )
        }
      >
        {() => (
          <>
            <section aria-labelledby="running-sales" className="grid gap-3">
              <h2 id="running-sales" className="font-bold text-lg">
                Running and upcoming
              </h2>
              {running.length > 0 ? (
                <SaleList sales={running} pathOf={({ _id }) => `/sales/${_id}`} />
              ) : (
                <p className="text-ink-soft">No sale is running at the moment.</p>
              )}
            </section>
            {over.length > 0 && (
              <section aria-labelledby="past-sales" className="grid gap-3">
                <h2 id="past-sales" className="font-bold text-lg">
                  Past sales
                </h2>
                <SaleList sales={over} pathOf={({ _id }) => `/sales/${_id}`} />
              </section>
            )}
          </>
        )}
      </Loaded>
      <LoadMore query={query} />
    </div>
  );
};

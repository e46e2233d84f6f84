// The home page: search, filters, the lots that end soon and the grid of lots, live.
import { useInfiniteQuery } from "@tanstack/react-query";
import { Suspense } from "react";
import { LotCard } from "../features/lot-card/lot-card.tsx";
import { LotGrid, LotGridSkeleton } from "../features/lot-card/lot-grid.tsx";
import { AuctionResults } from "../features/search/components/auction-results.tsx";
import { SearchPanel } from "../features/search/components/search-panel.tsx";
import { narrows } from "../features/search/filters.ts";
import { useFilters } from "../features/search/hooks/use-filters.ts";
import { useNewAuctions } from "../features/search/hooks/use-new-auctions.ts";
import { auctionListQuery, auctionsOf, collectedIn, outbidIn } from "../features/search/queries.ts";
import { useAuth } from "../features/session/auth-context.tsx";
import { cx } from "../lib/cx.ts";
import { usePageTitle } from "../lib/page-title.ts";
import { useStages } from "../lib/use-stages.ts";
import { useLiveAuctions, useOutbid } from "../live/live.ts";
import { useRefetchOnJoin } from "../queries/use-refetch-on-join.ts";
import { useSaver } from "../store/saver.ts";
import { late } from "../ui/late.tsx";
import { LoadMore } from "../ui/load-more.tsx";

const FIRST_ROW = 4;
/** The stages of the first view: the list in parts of these many lots, and at last the whole row "Ending soon". */
const LAST_STAGE = 4;
const LIST_PART = 8;
/** A shorter list, and data saver, have no row "Ending soon", because it would only repeat the list. */
const RAIL_FROM = 6;

// This code is not in the first load.
const EndingSoon = late(
  () => import("./home/ending-soon.tsx"),
  ({ EndingSoon }) => EndingSoon,
);
const CategoryChips = late(
  () => import("../features/search/components/category-chips.tsx"),
  ({ CategoryChips }) => CategoryChips,
);
const SearchTools = late(
  () => import("./home/search-tools.tsx"),
  ({ SearchTools }) => SearchTools,
);
const NewAuctions = late(
  () => import("./home/new-auctions.tsx"),
  ({ NewAuctions }) => NewAuctions,
);
const LastSeenLots = late(
  () => import("../features/offline/last-seen-lots.tsx"),
  ({ LastSeenLots }) => LastSeenLots,
);

const Standing = late(
  () => import("./home/standing.tsx"),
  ({ Standing }) => Standing,
  ({ children }) => children,
);

/** A signed-in bidder reads here first what to do now, in a place that is kept for it. */
const Title = () => {
  const isBidder = useAuth().user?.role === "user";
  const tagline = (
    <p className={cx("col-span-2 text-ink-soft text-sm", isBidder && "min-h-13")}>
      Live auctions across Nigeria.
      <span className={isBidder ? "" : "max-md:sr-only"}>
        {" "}
        Bid by hand, or set your maximum and let it bid for you.
      </span>
    </p>
  );
  return (
    <div className="grid grid-cols-[1fr_auto] items-baseline gap-x-3 max-lg:mb-2 lg:w-104">
      <h1 className="font-bold text-lg max-md:leading-[1.2] md:text-xl">Every bid is public</h1>
      {isBidder ? (
        <Suspense fallback={tagline}>
          <Standing>{tagline}</Standing>
        </Suspense>
      ) : (
        tagline
      )}
    </div>
  );
};

export const Component = () => {
  usePageTitle(null);
  const { filters, apply, clear } = useFilters();
  const stage = useStages(LAST_STAGE);
  const searching = narrows(filters);
  const list = useInfiniteQuery(auctionListQuery(filters));
  const pages = list.data?.pages;
  const auctions = useLiveAuctions(auctionsOf(pages));
  useRefetchOnJoin("listing", list);
  const outbidHere = useOutbid();
  const outbidBefore = outbidIn(pages);
  const collectIn = collectedIn(pages);
  const fresh = useNewAuctions(searching, pages, list.refetch);
  const total = pages?.[0]?.total ?? null;
  const isSaver = useSaver();
  const hasRail = !searching && filters.sortBy === "" && !isSaver && total !== null && total > RAIL_FROM;

  return (
    <div className="grid grid-cols-1 gap-3 md:gap-4">
      <SearchPanel
        title={<Title />}
        categories={
          // Its height is kept while it loads.
          <div className="min-h-11 lg:min-h-19.5">
            <Suspense fallback={null}>
              <CategoryChips filters={filters} onChange={apply} />
            </Suspense>
          </div>
        }
      />
      {fresh.count > 0 && (
        <Suspense fallback={null}>
          <NewAuctions {...fresh} />
        </Suspense>
      )}
      {hasRail && (
        <Suspense fallback={<div className="h-28 pointer-fine:h-25" />}>
          <EndingSoon isBegun={stage < LAST_STAGE} />
        </Suspense>
      )}
      <AuctionResults
        // The key makes a new element when the row comes before it, so that its heading does not move.
        key={hasRail ? "below the row" : "alone"}
        searching={searching}
        searchText={filters.search}
        answer={pages?.[0]}
        total={total}
        isEmpty={list.isSuccess && auctions.length === 0}
        isLoading={list.isPending}
        // Data saver loads them for a search alone.
        tools={
          (searching || !isSaver) && (
            <Suspense fallback={null}>
              <SearchTools filters={filters} searching={searching} />
            </Suspense>
          )
        }
        isError={list.isError && !list.data}
        onRetry={() => void list.refetch()}
        onClear={clear}
        skeletons={<LotGridSkeleton />}
      >
        <LotGrid>
          {auctions.slice(0, stage < LAST_STAGE ? stage * LIST_PART : undefined).map((auction, index) => (
            <li key={auction._id}>
              <LotCard
                auction={auction}
                outbid={outbidHere.has(auction._id) || outbidBefore.has(auction._id)}
                collectIn={collectIn[auction._id]}
                eager={index < FIRST_ROW}
              />
            </li>
          ))}
        </LotGrid>
        {stage === LAST_STAGE && <LoadMore query={list} />}
      </AuctionResults>
      {searching && !isSaver && total === 0 && (
        <Suspense fallback={null}>
          <EndingSoon isBegun={false} />
        </Suspense>
      )}
      {list.isLoadingError && (
        <Suspense fallback={null}>
          <LastSeenLots />
        </Suspense>
      )}
    </div>
  );
};

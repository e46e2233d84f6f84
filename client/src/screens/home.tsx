// The home page: search, filters and the grid of lots, live.
import { useInfiniteQuery } from "@tanstack/react-query";
import { LotCard } from "../features/lot-card/lot-card.tsx";
import { LotCardSkeleton } from "../features/lot-card/lot-card-skeleton.tsx";
import { LotGrid } from "../features/lot-card/lot-grid.tsx";
import { AuctionResults } from "../features/search/components/auction-results.tsx";
import { SearchPanel } from "../features/search/components/search-panel.tsx";
import { narrows } from "../features/search/filters.ts";
import { useFilters } from "../features/search/hooks/use-filters.ts";
import { useNewAuctions } from "../features/search/hooks/use-new-auctions.ts";
import { auctionListQuery, auctionsOf } from "../features/search/queries.ts";
import { usePageTitle } from "../lib/page-title.ts";
import { useRefetchOnJoin } from "../queries/use-refetch-on-join.ts";
import { useLiveAuctions, useOutbid } from "../store/live.ts";
import { Button } from "../ui/button.tsx";

const FIRST_ROW = 4;
const SKELETONS = ["a", "b", "c", "d", "e", "f", "g", "h"];

export const Component = () => {
  usePageTitle(null);
  const { filters, clear } = useFilters();
  const searching = narrows(filters);
  const list = useInfiniteQuery(auctionListQuery(filters));
  const auctions = useLiveAuctions(auctionsOf(list.data?.pages));
  useRefetchOnJoin("listing", list);
  const outbid = useOutbid();
  const fresh = useNewAuctions(searching, list.data?.pages, list.refetch);

  return (
    <div className="grid gap-4 md:gap-6">
      <div className="grid gap-1 pt-2 md:pt-4">
        <h1 className="font-bold text-xl lg:text-2xl">Every bid in the open</h1>
        <p className="max-w-prose text-ink-soft">
          Live auctions across Nigeria. Bid by hand, or set your maximum and let it bid for you.
        </p>
      </div>
      <SearchPanel />
      <AuctionResults
        searching={searching}
        searchText={filters.search}
        total={list.data?.pages[0]?.total ?? null}
        isEmpty={list.isSuccess && auctions.length === 0}
        isLoading={list.isPending}
        isError={list.isError && !list.data}
        onRetry={() => void list.refetch()}
        onClear={clear}
        skeletons={SKELETONS.map((key) => <LotCardSkeleton key={key} />)}
      >
        {fresh.count > 0 && (
          <div className="sticky top-16 z-30 justify-self-center">
            <Button size="sm" className="shadow-raised" onClick={fresh.show}>
              {fresh.count === 1 ? "1 new auction — show" : `${fresh.count} new auctions — show`}
            </Button>
          </div>
        )}
        <LotGrid>
          {auctions.map((auction, index) => (
            <li key={auction._id}>
              <LotCard auction={auction} outbid={outbid.has(auction._id)} eager={index < FIRST_ROW} />
            </li>
          ))}
        </LotGrid>
        {list.hasNextPage && (
          <Button
            variant="secondary"
            className="justify-self-center"
            pending={list.isFetchingNextPage}
            onClick={() => void list.fetchNextPage()}
          >
            Load more
          </Button>
        )}
      </AuctionResults>
    </div>
  );
};

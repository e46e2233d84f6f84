// My Auctions (staff who make lots): the person's lot drafts, and the auctions that the person created, live.
import type { Auction } from "@jara/shared/auction";
import { useState } from "react";
import { Link, useSearchParams } from "#router";
import { LotGrid, LotGridSkeleton } from "../../features/lot-card/lot-grid.tsx";
import { TimeLeft } from "../../features/lot-card/time-left-label.tsx";
import { CancelAuctionDialog } from "../../features/my-auctions/cancel-auction-dialog.tsx";
import { FilterBar } from "../../features/my-auctions/filter-bar.tsx";
import { MyAuctionCard } from "../../features/my-auctions/my-auction-card.tsx";
import { type OwnFilter, ownFilters, searchOf } from "../../features/my-auctions/own-filter.ts";
import { useMyAuctions } from "../../features/my-auctions/use-my-auctions.ts";
import { StaffOnly } from "../../features/session/components/staff-only.tsx";
import { usePageTitle } from "../../lib/page-title.ts";
import { DraftList } from "../../lots/drafts/draft-list.tsx";
import { Button, buttonClass } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Loaded } from "../../ui/loaded.tsx";

export const Component = () => {
  usePageTitle("My Auctions");
  return (
    <StaffOnly use="lots:edit">
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
        <div className="flex flex-wrap items-center justify-between gap-4">
          <h1 className="font-bold text-xl">My Auctions</h1>
          <Link to="/create-auction" className={buttonClass("primary")}>
            Create New Auction
          </Link>
        </div>
        <DraftList mine />
        <MyAuctions />
      </div>
    </StaffOnly>
  );
};

const MyAuctions = () => {
  const filter = ownFilters.read(useSearchParams()[0]);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <FilterBar filter={filter} />
      <Cards key={searchOf(filter)} filter={filter} />
    </div>
  );
};

const Cards = ({ filter }: { filter: OwnFilter }) => {
  const { auctions, error, retry, more, take } = useMyAuctions(filter);
  const [cancelling, setCancelling] = useState<Auction | null>(null);
  return (
    <Loaded
      query={{ data: auctions, error, refetch: retry }}
      failed="Failed to fetch your auctions"
      loading={<LoadingLots />}
      empty={({ length }) => length === 0 && !more && <Nothing filter={filter} />}
    >
      {(loaded) => (
        <>
          <LotGrid>
            {loaded.map((auction) => (
              <li key={auction._id}>
                <MyAuctionCard
                  auction={auction}
                  timeLeft={<TimeLeft auction={auction} />}
                  onCancel={() => setCancelling(auction)}
                />
              </li>
            ))}
          </LotGrid>
          {more && (
            <Button variant="secondary" className="justify-self-center" pending={more.isFetching} onClick={more.fetch}>
              Show more
            </Button>
          )}
          {cancelling && (
            <CancelAuctionDialog auction={cancelling} onClose={() => setCancelling(null)} onCancelled={take} />
          )}
        </>
      )}
    </Loaded>
  );
};

const LoadingLots = () => (
  <div className="grid gap-4">
    <p role="status" className="text-ink-soft">
      Loading your auctions...
    </p>
    <LotGridSkeleton />
  </div>
);

const Nothing = ({ filter }: { filter: OwnFilter }) =>
  filter.status || filter.search ? (
    <EmptyState
      title="None of your auctions match."
      action={
        <Link to="?" className={buttonClass("secondary")}>
          Show all
        </Link>
      }
    >
      Choose another tab, or search for other words.
    </EmptyState>
  ) : (
    <EmptyState title="You have not created any auctions yet.">
      The auctions that you create appear here, with price, bids and time left.
    </EmptyState>
  );

// The history of one auction (managers and administrators): who did what, when, and how the price came about. Live, and
// as a file.
import type { HistoryEntry } from "@jara/shared/rest/admin-auctions";
import { type ReactNode, useState } from "react";
import { Link, useParams, useSearchParams } from "#router";
import { downloadHistory } from "../../features/auction-history/download-history.ts";
import { HistoryFilterForm } from "../../features/auction-history/history-filter-form.tsx";
import { type HistoryFilters, historyFilters } from "../../features/auction-history/history-filters.ts";
import { HistoryTable } from "../../features/auction-history/history-table.tsx";
import { PAGE_SIZE } from "../../features/auction-history/queries.ts";
import { useAuctionHistory, useHistoryAuction } from "../../features/auction-history/use-auction-history.ts";
import { StaffOnly } from "../../features/session/components/staff-only.tsx";
import { VoidBids, VoidFromBid } from "../../features/void-bids/void-bids.tsx";
import { messageOf } from "../../lib/api.ts";
import { usePageTitle } from "../../lib/page-title.ts";
import { useDownload } from "../../queries/download.ts";
import { StatusBadge } from "../../ui/badge.tsx";
import { Button, buttonClass } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Loaded, Loading } from "../../ui/loaded.tsx";
import { useMay } from "../../ui/may.tsx";
import { OwnMoney } from "../../ui/money.tsx";
import { Pager } from "../../ui/pager.tsx";
import { textLinkClass } from "../../ui/text-link.tsx";

export const Component = () => {
  const { id = "" } = useParams();
  return (
    <StaffOnly use="bids:read">
      <History key={id} auctionId={id} />
    </StaffOnly>
  );
};

const History = ({ auctionId }: { auctionId: string }) => {
  const [params, setParams] = useSearchParams();
  const filters = historyFilters.read(params);
  const { history, isLoadingPage, isNotFound, error, retry } = useAuctionHistory(auctionId, filters);
  const [showsMilliseconds, setShowsMilliseconds] = useState(false);
  usePageTitle(isNotFound ? "Auction not found" : "History");

  const verbOf = useVoidFromBid(auctionId);
  const change = (next: Partial<HistoryFilters>) =>
    setParams(historyFilters.write({ ...filters, page: 1, ...next }), { preventScrollReset: true });
  const pages = Math.max(1, Math.ceil((history?.total ?? 0) / PAGE_SIZE));

  if (isNotFound) {
    return (
      <EmptyState
        title="Auction not found"
        isPage
        action={
          <Link to="/admin/auctions" className={buttonClass("secondary")}>
            Back to Auction Management
          </Link>
        }
      />
    );
  }
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <Heading auctionId={auctionId} />
      <HistoryFilterForm
        filters={filters}
        onChange={change}
        showsMilliseconds={showsMilliseconds}
        onMilliseconds={setShowsMilliseconds}
      />
      <Loaded
        query={{ data: history, error, refetch: retry }}
        failed={(problem) => messageOf(problem, "Failed to load the history")}
        loading={<Loading shapes={["h-12", "h-12", "h-12", "h-12"]}>Loading the history...</Loading>}
        empty={({ entries }) =>
          entries.length === 0 && (
            <EmptyState
              title="No entries of this kind"
              action={
                <Button variant="secondary" onClick={() => change({ kind: "" })}>
                  Show everything
                </Button>
              }
            />
          )
        }
      >
        {({ entries, total }) => (
          <>
            <HistoryTable
              entries={entries}
              isLoadingPage={isLoadingPage}
              showsMilliseconds={showsMilliseconds}
              verbOf={verbOf}
            />
            <Pager
              pagination={{ current: filters.page, pages, total, limit: PAGE_SIZE }}
              addressOf={(page) => `?${historyFilters.write({ ...filters, page })}`}
            />
          </>
        )}
      </Loaded>
    </div>
  );
};

/**
 * The number of the bid that the command of its own bidder placed; null if the entry has none. An auto-bid that somebody
 * else's command caused would be placed again by the same maximum.
 */
const ownBidIn = ({ actor, details }: HistoryEntry): number | null => {
  const isOwn = (bidder: unknown): boolean =>
    typeof bidder === "object" && bidder !== null && "id" in bidder && bidder.id === actor?.id;
  const bid = details.find((event) => event.type === "BidPlaced" && isOwn(event.bidder));
  return typeof bid?.number === "number" ? bid.number : null;
};

const useVoidFromBid = (auctionId: string) => {
  const auction = useHistoryAuction(auctionId);
  const mayVoid = useMay("bids:void");
  return (entry: HistoryEntry): ReactNode => {
    if (!auction || !mayVoid || auction.status === "cancelled" || auction.status === "draft") return null;
    const number = ownBidIn(entry);
    return entry.actor && number !== null ? (
      <VoidFromBid auction={auction} bidder={entry.actor} number={number} />
    ) : null;
  };
};

const Heading = ({ auctionId }: { auctionId: string }) => {
  const auction = useHistoryAuction(auctionId);
  const { mutate, isPending } = useDownload("Failed to download the history", () => downloadHistory(auctionId));
  const isOpen = auction && auction.status !== "ended" && auction.status !== "sold";

  return (
    <header className="grid gap-2">
      <Link to="/admin/auctions" className={textLinkClass}>
        Back to Auction Management
      </Link>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h1 className="min-w-0 font-bold text-xl">
          History{auction && <span className="block font-semibold text-base">{auction.title}</span>}
          {auction === null && <span className="block font-semibold text-base">A deleted auction</span>}
        </h1>
        <div className="flex flex-wrap items-center gap-2">
          {auction && <VoidBids auction={auction} />}
          <Link to={`/admin/auctions/${auctionId}/complaint`} className={buttonClass("secondary")}>
            Complaint
          </Link>
          <Button variant="secondary" pending={isPending} onClick={() => mutate()}>
            Download CSV
          </Button>
        </div>
      </div>
      {auction && (
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
          <StatusBadge status={auction.status} />
          <OwnMoney amount={auction.currentPrice} currency={auction.currency} className="font-bold" />
          {auction.winner ? (
            <span>won by {auction.winner.username}</span>
          ) : (
            auction.leader && <span>{auction.leader.username} leads</span>
          )}
          <Link
            to={`/auction/${auction._id}`}
            className="inline-flex min-h-11 items-center text-brand underline underline-offset-4 pointer-fine:min-h-6"
          >
            View auction
          </Link>
        </p>
      )}
      {isOpen && (
        <p className="max-w-prose text-ink-soft text-sm">
          Maximum bids stay secret while bidding is possible. They are shown here once the auction has ended.
        </p>
      )}
    </header>
  );
};

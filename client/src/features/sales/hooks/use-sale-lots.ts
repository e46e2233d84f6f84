// The lots of a sale, live, in the order of its catalogue.
import type { Auction } from "@jara/shared/auction";
import type { Sale, SaleLots } from "@jara/shared/rest/sales";
import { byLotNumber, type LotNumber } from "@jara/shared/sale-order";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { useAuctionsWithWinners } from "../../../live/with-winners.ts";
import { useRefetchOnJoin } from "../../../queries/use-refetch-on-join.ts";
import { nextLotsQuery, saleLotsQuery } from "../queries.ts";

export interface SaleLot extends LotNumber {
  readonly auction: Auction;
}

export const useLiveLots = (lots: SaleLots["lots"]): SaleLot[] => {
  const numbers = new Map(lots.map(({ auction, ...number }) => [auction._id, number]));
  const auctions = [...new Map(lots.map(({ auction }) => [auction._id, auction])).values()];
  return useAuctionsWithWinners(auctions).map((auction) => ({ lotNumber: 0, ...numbers.get(auction._id), auction }));
};

/** Changes when lots may have come or gone, or all their times have moved. */
const stateOf = ({ lotCount, revision }: Sale): string => `${lotCount} ${revision}`;

export const useSaleLots = (sale: Sale, search: string) => {
  const query = useInfiniteQuery(saleLotsQuery(sale._id, search, stateOf(sale)));
  const lots = useLiveLots(query.data?.pages.flatMap((page) => page.lots) ?? []);
  useRefetchOnJoin("listing", query);
  return { query, lots, total: query.data?.pages[0]?.pagination.total ?? 0 };
};

/** After a lot has closed, the one that comes next is read this much later. */
const READ_AGAIN_MS = 500;

/** The lots that close next, the soonest end first. Paused ones come after those that take bids. */
export const useNextLots = (sale: Sale): { lots: SaleLot[]; isLoading: boolean } => {
  const { data, dataUpdatedAt, isPending, refetch } = useQuery(nextLotsQuery(sale._id, stateOf(sale)));
  const read = data?.lots ?? [];
  const open = useLiveLots(read).filter(({ auction: { status } }) => status === "active" || status === "paused");
  const closed = read.length - open.length;
  // biome-ignore lint/correctness/useExhaustiveDependencies: asks once more if an answer still has a closed lot
  useEffect(() => {
    if (closed === 0) return;
    const timer = setTimeout(() => void refetch(), READ_AGAIN_MS);
    return () => clearTimeout(timer);
  }, [closed, dataUpdatedAt, refetch]);
  const rank = ({ auction }: SaleLot) => (auction.status === "active" ? 0 : 1);
  const lots = open.sort(
    (a, b) => rank(a) - rank(b) || a.auction.endTime.localeCompare(b.auction.endTime) || byLotNumber(a, b),
  );
  return { lots, isLoading: isPending };
};

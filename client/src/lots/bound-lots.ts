// The open auctions that bind the user's money, and how much each of them binds.

import type { Auction } from "@jara/shared/auction";
import { boundAmountMinor, requiredBalanceMinor } from "@jara/shared/bidding-rules";
import { LIST_LIMIT_MAX } from "@jara/shared/list-limit";
import { type Currency, type ExchangeRates, type Minor, toMajor, toMinor } from "@jara/shared/money";
import type { ListedMaxBid } from "@jara/shared/rest/bids";
import type { MyAuction } from "@jara/shared/rest/my-auctions";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useOwnNews } from "../connection/use-own-news.ts";
import { maxBidsQuery } from "../queries/max-bids.ts";
import { MY_BIDS, myAuctionsQuery } from "../queries/my-bids.ts";
import { useCurrency } from "../store/currency.ts";

export interface BoundLot {
  readonly _id: string;
  readonly title: string;
  readonly currency: Currency;
  /** Null while it is paused, because the end moves. */
  readonly endTime: string | null;
  readonly isLeading: boolean;
  /** True if the maximum binds, false if the leading bid does. */
  readonly isMaximum: boolean;
  /** The site needs 20% of this amount, which is in the auction's currency. */
  readonly amount: number;
  /** In naira. */
  readonly bound: number;
}

const isOpen = ({ status }: Pick<Auction, "status">): boolean => status === "active" || status === "paused";

const knownEndOf = ({ status, endTime }: Pick<Auction, "status" | "endTime">): string | null =>
  status === "paused" ? null : endTime;

/** `mine`: the open auctions that the user bid on. */
export const boundLotsOf = (
  maxBids: readonly ListedMaxBid[],
  mine: readonly MyAuction[],
  rates: ExchangeRates,
): BoundLot[] => {
  const lots = new Map<string, Omit<BoundLot, "amount" | "bound" | "isMaximum"> & { led: number; maximum: number }>();
  for (const { auction, currency, isLeading, maxAmount } of maxBids) {
    const { _id, title } = auction;
    const endTime = knownEndOf(auction);
    if (isOpen(auction)) lots.set(_id, { _id, title, currency, endTime, isLeading, led: 0, maximum: maxAmount });
  }
  for (const { auction } of mine) {
    const { _id, title, currency, isLeading, currentPrice } = auction;
    const endTime = knownEndOf(auction);
    if (!isOpen(auction) || !isLeading) continue;
    const maximum = lots.get(_id)?.maximum ?? 0;
    lots.set(_id, { _id, title, currency, endTime, isLeading, led: currentPrice, maximum });
  }
  return [...lots.values()].map(({ led, maximum, ...lot }) => {
    const amountMinor: Minor = boundAmountMinor(toMinor(led), toMinor(maximum));
    const bound = toMajor(requiredBalanceMinor(amountMinor, lot.currency, rates));
    return { ...lot, amount: toMajor(amountMinor), isMaximum: maximum >= led, bound };
  });
};

/** Undefined while it is loading. `exceptAuctionId`: without this auction, whose own page knows it better. */
export const useBoundLots = (exceptAuctionId?: string): BoundLot[] | undefined => {
  const { rates } = useCurrency();
  const client = useQueryClient();
  useOwnNews(() => {
    for (const queryKey of [maxBidsQuery.queryKey, [MY_BIDS]]) void client.invalidateQueries({ queryKey });
  }, exceptAuctionId);
  const maxBids = useQuery({ ...maxBidsQuery, staleTime: 0 });
  const mine = useQuery({ ...myAuctionsQuery("active", 1, LIST_LIMIT_MAX), staleTime: 0 });
  return (
    maxBids.data &&
    mine.data &&
    boundLotsOf(maxBids.data, mine.data.auctions, rates).filter(({ _id }) => _id !== exceptAuctionId)
  );
};

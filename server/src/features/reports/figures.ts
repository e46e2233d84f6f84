// Makes the figures of a report from the sums that its statement reads.
import { type ExchangeRates, toMajor } from "@jara/shared/money";
import { inNairaMinor } from "@jara/shared/naira";
import type { ReportFigures } from "@jara/shared/rest/reports";

/** The sums of one row of the report. The row with `isTotal` has the sums of all rows. Amounts are in minor units. */
export interface Sums {
  readonly key: string;
  readonly isTotal: boolean;
  readonly title: string | null;
  /** ISO 8601: when the first lot of the sale closes. */
  readonly closesAt: string | null;
  readonly lots: number;
  readonly sold: number;
  readonly bids: number;
  readonly bidders: number;
  readonly newBidders: number;
  readonly hammerNgn: number;
  readonly hammerUsd: number;
  readonly feesNgn: number;
  readonly feesUsd: number;
  readonly premiumNgn: number;
  readonly premiumUsd: number;
  readonly vatNgn: number;
  readonly vatUsd: number;
  readonly received: number;
  readonly reversed: number;
  readonly defaults: number;
  readonly penaltiesKept: number;
  readonly penaltiesReturned: number;
  readonly depositsTaken: number;
  readonly depositsReturned: number;
  readonly refunds: number;
}

export const figuresOf = (sums: Sums, rates: ExchangeRates): ReportFigures => {
  const { lots, sold, bidders, newBidders, defaults } = sums;
  return {
    lots,
    sold,
    sellThrough: ratio(sold * 100, lots, 1),
    bids: sums.bids,
    bidsPerLot: ratio(sums.bids, lots, 2),
    bidders,
    newBidders,
    returningBidders: bidders - newBidders,
    hammer: inCurrencies(sums.hammerNgn, sums.hammerUsd, rates),
    fees: inCurrencies(sums.feesNgn, sums.feesUsd, rates),
    premium: inCurrencies(sums.premiumNgn, sums.premiumUsd, rates),
    vat: inCurrencies(sums.vatNgn, sums.vatUsd, rates),
    received: toMajor(sums.received),
    reversed: toMajor(sums.reversed),
    defaults,
    penaltiesKept: toMajor(sums.penaltiesKept),
    penaltiesReturned: toMajor(sums.penaltiesReturned),
    depositsTaken: toMajor(sums.depositsTaken),
    depositsReturned: toMajor(sums.depositsReturned),
    refunds: toMajor(sums.refunds),
  };
};

const ratio = (part: number, whole: number, digits: number): number | null =>
  whole === 0 ? null : Number((part / whole).toFixed(digits));

const inCurrencies = (ngn: number, usd: number, rates: ExchangeRates) => ({
  NGN: toMajor(ngn),
  USD: toMajor(usd),
  ngn: toMajor(ngn + inNairaMinor(usd, "USD", rates)),
});

/** The sums of no rows. */
export const nothing: Sums = {
  key: "",
  isTotal: true,
  title: null,
  closesAt: null,
  lots: 0,
  sold: 0,
  bids: 0,
  bidders: 0,
  newBidders: 0,
  hammerNgn: 0,
  hammerUsd: 0,
  feesNgn: 0,
  feesUsd: 0,
  premiumNgn: 0,
  premiumUsd: 0,
  vatNgn: 0,
  vatUsd: 0,
  received: 0,
  reversed: 0,
  defaults: 0,
  penaltiesKept: 0,
  penaltiesReturned: 0,
  depositsTaken: 0,
  depositsReturned: 0,
  refunds: 0,
};

// The chart's section on the page: keeps its height while the drawing code loads, and describes the chart in words.
import type { Auction, Bid } from "@jara/shared/auction";
import { formatLagosTime } from "@jara/shared/time";
import { type ComponentType, lazy, Suspense, useMemo, useState } from "react";
import { serverNow } from "../../connection/connection.ts";
import { shownIn, shownText } from "../../lib/shown-money.ts";
import { endOf } from "../../lots/end-of.ts";
import { useCurrency } from "../../store/currency.ts";
import { useSaver } from "../../store/saver.ts";
import { Button } from "../../ui/button.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import type { PriceChartProps } from "./price-chart.tsx";
import { priceSteps } from "./price-steps.ts";

const InWords = ({ summary }: { summary: string }) => <p>{summary}</p>;

/**
 * If the code cannot be loaded (a patchy network), the words remain, because a missing chart must not stop the bidding.
 */
const PriceChart = lazy<ComponentType<PriceChartProps>>(() =>
  import("./price-chart.tsx").catch(() => ({ default: InWords })),
);

export const PriceChartSection = ({ auction, bids }: { auction: Auction; bids: readonly Bid[] }) => {
  const open = auction.status === "active" || auction.status === "paused";
  const { chosen, rates } = useCurrency();
  const { currency } = auction;
  const steps = useMemo(() => {
    const { times, prices } = priceSteps(
      auction,
      bids,
      open ? serverNow() : Math.min(serverNow(), Date.parse(endOf(auction))),
    );
    return { times, prices: prices.map((price) => shownIn(price, currency, chosen, rates).amount) };
  }, [auction, bids, open, currency, chosen, rates]);
  const isSaver = useSaver();
  const [isWanted, setIsWanted] = useState(false);
  if (!bids.some(({ voided }) => !voided)) return null;
  const shown = shownIn(auction.currentPrice, currency, chosen, rates);
  const first = shownText({ ...shown, amount: steps.prices[0] ?? shown.amount });
  const last = shownText(shown);
  const since = formatLagosTime(new Date((steps.times[0] ?? 0) * 1000).toISOString());
  const summary = `The price went from ${first} to ${last} since ${since}, with ${auction.bidCount === 1 ? "1 bid" : `${auction.bidCount} bids`}.`;
  return (
    <section aria-labelledby="chart-title" className="grid gap-3">
      <h2 id="chart-title" className="font-bold text-lg">
        Price over time
      </h2>
      {isSaver && !isWanted ? (
        <>
          <InWords summary={summary} />
          <Button variant="secondary" size="sm" className="justify-self-start" onClick={() => setIsWanted(true)}>
            Show the chart
          </Button>
        </>
      ) : (
        <Suspense fallback={<Skeleton className="h-[200px]" />}>
          <PriceChart steps={steps} currency={shown.currency} summary={summary} />
        </Suspense>
      )}
    </section>
  );
};

// One lot, live: pictures and facts, the bid panel (on a phone the bottom bar), history and chart.

import type { Auction } from "@jara/shared/auction";
import type { AuctionView } from "@jara/shared/fold-auction";
import { useState } from "react";
import { AddAddendum } from "../../features/addenda/add-addendum.tsx";
import { AuctionControls } from "../../features/auction-controls/auction-controls.tsx";
import { DraftBar } from "../../features/auction-controls/draft-bar.tsx";
import { UnlessRelisted } from "../../features/auction-controls/relist-links.tsx";
import { ConnectionLost } from "../../features/connection-status/connection-lost.tsx";
import { Gallery } from "../../features/gallery/gallery.tsx";
import { BidHistory } from "../../features/history/bid-history.tsx";
import { LotChangesNotice } from "../../features/lot-changes/lot-changes-notice.tsx";
import { useIsChecking } from "../../features/payments/hooks/use-is-checking.ts";
import { PriceChartSection } from "../../features/price-chart/price-chart-section.tsx";
import { LotQuestions } from "../../features/questions/lot-questions.tsx";
import { SaleOfLot } from "../../features/sales/components/sale-of-lot.tsx";
import { ShareLot } from "../../features/share/share-lot.tsx";
import { CheckAuction } from "../../features/verify/check-auction.tsx";
import { VoidBids } from "../../features/void-bids/void-bids.tsx";
import { VoidedNotice } from "../../features/voided-notice/voided-notice.tsx";
import { cx } from "../../lib/cx.ts";
import { usePageTitle } from "../../lib/page-title.ts";
import { shownText, useShownMoney } from "../../lib/shown-money.ts";
import { useStages } from "../../lib/use-stages.ts";
import { DuplicateLot } from "../../lots/duplicate-lot.tsx";
import { SellToHighBidder } from "../../lots/status/sell-to-high-bidder.tsx";
import { WatchButton } from "../../lots/watchlist/watch-button.tsx";
import { StatusBadge } from "../../ui/badge.tsx";
import { buttonClass } from "../../ui/button.tsx";
import { useMay } from "../../ui/may.tsx";
import { BackButton } from "./back-button.tsx";
import { BiddingAside } from "./bidding-aside.tsx";
import { BuyingFacts } from "./buying-facts.tsx";
import { LotFacts } from "./lot-facts.tsx";
import { LogInToPay } from "./lot-payment.tsx";
import { OwedBar } from "./owed-bar.tsx";
import { PhoneBar } from "./phone-bar.tsx";
import { SimilarLots } from "./similar-lots.tsx";
import { SkipToBid } from "./skip-to-bid.tsx";
import { SpokenPrice } from "./spoken-price.tsx";
import { useLot } from "./use-lot.ts";
import { useMediaQuery } from "./use-media-query.ts";
import { useTabHidden } from "./use-tab-hidden.ts";

/** The stages of the first view: what can be bid on, the facts, the chart, the history. */
const STAGES = { facts: 2, chart: 3, history: 4 };

export const LotPage = ({ view }: { view: AuctionView }) => {
  const lot = useLot(view);
  const { auction, history, state } = lot;
  const isPhone = useMediaQuery("(max-width: 768px)");
  const [mayEdit, mayRun] = [useMay("lots:edit"), useMay("auctions:run")];
  const [hasWithdrawn, setHasWithdrawn] = useState(false);
  const isChecking = useIsChecking();
  usePriceInTitle(auction);
  const stage = useStages(STAGES.history);
  // The reader sees the outcome of the lot without scrolling.
  const isVerdictFirst = isPhone && !lot.isOpen && auction.status !== "draft";
  const gallery = <Gallery media={auction.media} title={auction.title} />;

  return (
    // Before the last stage the footer is kept below the window, so that nothing seen moves.
    <article
      className={cx(
        stage < STAGES.history && "min-h-dvh",
        "grid grid-cols-[minmax(0,1fr)] justify-items-stretch gap-3",
      )}
    >
      {lot.isOpen && !lot.isBarred && <SkipToBid />}
      <SpokenPrice auction={auction} state={state} />
      {mayRun && (
        <AuctionControls auction={auction}>
          <DuplicateLot auction={auction} />
          <AddAddendum auction={auction} />
          <VoidBids auction={auction} />
          <UnlessRelisted auctionId={auction._id}>
            <SellToHighBidder auction={auction} />
          </UnlessRelisted>
        </AuctionControls>
      )}
      {mayEdit && !mayRun && (
        <div className="flex flex-wrap justify-end gap-2">
          <DuplicateLot auction={auction} />
          <AddAddendum auction={auction} />
        </div>
      )}
      {mayEdit && auction.status === "draft" && <DraftBar auction={auction} />}
      <ConnectionLost auctionId={auction._id} />
      <LogInToPay auctionId={auction._id} />
      <VoidedNotice auction={auction} hasWithdrawn={hasWithdrawn} />
      <LotChangesNotice auction={auction} />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6 min-[769px]:grid-cols-[minmax(0,1fr)_min(20rem,45%)] min-[769px]:grid-rows-[auto_auto_1fr] lg:grid-cols-[minmax(0,1fr)_min(24rem,40%)] lg:gap-x-8">
        <div className="grid grid-cols-[minmax(0,1fr)] content-start gap-3 min-[769px]:col-start-1">
          <div className="flex flex-wrap items-center justify-between gap-2">
            <BackButton>Back to Auctions</BackButton>
            <div className="flex gap-2">
              <WatchButton
                words
                auction={auction}
                className={cx(buttonClass("secondary", "sm"), "aria-pressed:text-brand sm:min-w-28")}
              />
              <ShareLot auction={auction} />
            </div>
          </div>
          <LotHeader auction={auction} />
          {!isVerdictFirst && gallery}
        </div>
        <BiddingAside
          lot={lot}
          isPhone={isPhone}
          onWithdrawn={() => {
            lot.keepMaxBid(null);
            setHasWithdrawn(true);
          }}
        />
        {isVerdictFirst && gallery}
        <div className="grid gap-8 min-[769px]:col-start-1">
          {stage >= STAGES.facts && <SaleOfLot auctionId={auction._id} />}
          {stage >= STAGES.facts && <LotFacts auction={auction} />}
          {stage >= STAGES.facts && <LotQuestions auction={auction} />}
          {stage >= STAGES.facts && lot.isOpen && !lot.isOwn && <BuyingFacts auction={auction} />}
        </div>
        <div className="grid grid-cols-[minmax(0,1fr)] content-start gap-8 min-[769px]:col-start-1">
          {stage >= STAGES.chart && <PriceChartSection auction={auction} bids={history.bids} />}
          {stage >= STAGES.history && <BidHistory history={history} auction={auction} maxBid={lot.maxBid} />}
          {stage >= STAGES.history && auction.status !== "draft" && <CheckAuction auction={auction} />}
        </div>
      </div>
      {(lot.isOver || auction.status === "cancelled") && <SimilarLots auction={auction} />}
      {isPhone && lot.isOwing && !isChecking && (
        <OwedBar win={lot.owed.win} deadline={lot.buyItNow.purchase?.deadline} />
      )}
      {isPhone && lot.isOpen && !lot.isOwing && !lot.isBarred && <PhoneBar lot={lot} />}
    </article>
  );
};

const LotHeader = ({ auction }: { auction: Auction }) => (
  <header className="flex flex-wrap items-center gap-x-3 gap-y-1">
    <h1 dir="auto" className="font-bold text-lg md:text-xl">
      {auction.title}
    </h1>
    <StatusBadge status={auction.status} isUpcoming={auction.isUpcoming} isPlain />
  </header>
);

/** The title of a hidden tab has the price, so that the user can follow it from another tab. */
const usePriceInTitle = ({ currentPrice, currency, title }: Auction): void => {
  const isHidden = useTabHidden();
  const price = shownText(useShownMoney()(currentPrice, currency));
  usePageTitle(isHidden ? `${price} · ${title}` : title);
};

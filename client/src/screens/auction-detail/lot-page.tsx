// One lot, live: pictures and facts, the bid panel (on a phone the bottom bar), history and chart.
import type { AuctionView } from "@jara/shared/auction-view";
import { useState } from "react";
import { useConnectionState } from "../../connection/use-connection-state.ts";
import { AuctionControls } from "../../features/auction-controls/auction-controls.tsx";
import { AutoBidPanel } from "../../features/auto-bid/components/auto-bid-panel.tsx";
import { SuspendedNote } from "../../features/auto-bid/components/suspended-note.tsx";
import { useAutoBid } from "../../features/auto-bid/hooks/use-auto-bid.ts";
import { useMaxBid } from "../../features/auto-bid/hooks/use-max-bid.ts";
import { isSuspendedOn } from "../../features/auto-bid/max-bid-rules.ts";
import { BidPanel } from "../../features/bidding/components/bid-panel.tsx";
import { useBidding } from "../../features/bidding/hooks/use-bidding.ts";
import { useWin } from "../../features/bidding/hooks/use-win.ts";
import { standingOf } from "../../features/bidding/position.ts";
import { BuyItNowCard } from "../../features/buy-it-now/components/buy-it-now-card.tsx";
import { PurchasePanel } from "../../features/buy-it-now/components/purchase-panel.tsx";
import { useBuyItNowStatus } from "../../features/buy-it-now/hooks/use-buy-it-now-status.ts";
import { CaughtUp } from "../../features/connection-status/caught-up.tsx";
import { Gallery } from "../../features/gallery/gallery.tsx";
import { BidHistory } from "../../features/history/bid-history.tsx";
import { useBidHistory } from "../../features/history/use-bid-history.ts";
import { LotChangesNotice } from "../../features/lot-changes/lot-changes-notice.tsx";
import { PriceChartSection } from "../../features/price-chart/price-chart-section.tsx";
import { useAuth } from "../../features/session/auth-context.tsx";
import { VerificationRequired } from "../../features/session/components/verification-required.tsx";
import { useExtension } from "../../features/soft-close/soft-close-line.tsx";
import { VoidBids } from "../../features/void-bids/void-bids.tsx";
import { VoidedNotice } from "../../features/voided-notice/voided-notice.tsx";
import { WithdrawBids } from "../../features/withdraw-bids/withdraw-bids.tsx";
import { usePageTitle } from "../../lib/page-title.ts";
import { useReadVersion } from "../../lots/read-version.ts";
import { useIsBarredFromBidding } from "../../lots/staff-bidding.ts";
import { shownText, useShownMoney } from "../../store/currency.ts";
import { StatusBadge } from "../../ui/badge.tsx";
import { BackButton } from "./back-button.tsx";
import { LotFacts } from "./lot-facts.tsx";
import { PhoneBar } from "./phone-bar.tsx";
import { PriceBoard } from "./price-board.tsx";
import { SpokenPrice } from "./spoken-price.tsx";
import { useMediaQuery } from "./use-media-query.ts";
import { useTabHidden } from "./use-tab-hidden.ts";

const heldBackWords = {
  connecting: "Connecting… Bidding opens as soon as the price is live.",
  live: null,
  reconnecting: "Reconnecting… Bidding is held back until the price is up to date again.",
} as const;

export const LotPage = ({ view }: { view: AuctionView }) => {
  const { auction } = view;
  const { user } = useAuth();
  const connection = useConnectionState();
  const phone = useMediaQuery("(max-width: 768px)");
  const hidden = useTabHidden();
  const { maxBid, set: keepMaxBid } = useMaxBid(auction._id, user?._id ?? null);
  const { purchase, reason, keep: keepPurchase } = useBuyItNowStatus(auction, user?._id ?? null);
  const reading = useReadVersion(auction.contentVersion);
  const bidding = useBidding(auction, reading);
  const autoBid = useAutoBid(auction, maxBid, keepMaxBid, reading);
  const extension = useExtension(auction._id);
  const [hasWithdrawn, setHasWithdrawn] = useState(false);
  const isBarred = useIsBarredFromBidding(user);
  const win = useWin(auction, user?._id ?? null);
  const history = useBidHistory(view);

  const price = shownText(useShownMoney()(auction.currentPrice, auction.currency));
  usePageTitle(hidden ? `${price} · ${auction.title}` : auction.title);

  const open = auction.status === "active" || auction.status === "paused";
  const own = user?._id === auction.seller._id;
  const paying = purchase?.mine === true && purchase.status === "pending";
  const dimmed = open && connection === "reconnecting";
  const heldBack = heldBackWords[connection];
  const standing = standingOf({ ...view, bids: history.bids }, maxBid !== null);

  const isSuspended = auction.status === "active" && isSuspendedOn(auction, maxBid);

  const board = <PriceBoard view={view} standing={standing} dimmed={dimmed} extension={extension} />;
  const panel = (
    <BidPanel
      auction={auction}
      user={user}
      bidding={bidding}
      heldBack={heldBack}
      isBarred={isBarred}
      purchase={purchase}
      win={win}
      verification={user && <VerificationRequired email={user.email} />}
    />
  );
  const suspended = isSuspended && maxBid && (
    <SuspendedNote auction={auction} maxBid={maxBid} autoBid={autoBid} heldBack={heldBack} />
  );
  const withdrawal = user && !own && !isBarred && (
    <WithdrawBids
      auction={auction}
      bids={history.bids}
      heldBack={heldBack}
      hasConfirmed={maxBid !== null && !isSuspendedOn(auction, maxBid)}
      onWithdrawn={() => {
        keepMaxBid(null);
        setHasWithdrawn(true);
      }}
    />
  );
  return (
    <article className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <SpokenPrice auction={auction} standing={standing} />
      <header className="grid justify-items-start gap-2">
        <BackButton>Back to Auctions</BackButton>
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <h1 className="font-bold text-lg md:text-xl">{auction.title}</h1>
          <StatusBadge status={auction.status} />
        </div>
      </header>
      {user?.role === "admin" && (
        <AuctionControls auction={auction}>
          <VoidBids auction={auction} />
        </AuctionControls>
      )}
      <CaughtUp />
      <VoidedNotice auction={auction} hasWithdrawn={hasWithdrawn} />
      <LotChangesNotice auction={auction} />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6 min-[769px]:grid-cols-[minmax(0,1fr)_20rem] lg:grid-cols-[minmax(0,1fr)_24rem] lg:gap-8">
        <Gallery media={auction.media} title={auction.title} />
        <aside aria-label="Bidding" className="min-[769px]:col-start-2 min-[769px]:row-span-3 min-[769px]:row-start-1">
          {/* The price stays at the top; content that does not fit the window scrolls below it. */}
          <div className="min-[769px]:sticky min-[769px]:top-18 flex min-[769px]:max-h-[calc(100dvh-5.5rem)] flex-col rounded-box border border-line bg-surface">
            <div className="p-4">{board}</div>
            <div className="grid divide-y divide-line border-line border-t empty:hidden min-[769px]:scroll-hint min-[769px]:overflow-y-auto min-[769px]:rounded-b-box min-[769px]:[scrollbar-width:thin]">
              {user && purchase?.mine && (
                <div className="p-4">
                  <PurchasePanel auction={auction} user={user} purchase={purchase} />
                </div>
              )}
              <div className="p-4 empty:hidden">{suspended}</div>
              {(!phone || !open || isBarred) && !paying && <div className="p-4 empty:hidden">{panel}</div>}
              <div className="p-4 empty:hidden">{withdrawal}</div>
              {!isBarred && (
                <BuyItNowCard
                  auction={auction}
                  user={user}
                  purchase={purchase}
                  reason={reason}
                  keep={keepPurchase}
                  heldBack={heldBack}
                />
              )}
              {user && !own && !isBarred && auction.status === "active" && user.isEmailVerified && (
                <div className="p-4">
                  <AutoBidPanel auction={auction} maxBid={maxBid} autoBid={autoBid} heldBack={heldBack} />
                </div>
              )}
            </div>
          </div>
        </aside>
        <div className="min-[769px]:col-start-1">
          <LotFacts auction={auction} />
        </div>
        <div className="grid grid-cols-[minmax(0,1fr)] content-start gap-8 min-[769px]:col-start-1">
          <PriceChartSection auction={auction} bids={history.bids} />
          <BidHistory history={history} auction={auction} />
        </div>
      </div>
      {phone && open && !isBarred && (
        <PhoneBar
          auction={auction}
          standing={standing}
          dimmed={dimmed}
          extension={extension}
          isSuspended={isSuspended}
          panel={
            <>
              {suspended}
              {panel}
            </>
          }
        />
      )}
    </article>
  );
};

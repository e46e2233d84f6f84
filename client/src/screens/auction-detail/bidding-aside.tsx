// Everything that a user can do about the price of a lot, below the price itself. The price stays at the top; content that
// does not fit the window scrolls below it.
import { AutoBidPanel } from "../../features/auto-bid/components/auto-bid-panel.tsx";
import { SuspendedNote } from "../../features/auto-bid/components/suspended-note.tsx";
import { isSuspendedOn } from "../../features/auto-bid/max-bid-rules.ts";
import { BidPanel } from "../../features/bidding/components/bid-panel.tsx";
import { BuyItNowCard } from "../../features/buy-it-now/components/buy-it-now-card.tsx";
import { VerificationRequired } from "../../features/session/components/verification-required.tsx";
import { WithdrawBids } from "../../features/withdraw-bids/withdraw-bids.tsx";
import { cx } from "../../lib/cx.ts";
import { LotPayment } from "./lot-payment.tsx";
import { PriceBoard } from "./price-board.tsx";
import type { Lot } from "./use-lot.ts";

interface BiddingAsideProps {
  lot: Lot;
  /** True on a phone, where the bottom bar has the bid panel of an open auction. */
  isPhone: boolean;
  onWithdrawn: () => void;
}

export const BiddingAside = ({ lot, isPhone, onWithdrawn }: BiddingAsideProps) => {
  const { view, auction, user, isBarred, isOwn, isOpen, isPaying, buyItNow, disabledReason, owed } = lot;
  // A payment card is longer than a window, and nobody bids beside it.
  const isLong = isPaying || (owed.win !== null && owed.win !== undefined);
  const card = isPaying || owed.win ? <LotPayment lot={lot} /> : null;
  return (
    <aside aria-label="Bidding" className="min-[769px]:col-start-2 min-[769px]:row-span-3 min-[769px]:row-start-1">
      <div
        className={cx(
          "flex flex-col rounded-box border border-line bg-surface",
          !isLong && "min-[769px]:sticky min-[769px]:top-18 min-[769px]:max-h-[calc(100dvh-5.5rem)]",
        )}
      >
        <div className="p-4">
          <PriceBoard view={view} position={lot.position} dimmed={lot.isDimmed} extension={lot.extension} />
        </div>
        <div className="grid divide-y divide-line border-line border-t empty:hidden min-[769px]:scroll-hint min-[769px]:overflow-y-auto min-[769px]:rounded-b-box min-[769px]:[scrollbar-width:thin]">
          {isOpen && card}
          <div className="p-4 empty:hidden">
            <SuspendedMaximum lot={lot} />
          </div>
          {(!isPhone || !isOpen || isBarred) && !isPaying && (
            <div className="p-4 empty:hidden">
              <LotBidPanel lot={lot} />
            </div>
          )}
          {!isOpen && card}
          <div className="p-4 empty:hidden">
            <Withdrawal lot={lot} onWithdrawn={onWithdrawn} />
          </div>
          {!isBarred && (
            <BuyItNowCard
              auction={auction}
              user={user}
              disabledReason={disabledReason}
              startsOpen={lot.kept === "buy" && auction.status === "active"}
              {...buyItNow}
            />
          )}
          {user && !isOwn && !isBarred && auction.status === "active" && user.isEmailVerified && (
            <div className="p-4">
              <AutoBidPanel
                auction={auction}
                maxBid={lot.maxBid}
                autoBid={lot.autoBid}
                disabledReason={disabledReason}
              />
            </div>
          )}
        </div>
      </div>
    </aside>
  );
};

export const LotBidPanel = ({ lot }: { lot: Lot }) => {
  const { auction, user, bidding, disabledReason, isBarred, buyItNow, owed } = lot;
  return (
    <BidPanel
      auction={auction}
      user={user}
      bidding={bidding}
      disabledReason={disabledReason}
      isBarred={isBarred}
      purchase={buyItNow.purchase}
      win={owed.win}
      verification={user && <VerificationRequired email={user.email} />}
    />
  );
};

export const SuspendedMaximum = ({ lot: { auction, maxBid, autoBid, disabledReason, isSuspended } }: { lot: Lot }) =>
  isSuspended && maxBid ? (
    <SuspendedNote auction={auction} maxBid={maxBid} autoBid={autoBid} disabledReason={disabledReason} />
  ) : null;

const Withdrawal = ({ lot, onWithdrawn }: { lot: Lot; onWithdrawn: () => void }) => {
  const { auction, user, maxBid, history, disabledReason, isOwn, isBarred } = lot;
  if (!user || isOwn || isBarred) return null;
  return (
    <WithdrawBids
      auction={auction}
      bids={history.bids}
      disabledReason={disabledReason}
      hasConfirmed={maxBid !== null && !isSuspendedOn(auction, maxBid)}
      onWithdrawn={onWithdrawn}
    />
  );
};

// Shows what the user can do on an open auction: "Bid now" and "Your maximum" as two segments, and Buy It Now in one line
// below. The aside of the page and the sheet of a phone show the same.
import { type MouseEvent, useLayoutEffect, useRef } from "react";
import { AutoBidPanel } from "../../features/auto-bid/components/auto-bid-panel.tsx";
import { SuspendedNote } from "../../features/auto-bid/components/suspended-note.tsx";
import { BidPanel } from "../../features/bidding/components/bid-panel.tsx";
import { BuyItNowCard } from "../../features/buy-it-now/components/buy-it-now-card.tsx";
import { BuyItNowOpener } from "../../features/buy-it-now/components/buy-it-now-opener.tsx";
import { VerificationRequired } from "../../features/session/components/verification-required.tsx";
import { BeforeBidding } from "../../features/who-may-bid/before-bidding.tsx";
import { changeNow, dropSecondTap, noChange } from "../../lib/second-tap.ts";
import { useAvailableFor } from "../../lots/balance-needed.tsx";
import { Segments } from "../../ui/segments.tsx";
import type { Lot } from "./use-lot.ts";

/** Shows the two segments to a user who can bid, and the reason to everybody else. */
export const LotSegments = ({ lot }: { lot: Lot }) => {
  const { auction, user, isOwn, isBarred, segment, mayBid, bidding, autoBid } = lot;
  const onPress = useDropSecondTap(bidding.answer, autoBid.answer);
  const isMaximum = segment.chosen === "max";
  const canBid = user?.isEmailVerified && !isOwn && !isBarred && auction.status === "active";
  if (!canBid) return <LotBidPanel lot={lot} />;
  return (
    <div className="grid gap-3" onClickCapture={onPress}>
      <BeforeBidding place={{ is: "lot", id: auction._id }} mayBid={mayBid} phone={user.phone ?? ""} />
      <Segments
        label="Ways to bid"
        chosen={segment.chosen}
        onChoose={segment.choose}
        segments={[
          { key: "bid", label: "Bid now", panel: <LotBidPanel lot={lot} isShown={!isMaximum} /> },
          {
            key: "max",
            label: "Your maximum",
            panel: (
              <AutoBidPanel
                auction={auction}
                maxBid={lot.maxBid}
                autoBid={lot.autoBid}
                state={lot.state}
                isShown={isMaximum}
                disabledReason={lot.heldReason}
                takesFocus={segment.takesFocus}
              />
            ),
          },
        ]}
      />
    </div>
  );
};

/** An answer puts other buttons in the place of the pressed one, sometimes between the two taps of a double tap. */
const useDropSecondTap = (bid: Lot["bidding"]["answer"], maximum: Lot["autoBid"]["answer"]) => {
  const answered = useRef(noChange());
  useLayoutEffect(() => {
    if (bid !== null || maximum !== null) answered.current = changeNow();
  }, [bid, maximum]);
  return (event: MouseEvent) => dropSecondTap(event, answered.current);
};

/** `isShown`: only the panel that is shown has the box of the state. */
const LotBidPanel = ({ lot, isShown = true }: { lot: Lot; isShown?: boolean }) => {
  const { auction, user, bidding, heldReason, isBarred, buyItNow, owed } = lot;
  return (
    <BidPanel
      auction={auction}
      user={user}
      state={lot.state}
      me={lot.me}
      isMeKnown={lot.isMeKnown}
      isMaximumKnown={lot.isMaximumKnown}
      isShown={isShown}
      bidding={bidding}
      disabledReason={heldReason}
      isBarred={isBarred}
      purchase={buyItNow.purchase}
      win={owed.win}
      offer={lot.offer}
      listedAgainAs={lot.listedAgainAs}
      onMaximum={lot.segment.goToMaximum}
      onRaise={lot.raiseTo}
      cancelling={lot.autoBid.cancelling}
      verification={user && <VerificationRequired email={user.email} />}
    />
  );
};

export const SuspendedMaximum = ({ lot }: { lot: Lot }) => {
  const { auction, maxBid, autoBid, disabledReason, isSuspended, segment } = lot;
  if (!isSuspended || !maxBid) return null;
  /** The segment of the maximum shows the answer. */
  const answered = {
    pending: autoBid.pending,
    confirm: (contentVersion: number) => {
      segment.choose("max");
      autoBid.confirm(contentVersion);
    },
    cancelling: {
      ...autoBid.cancelling,
      run: (freed: string) => {
        segment.choose("max");
        autoBid.cancelling.run(freed);
      },
    },
  };
  return <SuspendedNote auction={auction} maxBid={maxBid} autoBid={answered} disabledReason={disabledReason} />;
};

interface LotBuyItNowProps {
  lot: Lot;
  /** False in a sheet that may close during a purchase, because the dialog must outlive the sheet. */
  hasDialog: boolean;
}

export const LotBuyItNow = ({ lot, hasDialog }: LotBuyItNowProps) => (
  <BuyItNowCard {...useBuying(lot)} {...lot.buyItNow} disabledReason={lot.heldReason} hasDialog={hasDialog} />
);

/** The way to Buy It Now that a phone's bar has. */
export const LotBuyItNowOpener = ({ lot }: { lot: Lot }) => (
  <BuyItNowOpener {...useBuying(lot)} reason={lot.buyItNow.reason} />
);

const useBuying = ({ auction, isBarred, user, maxBid, buying: steps }: Lot) => {
  const available = useAvailableFor(auction, maxBid?.maxAmount ?? null);
  return { auction, isBarred, steps, user: user && { ...user, balance: available ?? user.balance } };
};

// Everything that a user can do about the price of a lot, below the price itself. On a desktop it stays beside the page,
// and nothing of it scrolls on its own: where it is taller than the window, it scrolls with the page until its end is seen.
import type { Auction } from "@jara/shared/auction";
import { writtenAmount } from "@jara/shared/typed-amount";
import { MapPin } from "lucide-react";
import { useState } from "react";
import { useNavigate, useSearchParams } from "#router";
import { useServerNow } from "../../connection/use-server-now.ts";
import { useIsChecking } from "../../features/payments/hooks/use-is-checking.ts";
import { WithdrawBids } from "../../features/withdraw-bids/withdraw-bids.tsx";
import { cx } from "../../lib/cx.ts";
import { lagosClock } from "../../lib/lagos-moment.ts";
import { sentenceOf } from "../../lots/state-words.ts";
import { UsedUpMaximum } from "../../lots/used-up-maximum.tsx";
import { Button } from "../../ui/button.tsx";
import { LotBuyItNow, LotSegments, SuspendedMaximum } from "./lot-actions.tsx";
import { LotPayment, ReturnedPayment } from "./lot-payment.tsx";
import { PriceBoard } from "./price-board.tsx";
import { useCollectWords } from "./use-collect-words.ts";
import type { Lot } from "./use-lot.ts";

interface BiddingAsideProps {
  lot: Lot;
  /** True on a phone, where the bottom bar has the bid panel of an open auction. */
  isPhone: boolean;
  onWithdrawn: () => void;
}

export const BiddingAside = ({ lot, isPhone, onWithdrawn }: BiddingAsideProps) => {
  const { view, auction, isBarred, isOpen, isPaying, isSuspended, owed } = lot;
  // A payment card or a list of changes is longer than a window, and nobody bids while it is shown.
  const isLong = isPaying || isSuspended || (owed.win !== null && owed.win !== undefined);
  const [params] = useSearchParams();
  const [isBack] = useState(params.has("payment"));
  const isChecking = useIsChecking();
  const card = (isPaying || owed.win) && !isChecking ? <LotPayment lot={lot} isBack={isBack} /> : null;
  const board = (
    <PriceBoard
      view={view}
      history={lot.history}
      state={lot.state}
      dimmed={lot.isDimmed}
      isBoughtAtOnce={auction.status === "sold" && lot.buyItNow.purchase?.status === "paid"}
      isBoughtByReader={lot.buyItNow.purchase?.mine === true}
      // On a desktop the panel below says it.
      ownMaximum={isPhone && isOpen && lot.state.usedUpMaximum === null ? (lot.maxBid?.maxAmount ?? null) : null}
      extension={lot.extension}
    />
  );
  return (
    <aside
      aria-label="Bidding"
      // On a phone the bottom bar has this address while somebody can bid there.
      id={isPhone && isOpen && !lot.isOwing ? undefined : "bid"}
      className="scroll-mt-18 min-[769px]:col-start-2 min-[769px]:row-span-3 min-[769px]:row-start-1"
    >
      <div
        ref={noteHeight}
        className={cx(
          "flex flex-col rounded-box border border-line bg-surface",
          !isLong && "min-[769px]:sticky min-[769px]:top-[min(--spacing(18),calc(100dvh-var(--height,0px)-1rem))]",
        )}
      >
        <div className="px-4 py-3">
          {isPhone && <BeatenMaximum lot={lot} />}
          {isPaying && lot.buyItNow.purchase ? <Reserved until={lot.buyItNow.purchase.deadline} /> : board}
          {(isOpen || auction.status === "draft") && !isPaying && <CollectedAt auction={auction} />}
        </div>
        <div className="grid grid-cols-[minmax(0,1fr)] *:border-line *:border-t">
          <ReturnedPayment lot={lot} />
          <div className="p-4 empty:hidden">
            <SuspendedMaximum lot={lot} />
          </div>
          {(!isPhone || auction.status !== "active" || isBarred) && !isPaying && (
            <div className="px-4 py-3 empty:hidden">
              <LotSegments lot={lot} />
            </div>
          )}
          {card}
          {isPaying && (
            <div className="grid gap-2 px-4 py-3">
              <p className="text-sm">If you do not pay in time, the auction goes on from here:</p>
              {board}
            </div>
          )}
          <div className="p-4 empty:hidden">
            <Withdrawal lot={lot} onWithdrawn={onWithdrawn} />
          </div>
          <LotBuyItNow lot={lot} hasDialog />
        </div>
      </div>
    </aside>
  );
};

/** On a desktop the panel below says it. */
const BeatenMaximum = ({ lot }: { lot: Lot }) => {
  const { state, auction, autoBid, segment, isBarred } = lot;
  const navigate = useNavigate();
  if (state.usedUpMaximum === null) return null;
  const isActive = auction.status === "active";
  return (
    <div className="mb-2 grid gap-1 rounded-box bg-amber-soft px-3 py-2">
      {isActive && <p className="font-bold max-md:[font-size:min(1rem,5.6vw)]">{sentenceOf(state, auction)}</p>}
      <UsedUpMaximum state={state} auction={auction} cancelling={autoBid.cancelling} />
      {isActive && state.name !== "closing" && !isBarred && (
        <Button
          variant="secondary"
          size="sm"
          className="justify-self-start"
          onClick={() => {
            segment.goToMaximum();
            if (autoBid.typed === "") autoBid.type(writtenAmount(auction.minimumBid));
            // The bar opens its sheet.
            void navigate("?bid=next", { replace: true, preventScrollReset: true });
          }}
        >
          Change maximum
        </Button>
      )}
    </div>
  );
};

const Reserved = ({ until }: { until: string }) => {
  const nowMs = useServerNow(60_000);
  return (
    <div role="status" className="rounded-box bg-amber-soft px-3 py-2">
      <h2 className="font-bold">Reserved for you until {lagosClock(until, new Date(nowMs).toISOString())}</h2>
      <p className="text-sm">Nobody can bid while you pay.</p>
    </div>
  );
};

/** Two lines, so that nothing below it moves when the answer comes. */
const CollectedAt = ({ auction }: { auction: Auction }) => {
  const words = useCollectWords(auction);
  if (!auction.location && !words) return null;
  return (
    <p className="mt-2 flex min-h-[2lh] gap-1 text-xs">
      <MapPin aria-hidden className="size-4 shrink-0 text-ink-soft" />
      <span className="min-w-0 [overflow-wrap:anywhere]">{words}</span>
    </p>
  );
};

/** Keeps the element's height in `--height`, for the place where it sticks. */
const noteHeight = (element: HTMLElement | null) => {
  if (!element) return;
  const resized = new ResizeObserver(() => element.style.setProperty("--height", `${element.offsetHeight}px`));
  resized.observe(element);
  return () => resized.disconnect();
};

const Withdrawal = ({ lot, onWithdrawn }: { lot: Lot; onWithdrawn: () => void }) => {
  const { auction, user, maxBid, history, disabledReason, isOwn, isBarred } = lot;
  if (!user || isOwn || isBarred) return null;
  return (
    <WithdrawBids
      auction={auction}
      bids={history.bids}
      disabledReason={disabledReason}
      hasConfirmed={maxBid !== null && maxBid.contentVersion >= auction.contentVersion}
      onWithdrawn={onWithdrawn}
    />
  );
};

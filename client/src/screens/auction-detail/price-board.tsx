// Price, leader and time left: the top of the bid panel.

import { firstBidOf } from "@jara/shared/first-bid";
import type { AuctionView } from "@jara/shared/fold-auction";
import type { LotState } from "@jara/shared/lot-state";
import type { Currency } from "@jara/shared/money";
import { Eye } from "lucide-react";
import { PositionLine, ReserveBadge } from "../../features/bidding/components/position-line.tsx";
import { fitsPhone, PriceHero } from "../../features/bidding/components/price-hero.tsx";
import { ClosingTime, Countdown } from "../../features/countdown/countdown.tsx";
import type { BidHistory } from "../../features/history/use-bid-history.ts";
import { SoftCloseLine } from "../../features/soft-close/soft-close-line.tsx";
import { cx } from "../../lib/cx.ts";
import { shownText, useShownMoney } from "../../lib/shown-money.ts";
import { IncrementTable } from "../../lots/increments/increment-table.tsx";
import { isOver } from "../../lots/is-over.ts";
import { priceLabelOf } from "../../lots/price-label.ts";
import { priceWithFee } from "../../lots/price-with-fee.ts";
import { InAll } from "../../lots/whole-price.tsx";
import { ExactMoney, Money, OwnMoney } from "../../ui/money.tsx";

interface PriceBoardProps {
  view: AuctionView;
  state: LotState;
  /** The recorded bids, from which a cancelled lot shows what had been bid. */
  history?: Pick<BidHistory, "bids" | "total">;
  dimmed: boolean;
  /** It was sold with Buy It Now. */
  isBoughtAtOnce?: boolean;
  /** The note below it then says what was paid. */
  isBoughtByReader?: boolean;
  /** The reader's maximum, if nothing beside the board says it. */
  ownMaximum?: number | null;
  /** "Ends 2 minutes later", for a moment after it happened. */
  extension?: string | null;
}

/** A figure with more characters than this does not fit the panel at the largest size. */
const LONG_FIGURE = 14;
const DEFAULT_INCREMENT = 1;

export const PriceBoard = ({
  view,
  state,
  history,
  dimmed,
  isBoughtAtOnce = false,
  isBoughtByReader = false,
  ownMaximum = null,
  extension = null,
}: PriceBoardProps) => {
  const { auction, viewers } = view;
  const { currency, status, bidCount } = auction;
  const over = isOver(auction);
  const lastCancelled = status === "cancelled" && history?.bids.find(({ voided }) => voided?.reason === "cancelled");
  const currentPrice = lastCancelled ? lastCancelled.amount : auction.currentPrice;
  const isOpen = status === "active" || status === "paused";
  const firstBid = firstBidOf(auction);
  // A draft that was never open has no bids.
  const isWithdrawn = status === "draft" && bidCount > 0;
  const isUnsold = status === "cancelled" || (status === "ended" && auction.winner === null);
  const wasCancelled = Boolean(lastCancelled) || isWithdrawn;
  const long = shownText(useShownMoney()(currentPrice, currency)).length > LONG_FIGURE;
  return (
    <div className="grid gap-2">
      <div className="grid">
        <div className="flex min-h-7 flex-wrap items-center justify-between gap-x-2">
          <h2 className="text-ink-soft text-sm">{wasCancelled ? "Highest bid, cancelled" : priceLabelOf(auction)}</h2>
          {!isWithdrawn && <PositionLine auction={auction} state={state} />}
        </div>
        <div className="flex flex-wrap items-center justify-between gap-x-3">
          <PriceHero
            // The price of a cancelled lot changes when its history loads. The new key keeps it from glowing like a new bid.
            key={wasCancelled ? "cancelled" : "live"}
            amount={currentPrice}
            currency={currency}
            dimmed={dimmed}
            className={long ? "text-lg lg:text-xl" : `text-xl lg:text-2xl lg:[font-size:min(2.5rem,4vw)] ${fitsPhone}`}
          />
          <ReserveBadge auction={auction} state={state} />
          {ownMaximum !== null && (
            <p className="text-ink-soft text-xs">
              Your maximum
              <Money amount={ownMaximum} currency={currency} className="block font-semibold text-ink text-sm" />
            </p>
          )}
          <ExactMoney amount={currentPrice} currency={currency} className="w-full text-ink-soft" />
          {firstBid !== null && (
            <p className="w-full text-sm">
              The first bid is at least <OwnMoney amount={firstBid} currency={currency} className="font-bold" />
            </p>
          )}
          {isBoughtAtOnce
            ? !isBoughtByReader && <p className="tabular w-full text-ink-soft text-sm">{priceWithFee(auction)}</p>
            : !isUnsold && (
                <InAll amount={firstBid ?? currentPrice} lot={auction} className="w-full text-ink-soft text-sm" />
              )}
        </div>
      </div>
      <div className="grid gap-0.5 border-line border-t pt-2">
        <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
          <span className="flex flex-wrap items-baseline gap-x-2">
            {isOpen && <span className="text-ink-soft text-sm">Time left</span>}
            <Countdown auction={auction} className={cx("font-bold", !over && "text-lg", dimmed && "opacity-60")} />
          </span>
          <span className="tabular text-ink-soft text-sm">
            {`${bidsText(lastCancelled && history ? history.total : bidCount)}${wasCancelled ? ", cancelled" : ""}`}
          </span>
        </div>
        <div className="flex flex-wrap items-center justify-between gap-x-2">
          {!isWithdrawn && (
            <ClosingTime auction={auction} isExtended={state.isExtended} className="text-ink-soft text-sm" />
          )}
          {viewers !== null && viewers > 0 && !over && (
            <span className="tabular inline-flex items-center gap-1 text-ink-soft text-sm">
              <Eye aria-hidden className="size-4" />
              {viewers} looking now
            </span>
          )}
        </div>
        <SoftCloseLine auction={auction} extension={extension} />
      </div>
      <dl className="flex flex-wrap justify-between gap-x-4 text-xs">
        <Term name="Starting price" amount={auction.startingPrice} currency={currency} />
        {!over && <Term name="Bid increment" amount={auction.bidIncrement ?? DEFAULT_INCREMENT} currency={currency} />}
      </dl>
      {auction.incrementSteps && !over && (
        <IncrementTable
          steps={auction.incrementSteps}
          currency={currency}
          price={isOpen ? currentPrice : null}
          summary="Increments rise with the price"
          className="-my-2 text-xs"
        />
      )}
    </div>
  );
};

const bidsText = (count: number): string => (count === 1 ? "1 bid" : `${count} bids`);

const Term = ({ name, ...money }: { name: string; amount: number; currency: Currency }) => (
  <div className="flex flex-wrap gap-x-1">
    <dt className="text-ink-soft">{name}</dt>
    <dd className="font-semibold">
      <Money {...money} />
    </dd>
  </div>
);

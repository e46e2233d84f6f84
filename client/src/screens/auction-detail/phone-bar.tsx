// The phone's bar with price, time and "Bid" at the bottom edge, within reach of the thumb; "Bid" opens a sheet with
// the form. It is sticky inside the page, so it never covers what comes after it.
import type { Auction } from "@jara/shared/auction";
import { type ReactNode, useState } from "react";
import { PositionLine } from "../../features/bidding/components/position-line.tsx";
import { PriceHero } from "../../features/bidding/components/price-hero.tsx";
import type { Position } from "../../features/bidding/position.ts";
import { Countdown } from "../../features/countdown/countdown.tsx";
import { cx } from "../../lib/cx.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Money, OtherMoney } from "../../ui/money.tsx";

interface PhoneBarProps {
  auction: Auction;
  position: Position;
  dimmed: boolean;
  panel: ReactNode;
  extension: string | null;
  isSuspended: boolean;
  /** Opens the sheet at once. */
  startsOpen: boolean;
}

export const PhoneBar = ({ auction, position, dimmed, panel, extension, isSuspended, startsOpen }: PhoneBarProps) => {
  const [open, setOpen] = useState(startsOpen);
  return (
    <div className="-mx-4 sticky bottom-0 z-30 border-line border-t bg-surface px-4 pt-2 pb-[max(0.5rem,env(safe-area-inset-bottom))]">
      <div className="flex items-center justify-between gap-4">
        <div className={cx("grid min-w-0 transition-opacity", dimmed && "opacity-60")}>
          <Money amount={auction.currentPrice} currency={auction.currency} className="truncate font-bold text-lg" />
          <span className="flex flex-wrap gap-x-1 text-sm">
            <Countdown auction={auction} />
            {position === "leading" && <span className="whitespace-nowrap font-semibold text-brand">· You lead</span>}
            {position === "outbid" && <span className="whitespace-nowrap font-semibold text-amber">· Outbid</span>}
            {isSuspended && <span className="font-semibold text-amber">· Maximum suspended</span>}
            {/* The price board announces it to screen readers. */}
            {extension && (
              <span aria-hidden className="font-semibold text-amber">
                · {extension}
              </span>
            )}
          </span>
        </div>
        <Button size="lg" onClick={() => setOpen(true)} aria-haspopup="dialog">
          Bid
        </Button>
      </div>
      {/* Of one height, so that nothing moves from under the thumb when a hint or an answer comes or goes. */}
      <Dialog
        sheet
        className="max-md:h-144"
        open={open}
        onClose={() => setOpen(false)}
        title={<span className="line-clamp-1 text-base">{auction.title}</span>}
      >
        <div className="grid grid-cols-[minmax(0,1fr)_auto] items-end gap-x-4 border-line border-b pb-3">
          <span className="flex flex-wrap items-baseline gap-x-2">
            <PriceHero
              own
              amount={auction.currentPrice}
              currency={auction.currency}
              dimmed={dimmed}
              className="text-xl"
            />
            <OtherMoney amount={auction.currentPrice} currency={auction.currency} className="text-ink-soft text-sm" />
          </span>
          <Countdown auction={auction} className="pb-1 font-semibold text-sm" />
          <div className="col-span-2">
            <PositionLine auction={auction} position={position} />
          </div>
        </div>
        {panel}
      </Dialog>
    </div>
  );
};

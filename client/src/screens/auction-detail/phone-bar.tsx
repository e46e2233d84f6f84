// On a phone: price, time and "Bid" at the bottom edge, within reach of the thumb; "Bid" opens a sheet with the form.
// It sticks inside the page and so never covers what comes after it.
import type { Auction } from "@jara/shared/auction";
import { formatMoney } from "@jara/shared/money";
import { type ReactNode, useState } from "react";
import { Countdown } from "../../features/countdown/countdown.tsx";
import { cx } from "../../lib/cx.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";

interface PhoneBarProps {
  auction: Auction;
  dimmed: boolean;
  leads: boolean;
  board: ReactNode;
  panel: ReactNode;
}

export const PhoneBar = ({ auction, dimmed, leads, board, panel }: PhoneBarProps) => {
  const [open, setOpen] = useState(false);
  return (
    <div className="-mx-4 sticky bottom-0 z-30 border-line border-t bg-surface px-4 pt-2 pb-[max(0.5rem,env(safe-area-inset-bottom))]">
      <div className="flex items-center justify-between gap-4">
        <div className={cx("grid min-w-0 transition-opacity", dimmed && "opacity-50")}>
          <span className="tabular truncate font-bold text-lg">
            {formatMoney(auction.currentPrice, auction.currency)}
          </span>
          <span className="text-sm">
            <Countdown auction={auction} />
            {leads && <span className="font-semibold text-brand"> · You lead</span>}
          </span>
        </div>
        <Button size="lg" onClick={() => setOpen(true)} aria-haspopup="dialog">
          Bid
        </Button>
      </div>
      <Dialog sheet open={open} onClose={() => setOpen(false)} title={auction.title}>
        {board}
        {panel}
      </Dialog>
    </div>
  );
};

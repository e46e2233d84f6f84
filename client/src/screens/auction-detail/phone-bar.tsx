// The phone's bar with price, time, the user's position and one action at the bottom edge, within reach of the thumb. The
// action opens a sheet with the same segments as a desktop's panel. The bar is sticky inside the page, so it never covers
// what comes after it.
import { type ReactNode, useState } from "react";
import { PositionLine } from "../../features/bidding/components/position-line.tsx";
import { fitsPhone, PriceHero } from "../../features/bidding/components/price-hero.tsx";
import { Countdown } from "../../features/countdown/countdown.tsx";
import { cx } from "../../lib/cx.ts";
import { setBottomBar } from "../../store/bottom-bar.ts";
import { Button, buttonClass } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Money, OtherMoney } from "../../ui/money.tsx";
import { LotBuyItNow, LotSegments, SuspendedMaximum } from "./lot-actions.tsx";
import { SpokenPrice } from "./spoken-price.tsx";
import { useAskedBid } from "./use-asked-bid.ts";
import type { Lot } from "./use-lot.ts";

/** The words beside the time. They carry the meaning, and the colour repeats it. */
const statesOf = ({ auction, position, isPaying, isOwn, isSuspended }: Lot): { text: string; soft?: boolean }[] => {
  const said: { text: string; soft?: boolean }[] = [];
  if (isPaying) said.push({ text: "You are buying it" });
  else if (auction.status === "paused" && auction.pausedUntil) said.push({ text: "Being bought" });
  if (isOwn) said.push({ text: "Your auction", soft: true });
  if (position === "leading") said.push({ text: "You lead", soft: true });
  if (position === "outbid") said.push({ text: "Outbid" });
  if (isSuspended) said.push({ text: "Maximum suspended" });
  return said;
};

export const PhoneBar = ({ lot }: { lot: Lot }) => {
  const { auction, extension, isDimmed, position, segment } = lot;
  const { currentPrice, currency, status } = auction;
  // The user comes back with the missing money, and goes on from the same place.
  const [open, setOpen] = useState(lot.kept === "bid" || lot.kept === "max");
  useAskedBid(() => setOpen(true));
  // A sheet that a pause has closed must not open by itself when the auction goes on.
  if (open && status !== "active") setOpen(false);
  return (
    <div className="-mx-4 sticky bottom-0 z-30 border-line border-t bg-surface px-4 pt-2 md:-mx-6 md:px-6 pb-[max(0.5rem,env(safe-area-inset-bottom))]">
      <div ref={setBottomBar} className="absolute inset-x-0 bottom-full" />
      <div className="flex min-h-13 items-center justify-between gap-3">
        <div className={cx("grid min-w-0 transition-opacity", isDimmed && "opacity-70")}>
          <Money
            amount={currentPrice}
            currency={currency}
            className="truncate font-bold text-lg max-md:[font-size:min(1.25rem,5.6vw)]"
          />
          <span className="flex flex-wrap gap-x-1 text-sm">
            <Countdown auction={auction} />
            {statesOf(lot).map(({ text, soft }) => (
              <span key={text} className={cx("whitespace-nowrap font-semibold", soft ? "text-brand" : "text-amber")}>
                · {text}
              </span>
            ))}
            {/* The price board announces it to screen readers. */}
            {extension && (
              <span aria-hidden className="font-semibold text-amber">
                · {extension}
              </span>
            )}
          </span>
        </div>
        <Action lot={lot} onOpen={() => setOpen(true)} />
      </div>
      {/* The bar keeps one height, so that nothing moves from under the thumb when a hint or an answer comes or goes. */}
      <Sheet
        title={auction.title}
        open={open}
        onClose={() => {
          setOpen(false);
          // Reset the segment, so that no field takes the focus when the sheet opens again.
          segment.choose(segment.chosen);
        }}
      >
        {/* The page's own announcements are inert while the sheet is open. */}
        <SpokenPrice auction={auction} position={position} />
        <p role="status" className="sr-only">
          {extension}
        </p>
        <div className="flex flex-wrap items-end justify-between gap-x-4 border-line border-b pb-3">
          <span className="flex flex-1 basis-40 flex-wrap items-baseline gap-x-2">
            <PriceHero
              own
              amount={currentPrice}
              currency={currency}
              dimmed={isDimmed}
              className={`text-xl ${fitsPhone}`}
            />
            <OtherMoney amount={currentPrice} currency={currency} className="text-ink-soft text-sm" />
          </span>
          <Countdown auction={auction} className="pb-1 font-semibold text-sm" />
          <div className="w-full">
            <PositionLine auction={auction} position={position} />
          </div>
        </div>
        <SuspendedMaximum lot={lot} />
        <LotSegments lot={lot} />
        <div className="-mx-4 border-line border-t empty:hidden md:-mx-6">
          <LotBuyItNow lot={lot} hasDialog={false} />
        </div>
      </Sheet>
    </div>
  );
};

const Sheet = ({ title, ...dialog }: { title: string; open: boolean; onClose: () => void; children: ReactNode }) => (
  <Dialog
    sheet
    className="max-md:h-[min(40rem,92dvh)]"
    title={<bdi className="line-clamp-1 text-base">{title}</bdi>}
    {...dialog}
  />
);

/** Bidding is not possible while the auction is paused, and never for the seller. */
const Action = ({ lot, onOpen }: { lot: Lot; onOpen: () => void }) => {
  if (lot.isPaying) {
    return (
      <a href="#pay" className={buttonClass("primary", "lg")}>
        Pay
      </a>
    );
  }
  if (lot.auction.status !== "active" || lot.isOwn) return null;
  const leads = lot.position === "leading";
  return (
    <Button
      size="lg"
      variant={leads ? "secondary" : "primary"}
      className="shrink-0 px-5"
      onClick={onOpen}
      aria-haspopup="dialog"
    >
      {leads ? "Your bid" : lot.position === "outbid" ? "Bid again" : "Bid"}
    </Button>
  );
};

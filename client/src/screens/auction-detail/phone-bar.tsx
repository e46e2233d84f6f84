// The phone's bar with price, time, the lot's state and its one action at the bottom edge, within reach of the thumb. The
// action opens a sheet with the same segments as a desktop's panel. The bar is sticky inside the page, so it never covers
// what comes after it.

import { firstBidOf } from "@jara/shared/first-bid";
import type { LotStateName } from "@jara/shared/lot-state";
import { type ReactNode, startTransition, useState } from "react";
import { useServerNow } from "../../connection/use-server-now.ts";
import { MaximumQuestion } from "../../features/auto-bid/components/maximum-question.tsx";
import { PositionLine, ReserveBadge } from "../../features/bidding/components/position-line.tsx";
import { fitsPhone, PriceHero } from "../../features/bidding/components/price-hero.tsx";
import { Countdown } from "../../features/countdown/countdown.tsx";
import { cx } from "../../lib/cx.ts";
import { lagosClock } from "../../lib/lagos-moment.ts";
import { BadgeWords } from "../../lots/state-badge.tsx";
import { positionBadgeOf } from "../../lots/state-badges.ts";
import { actionLook, actionOf, sentenceOf, stateWords } from "../../lots/state-words.ts";
import { InAll } from "../../lots/whole-price.tsx";
import { setBottomBar } from "../../store/bottom-bar.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Money, OtherMoney } from "../../ui/money.tsx";
import { LotBuyItNow, LotBuyItNowOpener, LotSegments, SuspendedMaximum } from "./lot-actions.tsx";
import { SpokenPrice } from "./spoken-price.tsx";
import { useAskedBid } from "./use-asked-bid.ts";
import type { Lot } from "./use-lot.ts";

interface Said {
  text: string;
  note?: string | undefined;
  soft?: boolean;
}

/** The state's words beside those that say whether the user leads. */
const stateNames: Partial<Record<LotStateName, string>> = {
  "being-bought": "Being bought",
  "maximum-too-low": "Maximum too low",
};

/** The words beside the time. They carry the meaning, and the colour repeats it. */
const wordsOf = ({ state, isOwn, bidding, autoBid }: Lot): Said[] => {
  if (bidding.pending) return [{ text: "Placing bid…" }];
  if (autoBid.pending) return [{ text: autoBid.pending === "cancel" ? "Cancelling…" : "Saving…" }];
  const { name, isSuspended } = state;
  const position = positionBadgeOf(state);
  const said = stateNames[name];
  const words: (Said | false | undefined)[] = [
    position !== null && { text: position.words, note: position.note, soft: position.tone === "success" },
    said !== undefined && { text: said },
    isOwn && { text: "Your auction", soft: true },
    isSuspended && { text: "Maximum suspended" },
  ];
  return words.filter((one): one is Said => Boolean(one));
};

export const PhoneBar = ({ lot }: { lot: Lot }) => {
  const { auction, extension, isDimmed, segment, state } = lot;
  const { currency, status } = auction;
  const { tone } = stateWords[state.name];
  const firstBid = firstBidOf(auction);
  // Before the first bid, nobody can bid the price itself.
  const amount = firstBid ?? auction.currentPrice;
  // The user comes back with the missing money, and goes on from the same place.
  const [open, setOpen] = useState(lot.kept === "bid" || lot.kept === "max");
  // A slow phone shows the press at once, and the sheet when it is drawn.
  const openSheet = () => startTransition(() => setOpen(true));
  useAskedBid(openSheet);
  // A sheet that a pause has closed must not open by itself when the auction goes on.
  if (open && status !== "active") setOpen(false);
  return (
    <div
      id="bid"
      className={cx(
        "-mx-4 sticky bottom-0 z-30 border-t px-4 pt-2 md:-mx-6 md:px-6 pb-[max(0.5rem,env(safe-area-inset-bottom))]",
        tone === "act" ? "border-amber-mark bg-amber-soft" : "border-line bg-surface",
      )}
    >
      <div ref={setBottomBar} className="absolute inset-x-0 bottom-full" />
      {/* Above the rest, so that the bid button stays where it is when this comes or goes. */}
      <LotBuyItNowOpener lot={lot} />
      {/* The bar stays in view, so that its texts grow only as far as they keep their lines. The page has them in full. */}
      <div className="flex min-h-13 flex-wrap items-center justify-between gap-x-3 gap-y-1">
        <div className={cx("grid basis-32 grow-[999] transition-opacity", isDimmed && "opacity-70")}>
          <span className="flex flex-wrap items-baseline gap-x-2">
            {firstBid !== null && <FirstBid />}
            <Money
              amount={amount}
              currency={currency}
              className="font-bold text-lg leading-snug max-md:[font-size:min(1.25rem,5.6vw)]"
            />
            {state.isBelowReserve && state.position !== "leading" && (
              <span className="text-xs max-md:[font-size:min(0.75rem,4vw)]">Reserve not met</span>
            )}
          </span>
          <span className="flex flex-wrap gap-x-2 text-sm leading-snug max-md:[font-size:min(0.875rem,4.6vw)]">
            <Countdown auction={auction} />
            {wordsOf(lot).map(({ text, note, soft }) => (
              <span key={text} className={cx("font-semibold", soft ? "text-brand" : "text-amber")}>
                <BadgeWords words={text} note={note} />
              </span>
            ))}
          </span>
          <EndLine lot={lot} />
        </div>
        <Action lot={lot} onOpen={openSheet} />
        {tone === "still" && state.name !== "free" && (
          <p className="w-full pb-1 text-sm">{sentenceOf(state, auction)}</p>
        )}
      </div>
      {!open && status === "active" && (
        <MaximumQuestion
          auction={auction}
          maximum={lot.maxBid?.maxAmount ?? null}
          autoBid={lot.autoBid}
          onAnswer={openSheet}
        />
      )}
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
        <SpokenPrice auction={auction} state={state} />
        <p role="status" className="sr-only">
          {extension}
        </p>
        <div className="flex flex-wrap items-end justify-between gap-x-4 border-line border-b pb-3">
          <span className="flex flex-1 basis-40 flex-wrap items-baseline gap-x-2">
            {firstBid !== null && <FirstBid />}
            <PriceHero own amount={amount} currency={currency} dimmed={isDimmed} className={`text-xl ${fitsPhone}`} />
            <OtherMoney amount={amount} currency={currency} className="text-ink-soft text-sm" />
            <ReserveBadge auction={auction} state={state} />
          </span>
          <Countdown auction={auction} className="pb-1 font-semibold text-sm" />
          <InAll amount={amount} lot={auction} className="w-full text-ink-soft text-xs" />
          <div className="flex w-full flex-wrap items-center justify-between gap-x-4">
            <PositionLine auction={auction} state={state} />
            <EndLine lot={lot} />
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

const FirstBid = () => <span className="text-xs max-md:[font-size:min(0.75rem,4vw)]">First bid</span>;

/** A line of its own for the end that late bids move, so that an extension moves nothing. */
const EndLine = ({ lot: { auction, state } }: { lot: Lot }) => {
  const { endTime, softClose, status } = auction;
  const nowMs = useServerNow(60_000);
  if (!softClose || status !== "active") return null;
  return (
    <span className="tabular text-xs leading-snug max-md:[font-size:min(0.75rem,4vw)]">
      {state.isExtended ? (
        <span key={endTime} className="inline-block animate-slide-in font-semibold text-amber">
          New end {lagosClock(endTime, new Date(nowMs).toISOString())}
        </span>
      ) : (
        <span className="text-ink-soft">Late bids move the end</span>
      )}
    </span>
  );
};

const Sheet = ({ title, ...dialog }: { title: string; open: boolean; onClose: () => void; children: ReactNode }) => (
  <Dialog sheet title={<bdi className="line-clamp-1 text-base">{title}</bdi>} {...dialog} />
);

/** An amount stands below its words, so that the bar keeps its height. */
const labelFits = {
  words: "min-w-20 px-3! max-md:[font-size:min(1rem,4.6vw)]",
  amount: "basis-28 text-balance px-3! max-md:[font-size:min(1rem,4.6vw)]",
  long: "basis-36 text-balance px-2! max-md:[font-size:min(0.875rem,4vw)]",
};

/** Bidding is not possible while the auction is paused, and never for the seller. */
const Action = ({ lot, onOpen }: { lot: Lot; onOpen: () => void }) => {
  const { auction, state, me, segment } = lot;
  const action = actionOf(state, auction, me);
  if (!action || lot.isOwn) return null;
  const look = actionLook(state);
  const namesAmount = /\d$/.test(action.label);
  const fit = !namesAmount ? "words" : look === "primary" ? "amount" : "long";
  return (
    <Button
      size="lg"
      variant={look}
      className={cx("grow leading-tight", labelFits[fit])}
      onClick={() => {
        if (action.amount !== undefined && lot.raiseTo(action.amount)) return;
        if (action.kind === "raise") segment.goToMaximum();
        onOpen();
      }}
      aria-haspopup="dialog"
    >
      {action.label}
    </Button>
  );
};

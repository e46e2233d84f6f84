// The button for a maximum that can no longer bid: raises it to the minimum next bid. A leader's price stays; for anybody
// else, the button bids that amount at once.
import type { Auction } from "@jara/shared/auction";
import type { LotState } from "@jara/shared/lot-state";
import { writtenAmount } from "@jara/shared/typed-amount";
import { useRef } from "react";
import { cx } from "../lib/cx.ts";
import { AddMissing } from "../money/add-missing.tsx";
import { keepAmount } from "../money/way-back.ts";
import { Button } from "../ui/button.tsx";
import { useFirstFocus } from "../ui/use-first-focus.ts";
import { BalanceNeeded, useBalanceNeeded } from "./balance-needed.tsx";
import { bindingFor, PRICE_STAYS } from "./second-look.ts";
import { actionLook, raiseLabel } from "./state-words.ts";
import { WholePrice } from "./whole-price.tsx";

interface RaiseToProps {
  auction: Auction;
  state: LotState;
  /** The user's own maximum on this auction, in its currency. */
  maximum: number | null;
  amount: number;
  isDisabled: boolean;
  isPending?: boolean;
  takesFocus?: boolean;
  onRaise: (amount: number) => void;
}

export const RaiseTo = (props: RaiseToProps) => {
  const { auction, state, maximum, amount, isDisabled, isPending = false, takesFocus = false, onRaise } = props;
  const { _id: auctionId, currency } = auction;
  const { needed, available, isShort } = useBalanceNeeded(amount, auction, maximum);
  const look = actionLook(state);
  const box = useRef<HTMLDivElement>(null);
  useFirstFocus(box, null, takesFocus);
  if (isShort) {
    const keep = () => keepAmount({ auctionId, use: "max", typed: writtenAmount(amount) });
    return <AddMissing needed={needed} available={available} purpose="this maximum" onLeave={keep} />;
  }
  return (
    // Below a lead, what is still to be done stands apart from what is done.
    <div ref={box} className={cx("grid gap-2", look === "secondary" && "mt-1 border-line-strong border-t pt-3")}>
      <p className="text-ink-soft text-xs">
        {auction.isLeading ? PRICE_STAYS : bindingFor(amount, auction)}{" "}
        <BalanceNeeded amount={amount} auction={auction} maximum={maximum} />
        <WholePrice amount={amount} lot={auction} what="maximum" />
      </p>
      <Button
        size={look === "primary" ? "lg" : "md"}
        variant={look}
        // An amount cannot break, so that it grows with the text only as far as a phone has room.
        className={cx(
          "px-2!",
          look === "primary" ? "max-md:[font-size:min(1rem,5.6vw)]" : "[font-size:min(0.875rem,5.6vw)]!",
        )}
        pending={isPending}
        disabled={isDisabled}
        onClick={() => onRaise(amount)}
      >
        {raiseLabel(state, amount, currency)}
      </Button>
    </div>
  );
};

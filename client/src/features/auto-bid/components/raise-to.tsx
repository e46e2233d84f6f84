// The one action where a maximum is used up: raises it to the least that can act again, after a question.
import type { LotState } from "@jara/shared/lot-state";
import { formatMoney } from "@jara/shared/money";
import { writtenAmount } from "@jara/shared/typed-amount";
import { useRef } from "react";
import { BalanceNeeded, useBalanceNeeded } from "../../../lots/balance-needed.tsx";
import { BINDING } from "../../../lots/second-look.ts";
import { actionLook } from "../../../lots/state-words.ts";
import { WholePrice } from "../../../lots/whole-price.tsx";
import { AddMissing } from "../../../money/add-missing.tsx";
import { keepAmount } from "../../../money/way-back.ts";
import { Button } from "../../../ui/button.tsx";
import { useFirstFocus } from "../../../ui/use-first-focus.ts";
import type { OwnMaximum } from "./maximum-form.tsx";

interface RaiseToProps extends OwnMaximum {
  amount: number;
  takesFocus: boolean;
  state: LotState;
}

export const RaiseTo = ({ auction, maxBid, autoBid, isDisabled, amount, takesFocus, state }: RaiseToProps) => {
  const { _id: auctionId, currency } = auction;
  const maximum = maxBid?.maxAmount ?? null;
  const { needed, available, isShort } = useBalanceNeeded(amount, auction, maximum);
  const box = useRef<HTMLDivElement>(null);
  useFirstFocus(box, null, takesFocus);
  if (isShort) {
    const keep = () => keepAmount({ auctionId, use: "max", typed: writtenAmount(amount) });
    return <AddMissing needed={needed} available={available} purpose="this maximum" onLeave={keep} />;
  }
  return (
    <div ref={box} className="grid gap-2">
      <p className="text-ink-soft text-xs">
        {BINDING} <BalanceNeeded amount={amount} auction={auction} maximum={maximum} />
        <WholePrice amount={amount} lot={auction} what="maximum" />
      </p>
      <Button
        size="lg"
        variant={actionLook(state)}
        // An amount cannot break, so that it grows with the text only as far as a phone has room.
        className="px-2! max-md:[font-size:min(1rem,5.6vw)]"
        pending={autoBid.pending === "set"}
        disabled={isDisabled}
        onClick={() => autoBid.ask(amount)}
      >
        Raise to {formatMoney(amount, currency)}
      </Button>
    </div>
  );
};

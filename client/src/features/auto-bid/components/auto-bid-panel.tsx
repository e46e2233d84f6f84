// The auto-bid panel: sets, changes or cancels the max bid up to which bids are placed for its owner. While the auction
// is open, only the owner sees a max bid. The screen must not show the panel to visitors, to the seller, or when the
// auction is not active.
import type { Auction, MaxBid } from "@jara/shared/auction";
import { formatMoney, toMajor, toMinor } from "@jara/shared/money";
import { readPositive } from "@jara/shared/typed-amount";
import { EyeOff } from "lucide-react";
import { useId, useRef, useState } from "react";
import { cx } from "../../../lib/cx.ts";
import { BalanceNeeded, useBalanceNeeded } from "../../../lots/balance-needed.tsx";
import { ConfirmAmount } from "../../../lots/confirm-amount.tsx";
import { AddMissing } from "../../../money/add-missing.tsx";
import { keepAmount } from "../../../money/way-back.ts";
import { AmountInput } from "../../../ui/amount-input.tsx";
import { Button } from "../../../ui/button.tsx";
import { Field } from "../../../ui/field.tsx";
import { OtherMoney, OwnMoney } from "../../../ui/money.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { useFirstFocus } from "../../../ui/use-first-focus.ts";
import type { AutoBid } from "../hooks/use-auto-bid.ts";
import { cannotBid, isSuspendedOn, maxBidError } from "../max-bid-rules.ts";
import { AutoBidAnswerNotice, spokenAnswer } from "./auto-bid-answer.tsx";
import { CancelMaxBid } from "./cancel-max-bid.tsx";

interface AutoBidPanelProps {
  auction: Auction;
  maxBid: MaxBid | null;
  autoBid: AutoBid;
  disabledReason: string | null;
  /** The field takes the focus when this becomes true. */
  takesFocus?: boolean | undefined;
}

export const AutoBidPanel = ({ auction, maxBid, autoBid, disabledReason, takesFocus = false }: AutoBidPanelProps) => {
  const { currency } = auction;
  const isSuspended = isSuspendedOn(auction, maxBid);
  const titleId = useId();
  return (
    <section aria-labelledby={titleId} className="grid min-h-60 content-start gap-2">
      <h2 id={titleId} className="font-bold text-base">
        {maxBid ? (isSuspended ? "Auto-bidding Suspended" : "Auto-bidding Active") : "Auto-bidding"}
      </h2>
      {maxBid ? (
        <CurrentMaximum maxBid={maxBid} />
      ) : (
        <p className="text-sm">Set the most you would pay. We bid for you, only as much as needed to lead.</p>
      )}
      {maxBid && !isSuspended && cannotBid(maxBid.maxAmount, auction) && (
        <Notice tone="warning">
          Your maximum is below the minimum next bid of {formatMoney(auction.minimumBid, currency)}. Raise it to
          continue.
        </Notice>
      )}
      <MaximumForm
        auction={auction}
        maxBid={maxBid}
        autoBid={autoBid}
        isDisabled={disabledReason !== null}
        takesFocus={takesFocus}
      />
      <ConfirmAmount
        amount={autoBid.asking}
        currency={currency}
        yes="Yes, set it"
        onConfirm={autoBid.yes}
        onDismiss={autoBid.no}
      >
        This is the most that we bid for you, {formatMoney((autoBid.asking ?? 0) - auction.minimumBid, currency)} above
        the minimum next bid of {formatMoney(auction.minimumBid, currency)}. If others bid that much, you pay that much.
      </ConfirmAmount>
      <p role="status" className="sr-only">
        {spokenAnswer(autoBid.answer)}
      </p>
      {autoBid.answer && (
        <div ref={showAnswer}>
          <AutoBidAnswerNotice answer={autoBid.answer} currency={currency} onSetOnChanged={autoBid.setOnChanged} />
        </div>
      )}
      <p className="flex items-start gap-2 text-ink-soft text-xs">
        <EyeOff aria-hidden className="mt-0.5 size-3 shrink-0" />
        Nobody else can see your maximum.
      </p>
    </section>
  );
};

const CurrentMaximum = ({ maxBid: { maxAmount, currency, autoBidCount } }: { maxBid: MaxBid }) => (
  <dl className="grid gap-1 rounded-box bg-sunken px-3 py-2 text-sm *:flex *:flex-wrap *:items-baseline *:justify-between *:gap-x-3">
    <div>
      <dt className="text-ink-soft text-xs">Max amount</dt>
      <dd className="font-semibold">
        <OwnMoney amount={maxAmount} currency={currency} />{" "}
        <OtherMoney amount={maxAmount} currency={currency} className="font-normal text-ink-soft text-xs" />
      </dd>
    </div>
    <div>
      <dt className="text-ink-soft text-xs">Auto-bids placed</dt>
      <dd className="tabular font-semibold">{autoBidCount}</dd>
    </div>
  </dl>
);

interface MaximumFormProps extends Omit<AutoBidPanelProps, "disabledReason"> {
  isDisabled: boolean;
}

const MaximumForm = ({ auction, maxBid, autoBid, isDisabled, takesFocus }: MaximumFormProps) => {
  const [confirming, setConfirming] = useState(false);
  const { typed, pending } = autoBid;
  const form = useRef<HTMLFormElement>(null);
  // If the field itself took the focus, it would do so too early where a sheet opens with it.
  useFirstFocus(form, null, takesFocus);
  const maximum = maxBid?.maxAmount ?? null;
  const { needed, available, isShort } = useBalanceNeeded(readPositive(typed), auction, maximum);
  const addsMoney = isShort && pending === null && maxBidError(typed, auction) === null;
  return (
    <>
      <form
        ref={form}
        noValidate
        aria-label="Auto-bid"
        className="grid gap-3"
        onSubmit={(event) => {
          event.preventDefault();
          if (!isDisabled && !addsMoney) autoBid.submit();
        }}
      >
        <MaximumField auction={auction} maxBid={maxBid} autoBid={autoBid} takesFocus={takesFocus} />
        <div className={cx("grid gap-2", maxBid && !addsMoney && "grid-cols-[auto_auto]")}>
          {addsMoney ? (
            <AddMissing
              size="md"
              needed={needed}
              available={available}
              purpose="this maximum"
              onLeave={() => keepAmount({ auctionId: auction._id, use: "max", typed })}
            />
          ) : (
            <Button type="submit" className="px-2 text-sm" disabled={isDisabled} pending={pending === "set"}>
              {maxBid ? "Update Max Bid" : "Set Max Bid"}
            </Button>
          )}
          {maxBid && (
            <Button
              variant="ghost"
              className="px-2 text-sm"
              disabled={isDisabled}
              pending={pending === "cancel"}
              onClick={() => setConfirming(true)}
            >
              Cancel Max Bid
            </Button>
          )}
        </div>
      </form>
      <CancelMaxBid
        open={confirming}
        leads={auction.isLeading}
        onClose={() => setConfirming(false)}
        onConfirm={() => {
          setConfirming(false);
          autoBid.cancel();
        }}
      />
    </>
  );
};

const MaximumField = ({ auction, maxBid, autoBid, takesFocus = false }: Omit<AutoBidPanelProps, "disabledReason">) => {
  const { currency, currentPrice, bidIncrement } = auction;
  const amount = readPositive(autoBid.typed);
  const leastMaximum = formatMoney(toMajor(toMinor(currentPrice) + toMinor(bidIncrement)), currency);
  return (
    <Field
      label={maxBid ? `New max bid (${currency})` : `Your max bid (${currency})`}
      error={autoBid.error}
      hint={
        <>
          <span className="block text-xs">{`Minimum: ${leastMaximum}. You need 20% of the max bid as account balance.`}</span>
          {amount !== null && (
            <span className="block text-xs">
              <OwnMoney amount={amount} currency={currency} /> <OtherMoney amount={amount} currency={currency} />
              <BalanceNeeded amount={amount} auction={auction} maximum={maxBid?.maxAmount ?? null} />
            </span>
          )}
        </>
      }
    >
      <AmountInput
        takesFocus={takesFocus}
        currency={currency}
        min={currentPrice + 1}
        typed={autoBid.typed}
        onType={autoBid.type}
      />
    </Field>
  );
};

/** Scrolls to the answer, because it may be hidden below the buttons. */
const showAnswer = (element: HTMLElement | null) => element?.scrollIntoView({ block: "nearest" });

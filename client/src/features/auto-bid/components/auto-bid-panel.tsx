// The auto-bid panel: sets, changes or cancels the max bid up to which bids are placed for its owner. While the auction
// is open, only the owner sees a max bid. The screen must not show the panel to visitors, to the seller, or when the
// auction is not active.
import type { Auction, MaxBid } from "@jara/shared/auction";
import type { LotState, LotStateName } from "@jara/shared/lot-state";
import { currencySymbols, formatMoney, toMajor, toMinor } from "@jara/shared/money";
import { readPositive, writtenAmount } from "@jara/shared/typed-amount";
import { EyeOff } from "lucide-react";
import { useId, useRef, useState } from "react";
import { BalanceNeeded, useBalanceNeeded } from "../../../lots/balance-needed.tsx";
import { ConfirmAmount } from "../../../lots/confirm-amount.tsx";
import { StateBox } from "../../../lots/state-box.tsx";
import { WholePrice } from "../../../lots/whole-price.tsx";
import { AddMissing } from "../../../money/add-missing.tsx";
import { keepAmount } from "../../../money/way-back.ts";
import { AmountInput } from "../../../ui/amount-input.tsx";
import { Button } from "../../../ui/button.tsx";
import { Field } from "../../../ui/field.tsx";
import { OtherMoney, OwnMoney } from "../../../ui/money.tsx";
import { useFirstFocus } from "../../../ui/use-first-focus.ts";
import type { AutoBid } from "../hooks/use-auto-bid.ts";
import { maxBidError } from "../max-bid-rules.ts";
import { AutoBidAnswerNotice, setWords, spokenAnswer } from "./auto-bid-answer.tsx";
import { CancelMaxBid } from "./cancel-max-bid.tsx";

interface AutoBidPanelProps {
  auction: Auction;
  maxBid: MaxBid | null;
  autoBid: AutoBid;
  state: LotState;
  /** False while the other way to bid is shown, which has the box of the state then. */
  isShown?: boolean;
  disabledReason: string | null;
  /** The field takes the focus when this becomes true. */
  takesFocus?: boolean | undefined;
}

export const AutoBidPanel = (props: AutoBidPanelProps) => {
  const { auction, maxBid, autoBid, state, isShown = true, disabledReason, takesFocus = false } = props;
  const { currency } = auction;
  const titleId = useId();
  const done = setWords(autoBid.answer, auction, maxBid);
  // Above, the note about a suspended maximum says so, and the price that the user leads.
  const isQuiet = ["free", "maximum-suspended"].includes(state.name) || (state.name === "leading" && done === null);
  const isBoxed = isShown && !isQuiet;
  if (state.name === "closing") return isShown && <StateBox state={state} auction={auction} />;
  return (
    <section aria-labelledby={titleId} className="grid min-h-60 content-start gap-2">
      {isBoxed && (
        <StateBox state={state} auction={auction} done={done} isCompact yieldsToForm={autoBid.typed !== ""} />
      )}
      <h2 id={titleId} className="font-bold text-base">
        {headingOf(maxBid, state)}
      </h2>
      {maxBid ? (
        <CurrentMaximum maxBid={maxBid} auction={auction} />
      ) : (
        !isBoxed && (
          <p className="text-sm">Set the most you would pay. We bid for you, only as much as needed to lead.</p>
        )
      )}
      <MaximumForm
        auction={auction}
        maxBid={maxBid}
        autoBid={autoBid}
        isRaise={state.position === "outbid" || state.name === "maximum-too-low"}
        isDisabled={disabledReason !== null}
        takesFocus={takesFocus}
      />
      <ConfirmAmount
        amount={autoBid.asking}
        lot={auction}
        what="maximum"
        yes="Yes, set it"
        onConfirm={autoBid.yes}
        onDismiss={autoBid.no}
      >
        This is the most that we bid for you, {formatMoney((autoBid.asking ?? 0) - auction.minimumBid, currency)} above
        the minimum next bid of {formatMoney(auction.minimumBid, currency)}. If others bid that much, you pay that much.
      </ConfirmAmount>
      <p role="status" className="sr-only">
        {spokenAnswer(autoBid.answer, done !== null)}
      </p>
      {autoBid.answer && (
        <div ref={showAnswer}>
          <AutoBidAnswerNotice
            answer={autoBid.answer}
            auction={auction}
            maxBid={maxBid}
            done={isBoxed ? null : done}
            onSetOnChanged={autoBid.setOnChanged}
          />
        </div>
      )}
      <p className="flex items-start gap-2 text-ink-soft text-xs">
        <EyeOff aria-hidden className="mt-0.5 size-3 shrink-0" />
        Nobody else can see your maximum.
      </p>
    </section>
  );
};

const usedUp: readonly LotStateName[] = ["leading-in-full", "tied", "maximum-used-up"];

const headingOf = (maxBid: MaxBid | null, { name, isSuspended }: LotState): string => {
  if (!maxBid) return "Auto-bidding";
  if (isSuspended) return "Auto-bidding Suspended";
  return usedUp.includes(name) ? "Auto-bidding Used Up" : "Auto-bidding Active";
};

/** Types the least maximum that can lead now. */
const FillInNext = ({ auction: { minimumBid, currency }, autoBid }: Pick<AutoBidPanelProps, "auction" | "autoBid">) => (
  <button
    type="button"
    className="-my-3 tabular py-3 font-semibold text-brand text-sm underline underline-offset-4"
    onClick={() => autoBid.type(writtenAmount(minimumBid))}
  >
    Fill in {formatMoney(minimumBid, currency)}
  </button>
);

const CurrentMaximum = ({ maxBid, auction }: { maxBid: MaxBid; auction: Auction }) => {
  const { maxAmount, currency, autoBidCount } = maxBid;
  return (
    <dl className="grid gap-1 rounded-box bg-sunken px-3 py-2 text-sm *:flex *:flex-wrap *:items-baseline *:justify-between *:gap-x-3">
      <div>
        <dt className="text-ink-soft text-xs">Max amount</dt>
        <dd className="font-semibold">
          <OwnMoney amount={maxAmount} currency={currency} />{" "}
          <OtherMoney amount={maxAmount} currency={currency} className="font-normal text-ink-soft text-xs" />
          <WholePrice amount={maxAmount} lot={auction} what="maximum" className="font-normal text-xs" />
        </dd>
      </div>
      <div>
        <dt className="text-ink-soft text-xs">Auto-bids placed</dt>
        <dd className="tabular font-semibold">{autoBidCount}</dd>
      </div>
    </dl>
  );
};

interface MaximumFormProps extends Omit<AutoBidPanelProps, "disabledReason" | "state" | "isShown"> {
  isDisabled: boolean;
  /** The user was outbid, so that the least maximum that can lead now is offered. */
  isRaise: boolean;
}

const MaximumForm = ({ auction, maxBid, autoBid, isDisabled, isRaise, takesFocus }: MaximumFormProps) => {
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
        <MaximumField auction={auction} maxBid={maxBid} autoBid={autoBid} isRaise={isRaise} takesFocus={takesFocus} />
        <div className="flex flex-wrap gap-2 *:flex-auto">
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
              {maxBid ? "Change maximum" : "Set maximum"}
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
              Cancel maximum
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

type FieldProps = Omit<MaximumFormProps, "isDisabled">;

const MaximumField = ({ auction, maxBid, autoBid, isRaise, takesFocus = false }: FieldProps) => {
  const { currency, currentPrice, bidIncrement } = auction;
  const amount = readPositive(autoBid.typed);
  const leastMaximum = formatMoney(toMajor(toMinor(currentPrice) + toMinor(bidIncrement)), currency);
  return (
    <Field
      label={`${maxBid ? "New" : "Your"} maximum (${currencySymbols[currency]})`}
      error={autoBid.error}
      aside={isRaise && <FillInNext auction={auction} autoBid={autoBid} />}
      hint={
        <>
          <span className="block text-xs">{`Minimum: ${leastMaximum}. You need 20% of your maximum in your balance.`}</span>
          {amount !== null && (
            <span className="block text-xs">
              <OwnMoney amount={amount} currency={currency} /> <OtherMoney amount={amount} currency={currency} />
              <BalanceNeeded amount={amount} auction={auction} maximum={maxBid?.maxAmount ?? null} />
              <WholePrice amount={amount} lot={auction} what="maximum" className="font-semibold" />
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

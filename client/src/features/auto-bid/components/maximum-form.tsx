// The form in which the user types a maximum, and the button that cancels the one they have.
import type { Auction, MaxBid } from "@jara/shared/auction";
import { currencySymbols, formatMoney, toMajor, toMinor } from "@jara/shared/money";
import { readPositive, writtenAmount } from "@jara/shared/typed-amount";
import { useRef } from "react";
import { cx } from "../../../lib/cx.ts";
import { amountLines } from "../../../lots/amount-lines.ts";
import { BalanceNeeded, CanBidWith, useBalanceNeeded } from "../../../lots/balance-needed.tsx";
import { useCancelQuestion } from "../../../lots/cancel-maximum.tsx";
import { BINDING, bindingUpTo } from "../../../lots/second-look.ts";
import { TypedMoney } from "../../../lots/typed-money.tsx";
import { WholePrice } from "../../../lots/whole-price.tsx";
import { AddMissing } from "../../../money/add-missing.tsx";
import { keepAmount } from "../../../money/way-back.ts";
import { AmountInput } from "../../../ui/amount-input.tsx";
import { Button } from "../../../ui/button.tsx";
import { Field } from "../../../ui/field.tsx";
import { useFirstFocus } from "../../../ui/use-first-focus.ts";
import type { AutoBid } from "../hooks/use-auto-bid.ts";
import { maxBidError } from "../max-bid-rules.ts";

export interface OwnMaximum {
  auction: Auction;
  maxBid: MaxBid | null;
  autoBid: AutoBid;
  isDisabled: boolean;
}

interface MaximumFormProps extends OwnMaximum {
  /** False where something above it has the one button that cancels the maximum. */
  cancels: boolean;
  /** The field takes the focus when this becomes true. */
  takesFocus: boolean;
}

export const MaximumForm = ({ cancels, takesFocus, ...own }: MaximumFormProps) => {
  const { auction, maxBid, autoBid, isDisabled } = own;
  const { typed, pending } = autoBid;
  const form = useRef<HTMLFormElement>(null);
  // If the field itself took the focus, it would do so too early where a sheet opens with it.
  useFirstFocus(form, null, takesFocus);
  const maximum = maxBid?.maxAmount ?? null;
  const amount = readPositive(typed);
  const isMaximum = amount !== null && maxBidError(typed, auction, maxBid) === null;
  const { needed, available, isShort } = useBalanceNeeded(amount, auction, maximum);
  const addsMoney = isShort && pending === null && isMaximum;
  return (
    <form
      ref={form}
      noValidate
      aria-label="Set your maximum"
      className="grid gap-2.5"
      onSubmit={(event) => {
        event.preventDefault();
        if (isDisabled || addsMoney) return;
        if (typed !== "" || !maxBid) return autoBid.submit();
        autoBid.type(writtenAmount(maxBid.maxAmount));
        // It is selected, so that another amount replaces it.
        const field = form.current?.querySelector("input");
        field?.focus();
        requestAnimationFrame(() => field?.select());
      }}
    >
      <MaximumField auction={auction} maxBid={maxBid} autoBid={autoBid} takesFocus={takesFocus} />
      {/* Who has a maximum has read it. With this line, the whole panel would be taller than a small window. */}
      {!maxBid && (
        <p className={cx("text-xs", isMaximum ? "font-semibold" : "text-ink-soft")}>
          {isMaximum ? bindingUpTo(amount, auction) : BINDING}
        </p>
      )}
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
          <Button
            type="submit"
            variant={maxBid && (typed === "" || amount === maximum) ? "secondary" : "primary"}
            className="px-2 text-sm"
            disabled={isDisabled}
            pending={pending === "set"}
          >
            {maxBid ? "Change maximum" : "Set maximum"}
          </Button>
        )}
        {maxBid && cancels && <CancelButton {...own} maxBid={maxBid} />}
      </div>
    </form>
  );
};

export const CancelButton = ({ auction, maxBid, autoBid, isDisabled }: OwnMaximum & { maxBid: MaxBid }) => {
  const { run, isPending } = autoBid.cancelling;
  const { ask, question } = useCancelQuestion({ lot: auction, maximum: maxBid.maxAmount, run });
  return (
    <>
      <Button variant="ghost" size="sm" className="px-1!" disabled={isDisabled} pending={isPending} onClick={ask}>
        Cancel maximum
      </Button>
      {question}
    </>
  );
};

type FieldProps = Omit<MaximumFormProps, "isDisabled" | "cancels">;

const MaximumField = ({ auction, maxBid, autoBid, takesFocus }: FieldProps) => {
  const { currency, currentPrice, bidIncrement } = auction;
  const amount = readPositive(autoBid.typed);
  const leastMaximum = formatMoney(toMajor(toMinor(currentPrice) + toMinor(bidIncrement)), currency);
  const isTooLow = amount !== null && amount <= currentPrice;
  const wrong = amount === null ? null : maxBidError(autoBid.typed, auction, maxBid);
  const problem = autoBid.error ?? wrong;
  const said = problem && (
    <>
      <span>{problem}</span>
      {isTooLow && `. The minimum is ${leastMaximum}.`}
    </>
  );
  return (
    <Field
      label={`${maxBid ? "New" : "Your"} maximum (${currencySymbols[currency]})`}
      aside={!maxBid && <CanBidWith auction={auction} maximum={null} />}
      error={autoBid.error && <span className={amountLines(auction)}>{said}</span>}
      hint={
        autoBid.error === null && (
          <span className={amountLines(auction)}>
            {wrong ? (
              <span className={amount === maxBid?.maxAmount ? undefined : "text-amber"}>{said}</span>
            ) : amount === null ? (
              `Minimum: ${leastMaximum}. You need 20% of your maximum in your balance.`
            ) : (
              <>
                <TypedMoney typed={autoBid.typed} amount={amount} currency={currency} />
                <BalanceNeeded amount={amount} auction={auction} maximum={maxBid?.maxAmount ?? null} isMaximum />
                <WholePrice amount={amount} lot={auction} what="maximum" className="font-semibold" />
              </>
            )}
          </span>
        )
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

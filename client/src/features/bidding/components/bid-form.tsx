// The "Place Your Bid" form: three suggested amounts, the input, and the only button that places the bid.
import type { Auction } from "@jara/shared/auction";
import { currencySymbols, formatMoney } from "@jara/shared/money";
import { bidTooLow } from "@jara/shared/refusal-words";
import { readPositive, writtenAmount } from "@jara/shared/typed-amount";
import { type ReactNode, type Ref, useRef } from "react";
import { cx } from "../../../lib/cx.ts";
import { amountLines } from "../../../lots/amount-lines.ts";
import { BalanceNeeded, CanBidWith, useBalanceNeeded } from "../../../lots/balance-needed.tsx";
import { ConfirmAmount } from "../../../lots/confirm-amount.tsx";
import { HeldNote } from "../../../lots/held-note.tsx";
import { BINDING, bindingFor, raisesOwnPrice } from "../../../lots/second-look.ts";
import { TypedMoney } from "../../../lots/typed-money.tsx";
import { WholePrice } from "../../../lots/whole-price.tsx";
import { AddMissing } from "../../../money/add-missing.tsx";
import { keepAmount } from "../../../money/way-back.ts";
import { AmountInput } from "../../../ui/amount-input.tsx";
import { Button } from "../../../ui/button.tsx";
import { Field } from "../../../ui/field.tsx";
import { OtherMoney, OwnMoney } from "../../../ui/money.tsx";
import { bidError } from "../bid-rules.ts";
import type { Bidding } from "../hooks/use-bidding.ts";
import { quickAmounts } from "../quick-amounts.ts";

interface BidFormProps {
  auction: Auction;
  /** The user's own maximum on this auction, in its currency. */
  maximum: number | null;
  bidding: Bidding;
  /** The reason why bidding is disabled now, or null. */
  disabledReason: string | null;
  /** The outcome of the last bid. */
  answer: ReactNode;
  /** Takes the focus when it appears. */
  takesFocus?: boolean;
  /** Called when the focus comes into the form. */
  onTouch?: () => void;
}

/** From here on only two suggested amounts fit in one line. */
const TEN_MILLION = 10_000_000;

export const BidForm = (props: BidFormProps) => {
  const { auction, maximum, bidding, disabledReason, answer, takesFocus = false, onTouch } = props;
  const { minimumBid, bidIncrement, currency } = auction;
  const { pending, resting } = bidding;
  const box = useRef<HTMLInputElement>(null);
  const amount = readPositive(bidding.typed);
  const held = disabledReason !== null;
  const { needed, available, isShort } = useBalanceNeeded(amount, auction, maximum);
  const least = useBalanceNeeded(minimumBid, auction, maximum);
  const suggestions = quickAmounts(minimumBid, bidIncrement).slice(0, minimumBid < TEN_MILLION ? 3 : 2);
  const isBid = amount !== null && bidError(bidding.typed, auction) === null;
  const addsMoney = isShort && !pending && isBid;

  return (
    <form
      noValidate
      ref={takesFocus ? showWhole : undefined}
      aria-label="Place Your Bid"
      className="grid scroll-mb-4 gap-2"
      onFocus={onTouch}
      onSubmit={(event) => {
        event.preventDefault();
        if (!held && !addsMoney && !bidding.submit()) box.current?.focus();
      }}
    >
      <div className="flex flex-wrap items-baseline justify-between gap-x-2">
        <h2 className="font-bold text-base">Place Your Bid</h2>
        <p className="text-ink-soft text-xs">
          Minimum {auction.bidCount > 0 && "next "}bid{" "}
          <OwnMoney amount={minimumBid} currency={currency} className="font-bold text-ink" />{" "}
          <OtherMoney amount={minimumBid} currency={currency} />
        </p>
      </div>
      {least.isShort && !addsMoney && (
        <p className="text-amber text-sm">
          You need <OwnMoney amount={least.needed} currency="NGN" className="font-bold" /> in your balance to bid.
        </p>
      )}
      <ul aria-label="Suggested amounts" className="flex flex-wrap gap-2 text-xs">
        {suggestions.map((suggested) => (
          <li key={suggested} className="grow">
            <Suggestion
              text={formatMoney(suggested, currency)}
              chosen={amount === suggested}
              onClick={() => bidding.type(writtenAmount(suggested))}
            />
          </li>
        ))}
      </ul>
      <AmountBox
        ref={box}
        auction={auction}
        maximum={maximum}
        bidding={bidding}
        amount={amount}
        takesFocus={takesFocus}
      />
      {addsMoney ? (
        <AddMissing
          needed={needed}
          available={available}
          purpose="this bid"
          onLeave={() => keepAmount({ auctionId: auction._id, use: "bid", typed: bidding.typed })}
        />
      ) : (
        <>
          <p className={cx("text-xs", isBid ? "font-semibold" : "text-ink-soft")}>
            {isBid ? bindingFor(amount, auction) : BINDING}
          </p>
          <Button type="submit" size="lg" pending={pending} aria-disabled={resting} disabled={held} className="w-full">
            {pending ? "Placing bid…" : "Place Bid"}
          </Button>
        </>
      )}
      {held && <HeldNote>{disabledReason}</HeldNote>}
      {answer && <div ref={showAnswer}>{answer}</div>}
      <Question auction={auction} maximum={maximum} bidding={bidding} />
    </form>
  );
};

const Question = ({ auction, maximum, bidding }: Pick<BidFormProps, "auction" | "maximum" | "bidding">) => {
  const { minimumBid, currentPrice, currency } = auction;
  const amount = bidding.asking ?? 0;
  const question = {
    amount: bidding.asking,
    lot: auction,
    held: <BalanceNeeded amount={amount} auction={auction} maximum={maximum} />,
    onConfirm: bidding.confirm,
    onDismiss: bidding.dismiss,
  };
  if (raisesOwnPrice(auction)) {
    return (
      <ConfirmAmount {...question} title="Raise your own price?" no="Keep my price" yes="bid">
        You already lead at {formatMoney(currentPrice, currency)}, and nobody has bid more. This bid makes the lot{" "}
        {formatMoney(amount - currentPrice, currency)} more expensive for you.
      </ConfirmAmount>
    );
  }
  return (
    <ConfirmAmount {...question} yes="bid">
      That is {formatMoney(amount - minimumBid, currency)} above the minimum next bid of{" "}
      {formatMoney(minimumBid, currency)}.
    </ConfirmAmount>
  );
};

interface AmountBoxProps extends Pick<BidFormProps, "auction" | "maximum" | "bidding"> {
  ref: Ref<HTMLInputElement>;
  amount: number | null;
  takesFocus: boolean;
}

const AmountBox = ({ ref, auction, maximum, bidding, amount, takesFocus }: AmountBoxProps) => (
  <Field
    label={`Your bid (${currencySymbols[auction.currency]})`}
    aside={<CanBidWith auction={auction} maximum={maximum} />}
    error={bidding.error && <span className={amountLines(auction)}>{bidding.error}</span>}
    hint={
      bidding.error === null && (
        <span className={amountLines(auction)}>
          {amount === null ? (
            <>
              {auction.bidCount === 0
                ? "The first bid is one step, the bid increment, above the starting price."
                : "The minimum is the current price plus the bid increment, the smallest step."}
              <WholePrice amount={auction.minimumBid} lot={auction} />
            </>
          ) : (
            <>
              <TypedMoney typed={bidding.typed} amount={amount} currency={auction.currency} className="font-semibold" />
              {amount < auction.minimumBid ? (
                <span className="text-amber">{bidTooLow(auction.minimumBid, auction.currency)}</span>
              ) : (
                <>
                  <BalanceNeeded amount={amount} auction={auction} maximum={maximum} />
                  <WholePrice amount={amount} lot={auction} className="font-semibold" />
                </>
              )}
            </>
          )}
        </span>
      )
    }
  >
    <AmountInput
      ref={ref}
      takesFocus={takesFocus}
      currency={auction.currency}
      min={auction.minimumBid}
      enterKeyHint="done"
      typed={bidding.typed}
      onType={bidding.type}
    />
  </Field>
);

/** The field takes the focus, and the button below it may be hidden in a sheet. */
const showWhole = (form: HTMLElement | null): void => {
  requestAnimationFrame(() => form?.scrollIntoView({ block: "nearest" }));
};

/** Scrolls to the answer, because it appears below the button and may be hidden in a sheet. */
const showAnswer = (element: HTMLElement | null) => element?.scrollIntoView({ block: "nearest" });

const Suggestion = ({ text, chosen, onClick }: { text: string; chosen: boolean; onClick: () => void }) => (
  <button
    type="button"
    aria-pressed={chosen}
    onClick={onClick}
    className={cx(
      "tabular min-h-11 w-full whitespace-nowrap px-1.5 rounded-box border font-semibold pointer-fine:min-h-9",
      chosen ? "border-brand bg-brand-soft text-brand" : "border-line-strong bg-surface hover:border-ink",
    )}
  >
    {text}
  </button>
);

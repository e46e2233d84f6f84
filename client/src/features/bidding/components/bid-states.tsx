// "Bid now": the form for a user who is free to bid, and otherwise the box of the lot's state, for the leader without a
// button that bids, for a user who was outbid with one for the next bid. Both can open the form.
import type { Auction } from "@jara/shared/auction";
import type { ErrorCode } from "@jara/shared/errors";
import type { LotState, Me } from "@jara/shared/lot-state";
import { formatMoney } from "@jara/shared/money";
import { writtenAmount } from "@jara/shared/typed-amount";
import { type ComponentProps, type ReactNode, useEffect, useRef, useState } from "react";
import { cx } from "../../../lib/cx.ts";
import { useSettled } from "../../../lib/use-settled.ts";
import { BalanceNeeded, useBalanceNeeded, useHeld } from "../../../lots/balance-needed.tsx";
import { HeldNote } from "../../../lots/held-note.tsx";
import { RESERVE_IS } from "../../../lots/lot-outcome.ts";
import { RaiseTo } from "../../../lots/raise-to.tsx";
import { bindingFor } from "../../../lots/second-look.ts";
import { StateBox } from "../../../lots/state-box.tsx";
import { actionOf, bidLabel, RAISE } from "../../../lots/state-words.ts";
import { stillHolds } from "../../../lots/still-holds.ts";
import type { Cancelling } from "../../../lots/use-cancel-maximum.ts";
import { UsedUpMaximum } from "../../../lots/used-up-maximum.tsx";
import { WholePrice } from "../../../lots/whole-price.tsx";
import { AddMissing } from "../../../money/add-missing.tsx";
import { keepAmount } from "../../../money/way-back.ts";
import { Button } from "../../../ui/button.tsx";
import { OwnMoney } from "../../../ui/money.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { PLACED } from "../bid-rules.ts";
import type { BidAnswer, Bidding } from "../hooks/use-bidding.ts";
import { BidAnswerNotice } from "./bid-answer-notice.tsx";
import { BidForm } from "./bid-form.tsx";

export interface BidStatesProps {
  auction: Auction;
  state: LotState;
  me: Me;
  bidding: Bidding;
  /** The reason why bidding is disabled now, or null. */
  disabledReason: string | null;
  verification: ReactNode;
  /** False while the other way to bid is shown, which has the box of the state then. */
  isShown?: boolean;
  /** The page knows whether the user has a maximum. The one action depends on it. */
  isMaximumKnown?: boolean;
  /** Goes to the form of the maximum. */
  onMaximum: () => void;
  /** Raises the maximum to this amount, after a question. */
  onRaise: (amount: number) => void;
  cancelling: Cancelling;
}

/** The note above the panel tells of a suspended maximum, so here the state is that of the bids. */
const withoutSuspension = (state: LotState): LotState =>
  state.name === "maximum-suspended" ? { ...state, name: state.position === "none" ? "free" : state.position } : state;

export const BidStates = (props: BidStatesProps) => {
  const { auction, me, bidding, disabledReason, verification, isShown = true } = props;
  const state = withoutSuspension(props.state);
  const { name, position } = state;
  const { answer } = bidding;
  // On a slow network the user's position comes after the lot. It must not close a form that the user has already
  // touched.
  const [keptOpen, setKeptOpen] = useState<"asked" | "touched" | null>(bidding.typed === "" ? null : "asked");
  const [seen, setSeen] = useState(answer);
  if (seen !== answer) {
    setSeen(answer);
    if (answer?.kind === "accepted") setKeptOpen(null);
  }
  if (name === "closing") return isShown && <StateBox state={state} auction={auction} />;
  const showsForm = position === "none" || keptOpen !== null || bidding.typed !== "";
  // The box about the lead or its loss shows the outcome of an accepted bid.
  const isSaid = answer?.kind === "accepted" && position !== "none";
  const notice = answer && !isSaid && (
    <BidAnswerNotice
      answer={answer}
      currency={auction.currency}
      leadsNow={auction.isLeading}
      verification={verification}
      onRetry={bidding.retry}
      onBidOnChanged={bidding.bidOnChanged}
    />
  );
  const openForm = () => setKeptOpen("asked");
  return (
    // The panel is as high as the form, so that a change of the lead moves nothing below it.
    <div className="grid min-h-60 content-start gap-4">
      <p role="status" className="sr-only">
        {spokenAnswer(answer, auction)}
      </p>
      {isShown && position === "leading" && (
        <Leading {...props} state={state} isFormOpen={showsForm} onForm={openForm} />
      )}
      {isShown && position === "outbid" && <Outbid {...props} state={state} isFormOpen={showsForm} onForm={openForm} />}
      {isShown && position === "none" && name === "maximum-too-low" && (
        <StateBox state={state} auction={auction} yieldsToForm>
          <ToMaximum me={me} onMaximum={props.onMaximum} size="sm" />
        </StateBox>
      )}
      {showsForm ? (
        <BidForm
          auction={auction}
          maximum={me.maximum?.maxAmount ?? null}
          bidding={bidding}
          disabledReason={disabledReason}
          takesFocus={keptOpen === "asked"}
          onTouch={() => setKeptOpen((now) => now ?? "touched")}
          answer={notice}
        />
      ) : (
        <>
          {disabledReason && <HeldNote>{disabledReason}</HeldNote>}
          {notice}
        </>
      )}
    </div>
  );
};

/** The refusals whose notes are warnings, not errors. */
const whyInShort: Partial<Record<ErrorCode, string>> = {
  LOT_CHANGED: "The lot has changed.",
  EMAIL_NOT_VERIFIED: "Your email address is not verified.",
};

/**
 * Returns the answer in short for screen readers, for a live region that was on the page before. They do not read a
 * note that appears together with its text, unless it is an error. The page announces price and leader elsewhere.
 */
const spokenAnswer = (answer: BidAnswer | null, auction: Auction): string | null => {
  if (!answer || (answer.kind === "accepted" && !stillHolds(answer.outcome, auction))) return null;
  const bid = `Your bid of ${formatMoney(answer.amount, auction.currency)}`;
  if (answer.kind === "refused") {
    const why = whyInShort[answer.error.code];
    return why ? `${bid} was not placed. ${why}` : null;
  }
  if (answer.kind === "unconfirmed") return `${bid} is not confirmed yet. You can try again.`;
  return answer.outcome.isLeading ? `${bid} is placed.` : `${bid} is placed, and an auto-bid outbid it at once.`;
};

interface StateProps extends BidStatesProps {
  isFormOpen: boolean;
  onForm: () => void;
}

const Leading = (props: StateProps) => {
  const { auction, state, me, bidding, onMaximum, isFormOpen, onForm, disabledReason } = props;
  const title = useRef<HTMLParagraphElement>(null);
  const { answer } = bidding;
  const hasJustBid = answer?.kind === "accepted" && answer.outcome.isLeading && stillHolds(answer.outcome, auction);
  useEffect(() => {
    // The pressed button is gone, so the focus goes to the outcome of the bid and not to the top of the page.
    if (hasJustBid && document.activeElement === document.body) title.current?.focus();
  }, [hasJustBid]);
  const maximum = me.maximum?.maxAmount ?? null;
  const held = useHeld(auction, maximum);
  const isBelowReserve = state.name === "leading-below-reserve";
  const action = actionOf(state, auction, me);
  return (
    <StateBox state={state} auction={auction} title={title} done={hasJustBid ? PLACED : null} yieldsToForm={isFormOpen}>
      {isBelowReserve && <p className="text-sm">{RESERVE_IS} Below it, nobody gets the lot.</p>}
      <WholePrice amount={auction.currentPrice} lot={auction} className="text-sm" />
      <p className="text-sm">{sentenceOf(maximum, auction)}</p>
      <p className="text-sm">
        <OwnMoney amount={held} currency="NGN" className="font-semibold" /> is held, not taken.
      </p>
      <div className="grid gap-1">
        {/* Right after the bid, its success is not followed by a call to do more. */}
        {action?.amount === undefined || hasJustBid ? (
          <ToMaximum me={me} onMaximum={onMaximum} variant={isBelowReserve ? "primary" : "secondary"} />
        ) : (
          <RaiseTo {...raising(props)} amount={action.amount} />
        )}
        {!isFormOpen && (
          <Button variant="ghost" size="sm" disabled={disabledReason !== null} onClick={onForm}>
            Bid by hand
          </Button>
        )}
      </div>
    </StateBox>
  );
};

const sentenceOf = (maximum: number | null, { currentPrice, currency }: Auction): string => {
  if (maximum === null)
    return "If somebody bids more, we notify you here, by push or email. With a maximum, we bid for you.";
  if (maximum > currentPrice) return `If somebody bids more, we bid for you, up to ${formatMoney(maximum, currency)}.`;
  return "Raise your maximum, and we bid for you, only as much as needed to lead.";
};

const raising = ({ auction, state, me, disabledReason, onRaise }: StateProps) => ({
  auction,
  state,
  maximum: me.maximum?.maxAmount ?? null,
  isDisabled: disabledReason !== null,
  onRaise,
});

const ToMaximum = ({
  me,
  onMaximum,
  ...look
}: Pick<StateProps, "me" | "onMaximum"> & Pick<ComponentProps<typeof Button>, "variant" | "size" | "className">) => (
  <Button variant="secondary" {...look} onClick={onMaximum}>
    {me.maximum === null ? "Set a maximum" : RAISE}
  </Button>
);

const Outbid = (props: StateProps) => {
  const { auction, state, me, bidding, onMaximum, isMaximumKnown = true, isFormOpen, onForm, disabledReason } = props;
  const { currency } = auction;
  const { answer } = bidding;
  const action = state.isSuspended ? null : actionOf(state, auction, me);
  const raises = action?.amount !== undefined;
  const title = useRef<HTMLParagraphElement>(null);
  // A second press must not place the next bid: its button stands where the pressed one stood.
  useEffect(() => {
    if (answer?.kind === "accepted") title.current?.focus({ preventScroll: true });
  }, [answer]);
  return (
    <StateBox state={state} auction={auction} title={title} yieldsToForm={isFormOpen}>
      <OwnBid answer={answer} highestBid={state.name === "outbid" ? me.highestBid : null} currency={currency} />
      <UsedUpMaximum state={state} auction={auction} cancelling={props.cancelling} />
      {isMaximumKnown ? (
        <>
          {!isFormOpen &&
            (action?.amount === undefined ? (
              <NextBid auction={auction} me={me} bidding={bidding} disabledReason={disabledReason} />
            ) : (
              <RaiseTo {...raising(props)} amount={action.amount} />
            ))}
          <div className={cx("grid gap-1", !isFormOpen && "grid-cols-[repeat(auto-fit,minmax(8.5rem,1fr))]")}>
            {/* Where a button above raises the maximum, the tab "Your maximum" leads to any other amount. */}
            {!(raises && !isFormOpen) && <ToMaximum me={me} onMaximum={onMaximum} size="sm" className="px-1!" />}
            {!isFormOpen && (
              <Button variant="ghost" size="sm" className="px-1!" onClick={onForm}>
                Bid another amount
              </Button>
            )}
          </div>
        </>
      ) : (
        <Skeleton className="h-32" />
      )}
    </StateBox>
  );
};

type OwnBidProps = Pick<Bidding, "answer"> & Pick<Me, "highestBid"> & Pick<Auction, "currency">;

/** Says what became of the bid that the user has just placed, and otherwise how high their highest bid is. */
const OwnBid = ({ answer, highestBid, currency }: OwnBidProps) => {
  if (answer?.kind === "accepted") {
    const bid = `Your bid of ${formatMoney(answer.amount, currency)}`;
    return (
      <p className="text-sm">
        {answer.outcome.isLeading
          ? `${bid} led until somebody bid more.`
          : `${bid} was accepted, but another bidder's auto-bid outbid you at once.`}
      </p>
    );
  }
  if (highestBid === null) return null;
  return <p className="text-sm">Your highest bid: {formatMoney(highestBid, currency)}</p>;
};

/** The button's amount follows the price, so it rests for a moment after each change. */
const NextBid = ({
  auction,
  me,
  bidding,
  disabledReason,
}: Pick<BidStatesProps, "auction" | "me" | "bidding" | "disabledReason">) => {
  const { _id: auctionId, minimumBid, currency } = auction;
  const isSettled = useSettled(minimumBid);
  const maximum = me.maximum?.maxAmount ?? null;
  const { needed, available, isShort } = useBalanceNeeded(minimumBid, auction, maximum);
  if (isShort && !bidding.pending) {
    const keep = () => keepAmount({ auctionId, use: "bid", typed: writtenAmount(minimumBid) });
    return <AddMissing needed={needed} available={available} purpose="this bid" onLeave={keep} />;
  }
  return (
    <>
      <p className="text-ink-soft text-xs">
        This button bids at once. {bindingFor(minimumBid, auction)}{" "}
        <BalanceNeeded amount={minimumBid} auction={auction} maximum={maximum} />
        <WholePrice amount={minimumBid} lot={auction} />
      </p>
      <Button
        size="lg"
        // An amount cannot break, so that it grows with the text only as far as a phone has room.
        className="px-2 max-md:[font-size:min(1rem,5.6vw)]"
        pending={bidding.pending}
        aria-disabled={!isSettled}
        disabled={disabledReason !== null}
        onClick={() => isSettled && bidding.bidNext()}
      >
        {bidding.pending ? "Placing bid…" : bidLabel(minimumBid, currency)}
      </Button>
    </>
  );
};

// "Bid now" in three states: the form for a user who is free to bid, a calm note for the leader, and one button with
// the next bid for a user who was outbid. The leader and the outbid user can open the form.
import type { Auction } from "@jara/shared/auction";
import type { ErrorCode } from "@jara/shared/errors";
import { formatMoney } from "@jara/shared/money";
import { writtenAmount } from "@jara/shared/typed-amount";
import { ArrowUp, Check } from "lucide-react";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { cx } from "../../../lib/cx.ts";
import { useSettled } from "../../../lib/use-settled.ts";
import { useBalanceNeeded } from "../../../lots/balance-needed.tsx";
import { AddMissing } from "../../../money/add-missing.tsx";
import { keepAmount } from "../../../money/way-back.ts";
import { Button } from "../../../ui/button.tsx";
import type { BidAnswer, Bidding } from "../hooks/use-bidding.ts";
import type { Position } from "../position.ts";
import { BidAnswerNotice, PLACED } from "./bid-answer-notice.tsx";
import { BidForm } from "./bid-form.tsx";

export interface BidStatesProps {
  auction: Auction;
  position: Position;
  bidding: Bidding;
  /** The reason why bidding is disabled now, or null. */
  disabledReason: string | null;
  verification: ReactNode;
  /** The user's own maximum on this auction, in its currency. */
  maximum: number | null;
  /** Goes to the form of the maximum. */
  onMaximum: () => void;
}

export const BidStates = (props: BidStatesProps) => {
  const { auction, position, bidding, disabledReason, verification } = props;
  const { answer } = bidding;
  // On a slow network the user's position comes after the lot. It must not close a form that the user has already
  // touched.
  const [keptOpen, setKeptOpen] = useState<"asked" | "touched" | null>(bidding.typed === "" ? null : "asked");
  const [seen, setSeen] = useState(answer);
  if (seen !== answer) {
    setSeen(answer);
    if (answer?.kind === "accepted") setKeptOpen(null);
  }
  const showsForm = position === "none" || keptOpen !== null || bidding.typed !== "";
  // The note about the lead or its loss shows the outcome of an accepted bid.
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
      {position === "leading" && <Leading {...props} isFormOpen={showsForm} onForm={openForm} />}
      {position === "outbid" && <Outbid {...props} isFormOpen={showsForm} onForm={openForm} />}
      {showsForm ? (
        <BidForm
          auction={auction}
          maximum={props.maximum}
          bidding={bidding}
          disabledReason={disabledReason}
          takesFocus={keptOpen === "asked"}
          onTouch={() => setKeptOpen((now) => now ?? "touched")}
          answer={notice}
        />
      ) : (
        <>
          {disabledReason && <Held>{disabledReason}</Held>}
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
const spokenAnswer = (answer: BidAnswer | null, { currency }: Auction): string | null => {
  if (!answer) return null;
  const bid = `Your bid of ${formatMoney(answer.amount, currency)}`;
  if (answer.kind === "refused") {
    const why = whyInShort[answer.error.code];
    return why ? `${bid} was not placed. ${why}` : null;
  }
  if (answer.kind === "unconfirmed") return `${bid} is not confirmed yet. You can try again.`;
  return answer.outcome.isLeading ? `${bid} is placed.` : `${bid} is placed, and an auto-bid outbid it at once.`;
};

export const Held = ({ children }: { children: string }) => (
  <p role="status" className="text-amber text-sm">
    {children}
  </p>
);

interface StateProps extends BidStatesProps {
  isFormOpen: boolean;
  onForm: () => void;
}

const StateNote = ({ tone, children }: { tone: "leading" | "outbid"; children: ReactNode }) => (
  <div
    className={cx(
      "grid animate-slide-in gap-3 rounded-box border p-4",
      tone === "leading" ? "border-brand bg-brand-soft" : "border-amber-mark bg-amber-soft",
    )}
  >
    {children}
  </div>
);

const Leading = ({ auction, bidding, maximum, onMaximum, isFormOpen, onForm, disabledReason }: StateProps) => {
  const { currentPrice, currency } = auction;
  const title = useRef<HTMLParagraphElement>(null);
  const hasJustBid = bidding.answer?.kind === "accepted";
  useEffect(() => {
    // The pressed button is gone, so the focus goes to the outcome of the bid and not to the top of the page.
    if (hasJustBid && document.activeElement === document.body) title.current?.focus();
  }, [hasJustBid]);
  return (
    <StateNote tone="leading">
      {hasJustBid && (
        <p className="flex items-center gap-2 font-semibold text-brand text-sm">
          <Check aria-hidden className="size-4 shrink-0" />
          {PLACED}
        </p>
      )}
      <p ref={title} tabIndex={-1} className="font-bold text-base outline-none">
        You lead at {formatMoney(currentPrice, currency)}. You do not need to bid.
      </p>
      <p className="text-sm">{sentenceOf(maximum, auction)}</p>
      <div className="grid gap-1">
        <Button variant="secondary" onClick={onMaximum}>
          {maximum === null ? "Set a maximum" : "Raise my maximum"}
        </Button>
        {!isFormOpen && (
          <Button variant="ghost" size="sm" disabled={disabledReason !== null} onClick={onForm}>
            Raise the price myself
          </Button>
        )}
      </div>
    </StateNote>
  );
};

const sentenceOf = (maximum: number | null, { currentPrice, currency }: Auction): string => {
  if (maximum === null) return "If somebody bids more, we tell you at once. With a maximum, we bid for you.";
  if (maximum > currentPrice) return `If somebody bids more, we bid for you, up to ${formatMoney(maximum, currency)}.`;
  return "Your maximum is too low to answer another bid. Raise it, and we bid for you.";
};

const Outbid = ({ auction, bidding, maximum, onMaximum, isFormOpen, onForm, disabledReason }: StateProps) => {
  const { currentPrice, currency } = auction;
  const { answer } = bidding;
  return (
    <StateNote tone="outbid">
      <div className="grid gap-1">
        <p className="flex items-start gap-2 font-bold text-base">
          <ArrowUp aria-hidden className="mt-0.5 size-5 shrink-0 text-amber" />
          You were outbid at {formatMoney(currentPrice, currency)}
        </p>
        {answer?.kind === "accepted" && (
          <p className="text-sm">
            {answer.outcome.isLeading
              ? `Your bid of ${formatMoney(answer.amount, currency)} led until somebody bid more.`
              : `Your bid of ${formatMoney(answer.amount, currency)} was accepted, but another bidder's auto-bid outbid you at once.`}
          </p>
        )}
      </div>
      {!isFormOpen && <NextBid auction={auction} maximum={maximum} bidding={bidding} disabledReason={disabledReason} />}
      <div className={cx("grid gap-1", !isFormOpen && "grid-cols-[repeat(auto-fit,minmax(8.5rem,1fr))]")}>
        <Button variant="secondary" size="sm" className="px-1" onClick={onMaximum}>
          {maximum === null ? "Set a maximum" : "Raise my maximum"}
        </Button>
        {!isFormOpen && (
          <Button variant="ghost" size="sm" className="px-1" onClick={onForm}>
            Another amount
          </Button>
        )}
      </div>
    </StateNote>
  );
};

/** The button's amount follows the price, so it rests for a moment after each change. */
const NextBid = ({
  auction,
  maximum,
  bidding,
  disabledReason,
}: Pick<BidStatesProps, "auction" | "maximum" | "bidding" | "disabledReason">) => {
  const { _id: auctionId, minimumBid, currency } = auction;
  const isSettled = useSettled(minimumBid);
  const { needed, available, isShort } = useBalanceNeeded(minimumBid, auction, maximum);
  if (isShort && !bidding.pending) {
    const keep = () => keepAmount({ auctionId, use: "bid", typed: writtenAmount(minimumBid) });
    return <AddMissing needed={needed} available={available} purpose="this bid" onLeave={keep} />;
  }
  return (
    <Button
      size="lg"
      pending={bidding.pending}
      aria-disabled={!isSettled}
      disabled={disabledReason !== null}
      onClick={() => isSettled && bidding.bidNext()}
    >
      {bidding.pending ? "Placing bid…" : `Bid ${formatMoney(minimumBid, currency)}`}
    </Button>
  );
};

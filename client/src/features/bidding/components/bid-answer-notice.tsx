// The answer to a bid, shown where the user pressed the button.
import { type Currency, formatMoney } from "@jara/shared/money";
import { bidTooLow } from "@jara/shared/refusal-words";
import type { ReactNode } from "react";
import { LotChanged } from "../../../lots/changes/lot-changed.tsx";
import { Button } from "../../../ui/button.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { FAILED, PLACED } from "../bid-rules.ts";
import type { BidAnswer } from "../hooks/use-bidding.ts";

interface BidAnswerNoticeProps {
  answer: BidAnswer;
  currency: Currency;
  /** Whether the bidder leads now; an accepted bid may have been outbid since. */
  leadsNow: boolean;
  /** Shown when an e-mail address must be verified first. */
  verification: ReactNode;
  onRetry: () => void;
  onBidOnChanged: () => void;
}

export const BidAnswerNotice = ({ answer, currency, leadsNow, verification, ...on }: BidAnswerNoticeProps) => {
  const money = (amount: number) => formatMoney(amount, currency);
  if (answer.kind === "accepted") {
    const { currentPrice, minimumBid, isLeading } = answer.outcome;
    if (!isLeading) {
      return (
        <Notice tone="warning" title={`You were outbid at ${money(currentPrice)}`}>
          Your bid of {money(answer.amount)} was accepted, but another bidder's auto-bid outbid you at once. To
          continue, bid at least {money(minimumBid)}.
        </Notice>
      );
    }
    return leadsNow ? (
      <Notice tone="success" title={PLACED}>
        You lead at {money(currentPrice)}.
      </Notice>
    ) : null;
  }
  const { error } = answer;
  if (answer.kind === "unconfirmed") {
    return (
      <Notice
        tone="warning"
        title={`We could not confirm your bid of ${money(answer.amount)}`}
        action={
          <Button variant="secondary" size="sm" onClick={on.onRetry}>
            Try again
          </Button>
        }
      >
        Trying again is safe: it cannot be counted twice.
      </Notice>
    );
  }
  if (error.code === "EMAIL_NOT_VERIFIED") return verification;
  if (error.code === "BID_TOO_LOW" && error.minimumBid !== undefined) {
    return (
      <Notice tone="error" title={bidTooLow(error.minimumBid, currency)}>
        Your bid of {money(answer.amount)} was not placed, because the price has changed.
      </Notice>
    );
  }
  if (error.code === "LOT_CHANGED") {
    return (
      <LotChanged
        error={error}
        currency={currency}
        action={`Bid ${money(answer.amount)} on it as it is now`}
        onGo={on.onBidOnChanged}
      >
        Your bid of {money(answer.amount)} was not placed.
      </LotChanged>
    );
  }
  return <Notice tone="error">{error.message || FAILED}</Notice>;
};

// Reads from the address which way to bid the page shows: with `?bid=next` ("Bid" in a list, and news of an outbid) the
// button with the next bid, with `?bid=auto` ("Raise" in a list) the maximum, and the question whether to raise one that
// is used up. On a phone, the sheet opens.
// The address names no amount, and nothing is bid before the person presses a button.
import { useEffect, useState } from "react";
import { useSearchParams } from "#router";

type AskedBid = "next" | "auto";
const isAskedBid = (bid: string | null): bid is AskedBid => bid === "next" || bid === "auto";

export const useAskedBid = (onAsked: (bid: AskedBid) => void): void => {
  const [params, setParams] = useSearchParams();
  const bid = params.get("bid");
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each address
  useEffect(() => {
    if (!isAskedBid(bid)) return;
    onAsked(bid);
    setParams(
      (now) => {
        now.delete("bid");
        return now;
      },
      { replace: true, preventScrollReset: true },
    );
  }, [bid]);
};

interface AskedRaise {
  /** True once it is known whether the user has a maximum, and may bid. */
  isReady: boolean;
  /** The amount to which the maximum is to be raised; undefined where it need not be. */
  amount: number | undefined;
  raiseTo: (amount: number) => void;
}

/** Asks on arrival whether to raise the maximum, because the list's button that led here named this amount. */
export const useAskedRaise = ({ isReady, amount, raiseTo }: AskedRaise): void => {
  const [isAsked, setIsAsked] = useState(false);
  useAskedBid((bid) => setIsAsked(bid === "auto"));
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, with the amount of that moment
  useEffect(() => {
    if (!isAsked || !isReady) return;
    setIsAsked(false);
    if (amount !== undefined) raiseTo(amount);
  }, [isAsked, isReady]);
};

// Reads from the address which way to bid the page shows: with `?bid=next` (from a push message about an outbid) the
// button with the next bid, with `?bid=auto` ("Raise" in a list) the field of the maximum. On a phone, the sheet opens.
// The address names no amount, and nothing is bid before the person presses a button.
import { useEffect } from "react";
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

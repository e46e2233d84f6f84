// An address can ask for a way to bid: `?bid=next` (a push message about being outbid) for the button with the next bid,
// `?bid=auto` ("Raise" in a list) for the field of the maximum. On a phone, the sheet opens. The address names no amount,
// and nothing is bid before the person presses a button.
import { useEffect } from "react";
import { useSearchParams } from "react-router-dom";

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

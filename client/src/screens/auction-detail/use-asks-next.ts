// A push message about being outbid leads to `?bid=next`: the sheet opens with the button for the next bid. The address
// names no amount, and nothing is bid before the person presses that button.
import { useEffect } from "react";
import { useSearchParams } from "react-router-dom";

export const useAsksNext = (onAsked: () => void): void => {
  const [params, setParams] = useSearchParams();
  const asks = params.get("bid") === "next";
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each address
  useEffect(() => {
    if (!asks) return;
    onAsked();
    setParams(
      (now) => {
        now.delete("bid");
        return now;
      },
      { replace: true, preventScrollReset: true },
    );
  }, [asks]);
};

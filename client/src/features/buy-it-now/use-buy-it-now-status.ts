// What the server says of Buy It Now on one auction, above all whether the reader has bought it: asked at first, when
// the auction's status changes, and after a lost connection; in between the reader's own feed keeps it.
import type { Auction } from "@jara/shared/auction";
import type { BuyItNowAnswer, BuyItNowStatus } from "@jara/shared/rest";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { useOnBackLive } from "../../connection/use-connection-state.ts";
import { api } from "../../lib/api.ts";
import { useLiveEvent } from "../../store/live.ts";

export type Purchase = NonNullable<BuyItNowStatus["purchase"]>;

/** `purchase` is undefined while it is not known, null where there is none. */
export interface PurchaseView {
  purchase: Purchase | null | undefined;
  keep: (answer: BuyItNowAnswer) => void;
}

type Watched = Pick<Auction, "_id" | "status" | "buyItNowPrice">;

export const useBuyItNowStatus = ({ _id, status, buyItNowPrice }: Watched, userId: string | null): PurchaseView => {
  const client = useQueryClient();
  const queryKey = ["buy-it-now-status", _id, userId];
  // Visitors are told all they need by the auction itself, but for how it was sold.
  const enabled = buyItNowPrice !== null && (userId !== null || status === "sold");
  const { data, refetch } = useQuery({
    queryKey,
    queryFn: ({ signal }) =>
      api.get<BuyItNowStatus>(`/auctions/${encodeURIComponent(_id)}/buy-it-now-status`, undefined, signal),
    enabled,
  });
  const askAgain = () => void (enabled && refetch({ cancelRefetch: true }));

  const known = useRef(status);
  useEffect(() => {
    if (known.current !== status) askAgain();
    known.current = status;
  });
  useOnBackLive(askAgain);

  const put = (purchase: Purchase) => {
    // An answer on its way is older than what was just said.
    void client.cancelQueries({ queryKey });
    client.setQueryData<BuyItNowStatus>(queryKey, (held) => ({
      available: false,
      reason: "not-active",
      requiredBalance: held?.requiredBalance ?? null,
      purchase,
    }));
  };
  useLiveEvent("purchase:changed", ({ auctionId, status: changed, deadline }) => {
    if (auctionId !== _id || userId === null) return;
    const instructions = data?.purchase?.mine ? data.purchase.paymentInstructions : undefined;
    put({
      status: changed,
      deadline,
      mine: true,
      ...(changed === "pending" && instructions ? { paymentInstructions: instructions } : {}),
    });
    askAgain();
  });

  return {
    purchase: enabled ? data?.purchase : null,
    keep: ({ paymentInstructions }) =>
      put({ status: "pending", deadline: paymentInstructions.deadline, mine: true, paymentInstructions }),
  };
};

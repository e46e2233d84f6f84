// The state of Buy It Now on one auction, above all whether the user has bought it. Fetched at first, when the auction
// is sold and whenever the connection becomes live; in between, the user's own feed keeps it up to date.
import type { Auction } from "@jara/shared/auction";
import type { BuyItNowAnswer, BuyItNowReason, BuyItNowStatus } from "@jara/shared/rest/buy-it-now";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useOnLive } from "../../../connection/use-connection-state.ts";
import { useLiveEvent } from "../../../connection/use-live-event.ts";
import { refetchFromNow } from "../../../queries/refetch-from-now.ts";
import { buyItNowStatusQuery } from "../queries.ts";

export type Purchase = NonNullable<BuyItNowStatus["purchase"]>;

/** `purchase` is undefined while it is unknown, null when there is none. */
export interface PurchaseView {
  purchase: Purchase | null | undefined;
  /**
   * The reason why the server would refuse the user, as of the last request; null if it would not, or if it is unknown.
   */
  reason: BuyItNowReason | null;
  keep: (answer: BuyItNowAnswer) => void;
}

type Watched = Pick<Auction, "_id" | "status" | "buyItNowPrice">;

export const useBuyItNowStatus = ({ _id, status, buyItNowPrice }: Watched, userId: string | null): PurchaseView => {
  const client = useQueryClient();
  const sold = status === "sold";
  const queryWhere = (isSold: boolean) => buyItNowStatusQuery(_id, userId, isSold);
  // The auction itself tells visitors everything they need, except how it was sold.
  const enabled = buyItNowPrice !== null && (userId !== null || sold);
  const answer = useQuery({ ...queryWhere(sold), enabled });
  const { data } = answer;
  const before = data ?? client.getQueryData(queryWhere(false).queryKey);
  const own = before?.purchase?.mine ? before.purchase : undefined;
  const refetchNow = () => void (enabled && refetchFromNow(answer));

  useOnLive(() => {
    // Only a buyer may have missed something, here or on another device. Other watchers do not ask, so that not all of
    // them ask at once.
    if (enabled && (own || status === "paused")) void refetchFromNow(answer);
  });

  const put = (purchase: Purchase) => {
    // An outcome is valid whether it arrives before or after the auction's own status. A pending purchase is valid only
    // while the auction is not sold.
    const sides = purchase.status === "pending" ? [false] : [false, true];
    for (const { queryKey } of sides.map(queryWhere)) {
      // A pending answer would be older than this event.
      void client.cancelQueries({ queryKey });
      client.setQueryData(
        queryKey,
        (held): BuyItNowStatus => ({
          available: false,
          reason: "not-active",
          requiredBalance: held?.requiredBalance ?? null,
          purchase,
        }),
      );
    }
  };
  useLiveEvent("purchase:changed", ({ auctionId, status: changed, deadline }) => {
    if (userId === null) return;
    // A purchase on another auction may prevent one here, or no longer prevent it.
    if (auctionId !== _id) return refetchNow();
    const instructions = own?.paymentInstructions;
    put({
      status: changed,
      deadline,
      mine: true,
      ...(changed === "pending" && instructions ? { paymentInstructions: instructions } : {}),
    });
    refetchNow();
  });

  return {
    purchase: enabled ? (data ? data.purchase : own) : null,
    reason: data?.reason ?? null,
    keep: ({ paymentInstructions }) =>
      put({ status: "pending", deadline: paymentInstructions.deadline, mine: true, paymentInstructions }),
  };
};

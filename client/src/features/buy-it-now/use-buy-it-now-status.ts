// What the server says of Buy It Now on one auction, above all whether the reader has bought it: asked at first, when
// the auction is sold, and after a lost connection; in between the reader's own feed keeps it.
import type { Auction } from "@jara/shared/auction";
import type { BuyItNowAnswer, BuyItNowReason, BuyItNowStatus } from "@jara/shared/rest/buy-it-now";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useOnBackLive } from "../../connection/use-connection-state.ts";
import { api } from "../../lib/api.ts";
import { useLiveEvent } from "../../store/live.ts";

export type Purchase = NonNullable<BuyItNowStatus["purchase"]>;

/** `purchase` is undefined while it is not known, null where there is none. */
export interface PurchaseView {
  purchase: Purchase | null | undefined;
  /** Why the server would refuse the reader, when it was last asked; null: it would not, or it is not known. */
  reason: BuyItNowReason | null;
  keep: (answer: BuyItNowAnswer) => void;
}

type Watched = Pick<Auction, "_id" | "status" | "buyItNowPrice">;

export const useBuyItNowStatus = ({ _id, status, buyItNowPrice }: Watched, userId: string | null): PurchaseView => {
  const client = useQueryClient();
  const sold = status === "sold";
  const keyWhere = (isSold: boolean) => ["buy-it-now-status", _id, userId, isSold];
  // How it was sold is asked anew: what was known before says nothing of it.
  const queryKey = keyWhere(sold);
  // Visitors are told all they need by the auction itself, but for how it was sold.
  const enabled = buyItNowPrice !== null && (userId !== null || sold);
  const { data, refetch } = useQuery({
    queryKey,
    queryFn: ({ signal }) =>
      api.get<BuyItNowStatus>(`/auctions/${encodeURIComponent(_id)}/buy-it-now-status`, undefined, signal),
    enabled,
  });
  const before = data ?? client.getQueryData<BuyItNowStatus>(keyWhere(false));
  const own = before?.purchase?.mine ? before.purchase : undefined;
  const askAgain = () => void (enabled && refetch({ cancelRefetch: true }));

  useOnBackLive(() => {
    // Only a buyer has missed something, here or on another device: not everybody who watches asks at once.
    if (own || status === "paused") askAgain();
  });

  const put = (purchase: Purchase) => {
    // The outcome counts whichever comes first, it or the auction's own status; a pending one only as long as not sold.
    const keys = purchase.status === "pending" ? [keyWhere(false)] : [keyWhere(false), keyWhere(true)];
    for (const key of keys) {
      // An answer on its way is older than what was just said.
      void client.cancelQueries({ queryKey: key });
      client.setQueryData<BuyItNowStatus>(key, (held) => ({
        available: false,
        reason: "not-active",
        requiredBalance: held?.requiredBalance ?? null,
        purchase,
      }));
    }
  };
  useLiveEvent("purchase:changed", ({ auctionId, status: changed, deadline }) => {
    if (userId === null) return;
    // A purchase elsewhere is in the way of one here, or no longer.
    if (auctionId !== _id) return askAgain();
    const instructions = own?.paymentInstructions;
    put({
      status: changed,
      deadline,
      mine: true,
      ...(changed === "pending" && instructions ? { paymentInstructions: instructions } : {}),
    });
    askAgain();
  });

  return {
    purchase: enabled ? (data ? data.purchase : own) : null,
    reason: data?.reason ?? null,
    keep: ({ paymentInstructions }) =>
      put({ status: "pending", deadline: paymentInstructions.deadline, mine: true, paymentInstructions }),
  };
};

// Shows a toast when a lot that the user bid on changes: it was edited, bids on it were voided, or it was cancelled,
// withdrawn, sold or opened again. The lot's own page shows no toast, because it shows the change itself.
import type { AuctionStatus } from "@jara/shared/auction";
import { formatMoney } from "@jara/shared/money";
import { useLocation, useNavigate } from "#router";
import { useLateEvent } from "../../connection/use-live-event.ts";
import { voidWords } from "../../lots/void-words.ts";
import { toast, toasts } from "../../store/toast.ts";
import { namedAuction } from "./named-auction.ts";
import { titleOfOwnLot } from "./own-lot-title.ts";

export const LotNotices = () => {
  const navigate = useNavigate();
  const { pathname } = useLocation();

  useLateEvent("maxbid:suspended", ({ auctionId, because }) => {
    const path = `/auction/${auctionId}`;
    if (pathname === path) return;
    void namedAuction(auctionId).then((auction) =>
      toast.warning("Your maximum is suspended", {
        lot: auction?.title,
        id: `suspended-${auctionId}`,
        duration: 30_000,
        description: because
          ? "You did not pay for lots that you won, so your maximum does not bid now. Please contact us."
          : "The lot changed. Your maximum does not bid until you confirm it.",
        action: { label: because ? "View auction" : "Read the change", onClick: () => navigate(path) },
      }),
    );
  });

  useLateEvent("auction:updated", ({ auctionId, contentVersion, changes, isCorrection }) => {
    const path = `/auction/${auctionId}`;
    // Times are not part of the lot's content.
    const fields = changes.filter(({ field }) => field !== "startTime" && field !== "endTime");
    if (contentVersion < 2 || fields.length === 0 || pathname === path) return;
    void titleOfOwnLot(auctionId, null).then((title) => {
      const id = `suspended-${auctionId}`;
      // The owner of a maximum gets a toast of its own about what the change did to that maximum.
      if (title === null || toasts.getState().some((shown) => shown.id === id)) return;
      toast.warning(isCorrection ? "This lot was corrected" : "This lot has changed", {
        lot: title,
        id,
        duration: 30_000,
        description: "Read what changed. You may withdraw your bids.",
        action: { label: "Read the change", onClick: () => navigate(path) },
      });
    });
  });

  useLateEvent("auction:bids-voided", ({ auctionId, reason, currentPrice }) => {
    const path = `/auction/${auctionId}`;
    if (pathname === path) return;
    void namedAuction(auctionId).then((auction) => {
      if (!auction) return;
      toast.warning(`Bids no longer count: ${voidWords[reason]}`, {
        lot: auction.title,
        id: `voided-${auctionId}`,
        duration: 30_000,
        description: `The price is now ${formatMoney(currentPrice, auction.currency)}.`,
        action: { label: "View auction", onClick: () => navigate(path) },
      });
    });
  });

  useLateEvent("auction:status", ({ auctionId, status }) => {
    const path = `/auction/${auctionId}`;
    const words = statusNews[status];
    if (!words || pathname === path) return;
    void titleOfOwnLot(auctionId, status).then((title) => {
      if (title === null) return;
      toast.warning(words, {
        lot: title,
        id: `status-${auctionId}`,
        duration: 30_000,
        ...(status === "draft" ? {} : { action: { label: "View auction", onClick: () => navigate(path) } }),
      });
    });
  });

  return null;
};

const statusNews: Partial<Record<AuctionStatus, string>> = {
  cancelled: "Cancelled. You pay nothing.",
  draft: "Withdrawn. You pay nothing.",
  active: "Open again. Look at your bids and your maximum.",
  sold: "Sold by Buy It Now. You owe nothing for your bids.",
  paused: "Not over after all. Your bids and your maximum count again.",
};

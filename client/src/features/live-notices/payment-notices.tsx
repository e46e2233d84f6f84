// Shows a toast for a win, and for a payment that is not to be made any more. The pages that show it themselves have none.
// The notification of a payment has a toast of its own.
import { useLocation, useNavigate } from "#router";
import { useLateEvent } from "../../connection/use-live-event.ts";
import { dismissToast, toast } from "../../store/toast.ts";

export const PaymentNotices = () => {
  const navigate = useNavigate();
  const { pathname } = useLocation();

  useLateEvent("auction:won", ({ auctionId, title }) => {
    const path = `/auction/${auctionId}`;
    if (pathname === path || pathname === "/purchases") return;
    toast.success("You won!", {
      lot: title,
      id: `won-${auctionId}`,
      duration: 10_000,
      isShort: true,
      action: { label: "Pay", onClick: () => navigate(`${path}?pay`) },
    });
  });

  useLateEvent("win:changed", ({ auctionId, status }) => {
    if (status === "open") return;
    if (pathname === "/purchases") return;
    const path = `/auction/${auctionId}`;
    const id = `won-${auctionId}`;
    // The open page shows the event itself. A payment that came, or is void, only removes the old toast.
    if (status === "paid" || status === "void" || pathname === path) return dismissToast(id);
    const { tone, words } = winNews[status];
    toast[tone](words, {
      id,
      duration: 30_000,
      action: { label: "View", onClick: () => navigate(`${path}?pay`) },
    });
  });

  useLateEvent("purchase:changed", ({ auctionId, status }) => {
    const path = `/auction/${auctionId}`;
    if (status === "pending" || status === "paid" || pathname === path || pathname === "/purchases") return;
    const { tone, words } = purchaseNews[status];
    toast[tone](words, {
      id: `purchase-${auctionId}`,
      duration: 30_000,
      action: { label: "View", onClick: () => navigate(`${path}?pay`) },
    });
  });

  return null;
};

const winNews = {
  waived: { tone: "success", words: "You do not have to pay any more" },
  refunded: { tone: "success", words: "The sale was cancelled: we refund all that you paid" },
  forfeited: { tone: "warning", words: "You did not pay for the lot in time. We kept a part of the bid" },
} as const;

const purchaseNews = {
  forfeited: { tone: "warning", words: "You did not pay your Buy It Now in time. We kept a part of the price" },
  void: { tone: "warning", words: "Your Buy It Now was cancelled. We kept nothing" },
} as const;

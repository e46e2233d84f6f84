// Toasts for the outcome of a payment, for a win or for a Buy It Now.
import { useLocation, useNavigate } from "react-router-dom";
import { useLiveEvent } from "../../connection/use-live-event.ts";
import { dismissToast, toast } from "../../lib/toast.ts";

export const PaymentNotices = () => {
  const navigate = useNavigate();
  const { pathname } = useLocation();

  useLiveEvent("win:changed", ({ auctionId, status }) => {
    if (status === "open") return;
    const path = `/auction/${auctionId}`;
    const id = `won-${auctionId}`;
    // The open page shows the event itself. A void payment only removes the old toast.
    if (status === "void" || pathname === path) return dismissToast(id);
    const { tone, words } = winNews[status];
    toast[tone](words, {
      id,
      duration: 30_000,
      action: { label: "View auction", onClick: () => navigate(path) },
    });
  });

  useLiveEvent("purchase:changed", ({ auctionId, status }) => {
    const path = `/auction/${auctionId}`;
    if (status === "pending" || pathname === path) return;
    const { tone, words } = purchaseNews[status];
    toast[tone](words, {
      id: `purchase-${auctionId}`,
      duration: 30_000,
      action: { label: "View auction", onClick: () => navigate(path) },
    });
  });

  return null;
};

const winNews = {
  paid: { tone: "success", words: "Your payment is confirmed" },
  waived: { tone: "success", words: "Your payment was waived: nothing is due any more" },
  forfeited: { tone: "warning", words: "Your win was not paid in time: 10% of the bid was deducted" },
} as const;

const purchaseNews = {
  paid: { tone: "success", words: "Your Buy It Now payment is confirmed" },
  forfeited: { tone: "warning", words: "Your Buy It Now was not paid in time: 10% of the price was deducted" },
  void: { tone: "warning", words: "Your Buy It Now was cancelled. Nothing was deducted" },
} as const;

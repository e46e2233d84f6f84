// Shows a toast for a win, and for the outcome of a payment for a win or a Buy It Now.
import { formatLagosTime } from "@jara/shared/time";
import { useRef } from "react";
import { useLocation, useNavigate } from "#router";
import { useLateEvent } from "../../connection/use-live-event.ts";
import { dismissToast, toast } from "../../store/toast.ts";

export const PaymentNotices = () => {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  /** The lots whose payment was said to be confirmed; what comes after that is the way to the pickup. */
  const paid = useRef(new Set<string>());

  useLateEvent("auction:won", ({ auctionId, title, dueAt }) => {
    const path = `/auction/${auctionId}`;
    toast.success(`You won ${title}!`, {
      id: `won-${auctionId}`,
      duration: 30_000,
      description: `The rest is due by ${formatLagosTime(dueAt)}. Pay from your balance, online or by bank transfer.`,
      action: {
        label: "Pay",
        // On the lot's own page too, because the payment card may be out of view; the page then goes to the card.
        onClick: () => navigate(`${path}?pay`, pathname === path ? { replace: true, preventScrollReset: true } : {}),
      },
    });
  });

  useLateEvent("win:changed", ({ auctionId, status }) => {
    if (status === "open") return;
    const wasPaid = paid.current.has(auctionId);
    if (status === "paid") paid.current.add(auctionId);
    else paid.current.delete(auctionId);
    if (pathname === "/purchases") return;
    const path = `/auction/${auctionId}`;
    const id = `won-${auctionId}`;
    // The open page shows the event itself. A void payment only removes the old toast.
    if (status === "void" || pathname === path) return dismissToast(id);
    const { tone, words } = wasPaid && status === "paid" ? pickupNews : winNews[status];
    toast[tone](words, {
      id,
      duration: 30_000,
      action: { label: "View", onClick: () => navigate(`${path}?pay`) },
    });
  });

  useLateEvent("purchase:changed", ({ auctionId, status }) => {
    const path = `/auction/${auctionId}`;
    const wasPaid = paid.current.has(auctionId);
    if (status === "paid") paid.current.add(auctionId);
    if (status === "pending" || pathname === path || pathname === "/purchases") return;
    const { tone, words } = wasPaid && status === "paid" ? pickupNews : purchaseNews[status];
    toast[tone](words, {
      id: `purchase-${auctionId}`,
      duration: 30_000,
      action: { label: "View", onClick: () => navigate(`${path}?pay`) },
    });
  });

  return null;
};

const pickupNews = { tone: "success", words: "There is news about the pickup of your lot" } as const;

const winNews = {
  paid: { tone: "success", words: "Your payment is confirmed" },
  waived: { tone: "success", words: "You do not have to pay any more" },
  refunded: { tone: "success", words: "The sale was cancelled: we refund all that you paid" },
  forfeited: { tone: "warning", words: "You did not pay for the lot in time. We kept a part of the bid" },
} as const;

const purchaseNews = {
  paid: { tone: "success", words: "Your Buy It Now payment is confirmed" },
  forfeited: { tone: "warning", words: "You did not pay your Buy It Now in time. We kept a part of the price" },
  void: { tone: "warning", words: "Your Buy It Now was cancelled. We kept nothing" },
} as const;

// Toasts for what happens to the reader elsewhere: outbid, won, or the outcome of a Buy It Now. The auction page that is open says it itself.
// Mounted once, in the layout.
import type { Auction } from "@jara/shared/auction";
import { type Currency, formatMoney } from "@jara/shared/money";
import { formatLagosTime } from "@jara/shared/time";
import { useEffect } from "react";
import { useLocation, useNavigate } from "react-router-dom";
import { api } from "../../lib/api.ts";
import { dismissToast, toast } from "../../lib/toast.ts";
import { getLive, useLiveEvent } from "../../store/live.ts";

/** The event names no currency: from what this page knows of the auction, else asked for. */
const currencyOf = async (auctionId: string): Promise<Currency | null> => {
  const known = getLive().store.getState().entries[auctionId]?.view?.auction.currency;
  if (known) return known;
  const answer = await api.get<{ auction: Auction }>(`/auctions/${encodeURIComponent(auctionId)}`).catch(() => null);
  return answer?.auction.currency ?? null;
};

export const LiveNotices = () => {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  // From the first page on: what is said of the reader's account is followed too.
  useEffect(() => void getLive(), []);

  useLiveEvent("bid:outbid", ({ auctionId, title, currentPrice, minimumBid }) => {
    const path = `/auction/${auctionId}`;
    if (pathname === path) return;
    const options = {
      id: `outbid-${auctionId}`,
      duration: 15_000,
      action: { label: "Bid again", onClick: () => navigate(path) },
    };
    const words = `You have been outbid on ${title}`;
    toast.warning(words, options);
    void currencyOf(auctionId).then((currency) => {
      if (!currency) return;
      const price = formatMoney(currentPrice, currency);
      const minimum = formatMoney(minimumBid, currency);
      toast.warning(words, { ...options, description: `The price is now ${price}. Bid at least ${minimum} to lead.` });
    });
  });

  useLiveEvent("auction:won", ({ auctionId, title, dueAt }) => {
    const path = `/auction/${auctionId}`;
    toast.success(`You won ${title}!`, {
      id: `won-${auctionId}`,
      duration: 30_000,
      description: `Payment is due by ${formatLagosTime(dueAt)}. We will contact you with payment and pickup steps.`,
      ...(pathname === path ? {} : { action: { label: "View auction", onClick: () => navigate(path) } }),
    });
  });

  useLiveEvent("win:changed", ({ auctionId, status }) => {
    if (status === "open") return;
    const path = `/auction/${auctionId}`;
    const id = `won-${auctionId}`;
    // The page itself says it; what was due is not said any longer.
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

// Toasts for what happens to the user on other auctions: outbid, or won. The open auction page shows its own events.
// Mounted once, in the layout.
import { type Currency, formatMoney } from "@jara/shared/money";
import { formatLagosTime } from "@jara/shared/time";
import { useEffect } from "react";
import { useLocation, useNavigate } from "react-router-dom";
import { useLiveEvent } from "../../connection/use-live-event.ts";
import { toast } from "../../lib/toast.ts";
import { getLive } from "../../store/live.ts";
import { namedAuction } from "./named-auction.ts";

const currencyOf = async (auctionId: string): Promise<Currency | null> =>
  (await namedAuction(auctionId))?.currency ?? null;

export const LiveNotices = () => {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  // Connects on the first page, so that events about the user's account are followed too.
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

  return null;
};

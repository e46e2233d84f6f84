// Shows a toast when the user is outbid on another auction. The open auction page shows its own events. Mounted once,
// with the late notices.
import { type Currency, formatMoney } from "@jara/shared/money";
import { useLocation, useNavigate } from "#router";
import { useLateEvent } from "../../connection/use-live-event.ts";
import { dismissToast, toast } from "../../store/toast.ts";
import { namedAuction } from "./named-auction.ts";

const currencyOf = async (auctionId: string): Promise<Currency | null> =>
  (await namedAuction(auctionId))?.currency ?? null;

const toastId = (auctionId: string): string => `outbid-${auctionId}`;

export const OutbidNotice = () => {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  useLateEvent("bid:outbid", ({ auctionId, title, currentPrice, minimumBid }) => {
    const path = `/auction/${auctionId}`;
    if (pathname === path) return;
    const options = {
      id: toastId(auctionId),
      lot: title,
      duration: 15_000,
      action: { label: "Bid", onClick: () => navigate(`${path}?bid=next`) },
    };
    toast.warning("You have been outbid", options);
    void currencyOf(auctionId).then((currency) => {
      if (!currency) return;
      const price = formatMoney(currentPrice, currency);
      const minimum = formatMoney(minimumBid, currency);
      toast.warning(`Outbid: ${price} now`, { ...options, description: `Bid at least ${minimum} to lead.` });
    });
  });

  useLateEvent("auction:mine", ({ auctionId, isLeading }) => {
    if (isLeading) dismissToast(toastId(auctionId));
  });

  return null;
};

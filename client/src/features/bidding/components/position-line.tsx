// Shows "leading: a***e", "You lead" or "Outbid" beside the price.
import type { Auction } from "@jara/shared/auction";
import { ArrowUp, Check } from "lucide-react";
import { Badge } from "../../../ui/badge.tsx";
import type { Standing } from "../position.ts";

export const StandingLine = ({ auction, standing }: { auction: Auction; standing: Standing }) => {
  const { leader, status } = auction;
  const over = status === "ended" || status === "sold" || status === "cancelled";
  if (over) return null;
  return (
    <p className="flex min-h-7 flex-wrap items-center gap-2 text-sm">
      {standing === "leading" && (
        <Badge key="leading" tone="success" className="animate-slide-in text-sm">
          <Check aria-hidden className="size-4" />
          You lead
        </Badge>
      )}
      {standing === "outbid" && (
        <Badge key="outbid" tone="amber" className="animate-slide-in text-sm">
          <ArrowUp aria-hidden className="size-4" />
          Outbid
        </Badge>
      )}
      {standing !== "leading" && (
        <span className="text-ink-soft">{leader ? `leading: ${leader.username}` : "No bids yet"}</span>
      )}
    </p>
  );
};

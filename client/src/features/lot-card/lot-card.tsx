// One lot of the grid. The card has exactly one link, which covers the whole card.
import type { Auction } from "@jara/shared/auction";
import { ArrowUp, Trophy } from "lucide-react";
import { useId } from "react";
import { Link } from "react-router-dom";
import { firstImageUrl } from "../../lib/media-url.ts";
import { Badge, StatusBadge } from "../../ui/badge.tsx";
import { Picture } from "../../ui/picture.tsx";
import { PriceGlow } from "./price-glow.tsx";
import { TimeLeft } from "./time-left-label.tsx";

interface LotCardProps {
  auction: Auction;
  outbid: boolean;
  eager?: boolean;
}

export const LotCard = ({ auction, outbid, eager = false }: LotCardProps) => {
  const { _id, title, description, currency, currentPrice, bidCount, seller, isLeading } = auction;
  const titleId = useId();
  const open = auction.status === "active" || auction.status === "paused";
  return (
    <article
      aria-labelledby={titleId}
      className="group relative flex h-full flex-col overflow-hidden rounded-box border border-line bg-surface transition-colors duration-150 hover:border-line-strong has-[a:focus-visible]:outline-3 has-[a:focus-visible]:outline-brand has-[a:focus-visible]:outline-offset-2"
    >
      <div className="relative">
        <Picture
          src={firstImageUrl(auction)}
          alt=""
          eager={eager}
          sizes="(min-width: 80rem) 19rem, (min-width: 60rem) 30vw, (min-width: 39rem) 48vw, 100vw"
          className="aspect-[4/3] w-full"
        />
        <StatusBadge status={auction.status} className="absolute top-3 left-3 ring-2 ring-surface" />
        {open && (isLeading || outbid) && <PositionBadge leads={isLeading} />}
      </div>
      <div className="flex flex-1 flex-col gap-1 p-4">
        <h3 id={titleId} className="line-clamp-2 font-semibold text-base group-hover:text-brand">
          {title}
        </h3>
        <p className="line-clamp-1 text-ink-soft text-sm">{description}</p>
        <div className="mt-auto grid pt-3">
          <p className="text-ink-soft text-xs">Current price</p>
          <PriceGlow amount={currentPrice} currency={currency} className="-mx-1 px-1 font-bold text-lg" />
        </div>
        <div className="flex items-center justify-between gap-2 text-sm">
          <span className="tabular text-ink-soft">{bidCount === 1 ? "1 bid" : `${bidCount} bids`}</span>
          <TimeLeft auction={auction} />
        </div>
        <div className="flex items-center justify-between gap-2 border-line border-t mt-2 pt-3 text-sm">
          <span className="min-w-0 truncate text-ink-soft">Seller: {seller?.username || "Unknown"}</span>
          <Link
            to={`/auction/${_id}`}
            aria-describedby={titleId}
            className="shrink-0 font-semibold text-brand outline-none after:absolute after:inset-0 after:content-['']"
          >
            View Details
          </Link>
        </div>
      </div>
    </article>
  );
};

const PositionBadge = ({ leads }: { leads: boolean }) => {
  const Icon = leads ? Trophy : ArrowUp;
  return (
    <Badge tone={leads ? "success" : "amber"} className="absolute bottom-3 left-3 ring-2 ring-surface">
      <Icon aria-hidden className="size-3" />
      {leads ? "You lead" : "Outbid"}
    </Badge>
  );
};

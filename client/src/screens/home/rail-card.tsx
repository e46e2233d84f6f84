// One lot of a rail: picture, title, price and time. The title is the link, and covers the whole card.
import type { Auction } from "@jara/shared/auction";
import { RAIL_PICTURE_SIZES } from "@jara/shared/picture-sizes";
import { memo } from "react";
import { Link } from "react-router-dom";
import { LotBadges } from "../../features/lot-card/lot-badges.tsx";
import { PriceGlow } from "../../features/lot-card/price-glow.tsx";
import { priceSize } from "../../features/lot-card/price-size.ts";
import { isSameCard } from "../../features/lot-card/same-card.ts";
import { TimeLeft } from "../../features/lot-card/time-left-label.tsx";
import { cx } from "../../lib/cx.ts";
import { firstImageUrl } from "../../lib/media-url.ts";
import { CardWatchButton } from "../../lots/watch-button.tsx";
import { Picture } from "../../ui/picture.tsx";

interface RailCardProps {
  auction: Auction;
  outbid: boolean;
  eager: boolean;
}

export const RailCard = memo(
  ({ auction, outbid, eager }: RailCardProps) => (
    <div className="group relative grid h-full grid-cols-1 content-start overflow-hidden rounded-box border border-line bg-surface transition-colors duration-150 hover:border-line-strong has-[a:focus-visible]:outline-3 has-[a:focus-visible]:outline-brand has-[a:focus-visible]:outline-offset-2">
      <div className="relative">
        <Picture
          src={firstImageUrl(auction)}
          alt=""
          eager={eager}
          isTappable
          sizes={RAIL_PICTURE_SIZES}
          className="aspect-square w-full"
        />
        <LotBadges isOne auction={auction} outbid={outbid} className="absolute bottom-2 left-2" />
        <CardWatchButton auction={auction} />
      </div>
      <div className="grid grid-cols-1 gap-1 p-2">
        <Link
          to={`/auction/${auction._id}`}
          dir="auto"
          className="line-clamp-2 min-h-10 font-semibold text-sm outline-none after:absolute after:inset-0 after:content-[''] group-hover:text-brand"
        >
          {auction.title}
        </Link>
        <PriceGlow
          amount={auction.currentPrice}
          currency={auction.currency}
          className={cx("-mx-1 justify-self-start px-1 font-bold font-display", priceSize(auction.currentPrice))}
        />
        <p className="text-xs">
          <TimeLeft auction={auction} />
        </p>
      </div>
    </div>
  ),
  isSameCard,
);

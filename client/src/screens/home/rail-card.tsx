// One lot of the row "Ending soon": picture, title, price and time. The title is the link, and covers the whole card.
import type { Auction } from "@jara/shared/auction";
import { RAIL_PICTURE_SIZES } from "@jara/shared/picture-sizes";
import { memo } from "react";
import { Link } from "#router";
import { PriceGlow } from "../../features/lot-card/price-glow.tsx";
import { isSameCard } from "../../features/lot-card/same-card.ts";
import { TimeLeft } from "../../features/lot-card/time-left-label.tsx";
import { firstImageUrl } from "../../lib/media-url.ts";
import { OtherMoney } from "../../ui/money.tsx";
import { Picture } from "../../ui/picture.tsx";

interface RailCardProps {
  auction: Auction;
  eager: boolean;
}

export const RailCard = memo(
  ({ auction, eager }: RailCardProps) => (
    <div className="group relative grid grid-cols-[--spacing(16)_minmax(0,1fr)] items-center gap-2 overflow-hidden rounded-box border border-line bg-surface transition-colors duration-150 hover:border-line-strong has-[a:focus-visible]:outline-3 has-[a:focus-visible]:outline-brand has-[a:focus-visible]:outline-offset-2">
      <Picture
        src={firstImageUrl(auction)}
        alt=""
        eager={eager}
        sizes={RAIL_PICTURE_SIZES}
        className="aspect-square w-full text-[0.6rem]"
      />
      {/* One line, and two where text is twice as large. */}
      <div className="@container grid grid-cols-1 py-1 pr-2">
        <Link
          to={`/auction/${auction._id}`}
          dir="auto"
          className="line-clamp-2 [overflow-wrap:anywhere] @min-[9rem]:line-clamp-1 font-semibold text-sm outline-none after:absolute after:inset-0 after:content-[''] group-hover:text-brand"
        >
          {auction.title}
        </Link>
        <p className="flex flex-wrap items-baseline justify-between gap-x-2 text-xs">
          <PriceGlow amount={auction.currentPrice} currency={auction.currency} className="font-bold text-sm" />
          <TimeLeft auction={auction} />
          {auction.currency === "USD" && (
            <OtherMoney amount={auction.currentPrice} currency={auction.currency} className="text-ink-soft" />
          )}
        </p>
      </div>
    </div>
  ),
  isSameCard,
);

// One lot of a rail: picture, title, price and time. The whole card is the link, named by the title.

import type { Auction } from "@jara/shared/auction";
import { RAIL_PICTURE_SIZES } from "@jara/shared/picture-sizes";
import { useId } from "react";
import { Link } from "react-router-dom";
import { LotBadges } from "../../features/lot-card/lot-badges.tsx";
import { PriceGlow } from "../../features/lot-card/price-glow.tsx";
import { priceSize } from "../../features/lot-card/price-size.ts";
import { TimeLeft } from "../../features/lot-card/time-left-label.tsx";
import { cx } from "../../lib/cx.ts";
import { firstImageUrl } from "../../lib/media-url.ts";
import { Picture } from "../../ui/picture.tsx";

export const RailCard = ({ auction, outbid, eager }: { auction: Auction; outbid: boolean; eager: boolean }) => {
  const titleId = useId();
  const restId = useId();
  return (
    <Link
      to={`/auction/${auction._id}`}
      aria-labelledby={titleId}
      aria-describedby={restId}
      className="group grid h-full grid-cols-1 content-start overflow-hidden rounded-box border border-line bg-surface transition-colors duration-150 hover:border-line-strong"
    >
      <span className="relative block">
        <Picture
          src={firstImageUrl(auction)}
          alt=""
          eager={eager}
          sizes={RAIL_PICTURE_SIZES}
          className="aspect-square w-full"
        />
        <LotBadges isOne auction={auction} outbid={outbid} className="absolute bottom-2 left-2" />
      </span>
      <span className="grid gap-1 p-2">
        <span id={titleId} className="line-clamp-2 min-h-10 font-semibold text-sm group-hover:text-brand">
          {auction.title}
        </span>
        <span id={restId} className="grid gap-1">
          <PriceGlow
            amount={auction.currentPrice}
            currency={auction.currency}
            className={cx("-mx-1 justify-self-start px-1 font-bold", priceSize(auction.currentPrice))}
          />
          <span className="text-xs">
            <TimeLeft auction={auction} />
          </span>
        </span>
      </span>
    </Link>
  );
};

// One lot of the grid. The card has exactly one link, which covers the whole card. A phone shows picture, title, price
// and time; screen readers read the rest too.

import type { Auction } from "@jara/shared/auction";
import { firstBidOf } from "@jara/shared/first-bid";
import { CARD_PICTURE_SIZES } from "@jara/shared/picture-sizes";
import { memo, Suspense, useId } from "react";
import { Link } from "#router";
import { cx } from "../../lib/cx.ts";
import { firstImageUrl } from "../../lib/media-url.ts";
import { isBuyItNowAhead } from "../../lots/buy-it-now-ahead.ts";
import { priceLabelOf } from "../../lots/price-label.ts";
import { SellerName } from "../../lots/seller-name.tsx";
import { CardWatchButton } from "../../lots/watchlist/watch-button.tsx";
import { QuietActive, StatusBadge } from "../../ui/badge.tsx";
import { late } from "../../ui/late.tsx";
import { Money, OtherMoney } from "../../ui/money.tsx";
import { Picture } from "../../ui/picture.tsx";
import { LotBadges } from "./lot-badges.tsx";
import { PriceGlow } from "./price-glow.tsx";
import { priceSize } from "./price-size.ts";
import { isSameCard } from "./same-card.ts";
import { TimeLeft } from "./time-left-label.tsx";

/** Loaded where a lot has a premium, so that other sites do not pay for it. */
const InAll = late(
  () => import("./in-all.tsx"),
  ({ InAll }) => InAll,
);

interface LotCardProps {
  auction: Auction;
  outbid: boolean;
  /** The place of collection, if the lot is elsewhere until then. */
  collectIn?: string | undefined;
  eager?: boolean;
}

export const LotCard = memo(({ auction, outbid, collectIn, eager = false }: LotCardProps) => {
  const { _id, title, description, currency, currentPrice, bidCount, status, buyersPremium } = auction;
  const buyItNow = (status === "active" || status === "paused") && isBuyItNowAhead(auction) && auction.totalAmount;
  const firstBid = firstBidOf(auction);
  const titleId = useId();
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
          isTappable
          sizes={CARD_PICTURE_SIZES}
          className="aspect-square w-full md:aspect-[4/3]"
        />
        {status !== "active" && (
          <StatusBadge
            status={status}
            isUpcoming={auction.isUpcoming}
            className="absolute top-2 left-2 ring-2 ring-surface"
          />
        )}
        <LotBadges auction={auction} outbid={outbid} className="absolute bottom-2 left-2" />
        <CardWatchButton auction={auction} />
      </div>
      <div className="flex flex-1 flex-col gap-1 p-2 md:p-3">
        <h3
          id={titleId}
          dir="auto"
          className="line-clamp-2 min-h-[2lh] text-wrap font-semibold text-sm group-hover:text-brand md:text-base"
        >
          {title}
        </h3>
        <p dir="auto" className="line-clamp-1 text-ink-soft text-sm max-md:sr-only">
          {description}
        </p>
        <div className="grid">
          <p className="text-ink-soft text-xs">{priceLabelOf(auction)}</p>
          <PriceGlow
            amount={currentPrice}
            currency={currency}
            className={cx("-mx-1 justify-self-start px-1 font-bold md:text-lg", priceSize(currentPrice))}
          />
          {currency === "USD" && (
            <OtherMoney amount={currentPrice} currency={currency} className="text-ink-soft text-xs" />
          )}
          {firstBid !== null && (
            <p className="text-xs">
              First bid <Money amount={firstBid} currency={currency} className="font-semibold" />
            </p>
          )}
          {buyersPremium && (
            <p className="min-h-[1lh] text-xs">
              <Suspense fallback={null}>
                <InAll amount={firstBid ?? currentPrice} currency={currency} premium={buyersPremium} />
              </Suspense>
            </p>
          )}
          {buyItNow && (
            <p className="text-xs">
              Buy It Now <Money amount={buyItNow} currency={currency} className="font-semibold" />
            </p>
          )}
          {collectIn && <p className="text-xs">Collect in {collectIn}</p>}
        </div>
        <div className="mt-auto flex flex-wrap items-center justify-between gap-x-2 text-xs md:text-sm">
          <TimeLeft auction={auction} />
          <span className="tabular text-ink-soft">{bidCount === 1 ? "1 bid" : `${bidCount} bids`}</span>
        </div>
        {/* The link takes a line of its own where the seller's name would have no room. */}
        <div className="flex items-center gap-x-2 text-sm md:mt-1 md:flex-wrap md:border-line md:border-t md:pt-2">
          {/* The status is small, because every lot of this list is active. */}
          {status === "active" && <QuietActive className="max-md:sr-only" />}
          <span className="min-w-16 flex-1 truncate text-ink-soft text-xs max-md:sr-only">
            Seller: <SellerName auction={auction} />
          </span>
          <Link
            to={`/auction/${_id}`}
            aria-describedby={titleId}
            className="shrink-0 font-semibold text-brand outline-none after:absolute after:inset-0 after:content-['']"
          >
            <span className="max-md:sr-only">View Details</span>
          </Link>
        </div>
      </div>
    </article>
  );
}, isSameCard);

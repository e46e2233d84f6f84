// One lot of a catalogue: its number, picture, title, price and time left, all of it live. The row is one link; the heart
// lies above it. After the sale it says of every lot that was sold the same, paid or not, as the printed catalogue does.
import type { Auction } from "@jara/shared/auction";
import { estimateWords } from "@jara/shared/estimates";
import { firstBidOf } from "@jara/shared/first-bid";
import { publicOutcomeOf } from "@jara/shared/lot-outcome";
import { premiumInWords } from "@jara/shared/premium-words";
import { formatLagosTime } from "@jara/shared/time";
import { memo, useId } from "react";
import { Link } from "#router";
import { serverNow } from "../../connection/connection.ts";
import { PriceGlow } from "../../features/lot-card/price-glow.tsx";
import { priceSize } from "../../features/lot-card/price-size.ts";
import { isSameCard } from "../../features/lot-card/same-card.ts";
import { TimeLeft } from "../../features/lot-card/time-left-label.tsx";
import { cx } from "../../lib/cx.ts";
import { firstImageUrl } from "../../lib/media-url.ts";
import { isOver as isLotOver } from "../../lots/is-over.ts";
import { priceLabelOf } from "../../lots/price-label.ts";
import { StateBadge } from "../../lots/state-badge.tsx";
import { openBadgesOf } from "../../lots/state-badges.ts";
import { isWonByReader } from "../../lots/watchlist/outcome.ts";
import { WatchButton } from "../../lots/watchlist/watch-button.tsx";
import { Money } from "../../ui/money.tsx";
import { Picture } from "../../ui/picture.tsx";

interface CatalogueRowProps {
  /** "12A". */
  number: string;
  auction: Auction;
  outbid: boolean;
  /** The reader bought it with Buy It Now. */
  isBought: boolean;
}

export const CatalogueRow = memo(
  ({ number, auction, outbid, isBought }: CatalogueRowProps) => {
    const { _id, title, description, currency, bidCount, endTime, endedAt } = auction;
    const titleId = useId();
    const isOver = isLotOver(auction);
    const outcome = buyersWords(auction, isBought);
    const estimate = estimateWords(auction, currency);
    return (
      <article
        aria-labelledby={titleId}
        className="group relative grid grid-cols-[4.5rem_minmax(0,1fr)] gap-x-3 py-3 has-[a:focus-visible]:outline-3 has-[a:focus-visible]:outline-brand md:grid-cols-[3.5rem_5.5rem_minmax(0,1fr)_minmax(8rem,auto)_2.75rem] md:items-center"
      >
        <p className="tabular font-bold text-ink-soft max-md:hidden">
          <span className="sr-only">Lot </span>
          {number}
        </p>
        <Picture
          src={firstImageUrl(auction)}
          alt=""
          isTappable
          sizes="6rem"
          className={cx(
            "aspect-square w-full self-start rounded-box text-center text-xs",
            isOver && "opacity-60",
            firstImageUrl(auction) === null && "print:invisible",
          )}
        />
        <div className="grid min-w-0 content-start gap-1">
          <p className="tabular text-ink-soft text-xs max-md:pr-10 md:hidden">Lot {number}</p>
          <h3 id={titleId} dir="auto" className="line-clamp-2 font-semibold group-hover:text-brand max-md:pr-10">
            <Link to={`/auction/${_id}`} className="outline-none after:absolute after:inset-0 after:content-['']">
              {title}
            </Link>
          </h3>
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
            {isOver ? (
              <>
                {outcome && <span className="font-semibold">{outcome}</span>}
                {endedAt && <span className="tabular text-ink-soft">Closed {formatLagosTime(endedAt)}</span>}
              </>
            ) : (
              <>
                <span className="contents print:hidden">
                  <TimeLeft auction={auction} />
                </span>
                <span className="tabular hidden print:inline">Closes {formatLagosTime(endTime)}</span>
              </>
            )}
            {estimate && <span className="tabular text-ink-soft">Estimate {estimate}</span>}
            <span className="tabular text-ink-soft">{bidCount === 1 ? "1 bid" : `${bidCount} bids`}</span>
            {!isOver &&
              openBadgesOf(auction, outbid, serverNow()).map((badge) => <StateBadge key={badge.words} {...badge} />)}
          </div>
          {description && (
            <p dir="auto" className="hidden whitespace-pre-line text-sm [overflow-wrap:anywhere] print:block">
              {description}
            </p>
          )}
          <Price className="md:hidden" auction={auction} />
        </div>
        <Price className="text-right max-md:hidden" auction={auction} />
        <WatchButton
          auction={auction}
          className="z-10 grid size-11 place-items-center rounded-box text-ink-soft print:hidden hover:text-brand aria-pressed:text-brand max-md:absolute max-md:top-1 max-md:-right-2"
        />
      </article>
    );
  },
  (before, after) => before.number === after.number && before.isBought === after.isBought && isSameCard(before, after),
);

/** Says to its buyer alone whose lot it is. */
const buyersWords = (auction: Auction, isBought: boolean): string | null => {
  if (publicOutcomeOf(auction) !== "sold") return null;
  return isBought ? "You bought it with Buy It Now." : isWonByReader(auction) ? "You won." : null;
};

/**
 * A lot that was not sold has no price, because a starting price would look like a result. A lot that was bought with Buy It
 * Now has no premium.
 */
const Price = ({ className, auction }: { className: string; auction: Auction }) => {
  const { currency, buyersPremium, endedAt } = auction;
  const outcome = publicOutcomeOf(auction);
  if (outcome !== null && outcome !== "sold") {
    return (
      <p className={cx("font-semibold text-ink-soft", className)}>
        {outcome === "cancelled" ? "Cancelled" : "Not sold"}
      </p>
    );
  }
  const firstBid = firstBidOf(auction);
  const isStart = firstBid !== null;
  const amount = isStart ? auction.startingPrice : auction.currentPrice;
  return (
    <div className={className}>
      <p className="text-ink-soft text-xs">
        {isStart ? "Starting price" : outcome === "sold" ? "Sold for" : priceLabelOf(auction)}
      </p>
      <PriceGlow
        amount={amount}
        currency={currency}
        className={cx("-mx-1 px-1 font-bold md:text-lg", priceSize(amount))}
      />
      {buyersPremium && (outcome === null || endedAt) && (
        <p className="text-ink-soft text-xs">+ {premiumInWords(buyersPremium)}</p>
      )}
      {firstBid !== null && firstBid !== amount && (
        <p className="text-xs">
          First bid <Money amount={firstBid} currency={currency} className="font-semibold" />
        </p>
      )}
    </div>
  );
};

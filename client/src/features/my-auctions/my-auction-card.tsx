// One of the administrator's own auctions: how it stands, and the ways to look at it, edit it and cancel it.
import type { Auction } from "@jara/shared/auction";
import { formatLagosTime } from "@jara/shared/time";
import { CalendarClock } from "lucide-react";
import { type ReactNode, useId } from "react";
import { Link } from "react-router-dom";
import { firstImageUrl } from "../../lib/media-url.ts";
import { StatusBadge } from "../../ui/badge.tsx";
import { Button, buttonClass } from "../../ui/button.tsx";
import { ExactMoney, Money } from "../../ui/money.tsx";
import { Picture } from "../../ui/picture.tsx";

interface MyAuctionCardProps {
  auction: Auction;
  timeLeft: ReactNode;
  onCancel: () => void;
}

const canBeCancelled = ({ status }: Auction) => status === "active" || status === "paused" || status === "draft";

export const MyAuctionCard = ({ auction, timeLeft, onCancel }: MyAuctionCardProps) => {
  const { _id, title, status, currency, currentPrice, startingPrice, bidCount } = auction;
  const titleId = useId();
  return (
    <article
      aria-labelledby={titleId}
      className="flex h-full flex-col overflow-hidden rounded-box border border-line bg-surface"
    >
      <div className="relative">
        <Picture
          src={firstImageUrl(auction)}
          alt=""
          sizes="(min-width: 80rem) 19rem, (min-width: 60rem) 30vw, (min-width: 39rem) 48vw, 100vw"
          className="aspect-[4/3] w-full"
        />
        <StatusBadge status={status} className="absolute top-3 left-3 ring-2 ring-surface" />
      </div>
      <div className="flex flex-1 flex-col gap-1 p-4">
        <h2 id={titleId} className="line-clamp-2 font-semibold text-base">
          {title}
        </h2>
        <dl className="mt-auto flex flex-wrap justify-between gap-x-4 gap-y-2 pt-3">
          <Amount name="Current price" amount={currentPrice} currency={currency} className="font-bold text-lg" />
          <Amount name="Starting price" amount={startingPrice} currency={currency} className="text-base leading-7" />
        </dl>
        <div className="flex min-h-6 items-center justify-between gap-2 text-sm">
          <span className="tabular text-ink-soft">{bidCount === 1 ? "1 bid" : `${bidCount} bids`}</span>
          {status === "draft" ? <Start auction={auction} /> : timeLeft}
        </div>
      </div>
      <div className="flex flex-wrap items-center gap-2 border-line border-t p-2">
        <Link to={`/auction/${_id}`} aria-describedby={titleId} className={`${buttonClass("secondary", "sm")} flex-1`}>
          View
        </Link>
        <Link to={`/admin/auctions?edit=${_id}`} aria-describedby={titleId} className={buttonClass("ghost", "sm")}>
          Edit
        </Link>
        {canBeCancelled(auction) && (
          <Button variant="ghost" size="sm" aria-describedby={titleId} onClick={onCancel} className="text-danger">
            Cancel
          </Button>
        )}
      </div>
    </article>
  );
};

interface AmountProps {
  name: string;
  amount: number;
  currency: Auction["currency"];
  className: string;
}
const Amount = ({ name, amount, currency, className }: AmountProps) => (
  <div>
    <dt className="text-ink-soft text-xs">{name}</dt>
    <dd className={className}>
      <Money amount={amount} currency={currency} />
      <ExactMoney amount={amount} currency={currency} className="block font-normal text-ink-soft text-xs" />
    </dd>
  </div>
);

const Start = ({ auction: { startTime } }: { auction: Auction }) => (
  <span className="tabular inline-flex items-center gap-1 text-right">
    <CalendarClock aria-hidden className="size-4 shrink-0" />
    {startTime ? `Starts ${formatLagosTime(startTime)}` : "No start time"}
  </span>
);

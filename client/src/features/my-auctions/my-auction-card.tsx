// One of the auctions that the person created: its state, and the links to view, edit and cancel it.

import type { Auction } from "@jara/shared/auction";
import { formatLagosTime } from "@jara/shared/time";
import { CalendarClock } from "lucide-react";
import { type ReactNode, useId } from "react";
import { Link } from "#router";
import { firstImageUrl } from "../../lib/media-url.ts";
import { DuplicateLot } from "../../lots/duplicate-lot.tsx";
import { StatusBadge } from "../../ui/badge.tsx";
import { Button, buttonClass } from "../../ui/button.tsx";
import { useMay } from "../../ui/may.tsx";
import { ExactMoney, Money } from "../../ui/money.tsx";
import { Picture } from "../../ui/picture.tsx";

interface MyAuctionCardProps {
  auction: Auction;
  timeLeft: ReactNode;
  onCancel: () => void;
}

const canBeCancelled = ({ status }: Auction) => status === "active" || status === "paused" || status === "draft";

export const MyAuctionCard = ({ auction, timeLeft, onCancel }: MyAuctionCardProps) => {
  const mayRun = useMay("auctions:run");
  const { _id, title, status, currency, currentPrice, bidCount } = auction;
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
        <StatusBadge status={status} isPlain className="absolute top-3 left-3 ring-2 ring-surface" />
      </div>
      <div className="flex flex-1 flex-col gap-1 p-4">
        <h2 id={titleId} className="line-clamp-2 font-semibold text-base">
          {title}
        </h2>
        <div className="mt-auto grid pt-3">
          <p className="text-ink-soft text-xs">{status === "draft" ? "Starting price" : "Current price"}</p>
          <Money amount={currentPrice} currency={currency} className="font-bold text-lg" />
          <ExactMoney amount={currentPrice} currency={currency} className="text-ink-soft text-xs" />
        </div>
        <div className="flex min-h-6 items-center justify-between gap-2 text-sm">
          {status === "draft" ? (
            <Start auction={auction} />
          ) : (
            <>
              <span className="tabular text-ink-soft">{bidCount === 1 ? "1 bid" : `${bidCount} bids`}</span>
              {timeLeft}
            </>
          )}
        </div>
      </div>
      <div className="flex flex-wrap items-center gap-2 border-line border-t p-2">
        <Link to={`/auction/${_id}`} aria-describedby={titleId} className={`${buttonClass("secondary", "sm")} flex-1`}>
          View
        </Link>
        <Link to={`/admin/auctions?edit=${_id}`} aria-describedby={titleId} className={buttonClass("ghost", "sm")}>
          Edit
        </Link>
        <DuplicateLot auction={auction} iconClass={buttonClass("ghost", "sm")} />
        {mayRun && canBeCancelled(auction) && (
          <Button variant="ghost" size="sm" aria-describedby={titleId} onClick={onCancel}>
            Cancel
          </Button>
        )}
      </div>
    </article>
  );
};

const Start = ({ auction: { startTime } }: { auction: Auction }) => (
  <span className="tabular inline-flex items-center gap-1">
    <CalendarClock aria-hidden className="size-4 shrink-0" />
    {startTime ? `Starts ${formatLagosTime(startTime)}` : "No start time"}
  </span>
);

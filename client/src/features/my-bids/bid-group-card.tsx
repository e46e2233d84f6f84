// One auction and all of the user's bids on it. Amounts are in the user's currency, with the true amount below when it
// is converted.
import type { Auction } from "@jara/shared/auction";
import { formatLagosTime } from "@jara/shared/time";
import { Trophy } from "lucide-react";
import { useId } from "react";
import { Link } from "react-router-dom";
import { firstImageUrl } from "../../lib/media-url.ts";
import { VoidedLine } from "../../lots/voided-line.tsx";
import { Badge, StatusBadge } from "../../ui/badge.tsx";
import { buttonClass } from "../../ui/button.tsx";
import { ExactMoney, Money } from "../../ui/money.tsx";
import { Picture } from "../../ui/picture.tsx";
import { type OwnBid, positionOf } from "./group-bids.ts";

interface BidGroupCardProps {
  auction: Auction;
  bids: OwnBid[];
  highest: number;
}

const SHOWN = 3;
const allVoidWords: Partial<Record<Auction["status"], string>> = {
  cancelled: "Cancelled: all bids are void",
  draft: "Withdrawn: all bids are void",
};
const exact = "block font-normal text-ink-soft text-sm";

export const BidGroupCard = ({ auction, bids, highest }: BidGroupCardProps) => {
  const titleId = useId();
  const position = positionOf(auction, highest);
  const allVoid = allVoidWords[auction.status];
  return (
    <article
      aria-labelledby={titleId}
      className="grid grid-cols-[6rem_1fr] gap-4 rounded-box border border-line bg-surface p-4 md:grid-cols-[12rem_1fr] md:gap-x-6"
    >
      <Picture
        src={firstImageUrl(auction)}
        alt=""
        sizes="(min-width: 48rem) 12rem, 6rem"
        className="aspect-[4/3] w-full self-start rounded-box text-center md:row-span-2"
      />
      <div className="flex flex-col items-start gap-2 md:flex-row md:justify-between">
        <h2 id={titleId} className="font-bold text-base">
          {auction.title}
        </h2>
        <div className="flex flex-wrap gap-2">
          {position && (
            <Badge tone="success">
              <Trophy aria-hidden className="size-3" />
              {position}
            </Badge>
          )}
          <StatusBadge status={auction.status} />
        </div>
      </div>
      <div className="col-span-2 grid content-start gap-4 md:col-span-1 md:col-start-2">
        {allVoid && <p className="font-semibold text-danger">{allVoid}</p>}
        <dl className="flex flex-wrap gap-x-4 gap-y-2 *:min-w-[calc(50%-0.5rem)]">
          <Amount name="Current price" amount={auction.currentPrice} currency={auction.currency} />
          <Amount name="Your highest bid" amount={highest === 0 ? null : highest} currency={auction.currency} />
        </dl>
        <BidList bids={bids} currency={auction.currency} />
        <Link
          to={`/auction/${auction._id}`}
          aria-describedby={titleId}
          className={`${buttonClass("secondary")} md:justify-self-start`}
        >
          View Auction
        </Link>
      </div>
    </article>
  );
};

interface AmountProps {
  name: string;
  /** Null: no bid counts. */
  amount: number | null;
  currency: Auction["currency"];
}

const Amount = ({ name, amount, currency }: AmountProps) => (
  <div>
    <dt className="text-ink-soft text-sm">{name}</dt>
    <dd className="font-bold text-base md:text-lg">
      {amount === null ? (
        "None counts"
      ) : (
        <>
          <Money amount={amount} currency={currency} />
          <ExactMoney amount={amount} currency={currency} className={exact} />
        </>
      )}
    </dd>
  </div>
);

interface BidsProps {
  bids: OwnBid[];
  currency: Auction["currency"];
}

const BidList = ({ bids, currency }: BidsProps) => (
  <div className="grid gap-1">
    <h3 className="font-semibold text-sm">{bids.length === 1 ? "Your bid" : `Your ${bids.length} bids`}</h3>
    <BidRows bids={bids.slice(0, SHOWN)} currency={currency} />
    {bids.length > SHOWN && (
      <details>
        <summary className="flex min-h-11 items-center font-semibold text-brand text-sm">
          Show {bids.length - SHOWN} older
        </summary>
        <BidRows bids={bids.slice(SHOWN)} currency={currency} />
      </details>
    )}
  </div>
);

const BidRows = ({ bids, currency }: BidsProps) => (
  <ul className="divide-y divide-line text-sm">
    {bids.map((bid) => (
      <li key={bid._id} className="flex flex-wrap items-baseline justify-between gap-x-4 py-2">
        <span className="flex flex-wrap items-baseline gap-x-2">
          <Money
            amount={bid.amount}
            currency={currency}
            className={bid.voided ? "text-ink-soft line-through" : "font-semibold"}
          />
          <ExactMoney amount={bid.amount} currency={currency} className="text-ink-soft" />
          {bid.voided && <VoidedLine reason={bid.voided.reason} className="text-danger text-xs" />}
          {bid.kind === "auto" && <span className="text-ink-soft text-xs">Auto-bid</span>}
        </span>
        <time dateTime={bid.timestamp} className="tabular text-ink-soft">
          {formatLagosTime(bid.timestamp)}
        </time>
      </li>
    ))}
  </ul>
);

// The live list of bids: newest first, new ones slide in, names are masked, the user's own bids appear as "You". Each
// bid says why it moved the price as it did.
import type { Auction, Bid, MaxBid } from "@jara/shared/auction";
import { bidNumber } from "@jara/shared/fold-auction";
import { explainBids } from "@jara/shared/why-this-price";
import { useMemo, useState } from "react";
import { Link } from "#router";
import { cx } from "../../lib/cx.ts";
import { NewestProof } from "../../lots/bid-proof/newest-proof.tsx";
import { useLotChanges } from "../../lots/changes/lot-changes.ts";
import { VoidedLine } from "../../lots/voided-line.tsx";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { Money } from "../../ui/money.tsx";
import { Notice } from "../../ui/notice.tsx";
import { lastStepsWords, ownMaximumWords, stepWords } from "./step-words.ts";
import type { BidHistory as History } from "./use-bid-history.ts";

const FIRST_ROWS = 10;
const MORE_ROWS = 20;

const lagosMoment = new Intl.DateTimeFormat("en-GB", {
  timeZone: "Africa/Lagos",
  day: "numeric",
  month: "short",
  hour: "2-digit",
  minute: "2-digit",
  second: "2-digit",
});

interface BidHistoryProps {
  history: History;
  auction: Auction;
  /** The reader's own maximum on this auction. */
  maxBid?: MaxBid | null;
}

/** The sentence of each bid that counts, by its id, and how the price of the moment came about. */
const useStepWords = (auction: Auction, { bids, hasOlder }: History) => {
  const {
    _id,
    contentVersion,
    startingPrice,
    bidIncrement,
    incrementSteps,
    hasReserve,
    reserveMet,
    currency,
    currentPrice,
  } = auction;
  const { changes } = useLotChanges(_id, contentVersion);
  return useMemo(() => {
    const counting = bids.filter(({ voided }) => !voided).toReversed();
    const incrementChanges = (contentVersion > 1 ? changes : [])?.flatMap(({ at, fields }) =>
      fields.filter(({ field }) => field === "bidIncrement").map(({ before }) => ({ at, before: Number(before) })),
    );
    const explained = explainBids(counting, {
      startingPrice,
      bidIncrement,
      incrementSteps,
      hasReserve,
      reserveMet,
      incrementChanges: incrementChanges ?? null,
      isComplete: !hasOlder,
      hasVoided: counting.length < bids.length,
    });
    const leading = counting.at(-1);
    const reasons = new Map<string, string>();
    for (const bid of counting) {
      const found = explained.get(bid._id);
      reasons.set(bid._id, found ? stepWords(bid, found, currency) : "");
    }
    return {
      reasons,
      lastSteps: leading && leading.amount === currentPrice ? lastStepsWords(explained, leading, currency) : null,
    };
  }, [
    bids,
    hasOlder,
    changes,
    contentVersion,
    startingPrice,
    bidIncrement,
    incrementSteps,
    hasReserve,
    reserveMet,
    currency,
    currentPrice,
  ]);
};

export const BidHistory = ({ history, auction, maxBid = null }: BidHistoryProps) => {
  const { bids, total, status, hasOlder, loadOlder, loadNewer } = history;
  const { reasons, lastSteps } = useStepWords(auction, history);
  const [rows, setRows] = useState(FIRST_ROWS);
  /** Bids that were here at first do not slide in. */
  const [firstNewest, setFirstNewest] = useState<number | null>(null);
  const newest = bids[0] ? bidNumber(bids[0]) : 0;
  if (firstNewest === null && status !== "loading") setFirstNewest(newest);

  const shown = bids.slice(0, rows);
  const leading = bids.find(({ voided }) => !voided);
  const isBoughtAtOnce =
    status === "ready" &&
    auction.status === "sold" &&
    auction.currentPrice === auction.buyItNowPrice &&
    auction.currentPrice !== leading?.amount;
  return (
    <section aria-labelledby="history-title" className="grid gap-3">
      <h2 id="history-title" className="font-bold text-lg">
        Bid history <span className="tabular font-normal text-ink-soft">({auction.bidCount || total})</span>
      </h2>
      {isBoughtAtOnce && bids.length > 0 ? (
        <SoldAtFixedPrice auction={auction} />
      ) : (
        // The bids say whether a sold lot was bought at its fixed price.
        auction.bidCount > 0 &&
        !(auction.status === "sold" && status === "loading") && (
          <WhyThisPrice auction={auction} maxBid={maxBid} lastSteps={lastSteps} />
        )
      )}
      <NewestProof auctionId={auction._id} title={auction.title} hasBids={auction.bidCount > 0} />
      {status === "loading" && <p className="text-ink-soft">Loading bids...</p>}
      {status === "error" && (
        <Notice
          tone="warning"
          action={
            <Button variant="secondary" size="sm" onClick={loadOlder}>
              Try again
            </Button>
          }
        >
          Some bids could not be loaded.
        </Notice>
      )}
      {auction.bidCount === 0 && status === "ready" && (
        <p className="text-ink-soft">
          {bids.length > 0
            ? auction.status === "cancelled"
              ? "The auction was cancelled, so no bid counts."
              : "No bid counts now."
            : auction.status === "active"
              ? "No bids yet."
              : "No bids."}
        </p>
      )}
      {loadNewer && (
        <Button variant="secondary" size="sm" className="justify-self-start" onClick={loadNewer}>
          Show the newest bids
        </Button>
      )}
      {shown.length > 0 && (
        <ol aria-label="Bids, newest first" className="divide-y divide-line border-line border-y">
          {shown.map((bid) => (
            <BidRow
              key={bid._id}
              bid={bid}
              currency={auction.currency}
              reason={reasons.get(bid._id)}
              isNew={firstNewest !== null && bidNumber(bid) > firstNewest}
              leads={bid._id === leading?._id}
            />
          ))}
        </ol>
      )}
      {(bids.length > rows || hasOlder) && status === "ready" && (
        <Button
          variant="secondary"
          className="justify-self-start"
          onClick={() => {
            setRows(rows + MORE_ROWS);
            if (bids.length < rows + MORE_ROWS) loadOlder();
          }}
        >
          Show more
        </Button>
      )}
    </section>
  );
};

const SoldAtFixedPrice = ({ auction: { currentPrice, currency } }: { auction: Auction }) => (
  <div className="grid gap-1 rounded-box bg-sunken px-4 py-3 text-sm">
    <h3 className="font-semibold text-sm">Why is this the price?</h3>
    <p>
      The lot was sold with Buy It Now, at its fixed price of <Money amount={currentPrice} currency={currency} />. The
      bids below did not decide it.
    </p>
  </div>
);

interface WhyThisPriceProps {
  auction: Auction;
  maxBid: MaxBid | null;
  lastSteps: string | null;
}

const WhyThisPrice = ({ auction, maxBid, lastSteps }: WhyThisPriceProps) => {
  const { currency, currentPrice, minimumBid, isLeading, status } = auction;
  const isOver = status === "ended" || status === "sold";
  const isKnown = maxBid?.currency === currency && (isOver || status === "active");
  return (
    <div className="grid gap-1 rounded-box bg-sunken px-4 py-3 text-sm">
      <h3 className="font-semibold text-sm">Why is this the price?</h3>
      {lastSteps !== null && <p>{lastSteps}</p>}
      {isKnown && maxBid && (
        <p>{ownMaximumWords({ maxAmount: maxBid.maxAmount, currentPrice, minimumBid, isLeading, currency, isOver })}</p>
      )}
      <p className="text-ink-soft">
        A bidder can set a maximum. We bid for them, only as much as needed to lead: a little more than the next
        person's maximum. The increment is the smallest step by which the price rises. Each line below says what
        happened.{" "}
        <Link to="/bidding-info" className="font-semibold text-brand underline underline-offset-4">
          Bidding Guide
        </Link>
      </p>
    </div>
  );
};

interface BidRowProps {
  bid: Bid;
  currency: Auction["currency"];
  isNew: boolean;
  leads: boolean;
  /** The reason for this step of the price; undefined for a bid that does not count. */
  reason: string | undefined;
}

const BidRow = ({ bid, currency, isNew, leads, reason }: BidRowProps) => {
  const own = bid.bidder.username === "You";
  const { voided } = bid;
  return (
    <li
      className={cx(
        "flex flex-wrap items-center justify-between gap-x-4 py-2",
        isNew && "animate-slide-in",
        voided && "text-ink-soft",
      )}
    >
      <span className="flex min-w-0 items-center gap-x-2 sm:flex-1">
        <bdi translate="no" className={cx("truncate", voided ? "line-through" : own && "font-bold text-brand")}>
          {bid.bidder.username}
        </bdi>
        <Badge tone="outline" className="font-normal text-ink-soft">
          {bid.kind === "auto" ? "automatic" : "by hand"}
        </Badge>
      </span>
      <time dateTime={bid.timestamp} className="tabular order-1 w-full text-ink-soft text-sm sm:order-none sm:w-auto">
        {lagosMoment.format(new Date(bid.timestamp))}
      </time>
      <Money
        amount={bid.amount}
        currency={currency}
        className={cx(
          "ml-auto sm:ml-0",
          voided ? "font-normal text-ink-soft line-through" : leads ? "font-bold" : "font-semibold",
        )}
      />
      {voided && <VoidedLine reason={voided.reason} className="order-2 w-full text-sm" />}
      {reason && <p className="order-2 w-full text-ink-soft text-sm">{reason}</p>}
    </li>
  );
};

// One lot that the user sells: its price, bids, reserve and outcome, what the user is paid for it, and its proof. It shows
// no bidder, and no way to bid.
import type { Auction } from "@jara/shared/auction";
import { publicOutcomeOf } from "@jara/shared/lot-outcome";
import { formatMoney } from "@jara/shared/money";
import type { OwnSale } from "@jara/shared/rest/seller-sales";
import { formatLagosTime } from "@jara/shared/time";
import { type ReactNode, useId } from "react";
import { Link } from "#router";
import { firstImageUrl } from "../../lib/media-url.ts";
import { endOf } from "../../lots/end-of.ts";
import { whyUnsold } from "../../lots/lot-outcome.ts";
import { LotFigure, LotHead } from "../../lots/lot-row.tsx";
import { saleAt } from "../../lots/sale-at.ts";
import { Badge, StatusBadge } from "../../ui/badge.tsx";
import { OwnMoney } from "../../ui/money.tsx";
import { textLinkClass } from "../../ui/text-link.tsx";
import { SaleProof } from "./sale-proof.tsx";

interface SaleRowProps {
  row: OwnSale;
  /** The time that is left for a running auction. */
  timeLeft: ReactNode;
}

export const SaleRow = ({ row: { auction, sale, reservePrice, terms }, timeLeft }: SaleRowProps) => {
  const titleId = useId();
  const lot = `/auction/${auction._id}`;
  const isOpen = auction.status === "active" || auction.status === "paused";
  const outcome = publicOutcomeOf(auction);
  const isUnsold = outcome !== null && outcome !== "sold" && outcome !== "cancelled";
  return (
    <article
      aria-labelledby={titleId}
      className="grid grid-cols-[--spacing(20)_minmax(0,1fr)] gap-x-4 gap-y-3 p-4 lg:grid-cols-[--spacing(24)_minmax(0,1fr)_minmax(0,22rem)] lg:gap-x-6"
    >
      <LotHead to={lot} title={auction.title} titleId={titleId} src={firstImageUrl(auction)}>
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
          <StatusBadge status={auction.status} isUpcoming={auction.isUpcoming} />
          {auction.status === "active" ? timeLeft : <Over auction={auction} />}
        </p>
        {isUnsold && <p className="text-ink-soft text-sm">{whyUnsold(auction)}</p>}
        {auction.statusReason && (
          <p dir="auto" className="text-ink-soft text-sm [overflow-wrap:anywhere]">
            Our reason: {auction.statusReason}
          </p>
        )}
      </LotHead>
      <div className="col-span-2 grid content-start gap-3 lg:col-span-1 lg:col-start-2">
        <dl className="flex flex-wrap gap-x-4 gap-y-2 *:min-w-[calc(50%-0.5rem)] sm:*:min-w-[calc(33%-0.75rem)]">
          <LotFigure label={auction.bidCount === 0 ? "Starting price" : isOpen ? "Current price" : "Final price"}>
            <OwnMoney amount={auction.currentPrice} currency={auction.currency} />
          </LotFigure>
          <LotFigure label="Bids">{auction.bidCount}</LotFigure>
          <LotFigure label="Reserve">
            {auction.hasReserve ? (
              <span className="flex flex-wrap items-center gap-x-2">
                {reservePrice !== null && <OwnMoney amount={reservePrice} currency={auction.currency} />}
                <Badge tone={auction.reserveMet ? "success" : "amber"}>{auction.reserveMet ? "Met" : "Not met"}</Badge>
              </span>
            ) : (
              "None"
            )}
          </LotFigure>
          {isOpen && auction.bidCount > 0 && (!auction.hasReserve || auction.reserveMet) && terms && (
            <LotFigure label="You would get">
              <OwnMoney amount={saleAt(auction.currentPrice, terms).net} currency={auction.currency} />
            </LotFigure>
          )}
        </dl>
        <SaleProof auctionId={auction._id} title={auction.title} hasReserve={auction.hasReserve} />
      </div>
      {sale && <Proceeds sale={sale} />}
    </article>
  );
};

const Over = ({ auction }: { auction: Auction }) => {
  if (auction.status !== "ended" && auction.status !== "sold") return null;
  return <span className="tabular text-ink-soft">{formatLagosTime(endOf(auction))}</span>;
};

type Sale = NonNullable<OwnSale["sale"]>;

const Proceeds = ({ sale }: { sale: Sale }) => (
  <section
    aria-label="What you are paid"
    className="col-span-2 grid content-start gap-2 rounded-box bg-sunken p-3 text-sm lg:col-span-1 lg:col-start-3 lg:row-span-2 lg:row-start-1"
  >
    <p className="font-semibold">{statusWords(sale)}</p>
    <dl className="grid gap-1">
      {sale.lines.map(({ text, amount }, n) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two charges may have the same text, and the lines keep their order.
        <Line key={n} name={text} amount={amount} />
      ))}
      <Line name={sale.status === "credited" ? "Paid to you" : "You get"} amount={sale.net} isSum />
    </dl>
    {sale.status === "credited" && (
      <Link to="/profile/withdraw" className={textLinkClass}>
        Withdraw to your bank
      </Link>
    )}
  </section>
);

const Line = ({ name, amount, isSum = false }: { name: string; amount: number; isSum?: boolean }) => (
  <div
    className={
      isSum
        ? "flex flex-wrap justify-between gap-x-3 border-line border-t pt-1 font-bold"
        : "flex flex-wrap justify-between gap-x-3"
    }
  >
    <dt className="min-w-0 [overflow-wrap:anywhere]">{name}</dt>
    <dd translate="no" className="tabular ml-auto whitespace-nowrap">
      {formatMoney(amount, "NGN")}
    </dd>
  </div>
);

const statusWords = ({ status, dueAt, creditedAt }: Sale): string => {
  if (status === "credited") return `Paid to your balance ${creditedAt ? formatLagosTime(creditedAt) : ""}`.trim();
  if (status === "unpaid") return "The buyer has not paid yet";
  return `The buyer paid. You are paid ${dueAt ? `by ${formatLagosTime(dueAt)}, or ` : ""}when the lot is handed over`;
};

// One open lot of the board. A row in the window watches its lot as a bidder does, so no bidder sees a price earlier; the
// other rows follow the listing, which is at most a quarter of a second later.
import type { Auction } from "@jara/shared/auction";
import { lotNumberText } from "@jara/shared/sale-order";
import { formatLagosTime } from "@jara/shared/time";
import { memo } from "react";
import { Link } from "#router";
import { useServerNow } from "../../../connection/use-server-now.ts";
import { countdownText } from "../../../features/countdown/countdown-text.ts";
import { PriceGlow } from "../../../features/lot-card/price-glow.tsx";
import { isSameCard } from "../../../features/lot-card/same-card.ts";
import { movedBySeconds } from "../../../features/sales/board.ts";
import type { SaleLot } from "../../../features/sales/hooks/use-sale-lots.ts";
import type { Plan } from "../../../features/sales/planned-end.ts";
import { spanWords } from "../../../features/sales/sale-words.ts";
import { cx } from "../../../lib/cx.ts";
import { useLiveAuction } from "../../../live/live.ts";
import { useIsSeen } from "./use-is-seen.ts";

interface BoardRowProps extends SaleLot {
  readonly sale: Plan;
}

export const COLUMNS =
  "grid items-center gap-x-3 grid-cols-[3rem_minmax(0,1fr)_auto] lg:grid-cols-[6rem_3rem_minmax(0,1fr)_9rem_3.5rem_7rem_7rem_4rem_5rem]";

export const BoardRow = memo(
  (props: BoardRowProps) => {
    const { ref, isSeen } = useIsSeen<HTMLLIElement>();
    return (
      <li ref={ref} className="min-h-14 border-line border-b lg:min-h-10">
        {isSeen && <Watched {...props} />}
      </li>
    );
  },
  (before, after) =>
    lotNumberText(before) === lotNumberText(after) &&
    before.sale === after.sale &&
    isSameCard({ ...before, outbid: false }, { ...after, outbid: false }),
);

/** The lot as its watchers see it; until that is here, as the listing has it. */
const Watched = ({ lotNumber, suffix, auction: listed, sale }: BoardRowProps) => {
  const { view } = useLiveAuction(listed._id);
  const auction = view && view.auction.version >= listed.version ? view.auction : listed;
  const { currentPrice, currency, bidCount } = auction;
  const moved = movedBySeconds({ lotNumber, auction }, sale);
  return (
    <div className={cx(COLUMNS, "px-3 py-1.5", auction.status === "paused" && "bg-amber-soft")}>
      <TimeLeft auction={auction} />
      <span className="tabular font-semibold text-ink-soft">
        <span className="sr-only">Lot </span>
        {lotNumberText({ lotNumber, suffix })}
      </span>
      <Link
        to={`/auction/${auction._id}`}
        dir="auto"
        className="truncate font-semibold hover:text-brand max-lg:order-1"
      >
        {auction.title}
      </Link>
      <span className="text-right font-bold max-lg:order-4 max-lg:col-start-2 max-lg:text-left">
        <PriceGlow amount={currentPrice} currency={currency} />
      </span>
      <span className="tabular text-right max-lg:order-5">
        {bidCount}
        <span className="lg:sr-only">{bidCount === 1 ? " bid" : " bids"}</span>
      </span>
      <span className="truncate text-sm max-lg:hidden">
        {auction.leader ? (
          <bdi translate="no">{auction.leader.username}</bdi>
        ) : (
          <span className="text-ink-soft">no bids</span>
        )}
      </span>
      <span className="text-sm max-lg:hidden">
        <Reserve auction={auction} />
      </span>
      <span className="tabular text-right text-ink-soft max-lg:hidden">{view?.viewers ?? ""}</span>
      <span className="tabular text-right text-sm max-lg:hidden">
        {moved > 0 && (
          <span title={`The end is ${spanWords(moved)} later than planned`} className="font-semibold text-amber">
            +{shortSpan(moved)}
          </span>
        )}
      </span>
    </div>
  );
};

const TimeLeft = ({ auction }: { auction: Auction }) => {
  const { text, soon } = countdownText(auction, useServerNow(1_000));
  return (
    <span
      title={`Ends ${formatLagosTime(auction.endTime)}`}
      className={cx("tabular whitespace-nowrap max-lg:order-3 max-lg:text-right", soon && "font-semibold text-amber")}
    >
      {text}
    </span>
  );
};

const Reserve = ({ auction: { hasReserve, reserveMet } }: { auction: Pick<Auction, "hasReserve" | "reserveMet"> }) => {
  if (!hasReserve) return <span className="text-ink-soft">no reserve</span>;
  return reserveMet ? (
    <span className="font-semibold text-success">reserve met</span>
  ) : (
    <span className="font-semibold text-amber">below reserve</span>
  );
};

/** `90` as "1:30". */
const shortSpan = (seconds: number): string =>
  seconds >= 6_000
    ? `${Math.round(seconds / 3_600)} h`
    : `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;

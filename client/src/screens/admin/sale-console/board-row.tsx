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
import { firstImageUrl } from "../../../lib/media-url.ts";
import { useLiveAuction } from "../../../live/live.ts";
import { useMay } from "../../../ui/may.tsx";
import { OwnMoney } from "../../../ui/money.tsx";
import { Picture } from "../../../ui/picture.tsx";
import { RowVerbs } from "./row-verbs.tsx";
import { useIsSeen } from "./use-is-seen.ts";

interface BoardRowProps extends SaleLot {
  readonly sale: Plan;
}

export const COLUMNS =
  "grid items-center gap-x-3 grid-cols-[3rem_minmax(0,1fr)_auto] lg:grid-cols-[6.75rem_2.5rem_minmax(0,1fr)_7.5rem_2.5rem_6rem_7rem_3.25rem_3.5rem_9rem]";

export const BoardRow = memo(
  (props: BoardRowProps) => {
    const { ref, isSeen } = useIsSeen<HTMLLIElement>();
    return (
      <li ref={ref} className="min-h-14 border-line border-b lg:min-h-9">
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
  const mayRun = useMay("auctions:run");
  const { view } = useLiveAuction(listed._id);
  const auction = view && view.auction.version >= listed.version ? view.auction : listed;
  const { currentPrice, currency, bidCount } = auction;
  const moved = movedBySeconds({ lotNumber, auction }, sale);
  return (
    <div className={cx(COLUMNS, "px-3 py-1.5 lg:py-0", auction.status === "paused" && "bg-amber-soft")}>
      <TimeLeft auction={auction} />
      <span className="tabular font-semibold text-ink-soft">
        <span className="sr-only">Lot </span>
        {lotNumberText({ lotNumber, suffix })}
      </span>
      <span className="flex min-w-0 items-center gap-2 max-lg:order-1">
        <span aria-hidden className="contents">
          <Picture src={firstImageUrl(listed)} alt="" sizes="32px" className="size-8 shrink-0 rounded lg:size-7" />
        </span>
        <Link to={`/auction/${auction._id}`} dir="auto" className="truncate font-semibold hover:text-brand">
          {auction.title}
        </Link>
      </span>
      <span className="text-right font-bold max-lg:order-4 max-lg:col-start-2 max-lg:text-left">
        <PriceGlow amount={currentPrice} currency={currency} />
      </span>
      <span className="tabular text-right max-lg:order-5">
        {bidCount}
        <span className="lg:sr-only">{bidCount === 1 ? " bid" : " bids"}</span>
      </span>
      <span className="truncate text-sm max-lg:order-6 max-lg:col-start-2">
        {auction.leader ? (
          <bdi translate="no">{auction.leader.username}</bdi>
        ) : (
          <span className="text-ink-soft">no bids</span>
        )}
      </span>
      <span className="text-sm max-lg:order-7 max-lg:text-right">
        <Reserve auction={auction} reservePrice={listed.reservePrice ?? null} />
      </span>
      <span className="tabular text-right text-ink-soft max-lg:hidden">{view?.viewers ?? ""}</span>
      <span className="tabular text-right text-sm max-lg:hidden">
        {moved > 0 && (
          <span title={`The end is ${spanWords(moved)} later than planned`} className="font-semibold text-amber">
            +{shortSpan(moved)}
          </span>
        )}
      </span>
      <span className="justify-self-end max-lg:order-8 max-lg:col-span-full">
        {mayRun && <RowVerbs auction={auction} lot={`lot ${lotNumberText({ lotNumber, suffix })}`} />}
      </span>
    </div>
  );
};

const TimeLeft = ({ auction }: { auction: Auction }) => {
  const { text, soon } = countdownText(auction, useServerNow(1_000));
  return (
    <span
      title={`Ends ${formatLagosTime(auction.endTime)}`}
      className={cx(
        "tabular max-lg:order-3 max-lg:text-right",
        // "(paused)" stands below the time, because the column is as wide as a time.
        auction.status === "paused" ? "text-sm leading-tight" : "whitespace-nowrap",
        soon && "font-semibold text-amber",
      )}
    >
      {text}
    </span>
  );
};

interface ReserveProps {
  readonly auction: Pick<Auction, "hasReserve" | "reserveMet" | "currency">;
  /** Null: the reader does not see it. */
  readonly reservePrice: number | null;
}

const Reserve = ({ auction: { hasReserve, reserveMet, currency }, reservePrice }: ReserveProps) => {
  if (!hasReserve) return <span className="text-ink-soft">no reserve</span>;
  return (
    <span className={cx("grid font-semibold leading-tight", reserveMet ? "text-success" : "text-amber")}>
      {reserveMet ? "reserve met" : "below reserve"}
      {reservePrice !== null && <OwnMoney amount={reservePrice} currency={currency} className="font-normal text-xs" />}
    </span>
  );
};

/** `90` as "1:30". */
const shortSpan = (seconds: number): string =>
  seconds >= 6_000
    ? `${Math.round(seconds / 3_600)} h`
    : `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;

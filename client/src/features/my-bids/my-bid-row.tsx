// One auction of My Bids as a compact row: picture, title, state of the bid, price, maximum, time and one action.
// Amounts are in the auction's currency and in dollars, whatever the user's currency is.
import type { Auction } from "@jara/shared/auction";
import type { LotState, LotStateName } from "@jara/shared/lot-state";
import type { MyAuction } from "@jara/shared/rest/my-auctions";
import { formatLagosTime, formatTimeLeft } from "@jara/shared/time";
import { useQueryClient } from "@tanstack/react-query";
import { type ComponentProps, type ReactNode, useId } from "react";
import { Link } from "#router";
import { useServerNow } from "../../connection/use-server-now.ts";
import { firstImageUrl } from "../../lib/media-url.ts";
import { useHeld } from "../../lots/balance-needed.tsx";
import { endOf } from "../../lots/end-of.ts";
import { LotFigure, LotHead } from "../../lots/lot-row.tsx";
import { nextStepOf, rowBadgesOf, rowStateOf } from "../../lots/my-lot-state.ts";
import { NothingTaken } from "../../lots/nothing-taken.tsx";
import { priceLabelOf } from "../../lots/price-label.ts";
import { StateBadge } from "../../lots/state-badge.tsx";
import { actionLook, LOST_IN_TIE, sentenceOf } from "../../lots/state-words.ts";
import { useCancelMaximum } from "../../lots/use-cancel-maximum.ts";
import { UsedUpMaximum } from "../../lots/used-up-maximum.tsx";
import { MY_BIDS } from "../../queries/my-bids.ts";
import { buttonClass } from "../../ui/button.tsx";
import { BothMoney } from "./both-money.tsx";
import { OwnBids } from "./own-bids.tsx";

interface MyBidRowProps {
  row: MyAuction;
  /** The time that is left for a running auction. */
  timeLeft: ReactNode;
}

/** The style of the link beside the row's one button. */
const quietLink =
  "inline-flex min-h-11 items-center justify-center whitespace-nowrap px-2 font-semibold text-brand text-sm underline underline-offset-4 max-sm:flex-auto pointer-fine:min-h-9";
const nothingTaken: readonly LotStateName[] = ["lost", "unsold", "relisted", "cancelled"];
const urgent: readonly LotStateName[] = ["won-to-pay", "being-bought-by-me", "offered"];

export const MyBidRow = ({ row, timeLeft }: MyBidRowProps) => {
  const { auction } = row;
  const titleId = useId();
  const state = rowStateOf(row, useServerNow(10_000));
  const step = nextStepOf(row, state);
  const lot = `/auction/${auction._id}`;
  return (
    <article
      aria-labelledby={titleId}
      className="grid grid-cols-[--spacing(20)_minmax(0,1fr)] gap-x-4 gap-y-3 p-4 lg:grid-cols-[--spacing(24)_minmax(0,1fr)_min(10rem,16%)_min(10rem,16%)_min(11rem,22%)] lg:gap-x-6"
    >
      <LotHead to={lot} title={auction.title} titleId={titleId} src={firstImageUrl(auction)}>
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
          <span className="flex flex-wrap gap-1">
            {rowBadgesOf(state).map((badge) => (
              <StateBadge key={badge.words} {...badge} />
            ))}
          </span>
          <When row={row} name={state.name} timeLeft={timeLeft} />
          {row.owed === null && nothingTaken.includes(state.name) && (
            <NothingTaken auction={auction} highestBid={row.highestBid} maximum={row.maxBid?.maxAmount ?? null} />
          )}
        </p>
      </LotHead>
      <Figures row={row} />
      <div className="col-span-2 empty:hidden lg:col-span-3 lg:col-start-2">
        {state.name === "tied" && <p className="text-sm">{sentenceOf(state, auction)}</p>}
        {state.name === "lost" && state.isTied && <p className="text-sm">{LOST_IN_TIE}</p>}
        {row.maxBid && <UsedUp auction={auction} state={state} maxBidId={row.maxBid._id} />}
      </div>
      <div className="col-span-2 flex flex-wrap gap-2 lg:col-span-1 lg:row-span-2 lg:flex-col">
        {step && (
          <Link
            to={step.to}
            aria-describedby={titleId}
            className={`${buttonClass(actionLook(state), "sm")} flex-auto sm:flex-none`}
          >
            {step.label}
          </Link>
        )}
        <Link
          to={lot}
          aria-describedby={titleId}
          className={step ? quietLink : `${buttonClass("secondary", "sm")} flex-1 sm:flex-none`}
        >
          View Auction
        </Link>
      </div>
      <OwnBids row={row} />
    </article>
  );
};

interface UsedUpProps extends Pick<ComponentProps<typeof UsedUpMaximum>, "state" | "auction"> {
  maxBidId: string;
}

const UsedUp = ({ maxBidId, ...props }: UsedUpProps) => {
  const client = useQueryClient();
  const refetch = () => void client.invalidateQueries({ queryKey: [MY_BIDS] });
  return <UsedUpMaximum {...props} cancelling={useCancelMaximum(maxBidId, refetch)} />;
};

const ended: Partial<Record<Auction["status"], string>> = { ended: "Ended", sold: "Sold", cancelled: "Cancelled" };

/** The time that matters now: a deadline, the end that comes, or the end that was. */
const When = ({ row: { auction, owed, offer }, name, timeLeft }: MyBidRowProps & Pick<LotState, "name">) => {
  if (urgent.includes(name)) {
    const deadline = name === "offered" ? offer?.expiresAt : owed?.dueAt;
    return deadline ? <Deadline verb={name === "offered" ? "Answer" : "Pay"} at={deadline} /> : null;
  }
  if (auction.status === "paused") return <span className="text-ink-soft">Paused</span>;
  if (auction.status === "active") return timeLeft;
  const words = ended[auction.status];
  return words ? (
    <span className="tabular text-ink-soft">
      {words} {formatLagosTime(endOf(auction))}
    </span>
  ) : null;
};

const DAY_MS = 24 * 3_600_000;

/** On its last day, a deadline is shown as the time that is left. */
const Deadline = ({ verb, at }: { verb: string; at: string }) => {
  const leftMs = Date.parse(at) - useServerNow(10_000);
  const words = leftMs > 0 && leftMs < DAY_MS ? `within ${formatTimeLeft(leftMs)}` : `by ${formatLagosTime(at)}`;
  return (
    <span title={formatLagosTime(at)} className="tabular font-semibold text-amber">
      {verb} {words}
    </span>
  );
};

const totalName = (kind: NonNullable<MyAuction["owed"]>["kind"], { buyersPremium }: MyAuction["auction"]): string => {
  if (kind === "buy-it-now") return "Total with fee";
  return buyersPremium ? "Total with buyer's premium" : "Winning bid";
};

/** A lot that was cancelled took all bids with it. */
const cancelledBidOf = ({ bids }: MyAuction): number | null => {
  const own = bids.filter(({ voided }) => voided?.reason === "cancelled");
  return own.length > 0 ? Math.max(...own.map(({ amount }) => amount)) : null;
};

const Figures = ({ row }: Pick<MyBidRowProps, "row">) => {
  const { auction, owed, highestBid, maxBid } = row;
  const { currency } = auction;
  const cancelledBid = auction.status === "cancelled" ? cancelledBidOf(row) : null;
  const held = useHeld(auction, maxBid?.maxAmount ?? null);
  const runs = auction.status === "active" || auction.status === "paused";
  return (
    <dl className="col-span-2 flex flex-wrap gap-x-4 gap-y-2 *:min-w-[calc(50%-0.5rem)] lg:gap-x-6 lg:*:min-w-[calc(50%-0.75rem)]">
      {owed && owed.status !== "void" ? (
        <Amount name={totalName(owed.kind, auction)} amount={owed.total} currency={currency} />
      ) : (
        cancelledBid === null && (
          <Amount name={priceLabelOf(auction)} amount={auction.currentPrice} currency={currency} />
        )
      )}
      {owed?.status === "open" ? (
        <Amount name="Left to pay" amount={owed.remaining} currency={currency} />
      ) : (
        <>
          {maxBid && <Amount name="Your maximum" amount={maxBid.maxAmount} currency={currency} />}
          {((!maxBid && !owed) || (highestBid !== null && !(runs && maxBid))) && (
            <Amount
              name={cancelledBid === null ? "Your highest bid" : "Your highest bid, cancelled"}
              amount={cancelledBid ?? highestBid}
              currency={currency}
            />
          )}
        </>
      )}
      {runs && held > 0 && <Amount name="Held, not taken" amount={held} currency="NGN" />}
    </dl>
  );
};

interface AmountProps {
  name: string;
  /** Null: no bid counts. */
  amount: number | null;
  currency: Auction["currency"];
}

const Amount = ({ name, amount, currency }: AmountProps) => (
  <LotFigure label={name}>
    {amount === null ? (
      <span className="font-normal text-ink-soft">None</span>
    ) : (
      <BothMoney amount={amount} currency={currency} />
    )}
  </LotFigure>
);

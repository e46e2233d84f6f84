// One max bid: its lot and how it stands there, its limit, what it has done, and the buttons to raise and cancel it.
import type { MaxBid } from "@jara/shared/auction";
import { addAmounts } from "@jara/shared/money";
import type { ListedMaxBid } from "@jara/shared/rest/bids";
import type { MyAuction } from "@jara/shared/rest/my-auctions";
import { formatLagosTime } from "@jara/shared/time";
import { useId } from "react";
import { Link } from "#router";
import { useServerNow } from "../../../connection/use-server-now.ts";
import { mediaUrl } from "../../../lib/media-url.ts";
import { useHeld } from "../../../lots/balance-needed.tsx";
import { useCancelQuestion } from "../../../lots/cancel-maximum.tsx";
import { isOver } from "../../../lots/is-over.ts";
import { LotAmount, LotFigure, LotHead } from "../../../lots/lot-row.tsx";
import { nextStepOf, rowStateOf } from "../../../lots/my-lot-state.ts";
import { NothingTaken } from "../../../lots/nothing-taken.tsx";
import { StateBadge } from "../../../lots/state-badge.tsx";
import { badgesOf } from "../../../lots/state-badges.ts";
import { actionLook, LOST_IN_TIE, sentenceOf } from "../../../lots/state-words.ts";
import { useCancelMaximum } from "../../../lots/use-cancel-maximum.ts";
import { UsedUpMaximum } from "../../../lots/used-up-maximum.tsx";
import { QuietActive, StatusBadge } from "../../../ui/badge.tsx";
import { Button, buttonClass } from "../../../ui/button.tsx";
import { OwnMoney } from "../../../ui/money.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { type AutoBidState, autoBidStateOf, MAX_REACHED } from "../auto-bid-state.ts";
import { SuspendedNotice } from "./suspended-notice.tsx";

interface AutoBidCardProps {
  maxBid: ListedMaxBid;
  /** The lot's row of My Bids. */
  row?: MyAuction | undefined;
  onGone: (maxBidId: string) => void;
  onConfirmed: (maxBid: MaxBid) => void;
}

export const AutoBidCard = ({ maxBid, row, onGone, onConfirmed }: AutoBidCardProps) => {
  const { auction, maxAmount, currency, isLeading, autoBidCount, lastAutoBidAmount } = maxBid;
  const nowMs = useServerNow(1000);
  const standing = autoBidStateOf(maxBid, nowMs);
  const { isOpen, running, notice, reached, suspended, badges, raise } = standing;
  const { run, isPending, problem } = useCancelMaximum(maxBid._id, () => onGone(maxBid._id));
  const priced = { ...auction, currency, isLeading };
  const held = useHeld(priced, maxAmount);
  const { ask, question } = useCancelQuestion({ lot: priced, maximum: maxAmount, title: auction.title, run });
  const titleId = useId();
  const lot = `/auction/${auction._id}`;
  // The list of maxima knows how the user stands on an open lot, but not that they are buying it. The row may be older.
  const isRowsTurn = row?.auction.status === auction.status && (!isOpen || row.owed?.status === "open");
  const mine = row && isRowsTurn ? rowStateOf(row, nowMs) : null;
  const step = row && mine && nextStepOf(row, mine);
  const due = row?.owed?.status === "open" ? row.owed : null;
  return (
    <article aria-labelledby={titleId} className="grid gap-4 rounded-box border border-line bg-surface p-4">
      <div className="grid grid-cols-[--spacing(20)_minmax(0,1fr)] gap-x-4 gap-y-3 lg:grid-cols-[--spacing(24)_minmax(0,1fr)_min(13rem,24%)] lg:gap-x-6">
        <LotHead to={lot} title={auction.title} titleId={titleId} src={maxBid.image ? mediaUrl(maxBid.image) : null}>
          <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
            {(mine ? badgesOf(mine) : badges).map((badge) => (
              <StateBadge key={badge.words} {...badge} />
            ))}
            {!running && !mine && <StatusBadge status={auction.status} />}
          </p>
          <EndLine auction={auction} isRunning={running} isOpen={isOpen} payBy={due?.dueAt ?? null} />
        </LotHead>
        <dl className="col-span-2 flex flex-wrap gap-x-4 gap-y-2 *:min-w-[calc(50%-0.5rem)] md:*:min-w-[calc(20%-0.8rem)] lg:col-span-1 lg:col-start-2">
          <LotFigure label={isOver(auction) ? "Final price" : "Current Price"}>
            <LotAmount amount={auction.currentPrice} currency={currency} />
          </LotFigure>
          <LotFigure label="Your Max Bid">
            <LotAmount amount={maxAmount} currency={currency} />
          </LotFigure>
          {isOpen && (
            <LotFigure label="Held, not taken" isQuiet>
              <OwnMoney amount={held} currency="NGN" />
            </LotFigure>
          )}
          {due && (
            <LotFigure label="Already paid">
              <LotAmount amount={addAmounts(due.total, -due.remaining)} currency={currency} />
            </LotFigure>
          )}
          <LotFigure label="Auto-Bids Placed" isQuiet>
            <span className="tabular">{autoBidCount}</span>
          </LotFigure>
          <LotFigure label="Last Auto-Bid" isQuiet>
            {lastAutoBidAmount === 0 ? "None" : <LotAmount amount={lastAutoBidAmount} currency={currency} />}
          </LotFigure>
        </dl>
        <div className="col-span-2 flex flex-wrap gap-2 lg:col-span-1 lg:col-start-3 lg:row-span-2 lg:row-start-1 lg:flex-col">
          {raise && (
            <Link
              to={`${lot}?bid=auto`}
              aria-describedby={titleId}
              className={`${buttonClass(actionLook(standing.state), "sm")} flex-auto px-2! text-center sm:flex-none`}
            >
              {raise}
            </Link>
          )}
          {mine && step && (
            <Link
              to={step.to}
              aria-describedby={titleId}
              className={`${buttonClass(actionLook(mine), "sm")} flex-auto px-2! text-center sm:flex-none`}
            >
              {step.label}
            </Link>
          )}
          <Button
            variant="secondary"
            size="sm"
            className="flex-auto sm:flex-none"
            aria-describedby={titleId}
            disabled={!running || isPending}
            onClick={ask}
          >
            {isPending ? "Cancelling..." : "Cancel"}
          </Button>
        </div>
      </div>
      {suspended && <SuspendedNotice maxBid={maxBid} running={running} onConfirmed={onConfirmed} />}
      {mine?.name === "lost" && row && (
        <p className="text-sm">
          {mine.isTied && LOST_IN_TIE} <NothingTaken auction={priced} highestBid={row.highestBid} maximum={maxAmount} />
        </p>
      )}
      {reached && <ReachedNotice {...standing} maxBid={maxBid} />}
      {notice && !(mine && isOpen) && <Notice tone="muted">{notice}</Notice>}
      {problem && <Notice tone="error">{problem}</Notice>}
      {question}
    </article>
  );
};

interface EndLineProps {
  auction: ListedMaxBid["auction"];
  isRunning: boolean;
  isOpen: boolean;
  payBy: string | null;
}

const EndLine = ({ auction, isRunning, isOpen, payBy }: EndLineProps) => {
  const notRunning = isOpen ? "End time before the pause" : "End time";
  return (
    <p className="tabular flex flex-wrap gap-x-3 text-ink-soft text-sm">
      <span>
        {isOver(auction) ? "Ended" : isRunning ? "Ends" : notRunning} {formatLagosTime(auction.endTime)}
      </span>
      {payBy && <span className="font-semibold text-amber">Pay by {formatLagosTime(payBy)}</span>}
      {isRunning && (
        <span>
          Auction <QuietActive />
        </span>
      )}
    </p>
  );
};

/** Below the notice, the sentence that the lot's page has for the state. */
const ReachedNotice = ({ maxBid, state, raise }: Pick<AutoBidState, "state" | "raise"> & { maxBid: ListedMaxBid }) => {
  const { auction, currency, minimumBid, isLeading } = maxBid;
  return (
    <Notice tone={state.position === "leading" ? "muted" : "warning"}>
      <p>
        <strong>Max bid reached:</strong> {MAX_REACHED}
      </p>
      {raise && (state.usedUpMaximum === null || state.name === "tied") && (
        <p className="text-sm">{sentenceOf(state, { ...auction, currency, minimumBid })}</p>
      )}
      <UsedUpMaximum state={state} auction={{ ...auction, currency, isLeading }} isSaid />
    </Notice>
  );
};

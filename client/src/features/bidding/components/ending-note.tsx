// The note says what became of a lot on which nobody can bid: won, offered, lost, sold, unsold, listed again, paused or
// cancelled, with the staff's reason.
import type { Auction } from "@jara/shared/auction";
import { type LotStateName, lotStateOf, type Me } from "@jara/shared/lot-state";
import { formatMoney } from "@jara/shared/money";
import type { BuyItNowStatus } from "@jara/shared/rest/buy-it-now";
import type { SecondChance, Win } from "@jara/shared/rest/settlements";
import { formatLagosTime } from "@jara/shared/time";
import { Link } from "#router";
import { shownText, useShownMoney } from "../../../lib/shown-money.ts";
import { FreeAgain } from "../../../lots/free-again.tsx";
import { actionOf, moreOf, sentenceOf } from "../../../lots/state-words.ts";
import { useLabelOfCategory } from "../../../lots/use-label-of-category.ts";
import { toggleWatchLater } from "../../../lots/watchlist/watch-button.tsx";
import { useIsWatched } from "../../../lots/watchlist/watched.ts";
import { useSession } from "../../../store/session.ts";
import { Button, buttonClass } from "../../../ui/button.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { WonNote } from "./won-note.tsx";

interface EndingNoteProps {
  auction: Auction;
  me: Me;
  /** The newest Buy It Now; undefined while it is unknown. */
  purchase: BuyItNowStatus["purchase"] | undefined;
  win: Win | null | undefined;
  offer: SecondChance | null | undefined;
  isMeKnown: boolean;
  listedAgainAs: string | null;
}

/** The states that differ by reader. */
const personal: readonly LotStateName[] = ["lost", "sold", "unsold"];

export const EndingNote = ({ auction, me: known, purchase, win, offer, isMeKnown, listedAgainAs }: EndingNoteProps) => {
  const { status, buyItNowPrice, currency } = auction;
  const isBoughtAtOnce = status === "sold" && purchase?.status === "paid";
  // The leader of a lot that was bought has not won. Until it is known how it was sold, nobody is told who won.
  const isUnsure =
    status === "sold" && buyItNowPrice !== null && (purchase === undefined || purchase?.status === "pending");
  const owed = win?.kind === "win" && win.status !== "void" ? { ...win, pickup: win.pickup?.status ?? null } : null;
  const me = { ...known, owed, isSoldElsewhere: isBoughtAtOnce };
  // The time matters to open lots alone.
  const state = lotStateOf({ ...auction, listedAgainAs }, me, 0);
  // The payment card informs the buyer.
  if (isBoughtAtOnce && purchase?.mine) return null;
  // Nobody is told that a lot was not sold until it is known that it is not offered to them.
  const isEarly = personal.includes(state.name) && (!isMeKnown || (offer === undefined && state.name === "unsold"));
  if ((isUnsure && !owed) || isEarly) {
    return <Notice tone="muted" title="This auction has ended." />;
  }
  switch (state.name) {
    case "lost":
    case "unsold":
    case "cancelled":
    case "paused":
      return (
        <Notice
          tone={state.name === "paused" ? "warning" : "muted"}
          title={sentenceOf(state, auction)}
          action={
            state.name !== "paused" && (
              <div className="flex flex-wrap gap-2">
                {state.name === "unsold" && <TellOfReturn auction={auction} hasBid={me.hasBid} />}
                <ToSimilar auction={auction} />
              </div>
            )
          }
        >
          {(state.name === "lost" || state.name === "unsold") && me.hasBid && (
            <p>
              <FreeAgain
                auction={auction}
                highestBid={me.highestBid}
                maximum={me.maximum?.maxAmount ?? null}
                otherwise="Nothing of your balance is held for this lot."
              />
            </p>
          )}
          <StaffEnd auction={auction} />
          <p>{moreOf(state, auction, { lastBid: me.highestBid, isBoughtAtOnce })}</p>
          {state.name === "unsold" && <ToldOfReturn auction={auction} hasBid={me.hasBid} />}
        </Notice>
      );
    case "offered":
      return (
        <Notice
          tone="warning"
          title={sentenceOf(state, auction)}
          action={
            <Link to="/purchases" className={buttonClass("primary", "sm")}>
              {actionOf(state, auction, me)?.label}
            </Link>
          }
        >
          {offer && (
            <p>
              Your price: {formatMoney(offer.price, currency)}. You can answer until {formatLagosTime(offer.expiresAt)}.
              Nothing is taken if you decline.
            </p>
          )}
        </Notice>
      );
    case "relisted":
      return (
        <Notice
          tone="muted"
          title={sentenceOf(state, auction)}
          action={
            <Link to={`/auction/${listedAgainAs}`} className={buttonClass("primary", "sm")}>
              {actionOf(state, auction, me)?.label}
            </Link>
          }
        >
          <StaffEnd auction={auction} />
          <p>{moreOf(state, auction, { lastBid: me.highestBid, isBoughtAtOnce })}</p>
        </Notice>
      );
    case "sold":
      return (
        <Notice
          tone="muted"
          title={<SoldTo auction={auction} isBoughtAtOnce={isBoughtAtOnce} />}
          action={<ToSimilar auction={auction} />}
        >
          <StaffEnd auction={auction} />
        </Notice>
      );
    default:
      return <WonNote auction={auction} win={win} />;
  }
};

/** The staff ended it before its planned end, or gave a reason. */
const StaffEnd = ({ auction: { endedAt, endTime, statusReason } }: { auction: Auction }) => (
  <>
    {endedAt && endedAt < endTime && (
      <p>We ended this auction early. Its planned end was {formatLagosTime(endTime)}.</p>
    )}
    {statusReason && (
      <p dir="auto" className="[overflow-wrap:anywhere]">
        Reason: {statusReason}
      </p>
    )}
  </>
);

const SoldTo = ({ auction, isBoughtAtOnce }: Pick<EndingNoteProps, "auction"> & { isBoughtAtOnce: boolean }) => {
  const { winner, currentPrice, currency } = auction;
  const price = shownText(useShownMoney()(currentPrice, currency));
  const name = winner && <bdi translate="no">{winner.username}</bdi>;
  if (isBoughtAtOnce) {
    return (
      <>
        Sold with Buy It Now{name && " to "}
        {name} for {price}.
      </>
    );
  }
  return name ? (
    <>
      Won by {name} at {price}.
    </>
  ) : (
    <>This auction has ended.</>
  );
};

interface ReturnProps {
  auction: Pick<Auction, "_id">;
  hasBid: boolean;
}

/** Bidders and watchers are told when a lot is listed again. A visitor can be told nothing. */
const useIsToldOfReturn = ({ auction: { _id }, hasBid }: ReturnProps): boolean | null => {
  const isWatched = useIsWatched(_id);
  const isSignedIn = useSession(({ user }) => user !== null);
  return isSignedIn ? hasBid || isWatched : null;
};

const ToldOfReturn = (props: ReturnProps) => useIsToldOfReturn(props) && <p>If it is listed again, we notify you.</p>;

const TellOfReturn = (props: ReturnProps) => {
  const isTold = useIsToldOfReturn(props);
  return (
    isTold === false && (
      <Button variant="secondary" size="sm" onClick={() => toggleWatchLater(props.auction._id)}>
        Tell me if it comes back
      </Button>
    )
  );
};

/** The page shows these below the panel. */
const ToSimilar = ({ auction }: { auction: Pick<Auction, "categories"> }) => {
  const [category] = auction.categories;
  const label = useLabelOfCategory();
  return (
    <a href="#similar" className={buttonClass("secondary", "sm")}>
      See more {category ? `in ${label(category)}` : "lots"}
    </a>
  );
};

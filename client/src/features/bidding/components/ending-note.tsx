// The note says what became of a lot on which nobody can bid: won, offered, lost, sold, unsold, listed again, paused or
// cancelled, with the staff's reason.
import type { Auction } from "@jara/shared/auction";
import { type LotState, type LotStateName, lotStateOf, type Me } from "@jara/shared/lot-state";
import { formatMoney } from "@jara/shared/money";
import type { BuyItNowStatus } from "@jara/shared/rest/buy-it-now";
import type { SecondChance, Win } from "@jara/shared/rest/settlements";
import { formatLagosTime } from "@jara/shared/time";
import type { ReactNode } from "react";
import { Link } from "#router";
import { shownText, useShownMoney } from "../../../lib/shown-money.ts";
import { useSite } from "../../../lib/site.ts";
import { NothingTaken } from "../../../lots/nothing-taken.tsx";
import { priceWithFee } from "../../../lots/price-with-fee.ts";
import { actionOf, sentenceOf } from "../../../lots/state-words.ts";
import { toggleWatchLater } from "../../../lots/watchlist/watch-button.tsx";
import { useIsWatched } from "../../../lots/watchlist/watched.ts";
import { useSession } from "../../../store/session.ts";
import { Button, buttonClass } from "../../../ui/button.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { ContactLinks } from "../../../ui/text-link.tsx";
import { type OutcomeRow, outcomeRowsOf } from "../outcome-rows.ts";
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
  const { status, buyItNowPrice } = auction;
  const isBoughtAtOnce = status === "sold" && purchase?.status === "paid";
  // The leader of a lot that was bought has not won. Until it is known how it was sold, nobody is told who won.
  const isUnsure =
    status === "sold" && buyItNowPrice !== null && (purchase === undefined || purchase?.status === "pending");
  const owed = win?.kind === "win" && win.status !== "void" ? { ...win, pickup: win.pickup?.status ?? null } : null;
  const me = { ...known, owed, isSoldElsewhere: isBoughtAtOnce };
  // The time matters to open lots alone.
  const state = lotStateOf({ ...auction, listedAgainAs }, me, 0);
  const isBoughtByMe = status === "sold" && purchase?.mine === true;
  if (isBoughtAtOnce && isBoughtByMe) return <BoughtNote auction={auction} />;
  // Nobody is told that a lot was not sold until it is known that it is not offered to them.
  const isEarly = personal.includes(state.name) && (!isMeKnown || (offer === undefined && state.name === "unsold"));
  // A visitor's verdict would be wrong for a person who bid or bought.
  if ((isUnsure && !owed) || isEarly) {
    return <Notice tone="muted" title={isBoughtByMe || isEarly ? "Loading your result…" : "This auction has ended."} />;
  }
  const rows = outcomeRowsOf(auction, { ...state, lastBid: me.highestBid, isBoughtAtOnce });
  const ownMoney = me.hasBid && (
    <Row name="Your money">
      {status === "cancelled" ? (
        "Your bid holds nothing. If you paid for this lot, you get your money back."
      ) : (
        <NothingTaken auction={auction} highestBid={me.highestBid} maximum={me.maximum?.maxAmount ?? null} />
      )}
    </Row>
  );
  switch (state.name) {
    case "lost":
    case "unsold":
    case "cancelled":
      return (
        <Notice
          tone="muted"
          title={sentenceOf(state, auction)}
          action={
            <div className="flex basis-full flex-wrap gap-2">
              {state.name === "unsold" && <TellOfReturn auction={auction} hasBid={me.hasBid} />}
              <ToSimilar auction={auction} />
            </div>
          }
        >
          {state.name === "cancelled" && <p>{CANCELLED}</p>}
          <Rows rows={rows}>
            {ownMoney}
            {state.name === "cancelled" && <AskUs auction={auction} />}
            {state.name === "unsold" && <ToldOfReturn auction={auction} hasBid={me.hasBid} />}
          </Rows>
        </Notice>
      );
    case "paused":
      return (
        <Notice tone="warning" title={sentenceOf(state, auction)}>
          <p>The remaining time does not run until then.{me.hasBid && " Your bid stays."}</p>
          <Rows rows={rows} />
        </Notice>
      );
    case "offered":
      return <OfferedNote auction={auction} state={state} me={me} offer={offer} />;
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
          {status === "cancelled" && <p>{CANCELLED}</p>}
          <Rows rows={rows}>{ownMoney}</Rows>
        </Notice>
      );
    case "sold":
      return (
        <Notice
          tone="muted"
          title={<SoldTo auction={auction} isBoughtAtOnce={isBoughtAtOnce} />}
          action={<ToSimilar auction={auction} />}
        >
          <Rows rows={rows} />
        </Notice>
      );
    default:
      return <WonNote auction={auction} win={win} />;
  }
};

const BoughtNote = ({ auction }: Pick<EndingNoteProps, "auction">) => {
  const { totalAmount, currentPrice, currency } = auction;
  return (
    <Notice tone="success" title={`You bought it: ${formatMoney(totalAmount ?? currentPrice, currency)} paid.`}>
      <p className="tabular text-ink-soft text-xs">{`Buy It Now: ${priceWithFee(auction)}`}</p>
    </Notice>
  );
};

const OfferedNote = ({
  auction,
  state,
  me,
  offer,
}: Pick<EndingNoteProps, "auction" | "me" | "offer"> & { state: LotState }) => (
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
        Your price: {formatMoney(offer.price, auction.currency)}. You can answer until{" "}
        {formatLagosTime(offer.expiresAt)}. Nothing is taken if you decline.
      </p>
    )}
  </Notice>
);

const CANCELLED = "All bids are cancelled, and you pay nothing.";

const Rows = ({ rows, children }: { rows: readonly OutcomeRow[]; children?: ReactNode }) => (
  // With large text there is no room beside the names. The rows start below the icon.
  <div className="@container -ml-8">
    <dl className="grid gap-x-3 gap-y-1 pt-2 empty:hidden @min-[14rem]:grid-cols-[fit-content(40%)_minmax(0,1fr)]">
      {rows.map(([name, words]) => (
        <Row key={name} name={name}>
          {words}
        </Row>
      ))}
      {children}
    </dl>
  </div>
);

const Row = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className="grid items-baseline @min-[14rem]:col-span-2 @min-[14rem]:grid-cols-subgrid">
    <dt className="text-ink-soft">{name}</dt>
    <dd dir="auto" className="font-medium [overflow-wrap:anywhere]">
      {children}
    </dd>
  </div>
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

const ToldOfReturn = (props: ReturnProps) =>
  useIsToldOfReturn(props) && <Row name="Next">If it is listed again, we notify you.</Row>;

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

/** Names whom to ask, because staff may cancel a lot without a reason. */
const AskUs = ({ auction: { title } }: Pick<EndingNoteProps, "auction">) => {
  const contact = useSite()?.contact;
  if (!contact) return null;
  return (
    <Row name="Questions">
      <span className="flex flex-wrap gap-x-3">
        <ContactLinks contact={contact} text={`My question about "${title}": `} subject={title} />
      </span>
    </Row>
  );
};

/** The page shows these below the panel. */
const ToSimilar = ({ auction: { categories } }: { auction: Pick<Auction, "categories"> }) => (
  <a href="#similar" className={buttonClass("secondary", "sm")}>
    {categories.length > 0 ? "Similar lots" : "Other lots"}
  </a>
);

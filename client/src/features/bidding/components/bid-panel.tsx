// The bid form, or the reason why the user cannot bid: a login prompt, the user's own auction, a pause, or the end.

import { may } from "@jara/shared/permissions";
import type { BuyItNowStatus } from "@jara/shared/rest/buy-it-now";
import type { Win } from "@jara/shared/rest/settlements";
import type { User } from "@jara/shared/users";
import { Link } from "react-router-dom";
import { shownText, useShownMoney } from "../../../lib/shown-money.ts";
import { whyUnsold } from "../../../lots/lot-outcome.ts";
import { STAFF_NOTE } from "../../../lots/staff-bidding.ts";
import { StateBox } from "../../../lots/state-box.tsx";
import { buttonClass } from "../../../ui/button.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { BidStates, type BidStatesProps } from "./bid-states.tsx";
import { WonNote } from "./won-note.tsx";

interface BidPanelProps extends BidStatesProps {
  user: User | null;
  /** True for a user who runs the site and therefore may not bid on it. */
  isBarred?: boolean;
  /** The newest Buy It Now; undefined while it is unknown. */
  purchase?: BuyItNowStatus["purchase"] | undefined;
  /** Given to the winner; undefined while it is unknown. */
  win?: Win | null | undefined;
}

export const BidPanel = ({ user, purchase, win, isBarred = false, ...form }: BidPanelProps) => {
  const { auction } = form;
  const { status } = auction;
  if (status === "ended" || status === "sold") {
    return <EndedNote auction={auction} purchase={purchase} win={win} />;
  }
  if (status === "cancelled") {
    return (
      <Notice tone="muted" title="This auction was cancelled">
        Cancelled: all bids are void.
      </Notice>
    );
  }
  if (status === "draft") return <DraftNote mayEdit={may(user?.role, "lots:edit")} />;
  if (status === "paused") {
    // The Buy It Now card shows a pause for a payment with its countdown.
    if (auction.pausedUntil) return null;
    return (
      <StateBox state={form.state} auction={auction}>
        <p className="text-sm">The remaining time does not run until then.</p>
      </StateBox>
    );
  }
  if (!user) return <LoginPrompt auctionId={auction._id} />;
  if (user._id === auction.seller._id) return <Notice tone="muted">You cannot bid on your own auction</Notice>;
  if (isBarred) return <Notice tone="muted">{STAFF_NOTE}</Notice>;
  if (!user.isEmailVerified) return form.verification;
  return <BidStates {...form} />;
};

/** Anybody who may not edit lots sees this only if the auction was public until a moment ago. */
const DraftNote = ({ mayEdit }: { mayEdit: boolean }) =>
  mayEdit ? (
    <Notice tone="muted">This auction is not open yet.</Notice>
  ) : (
    <Notice tone="muted" title="This auction was withdrawn">
      You can no longer bid on it or find it here.
    </Notice>
  );

type EndedNoteProps = Pick<BidPanelProps, "auction" | "purchase"> & { win: Win | null | undefined };
const EndedNote = ({ auction, purchase, win }: EndedNoteProps) => {
  const { winner, status, currentPrice, currency, isLeading, buyItNowPrice } = auction;
  const price = shownText(useShownMoney()(currentPrice, currency));
  // If the auction was bought, the leader at that time has not won. Until it is known how it was sold, nobody is told
  // that they won.
  const bought = status === "sold" && purchase?.status === "paid";
  const unsure =
    status === "sold" && buyItNowPrice !== null && (purchase === undefined || purchase?.status === "pending");
  if (bought) {
    // The purchase panel informs the buyer.
    if (purchase.mine) return null;
    return (
      <Notice tone="muted" title="This auction has ended." action={<ToSimilar />}>
        Sold with Buy It Now
        {winner && (
          <>
            {" "}
            to <bdi translate="no">{winner.username}</bdi>
          </>
        )}{" "}
        for {price}.
      </Notice>
    );
  }
  if (winner) {
    const isSecondChance = win?.kind === "win" && win.status !== "void";
    if ((isLeading && !unsure) || isSecondChance) return <WonNote auction={auction} win={win} />;
    return (
      <Notice tone="muted" title="This auction has ended." action={<ToSimilar />}>
        Won by <bdi translate="no">{winner.username}</bdi> at {price}.
      </Notice>
    );
  }
  return (
    <Notice tone="muted" title="This auction has ended." action={<ToSimilar />}>
      {whyUnsold(auction)}
    </Notice>
  );
};

/** The page shows these below the panel. */
const ToSimilar = () => (
  <a href="#similar" className={buttonClass("secondary", "sm")}>
    See similar lots
  </a>
);

const LoginPrompt = ({ auctionId }: { auctionId: string }) => {
  const next = `?next=${encodeURIComponent(`/auction/${auctionId}`)}`;
  return (
    <section aria-label="Log in to bid" className="grid gap-3">
      <p className="font-semibold">Log in to place a bid</p>
      <div className="grid grid-cols-2 gap-2">
        <Link to={`/login${next}`} className={buttonClass("primary")}>
          Login
        </Link>
        <Link to={`/register${next}`} className={buttonClass("secondary")}>
          Register
        </Link>
      </div>
    </section>
  );
};

// The bid form, or the reason why the user cannot bid: a login prompt, the user's own auction, a pause, or the end.

import type { Auction } from "@jara/shared/auction";
import { isStaff, may } from "@jara/shared/permissions";
import type { BuyItNowStatus } from "@jara/shared/rest/buy-it-now";
import type { SecondChance, Win } from "@jara/shared/rest/settlements";
import { formatLagosTime } from "@jara/shared/time";
import type { User } from "@jara/shared/users";
import { Link } from "#router";
import { isOver } from "../../../lots/is-over.ts";
import { STAFF_NOTE } from "../../../lots/staff-bidding.ts";
import { buttonClass } from "../../../ui/button.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { BidStates, type BidStatesProps } from "./bid-states.tsx";
import { EndingNote } from "./ending-note.tsx";

interface BidPanelProps extends BidStatesProps {
  user: User | null;
  /** True for a user who runs the site and therefore may not bid on it. */
  isBarred?: boolean;
  /** The newest Buy It Now; undefined while it is unknown. */
  purchase?: BuyItNowStatus["purchase"] | undefined;
  /** Given to the winner; undefined while it is unknown. */
  win?: Win | null | undefined;
  /** Given to the runner-up to whom the lot is offered; undefined while that is unknown. */
  offer?: SecondChance | null | undefined;
  /** The reader's own bids are known. Until then a lot that is over does not say how it ended for the reader. */
  isMeKnown?: boolean;
  /** The auction as which the unsold lot was listed again. */
  listedAgainAs?: string | null;
}

/** Lots that staff list are the house's own, and not among their sales. */
const OwnNote = ({ isStaff }: { isStaff: boolean }) => (
  <Notice
    tone="muted"
    action={
      !isStaff && (
        <Link to="/my-sales" className={buttonClass("secondary", "sm")}>
          My Sales
        </Link>
      )
    }
  >
    You cannot bid on your own auction
  </Notice>
);

export const BidPanel = ({
  user,
  purchase,
  win,
  offer,
  listedAgainAs = null,
  isBarred = false,
  isMeKnown = true,
  ...form
}: BidPanelProps) => {
  const { auction } = form;
  const { status } = auction;
  // The Buy It Now card shows a pause for a payment with its countdown, also to visitors.
  if (status === "paused" && auction.pausedUntil) return null;
  if (status === "paused" || isOver(auction)) {
    const facts = { purchase, win, offer, isMeKnown, listedAgainAs };
    return <EndingNote auction={auction} me={form.me} {...facts} />;
  }
  if (status === "draft") {
    return auction.isUpcoming ? (
      <UpcomingNote auction={auction} />
    ) : (
      <DraftNote mayEdit={may(user?.role, "lots:edit")} hasBids={auction.bidCount > 0} />
    );
  }
  if (!user) return <LoginPrompt auctionId={auction._id} />;
  if (user._id === auction.seller._id) return <OwnNote isStaff={isStaff(user.role)} />;
  if (isBarred) return <Notice tone="muted">{STAFF_NOTE}</Notice>;
  if (!user.isEmailVerified) return form.verification;
  return <BidStates {...form} />;
};

const UpcomingNote = ({ auction: { startTime } }: { auction: Auction }) => (
  <Notice tone="muted" title={startTime ? `Bidding opens ${formatLagosTime(startTime)}` : "Bidding opens soon"}>
    Watch this lot, and we tell you when it opens. You can ask about it now.
  </Notice>
);

/** Anybody who may not edit lots sees this only if the auction was public until a moment ago. */
const DraftNote = ({ mayEdit, hasBids }: { mayEdit: boolean; hasBids: boolean }) =>
  mayEdit ? (
    <Notice tone="muted">This auction is not open yet.</Notice>
  ) : (
    <Notice tone="muted" title="This auction was withdrawn.">
      You can no longer bid on it or find it here.{hasBids && " All bids are cancelled, and you pay nothing."}
    </Notice>
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

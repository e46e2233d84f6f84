// Where bidding stands or what stands in its way: the login prompt, the own auction, a pause, the end, or the form.
import type { Auction } from "@jara/shared/auction";
import { formatMoney } from "@jara/shared/money";
import type { User } from "@jara/shared/users";
import type { ReactNode } from "react";
import { Link } from "react-router-dom";
import { buttonClass } from "../../ui/button.tsx";
import { Notice } from "../../ui/notice.tsx";
import { BidForm } from "./bid-form.tsx";
import type { Bidding } from "./use-bidding.ts";

interface BidPanelProps {
  auction: Auction;
  user: User | null;
  bidding: Bidding;
  heldBack: string | null;
  /** "Email verification required" with its Resend button. */
  verification: ReactNode;
}

export const BidPanel = ({ auction, user, bidding, heldBack, verification }: BidPanelProps) => {
  const { status } = auction;
  if (status === "ended" || status === "sold") return <EndedNote auction={auction} />;
  if (status === "cancelled") {
    return (
      <Notice tone="muted" title="This auction was cancelled">
        No bid on it counts any more.
      </Notice>
    );
  }
  if (status === "draft") return <Notice tone="muted">This auction is not open yet.</Notice>;
  if (!user) return <LoginPrompt auctionId={auction._id} />;
  if (user._id === auction.seller._id) return <Notice tone="muted">You cannot bid on your own auction</Notice>;
  if (status === "paused") {
    return (
      <Notice tone="warning" title="This auction is paused. Bidding opens again when it resumes.">
        The time left stands still until then.
      </Notice>
    );
  }
  if (!user.isEmailVerified) return verification;
  return <BidForm auction={auction} bidding={bidding} heldBack={heldBack} verification={verification} />;
};

const EndedNote = ({ auction }: { auction: Auction }) => {
  const { winner, bidCount, currentPrice, currency, isLeading, hasReserve, reserveMet } = auction;
  if (winner) {
    const won = isLeading || winner.username === "You";
    return (
      <Notice tone={won ? "success" : "muted"} title={won ? "You won this auction!" : "This auction has ended."}>
        {won
          ? `Your winning bid: ${formatMoney(currentPrice, currency)}. We will contact you with payment and pickup steps.`
          : `Won by ${winner.username} at ${formatMoney(currentPrice, currency)}.`}
      </Notice>
    );
  }
  const why = bidCount === 0 ? "There were no bids." : hasReserve && !reserveMet ? "Reserve not met." : null;
  return (
    <Notice tone="muted" title="This auction has ended.">
      {why}
    </Notice>
  );
};

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

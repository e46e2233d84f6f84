// Says on a sale's page what it asks of bidders, with the way to each step, so that nobody learns it at their first bid.
import { asksAnything, missingWords } from "@jara/shared/bidding-requirements";
import { useQuery } from "@tanstack/react-query";
import { Link, useLocation } from "#router";
import { useListNews } from "../../connection/use-list-news.ts";
import { useAuth } from "../../features/session/auth-context.tsx";
import { BeforeBidding } from "../../features/who-may-bid/before-bidding.tsx";
import { type BiddingPlace, MAY_BID, mayBidQuery } from "../../features/who-may-bid/queries.ts";
import { buttonClass } from "../../ui/button.tsx";
import { Notice } from "../../ui/notice.tsx";

/** Expects a published sale that is not over. */
export const BiddersNote = ({ saleId }: { saleId: string }) => {
  const { user } = useAuth();
  const { pathname } = useLocation();
  const place: BiddingPlace = { is: "sale", id: saleId };
  useListNews({ queryKey: [MAY_BID] }, "own-bidder-checks");
  const { data: mayBid } = useQuery(mayBidQuery(place));
  if (!mayBid || !asksAnything(mayBid.asks)) return null;
  if (user && mayBid.missing.length === 0) {
    return (
      <div className="grid gap-1 print:hidden">
        <p className="text-sm">You can bid in this sale.</p>
        <BeforeBidding place={place} mayBid={mayBid} phone="" />
      </div>
    );
  }
  if (user?.isEmailVerified) {
    return (
      <div className="max-w-2xl print:hidden">
        <BeforeBidding place={place} mayBid={mayBid} phone={user.phone ?? ""} />
      </div>
    );
  }
  return (
    <Notice
      tone="warning"
      title={missingWords(mayBid.missing)}
      action={
        user ? undefined : (
          <Link to="/login" state={{ from: pathname }} className={buttonClass("primary", "sm")}>
            Log in
          </Link>
        )
      }
    >
      {user
        ? "Verify your email address first; then you can do it on this page."
        : "Log in, and do it on this page before your first bid."}
    </Notice>
  );
};

// The Buy It Now card: the price, and what the user can do about it now. Everybody who sees the lot sees it until the
// auction is over; staff, the seller and the buyer have no button.
import type { Auction } from "@jara/shared/auction";
import type { User } from "@jara/shared/users";
import { useId } from "react";
import { Link } from "#router";
import { useServerNow } from "../../../connection/use-server-now.ts";
import { isBuyItNowAhead } from "../../../lots/buy-it-now-ahead.ts";
import { priceWithFee } from "../../../lots/price-with-fee.ts";
import { useCurrency } from "../../../store/currency.ts";
import { Button } from "../../../ui/button.tsx";
import { OwnMoney } from "../../../ui/money.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { type BuyItNowTerms, hintOf, isBuyer, obstacleOf, PAUSED_FOR_PAYMENT, termsOf } from "../buy-it-now-rules.ts";
import type { BuyItNowSteps } from "../hooks/use-buy-it-now.ts";
import type { PurchaseView } from "../hooks/use-buy-it-now-status.ts";
import { AboutMoney } from "./about-money.tsx";
import { BuyItNowDialog } from "./buy-it-now-dialog.tsx";
import { PaymentClock } from "./payment-clock.tsx";

export interface BuyItNowCardProps extends Pick<PurchaseView, "purchase" | "reason"> {
  auction: Auction;
  user: User | null;
  steps: BuyItNowSteps;
  disabledReason: string | null;
  /** One of the staff, who may not buy. */
  isBarred?: boolean;
  /** False where another card on the page shows the dialog of these steps. */
  hasDialog?: boolean;
}

export const BuyItNowCard = ({
  auction,
  user,
  steps,
  purchase,
  reason,
  disabledReason,
  isBarred = false,
  hasDialog = true,
}: BuyItNowCardProps) => {
  const { rates } = useCurrency();
  const titleId = useId();
  const terms = termsOf(auction, rates);
  const inDialog = steps.step.name !== "closed";
  const open = auction.status === "active" || auction.status === "paused";
  if (!terms || (!open && !inDialog)) return null;
  const mine = purchase?.mine === true && purchase.status === "pending";
  const isReached = open && !isBuyItNowAhead(auction);
  const isBidder = !isBarred && !mine;
  const canBuy = isBidder && !isReached && isBuyer(auction, user);
  return (
    <>
      {open && (
        <section aria-labelledby={titleId} className="grid gap-2 px-4 py-3">
          <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
            <div className="grid basis-[8rem] grow-[999]">
              {/* A button says this itself. */}
              <h2 id={titleId} className={canBuy || isReached ? "sr-only" : "font-bold text-base"}>
                Buy It Now
              </h2>
              {!mine && !isReached && (
                <>
                  <p className="flex flex-wrap items-baseline gap-x-1 text-xs">
                    {canBuy ? "Buy It Now:" : "Total"}{" "}
                    <OwnMoney amount={terms.total} currency={auction.currency} className="font-bold text-sm" />
                    <AboutMoney amount={terms.total} currency={auction.currency} className="text-ink-soft" />
                  </p>
                  <p className="tabular text-ink-soft text-xs">{priceWithFee(auction)}</p>
                </>
              )}
            </div>
            {canBuy && (
              <Button variant="secondary" size="sm" className="grow" aria-haspopup="dialog" onClick={steps.open}>
                Buy It Now
              </Button>
            )}
          </div>
          {auction.status === "paused" ? (
            <Paused pausedUntil={auction.pausedUntil} mine={mine} />
          ) : (
            isBidder && <OfferNote auction={auction} user={user} terms={terms} reason={reason} />
          )}
        </section>
      )}
      {user && hasDialog && !isBarred && (
        <BuyItNowDialog
          steps={steps}
          auction={auction}
          terms={terms}
          user={user}
          reason={reason}
          isBuying={mine}
          disabledReason={disabledReason}
        />
      )}
    </>
  );
};

interface OfferProps {
  auction: Auction;
  user: User | null;
  terms: BuyItNowTerms;
  reason: PurchaseView["reason"];
}

const OfferNote = ({ auction, user, terms, reason }: OfferProps) => {
  const nowMs = useServerNow(1000);
  if (!user) {
    const next = `?next=${encodeURIComponent(`/auction/${auction._id}`)}`;
    return (
      <p className="text-sm">
        <Link to={`/login${next}`} className="font-semibold text-brand underline underline-offset-4">
          Log in
        </Link>{" "}
        to use Buy It Now.
      </p>
    );
  }
  if (user._id === auction.seller._id) return <Note>You cannot buy your own auction</Note>;
  if (!user.isEmailVerified) return <Note>Verify your email address to use Buy It Now.</Note>;
  const obstacle = obstacleOf(auction, terms, user, nowMs, reason);
  return (
    obstacle && (
      <p className="text-amber text-sm">
        {hintOf(obstacle, terms.required)}{" "}
        {obstacle === "purchase-open" && (
          <Link to="/purchases" className="font-semibold underline underline-offset-4">
            Go to Purchases
          </Link>
        )}
      </p>
    )
  );
};

const Note = ({ children }: { children: string }) => <p className="text-ink-soft text-sm">{children}</p>;

const Paused = ({ pausedUntil, mine }: { pausedUntil: string | null; mine: boolean }) => {
  if (!pausedUntil) return <Note>Not available while the auction is paused.</Note>;
  // The page tells the buyer at its top until when it is reserved.
  if (mine) return <Note>{PAUSED_FOR_PAYMENT}</Note>;
  return (
    <Notice tone="warning" title={PAUSED_FOR_PAYMENT}>
      The auction continues in <PaymentClock until={pausedUntil} over="a moment" /> if the payment does not arrive. All
      bids stay.
    </Notice>
  );
};

// Sells a lot that ended below its reserve to its highest bidder, after a question. The server decides whether that can be
// done, and everybody learns of it by the live events.

import type { Auction } from "@jara/shared/auction";
import * as calls from "@jara/shared/calls/settlements";
import { formatMoney } from "@jara/shared/money";
import { paymentDaysWords, percentsOf } from "@jara/shared/payment-rules";
import type { ManagedAuction } from "@jara/shared/rest/admin-auctions";
import { Gavel } from "lucide-react";
import { useState } from "react";
import { useCommand } from "../../connection/use-command.ts";
import { ask } from "../../lib/api.ts";
import { toast } from "../../store/toast.ts";
import { Ask } from "../../ui/ask.tsx";
import { Button } from "../../ui/button.tsx";
import { WholePrice } from "../whole-price.tsx";

type SoldLot = Pick<
  Auction,
  | "_id"
  | "title"
  | "status"
  | "winner"
  | "leader"
  | "reserveMet"
  | "hasReserve"
  | "currentPrice"
  | "currency"
  | "rules"
  | "buyersPremium"
> &
  Pick<Partial<ManagedAuction>, "settlementId">;

/**
 * True if the lot ended with a bid and, because of its reserve, without a winner. If the reserve is met now, it may
 * have been lowered since. Otherwise the winner's bids were voided: such a lot had a payment, and the server refuses
 * the sale.
 */
export const isSellable = (lot: SoldLot): boolean =>
  lot.status === "ended" && lot.winner === null && lot.leader !== null && (!lot.reserveMet || wasLowered(lot));

/** True if the reserve may have been lowered. `settlementId` is absent if the page does not know the lot's payments. */
const wasLowered = ({ hasReserve, settlementId }: SoldLot): boolean =>
  settlementId === undefined ? hasReserve : settlementId === null;

interface SellProps {
  auction: SoldLot;
  /** Only a symbol, for a dense row. */
  isIcon?: boolean;
  className?: string;
}

export const SellToHighBidder = ({ auction, isIcon = false, className }: SellProps) => {
  const [isAsking, setIsAsking] = useState(false);
  const selling = useCommand(
    (_: undefined, idempotencyKey) => ask(calls.sellToHighestBidder, { params: { id: auction._id }, idempotencyKey }),
    {
      onSuccess: () => {
        setIsAsking(false);
        toast.success(`Sold to ${auction.leader?.username ?? "the high bidder"}: ${auction.title}`);
      },
    },
  );
  if (!isAsking && !isSellable(auction)) return null;
  const who = auction.leader?.username ?? "the high bidder";
  const name = `Sell ${auction.title} to its high bidder`;
  const rules = percentsOf(auction);
  return (
    <>
      {isIcon ? (
        <button
          type="button"
          aria-label={name}
          title="Sell to high bidder"
          data-action="sell"
          onClick={() => setIsAsking(true)}
          className={className}
        >
          <Gavel aria-hidden className="size-4" />
        </button>
      ) : (
        <Button size="sm" onClick={() => setIsAsking(true)} className={className}>
          Sell to high bidder
        </Button>
      )}
      <Ask
        open={isAsking}
        title="Sell to the high bidder?"
        no="Leave it unsold"
        yes="Sell"
        isDisabled={!isSellable(auction)}
        of={selling}
        failed="We could not confirm that this went through."
        onNo={() => setIsAsking(false)}
        onYes={() => selling.mutate(undefined)}
      >
        <div className="grid gap-2 text-sm">
          <p className="font-semibold [overflow-wrap:anywhere]">{auction.title}</p>
          {isSellable(auction) || selling.isPending ? (
            <ul className="grid list-disc gap-1 pl-5">
              <li>
                {auction.reserveMet ? "The lot ended below its reserve" : "The reserve was not met"}.{" "}
                <strong>{who}</strong> still wins, at{" "}
                <strong className="whitespace-nowrap">{formatMoney(auction.currentPrice, auction.currency)}</strong>.
                <WholePrice amount={auction.currentPrice} lot={auction} />
              </li>
              <li>
                The deposit of {rules.depositPercent}% is taken from {who}'s balance, or the whole balance if that is
                less.
              </li>
              <li>
                The rest is due within {paymentDaysWords(rules)}, and {who} gets the email of a winner.
              </li>
            </ul>
          ) : (
            <p>It has changed already.</p>
          )}
        </div>
      </Ask>
    </>
  );
};

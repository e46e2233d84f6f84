// Says on the lot's page that somebody's bids have just been voided, for what reason, and how the price changed.
import type { Auction } from "@jara/shared/auction";
import type { Events } from "@jara/shared/live-commands";
import { formatMoney } from "@jara/shared/money";
import { useState } from "react";
import { useLiveEvent } from "../../connection/use-live-event.ts";
import { voidWords } from "../../lots/void-words.ts";
import { Button } from "../../ui/button.tsx";
import { Notice } from "../../ui/notice.tsx";

interface VoidedNoticeProps {
  auction: Pick<Auction, "_id" | "currency">;
  /** True if the user has just withdrawn their own bids and was already informed. */
  hasWithdrawn: boolean;
}

export const VoidedNotice = ({ auction, hasWithdrawn }: VoidedNoticeProps) => {
  const [last, setLast] = useState<Events["auction:bids-voided"] | null>(null);
  useLiveEvent("auction:bids-voided", (event) => {
    if (event.auctionId === auction._id) setLast(event);
  });
  if (!last || (hasWithdrawn && last.reason === "withdrawn")) return null;
  const { bidder, reason, fromBid, currentPrice, leader } = last;
  const bids = fromBid === undefined ? "bids" : `bids from bid ${fromBid} on`;
  const whose = bidder.username === "You" ? `Your ${bids}` : `The ${bids} of ${bidder.username}`;
  return (
    <Notice
      tone="warning"
      title={`${whose} no longer count: ${voidWords[reason]}`}
      action={
        <Button variant="secondary" size="sm" onClick={() => setLast(null)}>
          Hide this note
        </Button>
      }
    >
      The price is now {formatMoney(currentPrice, auction.currency)}.{!leader && " No bid counts now."}
    </Notice>
  );
};

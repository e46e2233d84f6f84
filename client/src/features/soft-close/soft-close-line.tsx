// Says how late bids move the end of this auction and, after an extension, by how much it was moved.
import type { Auction } from "@jara/shared/auction";
import { Clock } from "lucide-react";
import { useEffect, useState } from "react";
import { useLiveEvent } from "../../connection/use-live-event.ts";
import { useServerNow } from "../../connection/use-server-now.ts";
import { cx } from "../../lib/cx.ts";
import { lagosClock } from "../../lib/lagos-moment.ts";
import { extendedText, softCloseText } from "./soft-close-text.ts";

const SHOWN_MS = 10_000;

/** The text about the last extension of this auction, for a moment after it arrived; otherwise null. */
export const useExtension = (auctionId: string): string | null => {
  const [last, setLast] = useState<{ text: string; count: number } | null>(null);
  useLiveEvent("auction:extended", (event) => {
    if (event.auctionId !== auctionId) return;
    setLast((before) => ({ text: extendedText(event.extendedBy), count: (before?.count ?? 0) + 1 }));
  });
  useEffect(() => {
    if (!last) return;
    const timer = setTimeout(() => setLast(null), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [last]);
  return last?.text ?? null;
};

type Closing = Pick<Auction, "_id" | "status" | "softClose" | "latestEndTime" | "endTime">;

export const SoftCloseLine = ({ auction, extension }: { auction: Closing; extension: string | null }) => {
  const text = softCloseText(auction, useServerNow(1000), lagosClock);
  if (auction.status !== "active") return null;
  return (
    // Both texts stand in one place, so that an extension moves nothing.
    <div className={cx("grid text-xs *:[grid-area:1/1]", text && "min-h-[2lh]")}>
      {text && <p className={cx("tabular text-ink-soft", extension && "invisible")}>{text}</p>}
      {/* The live region is there before its text, because screen readers do not read a region that appears
          together with its text. */}
      <p role="status" className="empty:absolute">
        {extension && (
          <span className="inline-flex animate-slide-in items-center gap-1 font-semibold text-amber">
            <Clock aria-hidden className="size-3.5" />
            {extension}
          </span>
        )}
      </p>
    </div>
  );
};

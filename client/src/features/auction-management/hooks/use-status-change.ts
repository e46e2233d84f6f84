// Sets a status from the table: a harmless one at once and with an undo, any other after a question. The row shows the
// server's answer; a refusal leaves the row unchanged, and says why beside its control.
import type { Auction, AuctionStatus } from "@jara/shared/auction";
import { useRef, useState } from "react";
import { serverNow } from "../../../connection/connection.ts";
import { ApiError, messageOf } from "../../../lib/api.ts";
import type { StatusReasons } from "../../../lots/status/reason-field.tsx";
import { isHarmless, questionFor } from "../../../lots/status/status-question.ts";
import { fetchAuction } from "../../../queries/auction.ts";
import { toast } from "../../../store/toast.ts";
import { setStatus } from "../queries.ts";

export const STATUS_FAILED = "Failed to update auction status";

export interface Asked {
  auctionId: string;
  to: AuctionStatus;
}

interface Options {
  put: (auction: Auction) => void;
  /** Called when the end time has passed and must be moved first. */
  onNeedsEndTime: (auction: Auction, to: AuctionStatus) => void;
}

const doneWords: Record<AuctionStatus, string> = {
  active: "Active",
  paused: "Paused",
  ended: "Ended",
  cancelled: "Cancelled",
  sold: "Marked as sold",
  draft: "Back to draft",
};

export const useStatusChange = ({ put, onNeedsEndTime }: Options) => {
  const [asked, setAsked] = useState<Asked | null>(null);
  const [pending, setPending] = useState<Readonly<Record<string, AuctionStatus>>>({});
  /** The reason why the last change failed, by auction id, until the next one. */
  const [failures, setFailures] = useState<Readonly<Record<string, string>>>({});
  /** The status that was chosen while a change of the same auction was not answered, by auction id. */
  const next = useRef(new Map<string, AuctionStatus>());

  const change = async (
    auction: Auction,
    to: AuctionStatus,
    undo: AuctionStatus | null,
    reasons?: StatusReasons,
  ): Promise<void> => {
    const { _id, title } = auction;
    setPending((now) => ({ ...now, [_id]: to }));
    setFailures(({ [_id]: _last, ...others }) => others);
    const failed = (error: unknown): null => {
      if (error instanceof ApiError && error.code === "END_TIME_PASSED") onNeedsEndTime(auction, to);
      else setFailures((now) => ({ ...now, [_id]: messageOf(error, STATUS_FAILED) }));
      return null;
    };
    const saved = await setStatus(auction, to, undefined, reasons).catch(failed);
    setPending(({ [_id]: _done, ...others }) => others);
    if (saved) {
      put(saved);
      toast.success(`${doneWords[to]}: ${title}`, {
        id: `status-${_id}`,
        ...(undo && { duration: 10_000, action: { label: "Undo", onClick: () => void takeBack(auction, to, undo) } }),
      });
    }
    const chosen = next.current.get(_id);
    next.current.delete(_id);
    if (chosen) start(saved ?? auction, chosen);
  };

  const start = (auction: Auction, to: AuctionStatus): void => {
    if (to === auction.status) return;
    if (!isHarmless(auction, to) && questionFor(auction, to, serverNow())) setAsked({ auctionId: auction._id, to });
    else void change(auction, to, auction.status);
  };

  /** Does not undo if somebody has changed the auction since. */
  const takeBack = async (auction: Auction, done: AuctionStatus, to: AuctionStatus): Promise<void> => {
    try {
      const now = await fetchAuction(auction._id);
      put(now);
      if (now.status === done) await change(now, to, null);
      else toast.warning("Not undone: it has changed since.", { description: auction.title });
    } catch (error) {
      toast.error(messageOf(error, STATUS_FAILED), { description: auction.title });
    }
  };

  return {
    asked,
    pending,
    failures,
    /** Handles a choice made in a row. It waits for the answer to the one before. */
    choose: (auction: Auction, to: AuctionStatus) => {
      if (pending[auction._id]) next.current.set(auction._id, to);
      else start(auction, to);
    },
    confirm: (auction: Auction, to: AuctionStatus, reasons: StatusReasons) => {
      setAsked(null);
      void change(auction, to, null, reasons);
    },
    stopAsking: () => setAsked(null),
  };
};

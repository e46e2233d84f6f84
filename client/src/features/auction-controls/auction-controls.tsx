// The administrator's controls for the auction on the screen. Asks for confirmation before what cannot be undone. It
// does not guess the outcome: administrators get it from the live events, like everybody else.
import type { Auction } from "@jara/shared/auction";
import { useMutation } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { Link } from "react-router-dom";
import { messageOf } from "../../lib/api.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Notice } from "../../ui/notice.tsx";
import { changeStatus, type TargetStatus } from "./queries.ts";

const questions = {
  ended: {
    title: "End this auction now?",
    text: "Bidding closes at once. The leader wins if the reserve is met or there is none.",
    yes: "End now",
    no: "Keep it open",
  },
  cancelled: {
    title: "Cancel this auction?",
    text: "Bidding closes at once, nobody wins, all bids are void, and all bidders are notified.",
    yes: "Cancel auction",
    no: "Keep it open",
  },
} as const;

interface AuctionControlsProps {
  auction: Pick<Auction, "_id" | "status">;
  /** Further controls, shown beside the status. */
  children?: ReactNode;
}

export const AuctionControls = ({ auction, children }: AuctionControlsProps) => {
  const [asking, setAsking] = useState<keyof typeof questions | null>(null);
  const { mutate, isPending, variables, error } = useMutation({
    mutationFn: (status: TargetStatus) => changeStatus(auction._id, status),
  });
  const isOpen = auction.status === "active" || auction.status === "paused";
  const pending = (status: TargetStatus) => isPending && variables === status;
  const question = asking && questions[asking];
  return (
    <section
      aria-labelledby="controls-title"
      className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-box border border-line bg-sunken px-4 py-2"
    >
      <h2 id="controls-title" className="font-bold text-sm">
        Auction controls
      </h2>
      {isOpen && (
        <div className="flex flex-wrap gap-2">
          {auction.status === "active" ? (
            <Button size="sm" variant="secondary" pending={pending("paused")} onClick={() => mutate("paused")}>
              Pause
            </Button>
          ) : (
            <Button size="sm" variant="secondary" pending={pending("active")} onClick={() => mutate("active")}>
              Resume
            </Button>
          )}
          <Button size="sm" variant="secondary" pending={pending("ended")} onClick={() => setAsking("ended")}>
            End now
          </Button>
          <Button size="sm" variant="danger" pending={pending("cancelled")} onClick={() => setAsking("cancelled")}>
            Cancel auction
          </Button>
        </div>
      )}
      {children}
      <Link
        to={`/admin/auctions/${auction._id}/history`}
        className="ml-auto inline-flex min-h-11 items-center font-semibold text-brand text-sm underline underline-offset-4 pointer-fine:min-h-9"
      >
        History
      </Link>
      {error && <Notice tone="error">{messageOf(error, "Failed to update auction status")}</Notice>}
      <Dialog open={asking !== null} onClose={() => setAsking(null)} title={question?.title ?? ""}>
        <p className="text-sm">{question?.text}</p>
        <div className="grid grid-cols-2 gap-2">
          <Button variant="secondary" onClick={() => setAsking(null)}>
            {question?.no}
          </Button>
          <Button
            variant="danger"
            onClick={() => {
              if (asking) mutate(asking);
              setAsking(null);
            }}
          >
            {question?.yes}
          </Button>
        </div>
      </Dialog>
    </section>
  );
};

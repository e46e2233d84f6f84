// The controls on a lot's page for staff who run auctions: pause, resume, end, cancel. Asks the same questions as
// Auction Management.
import type { Auction } from "@jara/shared/auction";
import { useMutation } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { Link, useNavigate } from "#router";
import { serverNow } from "../../connection/connection.ts";
import { messageOf } from "../../lib/api.ts";
import { noteOutcome } from "../../live/live.ts";
import type { StatusReasons } from "../../lots/status/reason-field.tsx";
import { StatusDialog } from "../../lots/status/status-dialog.tsx";
import { questionFor } from "../../lots/status/status-question.ts";
import { Button } from "../../ui/button.tsx";
import { May } from "../../ui/may.tsx";
import { Notice } from "../../ui/notice.tsx";
import { changeStatus, type TargetStatus } from "./queries.ts";
import { RelistLinks } from "./relist-links.tsx";

interface AuctionControlsProps {
  auction: Auction;
  /** Further controls, shown beside the status. */
  children?: ReactNode;
}

export const AuctionControls = ({ auction, children }: AuctionControlsProps) => {
  const navigate = useNavigate();
  const [asking, setAsking] = useState<TargetStatus | null>(null);
  const { mutate, isPending, variables, error } = useMutation({
    mutationFn: ({ status, reasons }: { status: TargetStatus; reasons?: StatusReasons }) =>
      changeStatus(auction, status, reasons),
    // The next change names the new status, also if the event comes late.
    onSuccess: (answer) => noteOutcome(answer.auction),
  });
  const isOpen = auction.status === "active" || auction.status === "paused";
  const pending = (status: TargetStatus) => isPending && variables.status === status;
  const choose = (status: TargetStatus) =>
    questionFor(auction, status, serverNow()) ? setAsking(status) : mutate({ status });
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
            <Button size="sm" variant="secondary" pending={pending("paused")} onClick={() => choose("paused")}>
              Pause
            </Button>
          ) : (
            <Button size="sm" variant="secondary" pending={pending("active")} onClick={() => choose("active")}>
              Resume
            </Button>
          )}
          <Button size="sm" variant="secondary" pending={pending("ended")} onClick={() => choose("ended")}>
            End now
          </Button>
          <Button size="sm" variant="danger" pending={pending("cancelled")} onClick={() => choose("cancelled")}>
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
      <May use="lots:edit">
        <RelistLinks auctionId={auction._id} />
      </May>
      <StatusDialog
        auction={asking && auction}
        to={asking ?? "ended"}
        onConfirm={(_, reasons) => {
          if (asking) mutate({ status: asking, reasons });
          setAsking(null);
        }}
        onSetEndTime={() => void navigate(`/admin/auctions?edit=${encodeURIComponent(auction._id)}`)}
        onClose={() => setAsking(null)}
      />
    </section>
  );
};

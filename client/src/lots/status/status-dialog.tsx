// The confirmation before a status change with consequences. It follows the live auction, so that its text is still
// true when it is answered.
import type { Auction, AuctionStatus } from "@jara/shared/auction";
import { useState } from "react";
import { useServerNow } from "../../connection/use-server-now.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { HouseDifferences } from "../house-rules/house-differences.tsx";
import { ReasonField } from "./reason-field.tsx";
import { questionFor } from "./status-question.ts";

const takesReason: ReadonlySet<AuctionStatus> = new Set(["ended", "cancelled", "active", "paused", "draft"]);

interface StatusDialogProps {
  /** Null when there is no question. */
  auction: Auction | null;
  to: AuctionStatus;
  /** `reason`: empty if none was given. */
  onConfirm: (auction: Auction, reason: string) => void;
  onSetEndTime: (auction: Auction) => void;
  onClose: () => void;
}

export const StatusDialog = ({ auction, to, onConfirm, onSetEndTime, onClose }: StatusDialogProps) => {
  const now = useServerNow(1000);
  const [reason, setReason] = useState("");
  // A reason belongs to one question.
  const asked = auction && `${auction._id} ${to}`;
  const [askedBefore, setAskedBefore] = useState(asked);
  if (asked !== askedBefore) {
    setAskedBefore(asked);
    setReason("");
  }
  const question = auction && auction.status !== to ? questionFor(auction, to, now) : null;
  return (
    <Dialog open={auction !== null} onClose={onClose} title={question?.title ?? "It has changed already"}>
      <div className="grid gap-2 text-sm">
        <p className="font-semibold">{auction?.title}</p>
        {question ? (
          <ul className="grid gap-2">
            {question.effects.map((effect) => (
              <li key={effect}>{effect}</li>
            ))}
          </ul>
        ) : (
          <p>Somebody else was faster. Its status is “{auction?.status}” now.</p>
        )}
      </div>
      {auction?.status === "draft" && question && to === "active" && <HouseDifferences lots={[auction]} />}
      {question && !question.needsEndTime && takesReason.has(to) && <ReasonField value={reason} onChange={setReason} />}
      <div className="grid grid-cols-2 gap-2">
        <Button variant="secondary" onClick={onClose}>
          {question ? "Leave as it is" : "Close"}
        </Button>
        {auction && question?.needsEndTime && <Button onClick={() => onSetEndTime(auction)}>Set an end time</Button>}
        {auction && question && !question.needsEndTime && (
          <Button variant={question.danger ? "danger" : "primary"} onClick={() => onConfirm(auction, reason.trim())}>
            {question.yes}
          </Button>
        )}
      </div>
    </Dialog>
  );
};

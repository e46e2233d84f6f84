// The confirmation before a status change with consequences. It follows the live auction, so that its text is still
// true when it is answered.
import type { Auction, AuctionStatus } from "@jara/shared/auction";
import { type ReactNode, useState } from "react";
import { useServerNow } from "../../connection/use-server-now.ts";
import { Ask } from "../../ui/ask.tsx";
import { ConsignedNote } from "../consigned/consigned-note.tsx";
import { useConsigned } from "../consigned/use-consigned.ts";
import { HouseDifferences } from "../house-rules/house-differences.tsx";
import { ReasonField, type StatusReasons, showsReason } from "./reason-field.tsx";
import { questionFor } from "./status-question.ts";

const takesReason: ReadonlySet<AuctionStatus> = new Set(["ended", "cancelled", "active", "paused", "draft"]);

interface StatusDialogProps {
  /** Null when there is no question. */
  auction: Auction | null;
  to: AuctionStatus;
  /** More that the change does, under its effects. */
  note?: ReactNode;
  /** True until the note is known. */
  isBlocked?: boolean;
  onConfirm: (auction: Auction, reasons: StatusReasons) => void;
  onSetEndTime: (auction: Auction) => void;
  onClose: () => void;
}

export const StatusDialog = ({
  auction,
  to,
  note = null,
  isBlocked = false,
  onConfirm,
  onSetEndTime,
  onClose,
}: StatusDialogProps) => {
  const now = useServerNow(1000);
  const [reason, setReason] = useState("");
  const [isPublic, setIsPublic] = useState<boolean | null>(null);
  // A reason belongs to one question.
  const asked = auction && `${auction._id} ${to}`;
  const [askedBefore, setAskedBefore] = useState(asked);
  if (asked !== askedBefore) {
    setAskedBefore(asked);
    setReason("");
    setIsPublic(null);
  }
  // Bidders are owed the reason of a pause and of a cancellation. An end may take a sale back, which is nobody's business.
  const isShown = showsReason.has(to) && (isPublic ?? to !== "ended");
  const consigned = useConsigned(auction?.status === "draft" && to === "active" ? auction : null);
  const question = auction && auction.status !== to ? questionFor(auction, to, now) : null;
  return (
    <Ask
      open={auction !== null}
      title={question?.title ?? "It has changed already"}
      no={question ? "Leave as it is" : "Close"}
      yes={question && (question.needsEndTime ? "Set an end time" : question.yes)}
      isDanger={question?.needsEndTime ? false : question?.danger}
      isDisabled={isBlocked || (consigned !== null && consigned.state !== "accepted" && !question?.needsEndTime)}
      onNo={onClose}
      onYes={() => {
        if (!auction) return;
        if (question?.needsEndTime) onSetEndTime(auction);
        else onConfirm(auction, reason.trim() ? { [isShown ? "publicReason" : "reason"]: reason.trim() } : {});
      }}
    >
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
      {question && note}
      {auction && question && <ConsignedNote auctionId={auction._id} consigned={consigned} />}
      {auction?.status === "draft" && question && to === "active" && <HouseDifferences lots={[auction]} />}
      {question && !question.needsEndTime && takesReason.has(to) && (
        <ReasonField
          value={reason}
          isPublic={isShown}
          onChange={setReason}
          onPublic={showsReason.has(to) ? setIsPublic : undefined}
        />
      )}
    </Ask>
  );
};

// What staff who run auctions do with one lot of the board: pause or resume it, give it more time, void bids, withdraw it.
import type { Auction } from "@jara/shared/auction";
import { useMutation } from "@tanstack/react-query";
import { AlarmClockPlus, CircleX, Pause, Play, UserX } from "lucide-react";
import { type ReactNode, useState } from "react";
import { serverNow } from "../../../connection/connection.ts";
import { changeStatus, type TargetStatus } from "../../../features/auction-controls/queries.ts";
import { seenBy } from "../../../features/auction-management/edit-lot.ts";
import { updateAuction } from "../../../features/auction-management/queries.ts";
import { VoidBids } from "../../../features/void-bids/void-bids.tsx";
import { messageOf } from "../../../lib/api.ts";
import { noteOutcome } from "../../../live/live.ts";
import type { StatusReasons } from "../../../lots/status/reason-field.tsx";
import { StatusDialog } from "../../../lots/status/status-dialog.tsx";
import { questionFor } from "../../../lots/status/status-question.ts";
import { toast } from "../../../store/toast.ts";
import { Ask } from "../../../ui/ask.tsx";
import { Button } from "../../../ui/button.tsx";
import { Choice } from "../../../ui/choice.tsx";

interface RowVerbsProps {
  readonly auction: Auction;
  /** "Lot 12A". */
  readonly lot: string;
}

export const RowVerbs = ({ auction, lot }: RowVerbsProps) => {
  const [asking, setAsking] = useState<TargetStatus | null>(null);
  const { mutate, isPending } = useMutation({
    mutationFn: ({ status, reasons }: { status: TargetStatus; reasons?: StatusReasons }) =>
      changeStatus(auction, status, reasons),
    onSuccess: (answer) => noteOutcome(answer.auction),
    onError: (error) => toast.error(messageOf(error, "Failed to update auction status")),
  });
  const choose = (status: TargetStatus) =>
    questionFor(auction, status, serverNow()) ? setAsking(status) : mutate({ status });
  const isActive = auction.status === "active";
  if (!isActive && auction.status !== "paused") return null;
  return (
    <span className="flex">
      <Verb
        name={`${isActive ? "Pause" : "Resume"} ${lot}`}
        isPending={isPending}
        onClick={() => choose(isActive ? "paused" : "active")}
      >
        {isActive ? <Pause aria-hidden className="size-4" /> : <Play aria-hidden className="size-4" />}
      </Verb>
      <MoreTime auction={auction} lot={lot} />
      <VoidBids auction={auction}>
        <UserX aria-hidden className="size-4" />
        <span className="sr-only">Void bids on {lot}</span>
      </VoidBids>
      <Verb name={`Withdraw ${lot}`} onClick={() => choose("cancelled")}>
        <CircleX aria-hidden className="size-4 text-danger" />
      </Verb>
      <StatusDialog
        auction={asking && auction}
        to={asking ?? "cancelled"}
        onConfirm={(_, reasons) => {
          if (asking) mutate({ status: asking, reasons });
          setAsking(null);
        }}
        onSetEndTime={() => setAsking(null)}
        onClose={() => setAsking(null)}
      />
    </span>
  );
};

interface VerbProps {
  readonly name: string;
  readonly isPending?: boolean;
  readonly isDisabled?: boolean;
  readonly onClick: () => void;
  readonly children: ReactNode;
}

/** One that is not possible now is shown too, so that each verb keeps its place. */
const Verb = ({ name, isPending = false, isDisabled = false, onClick, children }: VerbProps) => (
  <Button
    size="sm"
    variant="ghost"
    title={name}
    aria-label={name}
    pending={isPending}
    disabled={isDisabled}
    className="px-2"
    onClick={onClick}
  >
    {children}
  </Button>
);

const MINUTES = ["2", "5", "10", "30"] as const;

const MoreTime = ({ auction, lot }: RowVerbsProps) => {
  const [isOpen, setIsOpen] = useState(false);
  const [minutes, setMinutes] = useState<(typeof MINUTES)[number]>("2");
  const extending = useMutation({
    mutationFn: () => {
      const body = { endTime: new Date(Date.parse(auction.endTime) + Number(minutes) * 60_000).toISOString() };
      return updateAuction(auction._id, { ...body, seen: seenBy(auction, body) });
    },
    onSuccess: (extended) => {
      noteOutcome(extended);
      toast.success(`${lot} ends ${minutes} minutes later`);
      setIsOpen(false);
    },
  });
  return (
    <>
      <Verb name={`Extend ${lot}`} isDisabled={auction.status !== "active"} onClick={() => setIsOpen(true)}>
        <AlarmClockPlus aria-hidden className="size-4" />
      </Verb>
      <Ask
        open={isOpen}
        title={`Extend ${lot}?`}
        yes="Extend"
        of={extending}
        failed="Failed to update auction"
        onNo={() => setIsOpen(false)}
        onYes={() => extending.mutate()}
      >
        <p className="text-sm">
          Everybody sees the new end at once. In a sale that closes in order, later lots follow.
        </p>
        <Choice
          label="Later by"
          value={minutes}
          options={MINUTES.map((one) => [one, `${one} minutes`] as const)}
          onChoose={setMinutes}
        />
      </Ask>
    </>
  );
};

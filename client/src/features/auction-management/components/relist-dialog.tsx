// Asks before a lot is copied into a new draft that is linked to it.
import type { Auction } from "@jara/shared/auction";
import type { ManagedAuction } from "@jara/shared/rest/admin-auctions";
import { useMutation } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { newCommandId } from "../../../connection/command-id.ts";
import { ApiError, messageOf } from "../../../lib/api.ts";
import { ReasonField } from "../../../lots/status/reason-field.tsx";
import { toast } from "../../../store/toast.ts";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { relistAuction } from "../queries.ts";

interface RelistDialogProps {
  auction: ManagedAuction | null;
  onRelisted: (copy: Auction) => void;
  onClose: () => void;
}

const effects = [
  "A new draft gets its texts, prices and pictures. Bids are not copied, and this lot stays as it is.",
  "After that this lot can be neither sold nor opened again, unless you delete the draft.",
  "Only staff see the draft until you publish it. Both lots link to each other.",
];

export const RelistDialog = ({ auction, onRelisted, onClose }: RelistDialogProps) => {
  const [reason, setReason] = useState("");
  // A request without an answer is sent again as it was, under its key, so that it makes one copy.
  const sent = useRef<{ key: string; reason: string } | null>(null);
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: ({ _id }: Auction) => {
      sent.current ??= { key: newCommandId(), reason: reason.trim() };
      return relistAuction(_id, sent.current.key, sent.current.reason);
    },
    onSuccess: (copy) => {
      sent.current = null;
      setReason("");
      toast.success(`Relisted as a draft: ${copy.title}`);
      onRelisted(copy);
    },
    onError: (failed) => {
      if (failed instanceof ApiError && failed.status > 0 && failed.status < 500) sent.current = null;
    },
  });
  const close = () => {
    sent.current = null;
    setReason("");
    reset();
    onClose();
  };
  return (
    <Dialog open={auction !== null} onClose={close} closable={!isPending} title="Relist this lot?">
      <div className="grid gap-2 text-sm">
        <p className="font-semibold [overflow-wrap:anywhere]">{auction?.title}</p>
        <ul className="grid gap-2">
          {effects.map((effect) => (
            <li key={effect}>{effect}</li>
          ))}
        </ul>
      </div>
      <ReasonField value={reason} onChange={setReason} />
      {error && <Notice tone="error">{messageOf(error, "We could not confirm that this went through.")}</Notice>}
      <div className="grid grid-cols-2 gap-2">
        <Button variant="secondary" disabled={isPending} onClick={close}>
          Leave it
        </Button>
        <Button pending={isPending} onClick={() => auction && mutate(auction)}>
          Relist
        </Button>
      </div>
    </Dialog>
  );
};

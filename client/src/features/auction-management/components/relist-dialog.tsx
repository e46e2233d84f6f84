// Asks before a lot is copied into a new draft that is linked to it.
import type { Auction } from "@jara/shared/auction";
import type { ManagedAuction } from "@jara/shared/rest/admin-auctions";
import { useState } from "react";
import { useCommand } from "../../../connection/use-command.ts";
import { ReasonField } from "../../../lots/status/reason-field.tsx";
import { toast } from "../../../store/toast.ts";
import { Ask } from "../../../ui/ask.tsx";
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
  const relisting = useCommand(
    // A request without an answer is sent again with its first reason, so that it makes one copy.
    (_asked: { _id: string; reason: string }, key, first) => relistAuction(first._id, key, first.reason),
    {
      nameOf: ({ _id }) => _id,
      onSuccess: (copy) => {
        setReason("");
        toast.success(`Relisted as a draft: ${copy.title}`);
        onRelisted(copy);
      },
    },
  );
  const close = () => {
    setReason("");
    relisting.forget();
    onClose();
  };
  return (
    <Ask
      open={auction !== null}
      title="Relist this lot?"
      no="Leave it"
      yes="Relist"
      of={relisting}
      failed="We could not confirm that this went through."
      onNo={close}
      onYes={() => auction && relisting.mutate({ _id: auction._id, reason: reason.trim() })}
    >
      <div className="grid gap-2 text-sm">
        <p className="font-semibold [overflow-wrap:anywhere]">{auction?.title}</p>
        <ul className="grid gap-2">
          {effects.map((effect) => (
            <li key={effect}>{effect}</li>
          ))}
        </ul>
      </div>
      <ReasonField value={reason} onChange={setReason} />
    </Ask>
  );
};

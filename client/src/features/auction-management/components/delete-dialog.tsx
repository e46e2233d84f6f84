// Deletes an auction without bids. If a bid arrives meanwhile, the server refuses, and the dialog shows the server's
// message.
import type { Auction } from "@jara/shared/auction";
import { useMutation } from "@tanstack/react-query";
import { toast } from "../../../store/toast.ts";
import { Ask } from "../../../ui/ask.tsx";
import { deleteAuction } from "../queries.ts";

interface DeleteDialogProps {
  auction: Auction | null;
  onDeleted: (auction: Auction) => void;
  onClose: () => void;
}

export const DeleteDialog = ({ auction, onDeleted, onClose }: DeleteDialogProps) => {
  const deleting = useMutation({
    mutationFn: ({ _id }: Auction) => deleteAuction(_id),
    onSuccess: (_answer, deleted) => {
      toast.success(`Deleted: ${deleted.title}`);
      onDeleted(deleted);
    },
  });
  return (
    <Ask
      open={auction !== null}
      title="Delete this auction?"
      no="Keep it"
      yes="Delete"
      isDanger
      of={deleting}
      failed="Failed to delete auction"
      onNo={onClose}
      onYes={() => auction && deleting.mutate(auction)}
    >
      <div className="grid gap-2 text-sm">
        <p className="font-semibold">{auction?.title}</p>
        <p>It disappears from all lists, and this cannot be undone. Its history is kept.</p>
      </div>
    </Ask>
  );
};
